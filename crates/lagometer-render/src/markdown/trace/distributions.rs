//! The rows of statistics.

use crate::markdown::parts;
use crate::trace_view::Numbers;

/// A row for each distribution, how many are left out, and what to know about a P95.
pub(super) fn distributions(numbers: &Numbers<'_>) -> String {
    let rows = &numbers.distributions;
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\n| | n | mean | median | p95 | max |\n|:--|--:|--:|--:|--:|--:|\n".to_owned();
    for row in rows {
        let cells = row.cells.join(" | ");
        text.push_str(&format!("| {} | {} | {cells} |\n", row.label.markdown(), row.n));
    }
    text.push_str(&parts::more_names(&numbers.more));
    if numbers.small_samples {
        text.push_str("\np95 is nearest rank: with n under 20 close to the maximum\n");
    }
    text
}
