//! The tasks of the page's main thread inside a window.
//!
//! They are read one by one and summed up; only those are kept that a list or the search for quiet
//! needs.

mod pass;

use crate::Rules;
use crate::facts::Facts;
use crate::main_thread::{Home, MainThread};
use crate::task::ThreadTime;
use lagometer_metric::{Micros, TimeWindow};
use pass::Pass;

/// The tasks of the page's main thread inside a window.
///
/// Where the window starts with the trace, tasks that the thread ran before are inside too, whole: the
/// processes start to record one by one, and what they recorded before the trace says that it
/// started belongs to the whole of it. It is in no slice and no rate, which are of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// The name of the tasks; absent where the thread has none.
    pub task_name: Option<&'static str>,
    /// How many top-level tasks have a part inside.
    pub count: u64,
    /// The sum of their parts.
    pub length: i128,
    /// The thread's CPU time in their parts: of those that have any.
    pub thread_time: f64,
    /// How many lack it.
    pub without_thread_time: u64,
    /// How many of them an end of the window cuts.
    pub cut: u64,
    /// How many of them started before the window that starts with the trace.
    pub before_start: u64,
    /// Those that are long or could block, in order of start.
    pub heavy: Vec<TopLevelTask>,
    /// Of the tasks inside others, which count by the rules of DevTools only, the same.
    pub nested: Vec<TopLevelTask>,
    /// For how long at least one of them ran.
    pub busy: Micros,
    /// The same in the window, and in each slice of it.
    pub busy_in_window: Micros,
    /// See there.
    pub busy_slices: Vec<Micros>,
    /// The tasks that started before the end of the window and never ended.
    pub open: Vec<OpenTask>,
    /// All task events that started inside, nested and without length included.
    pub events: u64,
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

impl Timeline {
    fn empty(slices: usize) -> Timeline {
        Timeline {
            task_name: None,
            count: 0,
            length: 0,
            thread_time: 0.0,
            without_thread_time: 0,
            cut: 0,
            before_start: 0,
            heavy: Vec::new(),
            nested: Vec::new(),
            busy: Micros::ZERO,
            busy_in_window: Micros::ZERO,
            busy_slices: vec![Micros::ZERO; slices],
            open: Vec::new(),
            events: 0,
            threads: Vec::new(),
            homes: Vec::new(),
        }
    }
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

/// Of which window, and what of it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) window: TimeWindow,
    /// Whether the window starts with the trace.
    pub(crate) from_edge: bool,
    pub(crate) slice: Micros,
    pub(crate) long_task: Micros,
    pub(crate) rules: Rules,
}

/// The tasks inside a window. Each process counts only while it showed the page.
pub(crate) fn timeline(facts: &Facts, main_thread: &MainThread, asked: &Asked) -> Timeline {
    let window = asked.window;
    let reach = match asked.from_edge {
        true => reach(facts, main_thread, window),
        false => window,
    };
    let as_devtools = main_thread.whole.is_some();
    let stretches = stretches(main_thread, reach);
    Pass::new(facts, &stretches, reach, asked, as_devtools).run(homes_inside(main_thread, window))
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

/// The window with what the first home of the page recorded before it.
pub(crate) fn reach(facts: &Facts, main_thread: &MainThread, window: TimeWindow) -> TimeWindow {
    let first_of = |thread: usize| {
        let thread = &facts.threads[thread];
        thread.tasks[thread.task_name()?].first()
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
