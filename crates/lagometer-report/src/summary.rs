//! `summary.json`: the value of a run.

use crate::scenario::Bound;
use crate::value::UnitName;
use crate::version::Document;
use crate::{
    CapturedOtherHeap, CpuBasis, CpuFunction, CpuInterval, CpuLongTasks, CpuTime, Diagnostic, FrameInterval,
    Interaction, KeptSnapshot, LongTask, Mark, RawNumber, Series, SettledHeapReading, UserTiming,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of a run: per metric the median over the rounds that have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummaryDocument {
    /// `summary`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// The run's id.
    pub run: String,
    /// The version of each metric's rule.
    pub rule_versions: BTreeMap<String, u32>,
    /// By name; a plain run has the one variant `head`.
    pub variants: BTreeMap<String, Variant>,
    /// What became of the scenario's budgets, in their order.
    #[serde(default)]
    pub budgets: Vec<BudgetOutcome>,
    /// Where the time went, by a round with CPU samples of its own; null where there is none. None of
    /// the numbers above is from it.
    #[serde(default)]
    pub hotspots: Option<Hotspots>,
    /// The heap snapshots that steps of the scenario took, as the record lists them. None of the numbers
    /// above is from them.
    #[serde(default)]
    pub snapshots: Vec<KeptSnapshot>,
    /// Heaps of the page that are in none of them.
    #[serde(default)]
    pub other_heaps: Vec<CapturedOtherHeap>,
    /// What is to be known about the numbers.
    pub diagnostics: Vec<Diagnostic>,
}

/// A budget, and whether it is met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetOutcome {
    /// The metric's whole id: name and statistic, also where the scenario left the statistic out.
    pub metric: String,
    /// Which side of the limit is allowed.
    pub bound: Bound,
    /// The limit.
    pub limit: RawNumber,
    /// The unit of limit and value.
    pub unit: UnitName,
    /// The run's value: the median over rounds; null where there is none.
    pub value: Option<RawNumber>,
    /// How many rounds have it.
    pub n: u32,
    /// Whether the limit holds; null where that cannot be said.
    pub met: Option<bool>,
    /// Why it cannot be said: a stable code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// What exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
}

/// The numbers of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variant {
    /// How many rounds.
    pub rounds: RoundCounts,
    /// The median length of the window.
    pub window: RunValue,
    /// The round from which curves and lists are taken: that of the median main-thread CPU time.
    pub series_round: Option<u32>,
    /// What that choice was made by: `main_thread_cpu_time`, or `first-valid` where it is absent.
    pub series_round_by: Option<String>,
    /// Every number, by id.
    pub metrics: BTreeMap<String, RunValue>,
    /// Values over time, of the series round.
    pub series: BTreeMap<String, Series>,
    /// The length of the window of the series round; null where there is none.
    pub series_window_us: Option<i64>,
    /// The long tasks of the series round.
    pub long_tasks: Vec<LongTask>,
    /// The user timings of all rounds, in order of rounds.
    pub user_timings: Vec<UserTiming>,
    /// The user timings of the series round alone.
    #[serde(default)]
    pub series_user_timings: Vec<UserTiming>,
    /// The frame intervals of the series round; the first of them where there are more than are kept.
    #[serde(default)]
    pub frame_intervals: Vec<FrameInterval>,
    /// How many that round has.
    #[serde(default)]
    pub frame_intervals_total: u64,
    /// The marks of the series round; the first of them where there are more than are kept.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// How many that round has.
    #[serde(default)]
    pub marks_total: u64,
    /// The interactions of the series round, in order of start.
    #[serde(default)]
    pub interactions: Vec<Interaction>,
    /// The heap after each repetition of the series round.
    #[serde(default)]
    pub settled_heap: Vec<SettledHeapReading>,
}

/// The functions that the time of a run's extra round went to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hotspots {
    /// The number of the round.
    pub round: u32,
    /// The whole answer, relative to the record.
    pub document: String,
    /// The time between samples.
    pub interval: CpuInterval,
    /// What shares are of.
    pub basis: CpuBasis,
    /// Where the time went.
    pub time: CpuTime,
    /// How many functions there are.
    pub total: u64,
    /// The first of them by self, and those that the long tasks name.
    pub functions: Vec<CpuFunction>,
    /// The worst long tasks of the round; null where they are not known.
    pub long_tasks: Option<CpuLongTasks>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many rounds of which state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundCounts {
    /// Valid ones: their numbers count.
    pub measured: u32,
    /// Warm-ups, dropped.
    pub warmup: u32,
    /// Invalid ones.
    pub invalid: u32,
    /// Failed ones.
    pub failed: u32,
}

/// A value over rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunValue {
    /// The median over the rounds that have it, or null.
    pub value: Option<RawNumber>,
    /// The unit.
    pub unit: UnitName,
    /// Why it is absent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// What exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// How many rounds have it.
    pub n: u32,
    /// The smallest.
    pub min: Option<RawNumber>,
    /// The largest.
    pub max: Option<RawNumber>,
    /// One a measured round, in order; null where that round lacks it.
    pub rounds: Vec<Option<RawNumber>>,
}

impl Document for SummaryDocument {
    const KIND: &'static str = "summary";
    const VERSION: u32 = 1;
}
