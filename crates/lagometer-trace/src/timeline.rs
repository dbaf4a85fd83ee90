//! The tasks of the page's main thread inside a window.

use crate::facts::Facts;
use crate::interval;
use crate::main_thread::{Home, MainThread};
use crate::task::{TASK_NAMES, Task, Thread, ThreadTime, nested, top_level};
use lagometer_metric::{Micros, TimeWindow};
use std::collections::BTreeMap;

/// The tasks of the page's main thread inside a window.
///
/// Where the window starts with the trace, tasks that the thread ran before are inside too, whole: the
/// processes start to record one by one, and what they recorded before the trace says that it
/// started belongs to the whole of it. It is in no slice and no rate, which are of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// The name of the tasks; absent where the thread has none.
    pub task_name: Option<&'static str>,
    /// The top-level tasks of which a part lies inside, in order of start.
    pub tasks: Vec<TopLevelTask>,
    /// The tasks inside others of which a part lies inside, which count by the rules of DevTools only.
    pub nested: Vec<TopLevelTask>,
    /// When at least one of them ran: in order, without overlap.
    pub busy: Vec<TimeWindow>,
    /// The tasks that started before the end of the window and never ended.
    pub open: Vec<OpenTask>,
    /// All task events that started inside, nested and without length included.
    pub events: u64,
    /// How many of the tasks started before the window that starts with the trace.
    pub before_start: u64,
    /// What each thread did, in order of the homes.
    pub threads: Vec<ThreadWork>,
    /// The parts of the window in which a process of the page was its home.
    pub homes: Vec<(Home, TimeWindow)>,
}

/// A top-level task and its part inside the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopLevelTask {
    /// Its start.
    pub start: Micros,
    /// Its end.
    pub end: Micros,
    /// The thread's CPU time in all of it.
    pub thread_time: ThreadTime,
    /// What of it lies inside.
    pub inside: TimeWindow,
}

/// What one main thread of the page did inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadWork {
    /// The process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// Its task events that started inside.
    pub events: u64,
    /// When at least one of its tasks ran.
    pub busy: Micros,
}

/// A task that never ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTask {
    /// Its start.
    pub start: Micros,
}

impl TopLevelTask {
    /// Its whole duration.
    pub fn duration(&self) -> Micros {
        self.end.saturating_sub(self.start)
    }

    /// Whether an end of the window cuts it.
    pub fn is_cut(&self) -> bool {
        (self.inside.start(), self.inside.end()) != (self.start, self.end)
    }

    /// The thread's CPU time in the part inside: that of the whole, scaled by its share.
    pub fn thread_time_inside(&self) -> Option<f64> {
        let time = self.thread_time.get()?.as_f64();
        if !self.is_cut() {
            return Some(time);
        }
        Some(time * self.inside.length().as_f64() / self.duration().as_f64())
    }
}

/// The tasks inside a window. Each process counts only while it showed the page.
pub(crate) fn timeline(
    facts: &Facts,
    main_thread: &MainThread,
    window: TimeWindow,
    from_edge: bool,
) -> Timeline {
    let reach = if from_edge {
        reach(facts, main_thread, window)
    } else {
        window
    };
    let mut timeline = Timeline {
        task_name: None,
        tasks: Vec::new(),
        nested: Vec::new(),
        busy: Vec::new(),
        threads: Vec::new(),
        open: Vec::new(),
        events: 0,
        before_start: 0,
        homes: homes_inside(main_thread, window),
    };
    // A process may show the page more than once; its tasks are sorted once.
    let mut threads: BTreeMap<usize, Option<ThreadTimeline>> = BTreeMap::new();
    let mut works: Vec<(usize, u64, Vec<TimeWindow>)> = Vec::new();
    let as_devtools = main_thread.whole.is_some();
    for Stretch { thread, from, part } in stretches(main_thread, reach) {
        let sorted = threads
            .entry(thread)
            .or_insert_with(|| ThreadTimeline::of(&facts.threads[thread], as_devtools));
        let at = works.iter().position(|(known, ..)| *known == thread);
        let at = at.unwrap_or_else(|| {
            works.push((thread, 0, Vec::new()));
            works.len() - 1
        });
        let Some(sorted) = sorted else { continue };
        timeline.task_name.get_or_insert(sorted.task_name);
        let first = timeline.tasks.len();
        timeline.tasks.extend(sorted.tasks_inside(part));
        timeline.nested.extend(sorted.nested_inside(part));
        let first_open = sorted.open.partition_point(|start| *start < from);
        let open = sorted.open[first_open..].iter().take_while(|start| {
            **start < part.end() || (**start == reach.end() && part.end() == reach.end())
        });
        timeline.open.extend(open.map(|start| OpenTask { start: *start }));
        let events = points_inside(&sorted.starts, part, reach).len() as u64;
        timeline.events += events;
        works[at].1 += events;
        works[at]
            .2
            .extend(timeline.tasks[first..].iter().map(|task| task.inside));
    }
    let before = timeline.tasks.iter().filter(|task| task.start < window.start());
    timeline.before_start = if from_edge { before.count() as u64 } else { 0 };
    timeline.tasks.sort_by_key(|task| (task.start, task.end));
    timeline.nested.sort_by_key(|task| (task.start, task.end));
    timeline.open.sort_by_key(|task| task.start);
    timeline.busy = interval::union(timeline.tasks.iter().map(|task| task.inside).collect());
    let work = |(thread, events, parts): (usize, u64, Vec<TimeWindow>)| ThreadWork {
        pid: facts.threads[thread].pid,
        tid: facts.threads[thread].tid,
        events,
        busy: interval::total(&interval::union(parts)),
    };
    timeline.threads = works.into_iter().map(work).collect();
    timeline
}

/// A stretch in which a thread counts.
pub(crate) struct Stretch {
    pub(crate) thread: usize,
    /// From when on its open tasks count.
    from: Micros,
    pub(crate) part: TimeWindow,
}

/// The stretches in which threads of the page count: while their process showed it, or, by the rules
/// of DevTools, all the time.
pub(crate) fn stretches(main_thread: &MainThread, reach: TimeWindow) -> Vec<Stretch> {
    let always = Micros(i64::MIN);
    match &main_thread.whole {
        Some(threads) => {
            let stretch = |thread: &usize| Stretch {
                thread: *thread,
                from: always,
                part: reach,
            };
            threads.iter().map(stretch).collect()
        }
        None => {
            let stretch = |(home, part): (Home, TimeWindow)| Stretch {
                thread: home.thread,
                from: home.from.unwrap_or(always),
                part,
            };
            homes_inside(main_thread, reach)
                .into_iter()
                .map(stretch)
                .collect()
        }
    }
}

/// What happened on one thread, sorted.
struct ThreadTimeline {
    task_name: &'static str,
    /// Both starts and ends go up: of two where they do not, one contains the other.
    top_level: Vec<Task>,
    /// Those inside others; only where they are asked for.
    nested: Vec<Task>,
    open: Vec<Micros>,
    /// The starts of all task events.
    starts: Vec<Micros>,
}

impl ThreadTimeline {
    /// `None` for a thread without tasks. DevTools knows but the newest name of tasks.
    fn of(thread: &Thread, as_devtools: bool) -> Option<ThreadTimeline> {
        let name = thread.task_name().filter(|name| !as_devtools || *name == 0)?;
        let list = &thread.tasks[name];
        let mut open = list.open.clone();
        open.sort_unstable();
        let complete = list.complete.iter().map(|task| &task.start);
        let mut starts: Vec<Micros> = complete
            .chain(&list.open)
            .chain(&list.instants)
            .copied()
            .collect();
        starts.sort_unstable();
        Some(ThreadTimeline {
            task_name: TASK_NAMES[name],
            top_level: top_level(&list.complete),
            nested: match as_devtools {
                true => nested(&list.complete),
                false => Vec::new(),
            },
            open,
            starts,
        })
    }

    fn nested_inside(&self, part: TimeWindow) -> impl Iterator<Item = TopLevelTask> {
        self.nested.iter().filter_map(move |task| inside(task, part))
    }

    fn tasks_inside(&self, part: TimeWindow) -> impl Iterator<Item = TopLevelTask> {
        let from = self.top_level.partition_point(|task| task.end <= part.start());
        let to = self.top_level.partition_point(|task| task.start < part.end());
        // One that ends before the part starts has its start there too, so `from` is at most `to`.
        self.top_level[from..to]
            .iter()
            .filter_map(move |task| inside(task, part))
    }
}

/// The window with what the first home of the page recorded before it.
pub(crate) fn reach(facts: &Facts, main_thread: &MainThread, window: TimeWindow) -> TimeWindow {
    let first_of = |thread: usize| {
        let thread = &facts.threads[thread];
        let list = &thread.tasks[thread.task_name()?];
        let complete = list.complete.iter().map(|task| task.start);
        let others = list.open.iter().chain(&list.instants).copied();
        complete.chain(others).min()
    };
    let first_task = match &main_thread.whole {
        Some(threads) => threads.iter().filter_map(|thread| first_of(*thread)).min(),
        None => main_thread.homes.first().and_then(|home| first_of(home.thread)),
    };
    match first_task.map(|start| TimeWindow::new(start.min(window.start()), window.end())) {
        Some(Ok(reach)) => reach,
        _ => window,
    }
}

/// The homes of the page, each with the part of the window in which it was that.
pub(crate) fn homes_inside(main_thread: &MainThread, window: TimeWindow) -> Vec<(Home, TimeWindow)> {
    let part = |home: &Home| {
        let from = home.from.unwrap_or(window.start());
        let to = home.to.unwrap_or(window.end());
        window.clip(from, to)
    };
    let homes = main_thread.homes.iter();
    homes.filter_map(|home| Some((*home, part(home)?))).collect()
}

/// Those of sorted points that lie in a part of a window. The end of the window itself belongs to it:
/// the last event of a trace must be in the whole of it.
pub(crate) fn points_inside(points: &[Micros], part: TimeWindow, window: TimeWindow) -> &[Micros] {
    range_inside(points, |point| *point, part, window)
}

/// The same of anything that has a point, sorted by it.
pub(crate) fn range_inside<T>(
    sorted: &[T],
    point: impl Fn(&T) -> Micros,
    part: TimeWindow,
    window: TimeWindow,
) -> &[T] {
    let from = sorted.partition_point(|item| point(item) < part.start());
    let to = match part.end() == window.end() {
        true => sorted.partition_point(|item| point(item) <= part.end()),
        false => sorted.partition_point(|item| point(item) < part.end()),
    };
    // A part has a length, so the end does not come before the start.
    &sorted[from..to]
}

fn inside(task: &Task, part: TimeWindow) -> Option<TopLevelTask> {
    let inside = part.clip(task.start, task.end)?;
    Some(TopLevelTask {
        start: task.start,
        end: task.end,
        thread_time: task.thread_time,
        inside,
    })
}
