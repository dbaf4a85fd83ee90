//! What a file is.

use super::parts;
use crate::facts::{self, Fact};
use crate::remarks::Warning;
use crate::{Style, visible};
use lagometer_report::InspectDocument;

/// What a file is, and what reads it.
pub fn inspect(document: &InspectDocument, _style: &Style) -> String {
    let mut text = String::new();
    if let Some(partial) = &document.partial {
        text.push_str(&parts::warnings(&[Warning::new(facts::partial(partial))]));
    }
    text.push_str(&fact_rows(&facts::of_inspection(document)));
    text
}

/// The first name as a heading, the others as a table.
pub(crate) fn fact_rows(rows: &[Fact]) -> String {
    let Some((first, rest)) = rows.split_first() else {
        return String::new();
    };
    let mut text = format!(
        "**{}** {}\n",
        visible::markdown_code(&first.name, false),
        visible::markdown(&first.text)
    );
    if !rest.is_empty() {
        text.push_str("\n| | |\n|:--|:--|\n");
    }
    for row in rest {
        let (name, said) = (
            visible::markdown_cell(&row.name),
            visible::markdown_cell(&row.text),
        );
        text.push_str(&format!("| {name} | {said} |\n"));
    }
    text
}
