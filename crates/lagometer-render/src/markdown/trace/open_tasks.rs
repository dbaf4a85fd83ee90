//! Tasks that were running when the recording ended.

use crate::{Style, number, trace_view};
use lagometer_report::Analysis;

/// A line for each of those that had run longest.
pub(super) fn open_tasks(analysis: &Analysis, style: &Style) -> String {
    let open = trace_view::open_tasks(analysis, style.top);
    let line = |task: &String| format!("\nopen task {task}\n");
    let mut text: String = open.rows.iter().map(line).collect();
    if open.more > 0 {
        let (more, all) = (number::count(open.more as u64), open.rows.len() + open.more);
        text.push_str(&format!("\n{more} more open tasks: `--top {all}`\n"));
    }
    text
}
