//! What a file is.

use crate::facts::{self, Fact};
use crate::{Style, layout, message, visible};
use lagometer_report::InspectDocument;

/// What a file is, and what reads it.
///
/// ```text
/// page.cpuprofile   a CPU profile, 1,204.7 KiB
/// told by           byte 0: object with `nodes` and `samples`
/// samples           6,349
/// ```
pub fn inspect(document: &InspectDocument, style: &Style) -> String {
    let mut text = String::new();
    if let Some(partial) = &document.partial {
        text.push_str(&message::warning(&facts::partial(partial), style));
    }
    let rows = facts::of_inspection(document);
    text.push_str(&fact_rows(&rows, style));
    text
}

/// Names at the left, what is known at the right, the first name bold.
pub(super) fn fact_rows(rows: &[Fact], style: &Style) -> String {
    let name_columns = layout::columns(style) / 2;
    let names: Vec<String> = rows
        .iter()
        .map(|row| layout::cut(&visible::terminal(&row.name, style.unicode), name_columns, style))
        .collect();
    // A name as long as a path stands alone and does not push the others to the right.
    let fitting = names
        .iter()
        .map(|name| visible::width(name))
        .filter(|width| *width <= name_columns);
    let column = fitting.max().unwrap_or(0) + 3;
    let mut text = String::new();
    for (index, (name, row)) in names.iter().zip(rows).enumerate() {
        let painted = if index == 0 {
            style.bold(name)
        } else {
            name.clone()
        };
        let first = if visible::width(name) + 3 > column {
            text.push_str(&painted);
            text.push('\n');
            " ".repeat(column)
        } else {
            painted.clone() + &" ".repeat(column - visible::width(name))
        };
        let said = visible::terminal(&row.text, style.unicode);
        for (index, line) in layout::wrap(&said, layout::columns(style).saturating_sub(column))
            .iter()
            .enumerate()
        {
            let start = if index == 0 {
                first.clone()
            } else {
                " ".repeat(column)
            };
            text.push_str((start + line).trim_end());
            text.push('\n');
        }
    }
    text
}
