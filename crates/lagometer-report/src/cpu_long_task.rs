//! Long tasks with the functions in them.

use crate::{CpuLine, CpuShare, Value};
use serde::{Deserialize, Serialize};

/// The worst long tasks of a thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuLongTasks {
    /// From this duration on a task is long.
    pub least_us: i64,
    /// How many there are.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// The longest, by their part inside the window.
    pub tasks: Vec<CpuLongTask>,
}

/// A long task, and what was sampled in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuLongTask {
    /// Its place in the order, from 1 on.
    pub rank: u64,
    /// Its start, after the start of the window; negative where it began before it.
    pub start_us: i64,
    /// Its whole duration.
    pub duration_us: i64,
    /// The part inside the window: what follows is of that part.
    pub inside_us: i64,
    /// The thread's CPU time in all of it.
    pub cpu: Value,
    /// The user timings that hold at least half of it, outermost first; up to eight.
    pub inside: Vec<String>,
    /// How many samples were taken in it.
    pub samples: u64,
    /// The time of those samples, in functions that the filters leave.
    pub functions_us: i64,
    /// In garbage collection.
    pub gc_us: i64,
    /// In the engine and the browser, with no script on the stack.
    pub program_us: i64,
    /// How many functions were sampled in it.
    pub functions_total: u64,
    /// The first of them by self.
    pub functions: Vec<CpuTaskFunction>,
}

/// A function in a long task. Shares are of the part of the task inside the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuTaskFunction {
    /// The function's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// In the function itself.
    #[serde(rename = "self")]
    pub own: CpuShare,
    /// In it and in what it called, each sample once.
    pub total: CpuShare,
    /// The samples in the function itself.
    pub samples: u64,
    /// Its hottest line in this task; null where lines are not known.
    pub hot_line: Option<CpuLine>,
    /// Style and layout that it forced in this task; null where it forced none.
    pub forced: Option<CpuTaskForced>,
}

/// Style and layout that was forced in a long task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuTaskForced {
    /// How long both took.
    pub us: i64,
    /// How many events.
    pub events: u64,
}
