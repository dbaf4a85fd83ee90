//! What heads a text: names, and what is known about each.

use crate::number;
use lagometer_report::{InspectDocument, InspectFact, Partial};

/// A name and what is known; raw text, still to be made harmless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether it stays on one line, so that it can be copied.
    pub(crate) is_command: bool,
}

impl Fact {
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Fact {
        Fact {
            name: name.into(),
            text: text.into(),
            is_command: false,
        }
    }
}

/// Everything about a file, its name first.
pub(crate) fn of_inspection(document: &InspectDocument) -> Vec<Fact> {
    let mut title = document.title.clone();
    if let Some(bytes) = document.bytes {
        title.push_str(", ");
        title.push_str(&number::size(bytes));
    }
    if document.container == "gzip" {
        title.push_str(" as gzip");
    }
    let mut facts = vec![
        Fact::new(&document.name, title),
        Fact::new("told by", &document.evidence),
    ];
    facts.extend(document.facts.iter().map(fact));
    if let Some(command) = &document.command {
        facts.push(Fact {
            is_command: true,
            ..Fact::new("read it with", command)
        });
    }
    if let Some(note) = &document.note {
        facts.push(Fact::new("note", note));
    }
    facts
}

fn fact(fact: &InspectFact) -> Fact {
    let value = fact.value.as_ref().map(|value| match value.value {
        Some(raw) => number::value(value.unit.0, raw.0),
        None => absence(value.reason.as_deref(), value.detail.as_deref()),
    });
    let words = [fact.text.clone(), value];
    let text: Vec<String> = words.into_iter().flatten().collect();
    Fact::new(&fact.name, text.join(", "))
}

/// What stands in a number's place: the code, and the detail where there is one.
pub(crate) fn absence(reason: Option<&str>, detail: Option<&str>) -> String {
    let reason = reason.unwrap_or("not-reported");
    match detail {
        Some(detail) if !detail.is_empty() => format!("n/a {reason}: {detail}"),
        _ => format!("n/a {reason}"),
    }
}

/// A file that ends too early or breaks off, in one sentence.
pub(crate) fn partial(partial: &Partial) -> String {
    format!(
        "the file is not whole: {} at byte {}; what is told here is of the part up to byte {}",
        partial.text, partial.byte, partial.whole_to_byte
    )
}
