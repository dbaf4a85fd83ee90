//! The single numbers.

use crate::shown::Shown;
use crate::trace_view::Numbers;
use crate::visible;

/// A row for each number, with what it is of.
pub(super) fn numbers(numbers: &Numbers<'_>) -> String {
    let rows = &numbers.numbers;
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
