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

/// A longer name stands on a line of its own and does not push what is known to the right.
const NAME_COLUMNS: usize = 20;

/// Names at the left, what is known at the right, the first name bold.
pub(crate) fn fact_rows(rows: &[Fact], style: &Style) -> String {
    let columns = layout::columns(style);
    let names: Vec<String> = rows
        .iter()
        .map(|row| layout::cut(&visible::terminal(&row.name, style.unicode), columns, style))
        .collect();
    let fitting = names.iter().map(|name| visible::width(name));
    let column = fitting.filter(|width| *width <= NAME_COLUMNS).max().unwrap_or(0) + 3;
    let mut text = String::new();
    for (index, (name, row)) in names.iter().zip(rows).enumerate() {
        let said = visible::terminal(&row.text, style.unicode);
        let lines = match row.is_command {
            true => vec![said],
            false => layout::wrap(&said, columns.saturating_sub(column)),
        };
        let painted = if index == 0 {
            style.bold(name)
        } else {
            name.clone()
        };
        let mut start = match column.checked_sub(visible::width(name)) {
            Some(space) if visible::width(name) <= NAME_COLUMNS => painted + &" ".repeat(space),
            _ => {
                text.push_str(&painted);
                text.push('\n');
                " ".repeat(column)
            }
        };
        for line in lines {
            text.push_str((start + &line).trim_end());
            text.push('\n');
            start = " ".repeat(column);
        }
    }
    text
}
