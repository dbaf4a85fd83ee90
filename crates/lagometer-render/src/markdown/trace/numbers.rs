//! The single numbers.

use crate::shown::Shown;
use crate::trace_view::{self, NumberRow, Numbers};
use crate::{Style, visible};
use lagometer_metric::MetricDefinition;
use lagometer_report::Analysis;

/// A row for each number, with what it is of.
pub(super) fn numbers(numbers: &Numbers<'_>) -> String {
    rows(&numbers.numbers)
}

/// The numbers that explain, for who asks for more.
pub(super) fn explaining(analysis: &Analysis, definitions: &[&MetricDefinition], style: &Style) -> String {
    if style.verbose == 0 {
        return String::new();
    }
    rows(&trace_view::explaining(analysis, definitions))
}

fn rows(rows: &[NumberRow<'_>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\n| | value | |\n|:--|--:|:--|\n".to_owned();
    for row in rows {
        let words = match &row.value {
            Shown::Number(_) => visible::markdown_cell(&row.words),
            Shown::Absent(absence) => visible::markdown_cell(&absence.text()),
        };
        text.push_str(&format!(
            "| {} | {} | {words} |\n",
            row.label.markdown(),
            row.value.short()
        ));
    }
    text
}
