//! Tasks that were running when the recording ended.

use crate::number;
use lagometer_report::Analysis;
use std::cmp::Reverse;

/// The tasks that never ended.
pub(crate) struct OpenTasks {
    /// The longest of them, in words.
    pub(crate) rows: Vec<String>,
    /// How many are not among them.
    pub(crate) more: usize,
}

/// The `top` that had run longest; of equal ones the earlier first.
pub(crate) fn open_tasks(analysis: &Analysis, top: usize) -> OpenTasks {
    let mut order: Vec<_> = analysis.open_tasks.iter().collect();
    order.sort_by_key(|task| (Reverse(task.elapsed_us), task.start_us));
    let row = |task: &&lagometer_report::OpenTask| {
        format!(
            "at {}, running for {} when the recording ended: not counted",
            number::millis(task.start_us),
            number::millis(task.elapsed_us)
        )
    };
    OpenTasks {
        rows: order.iter().take(top).map(row).collect(),
        more: order.len().saturating_sub(top),
    }
}
