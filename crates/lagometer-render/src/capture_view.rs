//! What was captured, in words.

use crate::facts::{Fact, absence};
use crate::{command_line, number};
use lagometer_report::{CapturedOtherHeap, KeptSnapshot, PageCaptureDocument, Value};

/// What was written, and how to go on.
pub(crate) fn page_capture(document: &PageCaptureDocument) -> Vec<Fact> {
    let file = &document.file;
    let mut size = number::size(file.bytes);
    if file.container == "gzip" {
        size.push_str(&format!(" as gzip of {}", number::size(file.text_bytes)));
    }
    let counts = [
        counted(&document.nodes, "nodes"),
        counted(&document.edges, "edges"),
    ];
    let whole = |name: &str, text: &str| Fact {
        is_command: true,
        ..Fact::new(name, text)
    };
    let mut facts = vec![
        whole("snapshot", &file.name),
        Fact::new("size", format!("{size}, {}, {}", counts[0], counts[1])),
        whole("sha256", &file.sha256),
        whole("page", &document.url),
        Fact::new("browser", &document.browser),
    ];
    if !document.other_heaps.is_empty() {
        facts.push(Fact::new("not in it", others(&document.other_heaps)));
    }
    if let Some(command) = &document.next {
        facts.push(whole("next", command));
    }
    facts
}

/// Where the snapshots of a run come from.
pub(crate) const EXTRA_PASS: &str = "1 extra pass without a window, not in the numbers above";

/// The size of a snapshot of a run.
pub(crate) fn kept(snapshot: &KeptSnapshot) -> String {
    format!(
        "{} as gzip of {}, {}",
        number::size(snapshot.bytes),
        number::size(snapshot.text_bytes),
        counted(&snapshot.nodes, "nodes")
    )
}

/// The command that reads it, as a shell reads the command.
pub(crate) fn next(snapshot: &KeptSnapshot) -> String {
    format!("lagometer heap summary {}", command_line::word(&snapshot.file))
}

/// What is in none of the snapshots of a run; `None` where that is nothing.
pub(crate) fn not_in_them(heaps: &[CapturedOtherHeap]) -> Option<String> {
    (!heaps.is_empty()).then(|| format!("not in them: {}", others(heaps)))
}

fn counted(value: &Value, what: &str) -> String {
    match value.value {
        Some(raw) => format!("{} {what}", number::value(value.unit.0, raw.0)),
        None => format!(
            "{what} {}",
            absence(value.reason.as_deref(), value.detail.as_deref())
        ),
    }
}

/// How many of each are named.
const NAMED: usize = 3;

fn others(heaps: &[CapturedOtherHeap]) -> String {
    let named = heaps.iter().take(NAMED).map(|heap| {
        let kind = match heap.kind.as_str() {
            "iframe" => "frame in a process of its own",
            "service_worker" => "service worker",
            "shared_worker" => "shared worker",
            kind => kind,
        };
        match &heap.url {
            Some(url) => format!("{kind} {url}"),
            None => kind.to_owned(),
        }
    });
    let mut text = named.collect::<Vec<String>>().join(", ");
    if let Some(more) = heaps.len().checked_sub(NAMED).filter(|more| *more > 0) {
        text.push_str(&format!(" and {more} more"));
    }
    format!("{text}: each has a heap of its own")
}

#[cfg(test)]
mod tests;
