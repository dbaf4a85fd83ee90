//! One pass over the events of a thread in order of time: whose each moment was.
//!
//! A moment belongs to the event that started last of those that run then, of those that started
//! together to the shortest. Where events nest, which is nearly always, this is the time of an event
//! without that of the events in it. Where they overlap in part, it still gives every moment to one of
//! them, so that the sum over all is the time in which at least one ran.

use super::group::{Traits, WorkGroup};
use super::names::{NameId, WorkNames};
use super::span::Spans;
use super::store::Record;
use super::tree::{ROOT, Tree};
use crate::texts::TextId;
use lagometer_metric::{Micros, TimeWindow};
use std::cmp::Reverse;

/// Sums over the events of one or more threads.
#[derive(Debug)]
pub(crate) struct Sums {
    pub(crate) tree: Tree,
    /// Time by kind of work.
    pub(crate) groups: [i64; WorkGroup::ALL.len()],
    /// Time inside tasks.
    pub(crate) in_tasks: i64,
    pub(crate) forced: Counted,
    pub(crate) garbage_collection: Counted,
    pub(crate) script_compile: Counted,
    /// The tasks in which style or layout was forced.
    pub(crate) forced_tasks: ForcedTasks,
    /// How many events end outside of the one that they started in.
    pub(crate) overlaps: u64,
}

/// How many, and how long their parts inside are together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many.
    pub count: u64,
    /// The sum of their parts inside the window.
    pub total: Micros,
}

/// A task in which script asked for styles or layout before they were due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedTask {
    /// The start of the task, on Chrome's clock.
    pub start: Micros,
    /// The whole duration of the task.
    pub duration: Micros,
    /// How often that happened in it, and how long it took.
    pub forced: Counted,
}

/// How many of the tasks in which style or layout was forced are listed.
const FORCED_LISTED: usize = 20;

/// The tasks in which style or layout was forced, of which those are kept in which it took longest.
#[derive(Debug, Default)]
pub(crate) struct ForcedTasks {
    /// The one that runs now.
    current: Option<ForcedTask>,
    /// Those before it, and some more than are listed.
    longest: Vec<ForcedTask>,
    /// How many there are.
    pub(crate) count: u64,
}

impl ForcedTasks {
    fn add(&mut self, start: Micros, end: Micros, time: i64) {
        if let Some(current) = self.current.as_mut().filter(|current| current.start == start) {
            current.forced.add(time);
            return;
        }
        let mut forced = Counted::default();
        forced.add(time);
        let before = self.current.replace(ForcedTask {
            start,
            duration: end.saturating_sub(start),
            forced,
        });
        self.longest.extend(before);
        self.count += 1;
        if self.longest.len() >= 64 * FORCED_LISTED {
            self.longest = self.listed();
        }
    }

    /// Those in which it took longest, longest first.
    pub(crate) fn listed(&self) -> Vec<ForcedTask> {
        let mut longest: Vec<ForcedTask> = self.longest.iter().chain(&self.current).copied().collect();
        longest.sort_by_key(|task| (Reverse(task.forced.total), task.start));
        longest.truncate(FORCED_LISTED);
        longest
    }
}

impl Sums {
    pub(crate) fn new(most_nodes: usize) -> Sums {
        Sums {
            tree: Tree::new(most_nodes),
            groups: [0; WorkGroup::ALL.len()],
            in_tasks: 0,
            forced: Counted::default(),
            garbage_collection: Counted::default(),
            script_compile: Counted::default(),
            forced_tasks: ForcedTasks::default(),
            overlaps: 0,
        }
    }
}

impl Counted {
    fn add(&mut self, time: i64) {
        self.count += 1;
        self.total = self.total.saturating_add(Micros(time));
    }
}

/// What of a thread's time counts.
#[derive(Debug)]
pub(crate) struct Parts {
    /// In order, sharing no time.
    windows: Vec<TimeWindow>,
    /// The length of all before each.
    before: Vec<i64>,
    /// Whether the end of the last one belongs to it: the last event of a trace is in the whole of it.
    with_end: bool,
}

impl Parts {
    pub(crate) fn new(windows: Vec<TimeWindow>, with_end: bool) -> Parts {
        let mut length = 0;
        let before = windows.iter().map(|part| {
            let before = length;
            length += part.length().0;
            before
        });
        Parts {
            before: before.collect(),
            windows,
            with_end,
        }
    }

    /// The length of what lies inside of an event; `None` where nothing does. An event without length
    /// is inside or is not.
    #[inline]
    fn inside(&self, start: i64, end: i64) -> Option<i64> {
        if start == end {
            return self.holds(start).then_some(0);
        }
        let time = match &self.windows[..] {
            [only] => end.min(only.end().0) - start.max(only.start().0),
            _ => self.until(end) - self.until(start),
        };
        (time > 0).then_some(time)
    }

    /// How much of them lies before a point.
    fn until(&self, point: i64) -> i64 {
        let started = self.windows.partition_point(|part| part.start().0 < point);
        match started.checked_sub(1) {
            Some(last) => {
                let part = self.windows[last];
                self.before[last] + (point.min(part.end().0) - part.start().0)
            }
            None => 0,
        }
    }

    fn holds(&self, point: i64) -> bool {
        let started = self.windows.partition_point(|part| part.start().0 <= point);
        let Some(last) = started.checked_sub(1) else {
            return false;
        };
        let end = self.windows[last].end().0;
        point < end || (self.with_end && started == self.windows.len() && point == end)
    }
}

/// Where and of what a pass is.
pub(crate) struct Sweep<'s> {
    names: &'s WorkNames,
    /// The name of the thread's tasks.
    task: Option<NameId>,
    parts: &'s Parts,
    sums: &'s mut Sums,
    spans: Spans,
    open: Vec<Open>,
    /// Up to here all time is given out.
    now: i64,
    /// The first part in which time may still be given out.
    part: usize,
    /// The last end of a task that has started.
    task_until: i64,
    task_start: i64,
}

/// An event that has started, and may have ended below one that has not.
#[derive(Clone, Copy, Debug)]
struct Open {
    end: i64,
    node: u32,
    url: Option<TextId>,
    group: WorkGroup,
    inside: Inside,
}

/// What an event lies in or is.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    script: bool,
    style_layout: bool,
    garbage_collection: bool,
    script_compile: bool,
}

impl<'s> Sweep<'s> {
    pub(crate) fn new(
        names: &'s WorkNames,
        task: Option<NameId>,
        parts: &'s Parts,
        sums: &'s mut Sums,
        spans: Spans,
    ) -> Sweep<'s> {
        Sweep {
            names,
            task,
            parts,
            sums,
            spans,
            open: Vec::new(),
            now: i64::MIN,
            part: 0,
            task_until: i64::MIN,
            task_start: i64::MIN,
        }
    }

    /// Takes all events of the thread, in order of start, of those that start together the longest
    /// first.
    pub(crate) fn run(mut self, records: impl Iterator<Item = Record>) -> Spans {
        let last_end = self.parts.windows.last().map_or(i64::MIN, |part| part.end().0);
        for record in records {
            if record.start > last_end {
                break;
            }
            self.start(record);
        }
        self.advance(i64::MAX);
        self.spans
    }

    #[inline]
    fn start(&mut self, record: Record) {
        self.advance(record.start);
        let around = self.open.last().copied();
        let Traits {
            group,
            runs_script,
            is_style_layout,
            ..
        } = self.names.traits_of(record.name);
        let (parent, mut inside) = match &around {
            Some(around) => {
                self.sums.overlaps += u64::from(record.end > around.end);
                (around.node, around.inside)
            }
            None => (ROOT, Inside::default()),
        };
        let url = record.url.or(around.and_then(|around| around.url));
        let own_group = group;
        let group = own_group
            .or(around.map(|around| around.group))
            .unwrap_or(WorkGroup::Other);
        let node = self.sums.tree.child(parent, record.name, url, group);
        if Some(record.name) == self.task && record.end > self.task_until {
            (self.task_start, self.task_until) = (record.start, record.end);
        }
        if let Some(time) = self.parts.inside(record.start, record.end) {
            if node != parent {
                let node = &mut self.sums.tree.nodes[node as usize];
                node.count += 1;
                node.total = node.total.saturating_add(time);
            }
            if is_style_layout && inside.script && !inside.style_layout {
                self.forced(&record, time);
            }
            match own_group {
                Some(WorkGroup::GarbageCollection) if !inside.garbage_collection => {
                    self.sums.garbage_collection.add(time);
                }
                Some(WorkGroup::ScriptCompile) if !inside.script_compile => {
                    self.sums.script_compile.add(time);
                }
                _ => {}
            }
        }
        inside.script |= runs_script;
        inside.style_layout |= is_style_layout;
        inside.garbage_collection |= own_group == Some(WorkGroup::GarbageCollection);
        inside.script_compile |= own_group == Some(WorkGroup::ScriptCompile);
        if record.end > record.start {
            self.open.push(Open {
                end: record.end,
                node,
                url,
                group,
                inside,
            });
        }
    }

    /// Gives out the time up to here.
    #[inline]
    fn advance(&mut self, until: i64) {
        while let Some(top) = self.open.last().copied() {
            if top.end > until {
                self.give(until, &top);
                return;
            }
            self.give(top.end, &top);
            self.open.pop();
        }
        self.now = until;
    }

    /// Gives the time from `now` to `until` to an event.
    #[inline]
    fn give(&mut self, until: i64, to: &Open) {
        if until <= self.now {
            return;
        }
        let from = std::mem::replace(&mut self.now, until);
        while let Some(part) = self.parts.windows.get(self.part) {
            let (start, end) = (from.max(part.start().0), until.min(part.end().0));
            if start < end {
                self.sums.tree.nodes[to.node as usize].self_time += end - start;
                self.sums.groups[to.group as usize] += end - start;
                // A task that has ended may still lie below what overlaps its end.
                self.sums.in_tasks += (end.min(self.task_until).saturating_sub(start)).max(0);
                self.spans.add(start, end, to.node, to.group);
            }
            if part.end().0 >= until {
                return;
            }
            self.part += 1;
        }
    }

    fn forced(&mut self, record: &Record, time: i64) {
        self.sums.forced.add(time);
        self.spans.add_forced(record.start, record.end);
        if record.start >= self.task_until {
            return;
        }
        self.sums
            .forced_tasks
            .add(Micros(self.task_start), Micros(self.task_until), time);
    }
}

#[cfg(test)]
mod tests;
