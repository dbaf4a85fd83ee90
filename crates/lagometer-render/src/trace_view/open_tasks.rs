//! Tasks that were running when the recording ended.

use crate::number;
use lagometer_report::Analysis;

/// Each in words.
pub(crate) fn open_tasks(analysis: &Analysis) -> Vec<String> {
    analysis
        .open_tasks
        .iter()
        .map(|task| {
            format!(
                "at {}, running for {} when the recording ended: not counted",
                number::millis(task.start_us),
                number::millis(task.elapsed_us)
            )
        })
        .collect()
}
