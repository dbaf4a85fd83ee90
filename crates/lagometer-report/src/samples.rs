//! `samples.json`: what was read from the browser beside the trace, raw, one file a round.

use crate::Value;
use crate::version::Document;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Raw readings of one round, as the browser gave them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SamplesDocument {
    /// `samples`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// The marks that bound the window, by name.
    pub begin_mark: String,
    /// The mark at the end of the window.
    pub end_mark: String,
    /// The mark after the last action, before `settle`.
    pub actions_end_mark: String,
    /// The frame that CDP gave for the page.
    pub frame_id: String,
    /// The refresh rate measured in the page, in hertz; null where it could not be measured.
    pub refresh_hz: Option<f64>,
    /// `Performance.getMetrics`, in order of time.
    pub counters: Vec<CounterReading>,
    /// The browser's processes, in order of time; empty where it does not tell of them.
    #[serde(default)]
    pub processes: Vec<ProcessReading>,
    /// The heap after each repetition of a `repeat` with `series: heap`, the garbage collected.
    #[serde(default)]
    pub settled_heap: Vec<SettledHeap>,
    /// The page at the begin mark and at the end mark.
    pub page: Vec<PageState>,
    /// How the trace was recorded.
    pub capture: TraceCapture,
    /// How many waits looked into the page from outside while the window was open.
    pub driver_probes: u64,
    /// Values that `evaluate` steps with `saveAs` kept, by name.
    pub saved: BTreeMap<String, serde_json::Value>,
    /// The units of those whose steps give one, by name: `count`, `ms`, `bytes`, `ratio`.
    #[serde(default)]
    pub saved_units: BTreeMap<String, String>,
}

/// One `Performance.getMetrics`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounterReading {
    /// When: `before-begin`, `after-begin`, `before-end`, `after-end` (of the marks), or `inside`.
    pub at: String,
    /// The browser's `Timestamp`, on the trace's clock, in microseconds.
    pub timestamp_us: i64,
    /// Every metric by Chrome's name, in Chrome's unit.
    pub metrics: BTreeMap<String, f64>,
}

/// The processes of the browser at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessReading {
    /// When: `begin` (just before the begin mark), `inside`, or `end` (just after the end mark).
    pub at: String,
    /// The `timestamp_us` of the reading of the counters beside it.
    pub timestamp_us: i64,
    /// The processes.
    pub processes: Vec<ProcessState>,
}

/// A process of the browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessState {
    /// Its id.
    pub pid: i64,
    /// Its kind, as the browser says it: `browser`, `renderer`, `GPU`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// The CPU time of all its threads since its start, in seconds, as the browser says it.
    pub cpu_time: f64,
    /// Its resident memory, as the system says it.
    pub memory: Value,
}

/// The heap after a repetition, once the garbage was collected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettledHeap {
    /// Which, from 1.
    pub repetition: u32,
    /// The browser's `Timestamp`, in microseconds.
    pub timestamp_us: i64,
    /// `JSHeapUsedSize`.
    pub used_bytes: f64,
    /// `Nodes`.
    pub nodes: f64,
}

/// What the page said about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageState {
    /// `begin` or `end`.
    pub at: String,
    /// `document.visibilityState`.
    pub visibility: String,
    /// `location.href`.
    pub url: String,
    /// `innerWidth` and `innerHeight`.
    pub inner_size: [u32; 2],
}

/// How the trace was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceCapture {
    /// The categories that were asked for.
    pub categories: Vec<String>,
    /// The time from the start command to its answer.
    pub start_us: i64,
    /// `dataLossOccurred`, as the browser said.
    pub data_loss: bool,
    /// The size of the file, packed.
    pub bytes: u64,
}

impl Document for SamplesDocument {
    const KIND: &'static str = "samples";
    const VERSION: u32 = 1;
}
