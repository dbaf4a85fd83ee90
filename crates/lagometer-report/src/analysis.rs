//! The metrics of one window: shared by the document of a trace and the document of a round.

use crate::{Frames, Loading, RawNumber, Series, SpanWork, Value, Work, Worker};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that was computed over one window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The window.
    pub window: Window,
    /// The main thread that was measured, or why there is none.
    pub main_thread: MainThread,
    /// What was asked for, where it changes numbers.
    pub options: AnalysisOptions,
    /// The version of each metric's rule.
    pub rule_versions: BTreeMap<String, u32>,
    /// Every number, by id.
    pub metrics: BTreeMap<String, Value>,
    /// The long tasks, in order of time.
    pub long_tasks: Vec<LongTask>,
    /// Tasks that were still running when the recording ended.
    pub open_tasks: Vec<OpenTask>,
    /// The measures of User Timing, by name in order of first start.
    pub user_timings: Vec<UserTiming>,
    /// Values over time, by id.
    pub series: BTreeMap<String, Series>,
    /// The intervals that `frame_interval` counts, in order of time; the first of them where there
    /// are more than are kept.
    #[serde(default)]
    pub frame_intervals: Vec<FrameInterval>,
    /// How many there are.
    #[serde(default)]
    pub frame_intervals_total: u64,
    /// The frames in three views; absent in documents of before.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub frames: Option<Frames>,
    /// The marks of User Timing inside the window, without Lagometer's own and those that the browser
    /// sets while it loads, in order of time; the first of them where there are more than are kept.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// How many there are.
    #[serde(default)]
    pub marks_total: u64,
    /// The interactions of a user that began in the window, in order of start.
    #[serde(default)]
    pub interactions: Vec<Interaction>,
    /// What the page timed and stamped through the console.
    #[serde(default)]
    pub console: Console,
    /// The readings of the memory counters in the window, of every thread that has any: the page's
    /// first. A worker has a heap of its own.
    #[serde(default)]
    pub memory: Vec<ThreadMemory>,
    /// The heap after each repetition of a `repeat` with `series: heap`, in their order.
    #[serde(default)]
    pub settled_heap: Vec<SettledHeapReading>,
    /// Page loads, layout shifts and long animation frames.
    #[serde(default)]
    pub loading: Loading,
    /// What the page's main thread was busy with; absent in documents of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub work: Option<Work>,
    /// The threads of workers, busiest first.
    #[serde(default)]
    pub workers: Vec<Worker>,
}

/// What was left on the heap after a repetition, the garbage collected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettledHeapReading {
    /// Which, from 1.
    pub repetition: u32,
    /// When it was read, after the start of the window.
    pub at_us: i64,
    /// The used bytes of the JavaScript heap.
    pub used_bytes: RawNumber,
    /// The DOM nodes, of the whole process.
    pub nodes: RawNumber,
}

/// The window of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Window {
    /// What it starts at: `trace-start`, a mark's name, or a time.
    pub from: String,
    /// What it ends at.
    pub to: String,
    /// Its start, after the start of the trace.
    pub start_us: i64,
    /// Its end, after the start of the trace.
    pub end_us: i64,
    /// Where the trace starts on Chrome's monotonic clock; a decimal string.
    pub origin_ts: String,
    /// Why the whole trace was taken where nobody asked for it: `no-marks`, or `several-marks` or
    /// `several-end-marks` of which none can be chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub whole_because: Option<String>,
}

/// The page's main thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MainThread {
    /// How it was found; null where it was not.
    pub method: Option<String>,
    /// `certain`, `likely` or `possible`.
    pub confidence: Option<String>,
    /// Why there is none: a stable code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// What was looked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The thread's name of top-level tasks: `RunTask` and its older names.
    pub task_name: Option<String>,
    /// Which process showed the page, and when.
    pub windows: Vec<MainThreadWindow>,
    /// What each of its threads did inside the window, in order of time.
    #[serde(default)]
    pub threads: Vec<MainThreadWork>,
    /// The other renderer main threads, and why they were not taken.
    pub rejected: Vec<RejectedThread>,
}

/// The time in which one process showed the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MainThreadWindow {
    /// The process.
    pub pid: i64,
    /// Its main thread.
    pub tid: i64,
    /// From here, after the start of the trace.
    pub start_us: i64,
    /// To here, after the start of the trace.
    pub end_us: i64,
}

/// What one main thread of the page did inside the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MainThreadWork {
    /// The process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// Its task events that started inside.
    pub task_events: u64,
    /// For how long at least one of its tasks ran.
    pub busy_us: i64,
}

/// A renderer main thread that is not the page's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RejectedThread {
    /// The process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// Why not: a stable code.
    pub why: String,
}

/// The options that change numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisOptions {
    /// The rule set: `lagometer`, or `devtools` where its conventions were asked for. Numbers of
    /// different ones are not compared.
    pub rules: String,
    /// The length of a slice.
    pub slice_us: i64,
    /// From this duration on a task is long.
    pub long_task_us: i64,
    /// The refresh rate that the frame budget comes from, and how it is known.
    pub refresh: Value,
    /// `option`, `measured` (in the page) or `trace` (from the frames that were begun).
    pub refresh_source: Option<String>,
}

/// A long task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongTask {
    /// Its start, after the start of the window; negative where it began before it.
    pub start_us: i64,
    /// Its whole duration.
    pub duration_us: i64,
    /// The part inside the window.
    pub inside_us: i64,
    /// The thread's CPU time in it.
    pub cpu: Value,
    /// The user timings that hold at least half of it, outermost first; up to eight.
    pub inside: Vec<String>,
    /// What ran in its part inside the window; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub work: Option<SpanWork>,
}

/// A task that was still running when the recording ended: not counted in busy time, long tasks or
/// blocking time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenTask {
    /// Its start, after the start of the window.
    pub start_us: i64,
    /// The time from its start to the last event of the trace.
    pub elapsed_us: i64,
}

/// The measures of one name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UserTiming {
    /// The name.
    pub name: String,
    /// The durations of those that ended inside the window, in order of start.
    pub samples_us: Vec<i64>,
    /// Their starts, after the start of the window.
    pub starts_us: Vec<i64>,
    /// How many were begun and never ended.
    pub open: u64,
    /// How many threw: closed, and left out of the statistics.
    pub threw: u64,
    /// What the page wrote into the `detail` of each sample, null where nothing; no list where none
    /// has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Option<Detail>>,
    /// When those began that never ended, after the start of the window; the first hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_starts_us: Vec<i64>,
}

/// The `detail` of a mark or measure: any JSON; a text where the page's cannot be read as such.
pub type Detail = serde_json::Value;

/// What the page timed and stamped through the console.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Console {
    /// What lies between `console.time` and `console.timeEnd`, by label in order of first start.
    pub timings: Vec<ConsoleTiming>,
    /// The `console.timeStamp`s, in order of time; the first of them where there are more than are
    /// kept.
    pub stamps: Vec<ConsoleStamp>,
    /// How many there are.
    pub stamps_total: u64,
}

/// The timings of one label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsoleTiming {
    /// The label.
    pub name: String,
    /// The durations of those that ended inside the window, in order of start.
    pub samples_us: Vec<i64>,
    /// Their starts, after the start of the window.
    pub starts_us: Vec<i64>,
    /// How many were begun and never ended.
    pub open: u64,
    /// When those began, after the start of the window; the first hundred.
    pub open_starts_us: Vec<i64>,
}

/// A `console.timeStamp`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsoleStamp {
    /// The label.
    pub name: String,
    /// When it was set, after the start of the window.
    pub at_us: i64,
    /// Where it stands for a stretch of time: its start, after the start of the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_us: Option<i64>,
    /// And its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_us: Option<i64>,
    /// The track that it is to be shown in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
}

/// The memory counters of one thread: columns of equal length, one row a reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadMemory {
    /// The process.
    pub pid: i64,
    /// The thread, where the trace tells it.
    pub tid: Option<i64>,
    /// The name of the process, where the trace tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process_name: Option<String>,
    /// Whether it is a main thread of the page.
    pub is_page: bool,
    /// How many readings there are in the window.
    pub total: u64,
    /// Every how many of them one is listed, and the last; 1 where all are.
    pub step: u64,
    /// When, after the start of the window.
    pub times_us: Vec<i64>,
    /// Bytes of the JavaScript heap in use; null where a reading does not say.
    pub js_heap: Vec<Option<RawNumber>>,
    /// DOM nodes.
    pub dom_nodes: Vec<Option<RawNumber>>,
    /// Event listeners.
    pub event_listeners: Vec<Option<RawNumber>>,
    /// Documents.
    pub documents: Vec<Option<RawNumber>>,
}

/// The time between two frames of the page that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameInterval {
    /// When the earlier frame was drawn, after the start of the window.
    pub start_us: i64,
    /// The time to the later one.
    pub interval_us: i64,
    /// Whether `frames_late` counts it; null where the frame budget is not known.
    pub late: Option<bool>,
}

/// A mark of User Timing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The name.
    pub name: String,
    /// When it was set, after the start of the window.
    pub at_us: i64,
    /// What the page wrote into its `detail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// An interaction of a user: the events that belong together, as pressing and releasing a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interaction {
    /// The number that the browser gave it, unique in its process; a decimal string.
    pub id: String,
    /// The process that it went to.
    pub pid: i64,
    /// The type of its longest event, as `click`.
    #[serde(rename = "type")]
    pub event_type: String,
    /// When that event came, after the start of the window.
    pub start_us: i64,
    /// The time until the next frame after it was presented.
    pub duration_us: i64,
    /// Of that: until the first handler ran; null where the events do not say when they were handled.
    pub input_delay_us: Option<i64>,
    /// From there until the last handler had run.
    pub processing_us: Option<i64>,
    /// From there until the frame was presented.
    pub presentation_us: Option<i64>,
    /// Whether `inp` is its duration.
    pub is_inp: bool,
    /// Its events of 1 ms and more, in order of start.
    pub events: Vec<InteractionEvent>,
    /// What ran on the main thread of its process from its first handler until it was presented; only of slow
    /// ones, of the one of `inp` and of the longest.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub work: Option<SpanWork>,
}

/// An event of an interaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InteractionEvent {
    /// The type, as `keydown`.
    #[serde(rename = "type")]
    pub event_type: String,
    /// When it came, after the start of the window.
    pub start_us: i64,
    /// The time until the next frame after it was presented.
    pub duration_us: i64,
}

/// Something odd that was tolerated, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// A stable code, kebab-case.
    pub code: String,
    /// How many times.
    pub count: u64,
    /// In words.
    pub text: String,
    /// Whether the numbers are touched by it, so that it is shown on top.
    pub warning: bool,
    /// The byte offset of the first one, where it has a place in the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub byte: Option<u64>,
    /// How long, where the words are about a length of time: it stands behind them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub amount_us: Option<i64>,
}
