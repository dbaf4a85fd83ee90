//! The events of one thread that last, in some two or three bytes each.
//!
//! Which thread is the page's, and which stretch of it is asked for, may stand at the very end of a
//! trace, so all are kept. Tasks are in a lane of their own, to be read without the others.

use super::names::NameId;
use crate::column::bits::{BitReader, BitWriter, Rice, from_zigzag, zigzag};
use crate::column::{Column, Kept, LANES, Merge, Row};
use crate::task::{Task, ThreadTime};
use crate::texts::TextId;
use lagometer_metric::Micros;
use std::cmp::Reverse;

/// An event that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) start: i64,
    /// Not before the start.
    pub(crate) end: i64,
    pub(crate) name: NameId,
    pub(crate) url: Option<TextId>,
    /// Where it is a task, the place of its name among those of tasks.
    pub(crate) task: Option<u8>,
    /// Of a task.
    pub(crate) thread_time: ThreadTime,
}

/// The events of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    rows: Column<Record>,
    /// Whether it is known that nobody will ask for any but the tasks.
    is_unwanted: bool,
}

impl Store {
    /// Adds an event. Says by how many bytes more is kept than before, or less.
    #[inline]
    pub(crate) fn push(&mut self, record: Record) -> isize {
        self.rows.push(record)
    }

    /// Drops everything but the tasks, now and later: it is no thread of a page. Says by how many
    /// bytes less is kept.
    pub(crate) fn forget(&mut self) -> isize {
        if self.is_unwanted {
            return 0;
        }
        let before = self.rows.bytes() as isize;
        self.rows.finish();
        let mut tasks = Column::default();
        for record in self.rows.read().filter(|record| record.task.is_some()) {
            tasks.push(record);
        }
        tasks.finish();
        *self = Store {
            rows: tasks,
            is_unwanted: true,
        };
        before - self.rows.bytes() as isize
    }

    /// Whether events are kept that are no tasks.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        !self.is_unwanted
    }

    /// Whether there is no event in it to be asked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_unwanted || self.rows.is_empty()
    }

    /// All rows, to say what they take.
    pub(crate) fn rows(&self) -> &Column<Record> {
        &self.rows
    }

    /// Writes what waits.
    pub(crate) fn finish(&mut self) {
        self.rows.finish();
    }

    /// Reads the events in order of start, of those that start together the longest first, and of
    /// equal ones in the order in which they came.
    pub(crate) fn read(&self) -> Merge<'_, Record> {
        self.rows.read()
    }

    /// Reads the tasks of one name, those without length too, in the same order.
    pub(crate) fn tasks(&self, place: usize) -> impl Iterator<Item = Task> {
        let tasks = self.rows.read_as::<TaskRow>();
        tasks.filter_map(move |row| (usize::from(row.place) == place).then_some(row.task))
    }
}

/// What of a task is in the lane of its own.
#[derive(Clone, Copy, Debug)]
struct TaskRow {
    task: Task,
    place: u8,
}

/// How the numbers of tasks are written.
#[derive(Default)]
pub(crate) struct TaskContext {
    before: i64,
    starts: Rice,
    durations: Rice,
    thread_times: Rice,
    places: Rice,
}

impl TaskContext {
    fn write(&mut self, row: &TaskRow, bits: &mut BitWriter) {
        let TaskRow { task, place } = row;
        self.starts
            .write(task.start.0.wrapping_sub(self.before) as u64, bits);
        self.before = task.start.0;
        let duration = task.end.0.wrapping_sub(task.start.0);
        self.durations.write(duration as u64, bits);
        // A thread runs for most of a task. One more than the difference: zero says that it is missing.
        let waited = task.thread_time.get().map(|time| duration.wrapping_sub(time.0));
        match waited.map(zigzag).and_then(|waited| waited.checked_add(1)) {
            Some(waited) => self.thread_times.write(waited, bits),
            None => self.thread_times.write(0, bits),
        }
        self.places.write(u64::from(*place), bits);
    }

    #[inline]
    fn read(&mut self, bits: &mut BitReader<'_>) -> TaskRow {
        let start = self.before.wrapping_add(self.starts.read(bits) as i64);
        self.before = start;
        let duration = self.durations.read(bits) as i64;
        let waited = self.thread_times.read(bits).checked_sub(1);
        let time = waited.map(|waited| Micros(duration.wrapping_sub(from_zigzag(waited))));
        TaskRow {
            task: Task {
                start: Micros(start),
                end: Micros(start.wrapping_add(duration)),
                thread_time: ThreadTime::new(time),
            },
            place: self.places.read(bits) as u8,
        }
    }
}

impl Row for TaskRow {
    type Context = TaskContext;
    type Order = (Micros, Reverse<Micros>);
    const LANE: usize = 1;

    #[inline]
    fn order(&self) -> Self::Order {
        (self.task.start, Reverse(self.task.end))
    }

    #[inline]
    fn start(&self) -> i64 {
        self.task.start.0
    }

    #[inline]
    fn read(context: &mut TaskContext, [_, lane]: &mut [BitReader<'_>; LANES]) -> TaskRow {
        context.read(lane)
    }
}

/// How many names have numbers of their own, by their last bits.
const NAMES: usize = 16;
/// Of how many names it is remembered what came after them, by their last bits.
const FOLLOWERS: usize = 64;

/// What is known of the events before one.
pub(crate) struct RecordContext {
    before: i64,
    last_name: NameId,
    /// What came last after each name.
    followers: [Follower; FOLLOWERS],
    names: Rice,
    urls: Rice,
    /// By the name before.
    starts: [Rice; NAMES],
    /// By the name.
    durations: [Rice; NAMES],
    tasks: TaskContext,
}

impl Default for RecordContext {
    fn default() -> RecordContext {
        RecordContext {
            before: 0,
            last_name: NameId(0),
            followers: [Follower::default(); FOLLOWERS],
            names: Rice::default(),
            urls: Rice::default(),
            starts: [Rice::default(); NAMES],
            durations: [Rice::default(); NAMES],
            tasks: TaskContext::default(),
        }
    }
}

/// What an event is, beside its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Follower {
    name: NameId,
    url: Option<TextId>,
    is_task: bool,
}

impl Default for Follower {
    fn default() -> Follower {
        Follower {
            name: NameId(0),
            url: None,
            is_task: false,
        }
    }
}

impl RecordContext {
    /// What came last after the name before.
    #[inline]
    fn expected(&mut self) -> &mut Follower {
        &mut self.followers[self.last_name.0 as usize % FOLLOWERS]
    }

    #[inline]
    fn starts(&mut self) -> &mut Rice {
        &mut self.starts[self.last_name.0 as usize % NAMES]
    }

    #[inline]
    fn durations(&mut self, name: NameId) -> &mut Rice {
        &mut self.durations[name.0 as usize % NAMES]
    }

    /// Writes what it is: nothing new, or its name and script.
    fn write_follower(&mut self, next: Follower, bits: &mut BitWriter) {
        let expected = self.expected();
        if *expected == next {
            self.names.write(0, bits);
            return;
        }
        *expected = next;
        let Follower { name, url, is_task } = next;
        let marks = u64::from(url.is_some()) << 1 | u64::from(is_task);
        self.names.write((u64::from(name.0) << 2 | marks) + 1, bits);
        if let Some(url) = url {
            self.urls.write(u64::from(url.index()), bits);
        }
    }

    #[inline]
    fn read_follower(&mut self, bits: &mut BitReader<'_>) -> Follower {
        let Some(marked) = self.names.read(bits).checked_sub(1) else {
            return *self.expected();
        };
        let next = Follower {
            name: NameId((marked >> 2) as u32),
            url: (marked & 2 != 0).then(|| TextId::from_index(self.urls.read(bits) as u32)),
            is_task: marked & 1 != 0,
        };
        *self.expected() = next;
        next
    }
}

impl Row for Record {
    type Context = RecordContext;
    type Order = (i64, Reverse<i64>);
    const LANE: usize = 0;

    #[inline]
    fn order(&self) -> Self::Order {
        (self.start, Reverse(self.end))
    }

    #[inline]
    fn start(&self) -> i64 {
        self.start
    }

    #[inline]
    fn read(context: &mut RecordContext, [lane, tasks]: &mut [BitReader<'_>; LANES]) -> Record {
        let Follower { name, url, is_task } = context.read_follower(lane);
        let record = if is_task {
            let TaskRow { task, place } = context.tasks.read(tasks);
            Record {
                start: task.start.0,
                end: task.end.0,
                name,
                url,
                task: Some(place),
                thread_time: task.thread_time,
            }
        } else {
            let delta = context.starts().read(lane);
            let start = context.before.wrapping_add(delta as i64);
            Record {
                start,
                end: start.wrapping_add(context.durations(name).read(lane) as i64),
                name,
                url,
                task: None,
                thread_time: ThreadTime::new(None),
            }
        };
        context.before = record.start;
        context.last_name = name;
        record
    }
}

impl Kept for Record {
    fn write(&self, context: &mut RecordContext, [lane, tasks]: &mut [BitWriter; LANES]) -> bool {
        let Record {
            start,
            end,
            name,
            url,
            task,
            thread_time,
        } = *self;
        let is_task = task.is_some();
        context.write_follower(Follower { name, url, is_task }, lane);
        match task {
            Some(place) => {
                let task = Task {
                    start: Micros(start),
                    end: Micros(end),
                    thread_time,
                };
                context.tasks.write(&TaskRow { task, place }, tasks);
            }
            None => {
                let delta = start.wrapping_sub(context.before) as u64;
                context.starts().write(delta, lane);
                let duration = end.wrapping_sub(start) as u64;
                context.durations(name).write(duration, lane);
            }
        }
        context.before = start;
        context.last_name = name;
        is_task
    }
}

#[cfg(test)]
mod tests;
