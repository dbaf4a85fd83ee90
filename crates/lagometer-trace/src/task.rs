//! Tasks of a thread, and which of them are top-level ones.

use crate::texts::TextId;
use crate::work::{NameId, Record, Store, WorkerKind};
use lagometer_metric::Micros;
use std::cmp::Reverse;

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
    pub(crate) edges: Vec<TaskEdge>,
    /// Every event that lasts, tasks included, where it may be the main thread of a page.
    pub(crate) work: Store,
    /// How many of them found no partner.
    pub(crate) unpaired: u64,
}

/// The tasks of one name on one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskList {
    /// Those with a length, in the order of the file.
    pub(crate) complete: Vec<Task>,
    /// When those started that have no end.
    pub(crate) open: Vec<Micros>,
    /// When those happened that have no length.
    pub(crate) instants: Vec<Micros>,
}

/// A `B` or `E` of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskEdge {
    pub(crate) ts: Micros,
    pub(crate) tts: ThreadTime,
    /// A hash of the name; `E` may have none, which is 0.
    pub(crate) name: u32,
    pub(crate) kind: EdgeKind,
    /// What is begun, where that is kept.
    pub(crate) work: Option<WorkKey>,
}

/// What an event is, and whose work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkKey {
    pub(crate) name: NameId,
    pub(crate) url: Option<TextId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeKind {
    End,
    /// With the place of its name in [`TASK_NAMES`], where it is one.
    Begin(Option<u8>),
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
            edges: Vec::new(),
            work: Store::default(),
            unpaired: 0,
        }
    }

    /// Which name its tasks have: the first that is there with a duration or a start.
    pub(crate) fn task_name(&self) -> Option<usize> {
        let has = |list: &TaskList| !list.complete.is_empty() || !list.open.is_empty();
        let named = self.tasks.iter().position(has);
        named.or_else(|| self.tasks.iter().position(|list| !list.instants.is_empty()))
    }

    /// The time that its tasks take, counted twice where they overlap: to compare threads only.
    pub(crate) fn task_time(&self) -> i128 {
        let Some(name) = self.task_name() else { return 0 };
        let tasks = &self.tasks[name].complete;
        tasks
            .iter()
            .map(|task| i128::from(task.end.0) - i128::from(task.start.0))
            .sum()
    }
}

/// The tasks that no other one of the list contains, in order of start. Of equal ones that with most
/// thread time is kept, as an outer one has it; partly overlapping ones are all kept.
pub(crate) fn top_level(tasks: &[Task]) -> Vec<Task> {
    let mut sorted = tasks.to_vec();
    // Longest first among those that start together, so that a container comes before its content.
    sorted.sort_unstable_by_key(|task| (task.start, Reverse(task.end), Reverse(task.thread_time)));
    let mut last_end = None;
    sorted.retain(|task| {
        // All that came before started no later; the one that ends last contains this or none does.
        let contained = last_end.is_some_and(|end| task.end <= end);
        if !contained {
            last_end = Some(task.end);
        }
        !contained
    });
    sorted
}

/// The tasks that another one of the list contains.
pub(crate) fn nested(tasks: &[Task]) -> Vec<Task> {
    let mut sorted = tasks.to_vec();
    sorted.sort_unstable_by_key(|task| (task.start, Reverse(task.end), Reverse(task.thread_time)));
    let mut last_end = None;
    sorted.retain(|task| {
        let contained = last_end.is_some_and(|end| task.end <= end);
        if !contained {
            last_end = Some(task.end);
        }
        contained
    });
    sorted
}

/// How far down the stack an `E` looks for its `B`.
const UNWIND: usize = 64;

/// Pairs `B` and `E` of a thread by a stack, and adds what they are to its tasks. Says how many
/// ends had no begin, and how many begins inside a closed one had no end.
pub(crate) fn pair_edges(thread: &mut Thread) -> (u64, u64) {
    let mut edges = std::mem::take(&mut thread.edges);
    // Stable: what happens at the same time stays in the order of the file.
    edges.sort_by_key(|edge| edge.ts);
    let mut stack: Vec<(usize, TaskEdge)> = Vec::new();
    let (mut ends_alone, mut begins_alone) = (0, 0);
    let mut closed: Vec<(usize, Record)> = Vec::new();
    for (place, edge) in edges.into_iter().enumerate() {
        if edge.kind != EdgeKind::End {
            stack.push((place, edge));
            continue;
        }
        let matches =
            |(_, begin): &(usize, TaskEdge)| edge.name == 0 || begin.name == 0 || begin.name == edge.name;
        let Some(above) = stack.iter().rev().take(UNWIND).position(matches) else {
            ends_alone += 1;
            continue;
        };
        begins_alone += above as u64;
        let at = stack.len() - 1 - above;
        let (place, begin) = stack[at];
        stack.truncate(at);
        if let EdgeKind::Begin(Some(name)) = begin.kind {
            add_pair(&mut thread.tasks[usize::from(name)], begin, edge);
        }
        if let Some(WorkKey { name, url }) = begin.work {
            let (start, end) = (begin.ts.0, edge.ts.0);
            closed.push((
                place,
                Record {
                    start,
                    end,
                    name,
                    url,
                },
            ));
        }
    }
    // An inner one is closed before the outer one, and of equal ones the outer one comes first.
    closed.sort_unstable_by_key(|(place, _)| *place);
    for (_, record) in closed {
        // It is no longer than its begin and end were, which are accounted for.
        thread.work.push(record);
    }
    for (_, begin) in stack {
        if let EdgeKind::Begin(Some(name)) = begin.kind {
            thread.tasks[usize::from(name)].open.push(begin.ts);
        }
    }
    thread.unpaired = ends_alone + begins_alone;
    (ends_alone, begins_alone)
}

fn add_pair(list: &mut TaskList, begin: TaskEdge, end: TaskEdge) {
    if begin.ts == end.ts {
        list.instants.push(begin.ts);
        return;
    }
    let thread_time = match (begin.tts.get(), end.tts.get()) {
        (Some(begin), Some(end)) => Some(end.saturating_sub(begin)),
        _ => None,
    };
    list.complete.push(Task {
        start: begin.ts,
        end: end.ts,
        thread_time: ThreadTime::new(thread_time),
    });
}

#[cfg(test)]
mod tests;
