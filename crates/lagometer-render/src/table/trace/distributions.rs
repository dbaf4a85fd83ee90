//! The rows of statistics.

use crate::table::parts;
use crate::trace_view::{DistributionRow, Numbers};
use crate::{Style, layout, visible};

/// A row for each distribution, how many are left out, and what to know about a P95.
pub(super) fn distributions(numbers: &Numbers<'_>, style: &Style) -> String {
    if numbers.distributions.is_empty() {
        return String::new();
    }
    let mut text = "\n".to_owned();
    text.push_str(&rows(&numbers.distributions, style));
    text.push_str(&parts::more_names(&numbers.more, style));
    if numbers.small_samples {
        let note = "p95 is nearest rank: with n under 20 close to the maximum";
        text.push_str(&style.dim(note));
        text.push('\n');
    }
    text
}

/// The columns up to the right edge of `n`, and those of each statistic, where nothing is longer.
const FIRST_COLUMNS: usize = 27;
const STATISTIC_COLUMNS: usize = 13;
/// Labels have at least these columns, whatever the numbers take.
pub(super) const LEAST_LABEL: usize = 10;

fn rows(rows: &[DistributionRow<'_>], style: &Style) -> String {
    let columns = layout::columns(style);
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| visible::width(text)).max();
    let cell = widest(&mut rows.iter().flat_map(|row| &row.cells))
        .unwrap_or(0)
        .max(6);
    let n = widest(&mut rows.iter().map(|row| &row.n)).unwrap_or(0).max(1);
    let labels: Vec<String> = rows.iter().map(|row| row.label.text(style)).collect();
    let most = columns.saturating_sub(4 * (cell + 2) + 1 + n).max(LEAST_LABEL);
    let label = parts::label_column(&labels, most, style);
    // The statistics keep their places while the labels leave them; then they move together.
    let statistic =
        (columns.saturating_sub(label + 1 + n) / 4).clamp(cell + 2, STATISTIC_COLUMNS.max(cell + 2));
    let first = FIRST_COLUMNS
        .min(columns.saturating_sub(4 * statistic))
        .max(label + 1 + n);
    let head: String = ["mean", "median", "p95", "max"]
        .iter()
        .map(|name| layout::right(name, statistic))
        .collect();
    let mut text = style.bold(&format!("{}{head}", layout::right("n", first))) + "\n";
    for (row, name) in rows.iter().zip(&labels) {
        let (own_line, name) = parts::in_column(name, first - n - 1, style);
        text.push_str(&own_line);
        let space = first.saturating_sub(visible::width(&name));
        let cells: String = row
            .cells
            .iter()
            .map(|cell| layout::right(cell, statistic))
            .collect();
        let line = format!("{name}{}{cells}", layout::right(&row.n, space.max(n + 1)));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
