//! Tasks that were running when the recording ended.

use crate::table::parts;
use crate::{Style, trace_view};
use lagometer_report::Analysis;

/// A line for each.
pub(super) fn open_tasks(analysis: &Analysis, style: &Style) -> String {
    let mut text = String::new();
    for (index, task) in trace_view::open_tasks(analysis).iter().enumerate() {
        let first = if index == 0 {
            "open task   "
        } else {
            "            "
        };
        text.push_str(&parts::hanging(first, task, 12, style));
    }
    text
}
