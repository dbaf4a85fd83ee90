//! Tasks that were running when the recording ended.

use crate::table::parts;
use crate::{Style, number, trace_view};
use lagometer_report::Analysis;

/// A line for each of those that had run longest.
pub(super) fn open_tasks(analysis: &Analysis, style: &Style) -> String {
    let open = trace_view::open_tasks(analysis, style.top);
    let all = open.rows.len() + open.more;
    let mut lines = open.rows;
    if open.more > 0 {
        let more = number::count(open.more as u64);
        lines.push(format!("{more} more: --top {all}"));
    }
    parts::labelled("open task", &lines, style)
}
