//! The metrics of a trace: one file each, with its definition, its computing and its tests.

mod busy_rate;
mod busy_time;
mod cls;
mod contention;
mod counted_work;
mod devtools_frames;
mod devtools_frames_dropped;
mod devtools_frames_idle;
mod devtools_frames_partial;
mod documents;
mod dom_nodes;
mod event_listeners;
mod fcp;
mod forced_style_layout;
mod frame_interval;
mod frames_dropped;
mod frames_late;
mod frames_over_budget;
mod frames_presented;
mod frames_presented_in_part;
mod garbage_collection;
pub(crate) mod inp;
mod js_heap;
mod lcp;
mod level;
mod load_blocking_time;
mod long_animation_frame;
mod long_task;
mod longest_freeze;
mod main_thread_cpu_time;
mod main_thread_work;
mod mean_fps;
mod per_navigation;
mod presented_interval;
mod presented_late;
mod presented_over_budget;
mod script_compile;
mod summary;
mod task_count;
mod task_events;
mod total_blocking_time;
mod tti;
mod user_timing;

pub use busy_rate::BusyRate;
pub use cls::Cls;
pub use counted_work::CountedWork;
pub use frame_interval::{FrameInterval, FrameIntervals};
pub use inp::Inp;
pub use js_heap::JsHeap;
pub use level::Level;
pub use load_blocking_time::LoadBlockingTime;
pub use long_animation_frame::LongAnimationFrameNumbers;
pub use long_task::{LongTask, LongTasks};
pub use main_thread_work::MainThreadWork;
pub use per_navigation::PerNavigation;
pub use summary::Summary;
pub use user_timing::UserTiming;

use crate::frames::{DevToolsFrames, Frames, PipelineFrames};
use crate::interaction::Interaction;
use crate::loading::{Loads, LongAnimationFrames, Shifts};
use crate::memory::Counter;
use crate::timeline::Timeline;
use crate::user_timing::NamedMeasures;
use crate::work::Work;
use crate::{Categories, Facts, MainThread, Rules};
use lagometer_metric::{Measured, MetricDefinition, Micros, NotAvailable, Reason, TimeWindow};
use std::collections::BTreeSet;

/// Every metric of a trace, in order of display.
pub const DEFINITIONS: &[&MetricDefinition] = &[
    &busy_rate::DEFINITION,
    &long_task::DEFINITION,
    &total_blocking_time::DEFINITION,
    &main_thread_cpu_time::DEFINITION,
    &busy_time::DEFINITION,
    &contention::DEFINITION,
    &task_count::DEFINITION,
    &task_events::DEFINITION,
    &main_thread_work::DEFINITION,
    &forced_style_layout::DEFINITION,
    &garbage_collection::DEFINITION,
    &script_compile::DEFINITION,
    &user_timing::DEFINITION,
    &inp::DEFINITION,
    &fcp::DEFINITION,
    &lcp::DEFINITION,
    &cls::DEFINITION,
    &load_blocking_time::DEFINITION,
    &tti::DEFINITION,
    &frame_interval::DEFINITION,
    &frames_late::DEFINITION,
    &frames_over_budget::DEFINITION,
    &mean_fps::DEFINITION,
    &long_animation_frame::DEFINITION,
    &presented_interval::DEFINITION,
    &presented_late::DEFINITION,
    &presented_over_budget::DEFINITION,
    &longest_freeze::DEFINITION,
    &frames_dropped::DEFINITION,
    &frames_presented::DEFINITION,
    &frames_presented_in_part::DEFINITION,
    &devtools_frames::DEFINITION,
    &devtools_frames_dropped::DEFINITION,
    &devtools_frames_partial::DEFINITION,
    &devtools_frames_idle::DEFINITION,
    &js_heap::DEFINITION,
    &dom_nodes::DEFINITION,
    &event_listeners::DEFINITION,
    &documents::DEFINITION,
];

/// The majors of Chrome on which the rules were held against recordings.
const VERIFIED: &[u32] = &[156];

/// Every metric of one window.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// `busy_rate`.
    pub busy_rate: BusyRate,
    /// `long_task`.
    pub long_task: LongTasks,
    /// `total_blocking_time`.
    pub total_blocking_time: Measured<f64>,
    /// `main_thread_cpu_time`.
    pub main_thread_cpu_time: Measured<f64>,
    /// `busy_time`.
    pub busy_time: Measured<f64>,
    /// `contention`.
    pub contention: Measured<f64>,
    /// `task_count`.
    pub task_count: Measured<f64>,
    /// `task_events`.
    pub task_events: Measured<f64>,
    /// `main_thread_work`, by kind.
    pub main_thread_work: MainThreadWork,
    /// `forced_style_layout`.
    pub forced_style_layout: CountedWork,
    /// `garbage_collection`.
    pub garbage_collection: CountedWork,
    /// `script_compile`.
    pub script_compile: CountedWork,
    /// `user_timing`, by name in order of first start.
    pub user_timing: Vec<UserTiming>,
    /// What `console.time` timed, the same way.
    pub console_timing: Vec<UserTiming>,
    /// `inp`.
    pub inp: Inp,
    /// `fcp`.
    pub fcp: PerNavigation,
    /// `lcp`.
    pub lcp: PerNavigation,
    /// `cls`.
    pub cls: Cls,
    /// `tti`.
    pub tti: PerNavigation,
    /// `load_blocking_time`.
    pub load_blocking_time: LoadBlockingTime,
    /// `frame_interval`.
    pub frame_interval: FrameIntervals,
    /// `frames_late`.
    pub frames_late: Measured<f64>,
    /// `frames_over_budget`.
    pub frames_over_budget: Measured<f64>,
    /// `mean_fps`.
    pub mean_fps: Measured<f64>,
    /// `long_animation_frame`.
    pub long_animation_frame: LongAnimationFrameNumbers,
    /// `presented_interval`.
    pub presented_interval: Summary,
    /// `presented_late`.
    pub presented_late: Measured<f64>,
    /// `presented_over_budget`.
    pub presented_over_budget: Measured<f64>,
    /// `longest_freeze`.
    pub longest_freeze: Measured<f64>,
    /// `frames_dropped`.
    pub frames_dropped: Measured<f64>,
    /// `frames_presented`.
    pub frames_presented: Measured<f64>,
    /// `frames_presented_in_part`.
    pub frames_presented_in_part: Measured<f64>,
    /// `devtools_frames`.
    pub devtools_frames: Measured<f64>,
    /// `devtools_frames_dropped`.
    pub devtools_frames_dropped: Measured<f64>,
    /// `devtools_frames_partial`.
    pub devtools_frames_partial: Measured<f64>,
    /// `devtools_frames_idle`.
    pub devtools_frames_idle: Measured<f64>,
    /// `js_heap`.
    pub js_heap: JsHeap,
    /// `dom_nodes`.
    pub dom_nodes: Level,
    /// `event_listeners`.
    pub event_listeners: Level,
    /// `documents`.
    pub documents: Level,
}

/// What a metric looks at: the window, and what of the page lies in it.
pub(crate) struct View<'f> {
    pub(crate) facts: &'f Facts,
    pub(crate) main_thread: &'f MainThread,
    pub(crate) window: TimeWindow,
    pub(crate) slice: Micros,
    pub(crate) long_task: Micros,
    pub(crate) rules: Rules,
    pub(crate) refresh: Measured<f64>,
    pub(crate) timeline: Timeline,
    pub(crate) frames: Result<Frames, NotAvailable>,
    /// DevTools' list of frames that begin in the window.
    pub(crate) devtools: Result<DevToolsFrames, NotAvailable>,
    pub(crate) pipeline: Result<PipelineFrames, NotAvailable>,
    pub(crate) interactions: Vec<Interaction>,
    pub(crate) measures: Vec<NamedMeasures>,
    pub(crate) console_timings: Vec<NamedMeasures>,
    pub(crate) loads: Loads,
    pub(crate) shifts: Shifts,
    pub(crate) animation_frames: LongAnimationFrames,
    pub(crate) work: Result<Work, NotAvailable>,
}

/// A view, or why there is none: no main thread, or a window without a length.
pub(crate) type Seen<'v, 'f> = Result<&'v View<'f>, &'v NotAvailable>;

impl Metrics {
    pub(crate) fn of(seen: Seen<'_, '_>) -> Metrics {
        let tti = tti::compute(seen);
        Metrics {
            busy_rate: busy_rate::compute(seen),
            long_task: long_task::compute(seen),
            total_blocking_time: total_blocking_time::compute(seen),
            main_thread_cpu_time: main_thread_cpu_time::compute(seen),
            busy_time: busy_time::compute(seen),
            contention: contention::compute(seen),
            task_count: task_count::compute(seen),
            task_events: task_events::compute(seen),
            main_thread_work: main_thread_work::compute(seen),
            forced_style_layout: forced_style_layout::compute(seen),
            garbage_collection: garbage_collection::compute(seen),
            script_compile: script_compile::compute(seen),
            user_timing: user_timing::compute(seen),
            console_timing: user_timing::of_console(seen),
            inp: inp::compute(seen),
            fcp: fcp::compute(seen),
            lcp: lcp::compute(seen),
            cls: cls::compute(seen),
            load_blocking_time: load_blocking_time::compute(seen, &tti),
            tti,
            frame_interval: frame_interval::compute(seen),
            frames_late: frames_late::compute(seen),
            frames_over_budget: frames_over_budget::compute(seen),
            mean_fps: mean_fps::compute(seen),
            long_animation_frame: long_animation_frame::compute(seen),
            presented_interval: presented_interval::compute(seen),
            presented_late: presented_late::compute(seen),
            presented_over_budget: presented_over_budget::compute(seen),
            longest_freeze: longest_freeze::compute(seen),
            frames_dropped: frames_dropped::compute(seen),
            frames_presented: frames_presented::compute(seen),
            frames_presented_in_part: frames_presented_in_part::compute(seen),
            devtools_frames: devtools_frames::compute(seen),
            devtools_frames_dropped: devtools_frames_dropped::compute(seen),
            devtools_frames_partial: devtools_frames_partial::compute(seen),
            devtools_frames_idle: devtools_frames_idle::compute(seen),
            js_heap: js_heap::compute(seen),
            dom_nodes: dom_nodes::compute(seen),
            event_listeners: event_listeners::compute(seen),
            documents: documents::compute(seen),
        }
    }
}

impl View<'_> {
    /// The timeline, or why nothing is known of the tasks. A thread that had no task in the window
    /// was idle, as long as tasks were recorded at all.
    pub(crate) fn tasks(&self) -> Result<&Timeline, NotAvailable> {
        let recorded = || {
            self.facts
                .threads
                .iter()
                .any(|thread| thread.task_name().is_some())
        };
        if self.timeline.task_name.is_some() || recorded() {
            return Ok(&self.timeline);
        }
        let categories = self.facts.categories;
        let recorded = categories.has(Categories::TIMELINE) || categories.has(Categories::TOPLEVEL);
        let (reason, detail) = match recorded {
            true => (Reason::NoEventInWindow, "no task of any thread"),
            false => (Reason::CategoryOff, "disabled-by-default-devtools.timeline"),
        };
        Err(NotAvailable {
            reason,
            detail: detail.to_owned(),
        })
    }

    /// The thread's CPU time over the tasks inside, or why it is not known: one task without it
    /// makes the sum too small.
    pub(crate) fn thread_time(&self) -> Result<f64, NotAvailable> {
        let tasks = self.tasks()?;
        let missing = tasks.without_thread_time;
        if missing > 0 {
            return Err(NotAvailable {
                reason: Reason::NoThreadTime,
                detail: format!("{missing} of {} tasks lack `tdur`", tasks.count),
            });
        }
        Ok(tasks.thread_time)
    }

    /// How many begins and ends of the page's main thread found no partner.
    pub(crate) fn unpaired_edges(&self) -> u64 {
        let threads: BTreeSet<usize> = self.timeline.homes.iter().map(|(home, _)| home.thread).collect();
        threads
            .iter()
            .map(|thread| self.facts.threads[*thread].unpaired)
            .sum()
    }

    /// The length of the busy time.
    pub(crate) fn busy(&self) -> Result<Micros, NotAvailable> {
        Ok(self.tasks()?.busy)
    }

    /// The time between frames of the display.
    pub(crate) fn frame_budget(&self) -> Result<f64, NotAvailable> {
        self.refresh.clone().into_result().map(|hertz| 1e6 / hertz)
    }

    fn level(&self, counter: Counter) -> Level {
        let readings = crate::memory::readings(self.facts, self.main_thread, self.window, counter);
        Level::of(&readings, self.window, self.slice)
    }
}

/// A single number, or the reason of what it needs.
fn single(value: Result<f64, NotAvailable>) -> Measured<f64> {
    Measured::from(value)
}

#[cfg(test)]
mod tests;
