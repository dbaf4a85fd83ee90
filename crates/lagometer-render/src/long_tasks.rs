//! The longest tasks.

use crate::number;
use crate::shown::Shown;
use crate::work;
use lagometer_report::{LongTask, SpanWork};

/// The longest tasks, longest first.
pub(crate) struct LongTasks {
    pub(crate) rows: Vec<LongTaskRow>,
    /// How many are not among them.
    pub(crate) more: usize,
}

/// A long task as text.
pub(crate) struct LongTaskRow {
    pub(crate) start: String,
    pub(crate) duration: String,
    pub(crate) cpu: Shown,
    /// The user timings around it, outermost first; raw names.
    pub(crate) inside: Vec<String>,
    /// What ran in it, where kinds of work are told apart.
    pub(crate) work: Option<SpanWork>,
}

/// The `top` longest; of equal ones the earlier first.
pub(crate) fn longest(tasks: &[LongTask], top: usize) -> LongTasks {
    let mut order: Vec<&LongTask> = tasks.iter().collect();
    order.sort_by_key(|task| (std::cmp::Reverse(task.duration_us), task.start_us));
    LongTasks {
        rows: order.iter().take(top).map(|task| row(task)).collect(),
        more: tasks.len().saturating_sub(top),
    }
}

fn row(task: &LongTask) -> LongTaskRow {
    LongTaskRow {
        start: number::millis(task.start_us),
        duration: number::millis(task.duration_us),
        cpu: Shown::of(&task.cpu, None),
        inside: task.inside.clone(),
        work: task.work.clone().filter(work::says_something),
    }
}
