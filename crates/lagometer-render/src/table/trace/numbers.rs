//! The single numbers.

use super::distributions::LEAST_LABEL;
use crate::shown::Shown;
use crate::table::parts;
use crate::trace_view::{self, NumberRow, Numbers};
use crate::{Style, layout, visible};
use lagometer_metric::MetricDefinition;
use lagometer_report::Analysis;

/// The columns up to the right edge of a single number, where no label is longer.
const VALUE_EDGE: usize = 33;
/// What a number is of has at least these columns.
const LEAST_WORDS: usize = 24;

/// A line for each number, with what it is of.
pub(super) fn numbers(numbers: &Numbers<'_>, style: &Style) -> String {
    rows(&numbers.numbers, style)
}

/// The numbers that explain, for who asks for more.
pub(super) fn explaining(analysis: &Analysis, definitions: &[&MetricDefinition], style: &Style) -> String {
    if style.verbose == 0 {
        return String::new();
    }
    rows(&trace_view::explaining(analysis, definitions), style)
}

fn rows(rows: &[NumberRow<'_>], style: &Style) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let columns = layout::columns(style);
    let labels: Vec<String> = rows.iter().map(|row| row.label.text(style)).collect();
    let value = rows.iter().map(|row| row.value.short().len()).max().unwrap_or(0);
    // What a number is of needs some room behind it.
    let most = columns.saturating_sub(LEAST_WORDS + 4 + value).max(LEAST_LABEL);
    let edge = VALUE_EDGE.max(parts::label_column(&labels, most, style) + 1 + value);
    let mut text = "\n".to_owned();
    for (row, name) in rows.iter().zip(&labels) {
        let (own_line, name) = parts::in_column(name, edge - value - 1, style);
        text.push_str(&own_line);
        let space = edge.saturating_sub(visible::width(&name));
        let first = format!(
            "{name}{}   ",
            layout::right(row.value.short(), space.max(value + 1))
        );
        let words = match &row.value {
            Shown::Number(_) => row.words.clone(),
            Shown::Absent(absence) => absence.text(),
        };
        let words = visible::terminal(&words, style.unicode);
        text.push_str(&parts::hanging(&first, &words, edge + 3, style));
    }
    text
}
