//! What `lagometer cpu` answers.

use crate::{
    CpuExcerpt, CpuLongTasks, CpuOriginal, CpuSourcePlace, Diagnostic, Partial, RawNumber, UnitName, Value,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer of `lagometer cpu`: `{"kind": "cpu", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDocument {
    /// `cpu`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read, in the order given.
    pub inputs: Vec<CpuInput>,
    /// What was asked for.
    pub options: CpuOptions,
    /// The profiles in the files; only the chosen ones are in the numbers.
    pub profiles: Vec<CpuProfile>,
    /// The time between samples of the chosen profiles.
    pub interval: CpuInterval,
    /// What shares are of.
    pub basis: CpuBasis,
    /// Where the time went; null for sampled bytes, which have none.
    pub time: Option<CpuTime>,
    /// What the numbers show of all of it.
    #[serde(default)]
    pub labels: Vec<CpuLabel>,
    /// Where the lines come from: `ticks` (hits of the whole profile), `samples`, or null where
    /// there are none.
    pub line_source: Option<String>,
    /// How many functions there are.
    pub total: u64,
    /// How many of them are listed; all of them in JSON.
    pub listed: u64,
    /// The functions, in the order that was asked for.
    pub functions: Vec<CpuFunction>,
    /// The worst long tasks of the page's main thread with their functions; absent where the file has no
    /// tasks, or that thread was not chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub long_tasks: Option<CpuLongTasks>,
    /// Groups of functions, where the view is `files`, `packages`, `domains`, `categories` or `threads`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub groups: Option<Vec<CpuGroup>>,
    /// Lines over all functions, where the view is `lines`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lines: Option<Vec<CpuLineRow>>,
    /// Calls, where the view is `bottom-up` or `top-down`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tree: Option<CpuTree>,
    /// Both sides of one function, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub calls: Option<CpuCalls>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// Functions as one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuGroup {
    /// Its place in the order, from 1 on.
    pub rank: u64,
    /// The file, package, domain, category or thread.
    pub name: String,
    /// In functions of the group; of a thread, without idle time.
    #[serde(rename = "self")]
    pub own: CpuShare,
    /// With what they call, each sample once; of a thread, with idle time.
    pub total: CpuShare,
    /// The samples in its functions; null where the file does not tell.
    pub samples: Option<u64>,
}

/// A line, in whatever function.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuLineRow {
    /// Its place in the order, from 1 on.
    pub rank: u64,
    /// The id of its function.
    pub function: String,
    /// The function's name.
    pub name: String,
    /// The script.
    pub url: String,
    /// The line, its samples and its time.
    #[serde(flatten)]
    pub line: CpuLine,
}

/// Calls as rows, in the order of a walk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuTree {
    /// The rows; siblings with the largest first.
    pub rows: Vec<CpuTreeRow>,
    /// How many rows were left out, with what would be below them.
    pub left_out: u64,
    /// Rows under this share of the basis are left out.
    pub least_share: RawNumber,
    /// No more rows than this are listed.
    pub most_rows: u64,
}

/// A row of a tree of calls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuTreeRow {
    /// How far in, 0 at the top.
    pub depth: u32,
    /// The function's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub generated: CpuPlace,
    /// In the function itself, on this way.
    #[serde(rename = "self")]
    pub own: CpuShare,
    /// With what is below; going up, what was sampled at the top by this way.
    pub total: CpuShare,
    /// The samples of `total`; null where the file does not tell.
    pub samples: Option<u64>,
}

/// Who calls a function, and what it calls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuCalls {
    /// The function's id.
    pub function: String,
    /// Its name.
    pub name: String,
    /// The ids of other functions with this name.
    pub others: Vec<String>,
    /// Itself and who calls it, from it up.
    pub callers: CpuTree,
    /// Itself and what it calls, from it down.
    pub callees: CpuTree,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuInput {
    /// The file's name as given; `-` for stdin.
    pub name: String,
    /// How many bytes came out of the file, packed as they are.
    pub bytes: u64,
    /// How many bytes of text that was.
    pub text_bytes: u64,
    /// SHA-256 of the bytes, in hex; null where it was not asked for.
    pub sha256: Option<String>,
    /// `nodes`, `head`, `hermes`, `heap-profile` or `trace`.
    pub form: String,
    /// `plain` or `gzip`.
    pub container: String,
    /// Whether the file is whole.
    pub complete: bool,
    /// Where and how it was cut.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub partial: Option<Partial>,
}

/// What was asked for, where it changes numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuOptions {
    /// The stretch of time, in microseconds after the start of the trace or the profile; null for all of
    /// it.
    pub window: Option<CpuWindow>,
    /// By which rules samples get their time: `lagometer` or `devtools`.
    pub rules: String,
    /// What the functions are ordered by: `self` or `total`.
    pub sort: String,
    /// What is shown: `functions`, `bottom-up`, `top-down`, `lines`, `files`, `packages`, `domains`,
    /// `categories`, `threads`.
    pub view: String,
    /// Only samples with a function like this on their stack.
    pub focus: Option<String>,
    /// Only samples without a function like this on their stack.
    pub ignore: Option<String>,
    /// Functions like this belong to their callers.
    pub hide: Option<String>,
}

/// A stretch of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuWindow {
    /// What it starts at: `trace-start`, a mark's name, or a time.
    pub from: String,
    /// What it ends at.
    pub to: String,
    /// The start.
    pub start_us: i64,
    /// The end.
    pub end_us: i64,
}

/// One profile in a file: the samples of a thread or an isolate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuProfile {
    /// By which it is chosen: its number over all files, from 0 on.
    pub id: String,
    /// The number of its file in `inputs`.
    pub input: u64,
    /// The name of its thread; null where the file does not tell.
    pub thread: Option<String>,
    /// The process; null where the file does not tell.
    pub pid: Option<i64>,
    /// The thread; null where the file does not tell.
    pub tid: Option<i64>,
    /// Its id in the file; null where it has none.
    pub recorded_id: Option<String>,
    /// Whether it is the page's main thread; null where the file does not tell.
    pub page_main: Option<bool>,
    /// How many samples it has; null where the file does not tell.
    pub samples: Option<u64>,
    /// From its first sample to its last, or the bytes that were sampled.
    pub sampled: Value,
    /// Whether it is in the numbers.
    pub chosen: bool,
}

/// The time between samples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuInterval {
    /// The one in the middle.
    pub median: Value,
    /// The 95th percentile, nearest rank.
    pub p95: Value,
    /// How many samples there are; null where the file does not tell.
    pub samples: Option<u64>,
}

/// What shares are of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuBasis {
    /// `active` (sampled without idle) or `sampled`.
    pub name: String,
    /// How much that is.
    pub value: RawNumber,
    /// `us` or `bytes`.
    pub unit: UnitName,
}

/// Where the time went. The parts add up to `sampled_us`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuTime {
    /// The time of all samples.
    pub sampled_us: i64,
    /// In functions of scripts and native ones that they call.
    pub functions_us: i64,
    /// In garbage collection.
    pub gc_us: i64,
    /// In the engine and the browser, with no script on the stack.
    pub program_us: i64,
    /// With nothing to do.
    pub idle_us: i64,
    /// At the foot of the stack, with nothing above it.
    pub root_us: i64,
    /// In nodes that the file does not have.
    pub unattributed_us: i64,
    /// Before the first sample; not part of `sampled_us`. Null where the start is not known.
    pub start_gap_us: Option<i64>,
}

/// One function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuFunction {
    /// How it is referred to.
    pub id: String,
    /// Its place in the order, from 1 on.
    pub rank: u64,
    /// Its name as its author knows it; empty where it has none.
    pub name: String,
    /// How the name is known: `scopes`, `map-name`, `parsed-source` or `generated`.
    pub name_source: String,
    /// Its name in the script as it ran.
    pub generated_name: String,
    /// What one without a name is for, as `callback of map in renderRows`; null where nothing is known.
    pub role: Option<String>,
    /// Where it begins, in the script as it ran; of several places the one with the most of `self`.
    pub generated: CpuPlace,
    /// The other places in scripts that the same function of the source was made into.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub copies: Vec<CpuPlace>,
    /// Where it begins, in the source that was written.
    pub original: CpuOriginal,
    /// Whether it is no code of a script.
    pub native: bool,
    /// In the function itself.
    #[serde(rename = "self")]
    pub own: CpuShare,
    /// In it and in what it called, each sample once.
    pub total: CpuShare,
    /// `self` without the style and layout inside it.
    pub self_js: Value,
    /// Style and layout that the function forced; null where it forced none or nothing is known.
    pub forced_layout: Option<CpuForcedLayout>,
    /// The samples in the function itself; null where the file does not tell.
    pub samples: Option<u64>,
    /// One standard error of `self` as far as chance goes; null from 20 samples on, or without any.
    pub error: Option<RawNumber>,
    /// Its lines, the hottest first.
    pub hot_lines: Vec<CpuLine>,
    /// What its numbers show.
    pub labels: Vec<CpuLabel>,
    /// The lines of its head and around its hottest ones; null where they were not asked for or the
    /// text is not at hand.
    pub excerpt: Option<CpuExcerpt>,
}

/// Style and layout that a function forced, by the events of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuForcedLayout {
    /// Computing styles.
    pub style_us: i64,
    /// Placing boxes.
    pub layout_us: i64,
    /// How many events of both.
    pub events: u64,
    /// From which lines, the longest first.
    pub lines: Vec<CpuForcedLine>,
}

/// A line that forced style or layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuForcedLine {
    /// The line of the script as it ran, from 1 on; null where it is unknown.
    pub line: Option<u32>,
    /// The line that was written; null where none is known.
    pub original: Option<CpuSourcePlace>,
    /// How long both took.
    pub us: i64,
    /// How many events.
    pub events: u64,
}

/// A place in a script, from 1 on; null where it is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuPlace {
    /// The address of the script; empty where it is none.
    pub url: String,
    /// The line.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
}

/// An amount, and which share of the basis it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuShare {
    /// How much.
    pub value: RawNumber,
    /// `us` or `bytes`.
    pub unit: UnitName,
    /// The share, from 0 to 1; null where the basis is nothing.
    pub share: Option<RawNumber>,
}

/// A line of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuLine {
    /// The line of the script as it ran, from 1 on.
    pub line: u32,
    /// The line that was written; null where none is known, or several stand in this one.
    pub original: Option<CpuSourcePlace>,
    /// Its samples.
    pub samples: u64,
    /// Its time; null where only hits were counted.
    pub us: Option<i64>,
}

/// What the numbers of a function show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuLabel {
    /// Of functions: `self-heavy`, `dispatcher`, `hot-line`, `recursion`, `many-callers`, `forced-layout`,
    /// `native`, `regexp`, `compile`, `gc-neighbour`, `third-party`; by what the hot line does `clone`,
    /// `json`, `sort`, `regexp`, `possible-layout`. Of profiles: `gc-pressure`, `compile`, `hot-path`.
    pub name: String,
    /// `certain`, `likely` or `possible`. What is certain has at least 2 % of all that was sampled, idle
    /// time with it.
    pub certainty: String,
    /// What else it rests on, in words: a package, or what a line of the source does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub about: Option<String>,
    /// The numbers that it rests on.
    pub evidence: BTreeMap<String, RawNumber>,
    /// Functions that belong to it, the largest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub related: Vec<CpuRelated>,
}

/// A function that belongs to a label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuRelated {
    /// The function's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How much, of the basis.
    pub amount: CpuShare,
}
