//! Tasks of a thread, and which of them are top-level ones.

mod edge;

pub(crate) use edge::{EdgeKind, TaskEdge, WorkKey, pair_edges};

use crate::column::Column;
use crate::event::Name;
use crate::work::{Store, WorkerKind};
use lagometer_metric::Micros;

/// A task: a stretch of time in which a thread ran one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its start.
    pub start: Micros,
    /// Its end, not before its start.
    pub end: Micros,
    /// The thread's CPU time in it.
    pub thread_time: ThreadTime,
}

/// CPU time of a thread, or that it was not recorded; in eight bytes, because there are millions.
///
/// In order, missing comes before every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThreadTime(i64);

impl ThreadTime {
    const MISSING: i64 = i64::MIN;

    /// A time that may be missing.
    pub fn new(time: Option<Micros>) -> ThreadTime {
        match time {
            Some(Micros(micros)) if micros != Self::MISSING => ThreadTime(micros),
            _ => ThreadTime(Self::MISSING),
        }
    }

    /// The time, where it was recorded.
    pub fn get(self) -> Option<Micros> {
        (self.0 != Self::MISSING).then_some(Micros(self.0))
    }
}

/// The names of top-level tasks, newest first. A thread has its tasks under one of them; with the
/// category `toplevel` it has them under two, and the first counts.
pub(crate) const TASK_NAMES: [&str; 4] = [
    "RunTask",
    "ThreadControllerImpl::RunTask",
    "ThreadControllerImpl::DoWork",
    "TaskQueueManager::ProcessTaskFromWorkQueue",
];

/// The place among [`TASK_NAMES`] of the name of an event.
#[inline]
pub(crate) fn task_place(name: Name) -> Option<u8> {
    match name {
        Name::RunTask => Some(0),
        Name::ThreadControllerRunTask => Some(1),
        Name::ThreadControllerDoWork => Some(2),
        Name::TaskQueueManagerProcessTask => Some(3),
        _ => None,
    }
}

/// What is kept of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) pid: i64,
    pub(crate) tid: i64,
    pub(crate) is_renderer_main: bool,
    /// Whether the trace names it at all.
    pub(crate) is_named: bool,
    /// Of which kind of worker it is the thread, by its name.
    pub(crate) worker: Option<WorkerKind>,
    /// By the place of their name in [`TASK_NAMES`].
    pub(crate) tasks: [TaskList; 4],
    /// Every `B` and `E`, until they are paired.
    pub(crate) edges: Column<TaskEdge>,
    /// Every event that lasts where it may be the main thread of a page, elsewhere the tasks.
    pub(crate) work: Store,
    /// When it first did something that a frame comes of.
    pub(crate) first_frame_work: Option<Micros>,
    /// How many begins and ends found no partner.
    pub(crate) unpaired: u64,
}

/// What is known of the tasks of one name on one thread, beside each that has both ends: those stand
/// among all events of the thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskList {
    /// How many have a length.
    pub(crate) with_length: u64,
    /// How many have both ends at one time.
    pub(crate) without_length: u64,
    /// The first start of those with both ends.
    first: Option<Micros>,
    /// The sum of their lengths: twice where they overlap.
    total: i128,
    /// When those started that have no end.
    pub(crate) open: Vec<Micros>,
    /// When those happened that are written as an instant.
    pub(crate) instants: Vec<Micros>,
}

impl TaskList {
    /// Counts one with both ends.
    #[inline]
    pub(crate) fn add(&mut self, start: Micros, end: Micros) {
        match start == end {
            true => self.without_length += 1,
            false => self.with_length += 1,
        }
        self.total += i128::from(end.0) - i128::from(start.0);
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
    }

    /// The first start of all.
    pub(crate) fn first(&self) -> Option<Micros> {
        let others = self.open.iter().chain(&self.instants).copied();
        others.chain(self.first).min()
    }
}

impl Thread {
    pub(crate) fn new(pid: i64, tid: i64) -> Thread {
        Thread {
            pid,
            tid,
            is_renderer_main: false,
            is_named: false,
            worker: None,
            tasks: Default::default(),
            edges: Column::default(),
            work: Store::default(),
            first_frame_work: None,
            unpaired: 0,
        }
    }

    /// Which name its tasks have: the first that is there with a duration or a start.
    pub(crate) fn task_name(&self) -> Option<usize> {
        let has = |list: &TaskList| list.with_length > 0 || !list.open.is_empty();
        let named = self.tasks.iter().position(has);
        let is_there = |list: &TaskList| list.without_length > 0 || !list.instants.is_empty();
        named.or_else(|| self.tasks.iter().position(is_there))
    }

    /// The time that its tasks take, counted twice where they overlap: to compare threads only.
    pub(crate) fn task_time(&self) -> i128 {
        self.task_name().map_or(0, |name| self.tasks[name].total)
    }

    /// The tasks of one name with both ends, in order of start, of those that start together the
    /// longest first.
    pub(crate) fn tasks_of(&self, name: usize) -> impl Iterator<Item = Task> {
        self.work.tasks(name)
    }
}

/// Says of tasks in order of start, of those that start together the longest first, which no other
/// one contains: those are top-level ones. Of equal ones that with most thread time is, as an outer
/// one has it; partly overlapping ones all are. Tasks without length are passed over.
pub(crate) struct Nesting<I: Iterator<Item = Task>> {
    pub(crate) source: I,
    /// The task behind those that were given out.
    ahead: Option<Task>,
    /// Equal ones, that with most thread time last.
    equal: Vec<Task>,
    /// Of all that came before: the last end. All of them started no later, so the one that has it
    /// contains the next one or none does.
    last_end: Option<Micros>,
}

impl<I: Iterator<Item = Task>> Nesting<I> {
    pub(crate) fn of(source: I) -> Nesting<I> {
        Nesting {
            source,
            ahead: None,
            equal: Vec::new(),
            last_end: None,
        }
    }

    /// The next task of the list, of equal ones that with most thread time first.
    #[inline]
    fn next_task(&mut self) -> Option<Task> {
        if let Some(task) = self.equal.pop() {
            return Some(task);
        }
        let task = match self.ahead.take() {
            Some(task) => task,
            None => self.next_with_length()?,
        };
        loop {
            match self.next_with_length() {
                Some(next) if (next.start, next.end) == (task.start, task.end) => self.equal.push(next),
                other => {
                    self.ahead = other;
                    break;
                }
            }
        }
        if self.equal.is_empty() {
            return Some(task);
        }
        self.equal.push(task);
        self.equal.sort_unstable_by_key(|task| task.thread_time);
        self.equal.pop()
    }

    #[inline]
    fn next_with_length(&mut self) -> Option<Task> {
        self.source.find(|task| task.start != task.end)
    }
}

impl<I: Iterator<Item = Task>> Iterator for Nesting<I> {
    /// A task, and whether another one contains it.
    type Item = (Task, bool);

    #[inline]
    fn next(&mut self) -> Option<(Task, bool)> {
        let task = self.next_task()?;
        let is_contained = self.last_end.is_some_and(|end| task.end <= end);
        if !is_contained {
            self.last_end = Some(task.end);
        }
        Some((task, is_contained))
    }
}

/// The tasks that no other one of these contains.
pub(crate) fn top_level(tasks: impl Iterator<Item = Task>) -> impl Iterator<Item = Task> {
    Nesting::of(tasks).filter_map(|(task, is_contained)| (!is_contained).then_some(task))
}

#[cfg(test)]
mod tests;
