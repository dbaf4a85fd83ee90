//! Tasks that were running when the recording ended.

use crate::trace_view;
use lagometer_report::Analysis;

/// A line for each.
pub(super) fn open_tasks(analysis: &Analysis) -> String {
    let open = trace_view::open_tasks(analysis);
    open.iter().map(|task| format!("\nopen task {task}\n")).collect()
}
