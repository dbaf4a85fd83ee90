//! Page loads, layout shifts and long animation frames.

use crate::trace_view::{self, Listing};
use crate::{Style, number, visible};
use lagometer_report::Analysis;

/// A table for each of them that is there.
pub(super) fn loading(analysis: &Analysis, style: &Style) -> String {
    trace_view::loading(analysis, style.top).iter().map(one).collect()
}

fn one(list: &Listing) -> String {
    let head = list.head.join(" | ");
    let columns = "--:|".repeat(list.head.len());
    let mut text = format!("\n| {}: {head} | |\n|{columns}:--|\n", list.title);
    for row in &list.rows {
        let words: Vec<String> = row
            .lines
            .iter()
            .map(|line| visible::markdown_cell(line))
            .collect();
        text.push_str(&format!(
            "| {} | {} |\n",
            row.cells.join(" | "),
            words.join("<br>")
        ));
    }
    if list.more > 0 {
        text.push_str(&format!("\n{} more: `{}`\n", number::count(list.more), list.all));
    }
    text
}
