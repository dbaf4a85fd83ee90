//! What the page's main thread was busy with, and the threads of workers.

use crate::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Time by kind of work, by its code; those that took none are left out.
pub type GroupTimes = BTreeMap<String, i64>;

/// What the page's main thread was busy with inside the window. Each moment counts to the event that
/// started last of those that ran then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Work {
    /// The time in which at least one event ran. All lists add up to it.
    pub total: Value,
    /// The part of it inside tasks: `busy_time`.
    pub in_tasks: Value,
    /// By kind of work: `scripting`, `style-layout`, `rendering`, `parse-html-css`, `script-compile`,
    /// `garbage-collection`, `other`.
    pub groups_us: GroupTimes,
    /// By name of event and kind, most first; the first of them where there are more than are listed.
    pub names: Vec<NamedWork>,
    /// How many there are.
    pub names_total: u64,
    /// By URL of the script or document, most first; the first of them.
    pub urls: Vec<UrlWork>,
    /// How many there are.
    pub urls_total: u64,
    /// By domain, most first; the first of them.
    pub domains: Vec<DomainWork>,
    /// How many there are.
    pub domains_total: u64,
    /// What lay in what, from tasks down: the nodes with most time, each behind what it lies in.
    pub top_down: Vec<WorkNode>,
    /// How many nodes there are.
    pub top_down_total: u64,
    /// What the time of each name lay in, from the name up, as far as four levels.
    pub bottom_up: Vec<WorkNode>,
    /// How many nodes there are.
    pub bottom_up_total: u64,
    /// Whether all paths of events were told apart.
    pub complete: bool,
    /// Why not: `path-limit`. What lay in new paths is then counted to what it lay in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stop_reason: Option<String>,
    /// How many events end outside of the one that they started in.
    pub overlaps: u64,
    /// Events that collect garbage, by name, also those in others.
    pub garbage_collection: Vec<NamedWork>,
    /// Events that parse or compile scripts, by name, also those in others.
    pub script_compile: Vec<NamedWork>,
    /// The tasks in which script forced most style and layout, most first; the first of them.
    pub forced_style_layout_tasks: Vec<ForcedTask>,
    /// How many there are.
    pub forced_style_layout_tasks_total: u64,
}

/// The work of events of one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedWork {
    /// The name.
    pub name: String,
    /// The kind of work: that of the name, or of what the events lie in.
    pub group: String,
    /// How many events have a part inside.
    pub count: u64,
    /// Their time without that of the events in them.
    pub self_us: i64,
    /// Their time; one that lies in another one of the name counts once.
    pub total_us: i64,
}

/// The work of one script or document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UrlWork {
    /// Its URL; null for what no event tells whose it is.
    pub url: Option<String>,
    /// All of its time.
    pub self_us: i64,
    /// By kind of work.
    pub groups_us: GroupTimes,
}

/// The work of one domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DomainWork {
    /// The host of the URLs, or their scheme where they have none; null as above.
    pub domain: Option<String>,
    /// All of its time.
    pub self_us: i64,
    /// By kind of work.
    pub groups_us: GroupTimes,
}

/// A node of a tree of events. Trees are written as lists: a node stands behind the one that it hangs
/// on, and before what hangs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkNode {
    /// The place in the list of the node that it hangs on; null at the top.
    pub parent: Option<usize>,
    /// The name of the events.
    pub name: String,
    /// Whose work it is; null where no event tells, and on top of `bottom_up`.
    pub url: Option<String>,
    /// The kind of work.
    pub group: String,
    /// How many events.
    pub count: u64,
    /// In `top_down` the time of the events without that of the events in them; in `bottom_up` how much
    /// of the time of the name on top lay in these events.
    pub self_us: i64,
    /// In `top_down` the time of the events; in `bottom_up` the same as `self_us`.
    pub total_us: i64,
}

/// A task in which script asked for styles or layout before they were due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedTask {
    /// The start of the task, after the start of the window.
    pub start_us: i64,
    /// Its whole duration.
    pub duration_us: i64,
    /// How often.
    pub count: u64,
    /// How long that took, the part inside the window.
    pub total_us: i64,
}

/// What ran in a stretch of time: in a long task, or in an interaction after its input delay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpanWork {
    /// By kind of work.
    pub groups_us: GroupTimes,
    /// The script or document whose work took most of the time; null where no event tells.
    pub url: Option<String>,
    /// How much of it.
    pub url_us: i64,
    /// How often script forced styles or layout in it.
    pub forced_style_layout_count: u64,
    /// How long that took.
    pub forced_style_layout_us: i64,
    /// The names and scripts with most of the time, most first, up to eight; only of the longest.
    pub scripts: Vec<ScriptWork>,
}

/// Time of one name and script in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptWork {
    /// The name of the events.
    pub name: String,
    /// Whose work it is.
    pub url: Option<String>,
    /// The kind of work.
    pub group: String,
    /// Their time without that of the events in them.
    pub self_us: i64,
}

/// The thread of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worker {
    /// Its process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// `dedicated`, `shared` or `service`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its script, where the trace tells.
    pub url: Option<String>,
    /// Whether it runs in a process of the page.
    pub in_page_process: bool,
    /// The union of its tasks inside the window.
    pub busy: Value,
    /// How many of its top-level tasks have a part inside.
    pub tasks: u64,
    /// The longest part.
    pub longest_task: Value,
}
