//! What a file is, told by its content alone, in one pass and in bounded memory.

mod facts;
mod kind;
mod outline;
#[cfg(test)]
mod tests;
mod text;

use crate::container::{self, Container, Fault};
use crate::{Error, ErrorKind, Location, Source};
use kind::{FileKind, Recognised};
use lagometer_json::Reader;
use lagometer_report::{InspectDocument, Partial, RecordDocument};
use outline::{Break, Outline};
use std::io::{self, Read};

/// What a file is, what is known about it, and which command reads it.
///
/// A file that is cut off or broken behind the part that tells its kind is still told, with the
/// place of the damage. Only an input that cannot be read is an error.
pub fn inspect(source: Source<'_>) -> Result<InspectDocument, Error> {
    let Source {
        name,
        bytes_on_disk,
        reader,
    } = source;
    let mut container = match container::open(reader, false) {
        Ok(container) => container,
        Err(fault) => return Ok(other_encoding(name, bytes_on_disk, &fault)),
    };
    let packing = container.packing().name();
    let start = container.base_offset();
    let told = match text::recognise(container.head(), container.head_is_all(), start) {
        Some(told) => Told::short(told),
        None => match Told::json(&mut container) {
            Ok(told) => told,
            Err(error) => return Err(unreadable(name, error)),
        },
    };
    let partial = match told.partial {
        Some(partial) => Some(partial),
        // What ended the head of a text that is not read to its end.
        None => match container.head_fault() {
            Some(Ok(fault)) => Some(cut_container(&fault, start + container.head().len() as u64)),
            Some(Err(error)) => return Err(unreadable(name, error)),
            None => None,
        },
    };
    let mut facts = told.facts;
    if packing == "gzip" && partial.is_none() && told.read_to_end {
        facts.push(facts::bytes("unpacked", container.text_bytes()));
    }
    Ok(InspectDocument {
        kind: "inspect",
        format_version: 1,
        found: told.recognised.kind.name().to_owned(),
        title: told.recognised.title(),
        container: packing.to_owned(),
        evidence: told.recognised.evidence(),
        facts,
        command: told.recognised.kind.command(&name),
        note: told.recognised.kind.note().map(str::to_owned),
        partial,
        bytes: bytes_on_disk,
        name,
    })
}

/// What a folder is that holds this record.
pub fn inspect_run(name: &str, record: &RecordDocument) -> InspectDocument {
    InspectDocument {
        kind: "inspect",
        format_version: 1,
        name: name.to_owned(),
        bytes: None,
        found: "run".to_owned(),
        title: "the folder of a Lagometer run".to_owned(),
        container: "folder".to_owned(),
        evidence: "record.json with `kind` record".to_owned(),
        facts: facts::of_run(record),
        command: None,
        note: record
            .files
            .summary
            .as_ref()
            .map(|file| format!("its numbers are in {file}")),
        partial: None,
    }
}

/// Where a text holds samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SamplesIn {
    /// It is a profile, or its reader is to tell.
    Profile,
    /// In the events of a trace.
    Trace,
}

/// Where a text holds samples, told by its head; an error where it certainly holds none.
pub(crate) fn samples_in<R: Read>(name: &str, container: &Container<R>) -> Result<SamplesIn, Error> {
    match certain_kind(container) {
        // Hermes writes an empty list of events in front of its samples.
        Some(recognised) if recognised.kind.may_be_a_trace() => Ok(match holds_no_events(container) {
            true => SamplesIn::Profile,
            false => SamplesIn::Trace,
        }),
        Some(recognised) if !recognised.kind.may_have_samples() => Err(another_kind(
            name,
            &recognised,
            "neither a CPU profile nor a trace",
        )),
        _ => Ok(SamplesIn::Profile),
    }
}

/// Whether the list of events is empty, as far as the head tells.
fn holds_no_events<R: Read>(container: &Container<R>) -> bool {
    let outline = Outline::of_head(container.head(), container.base_offset());
    let events = outline
        .root
        .as_ref()
        .and_then(|root| root.get("traceEvents")?.list());
    events.is_some_and(|events| events.count == 0 && events.first.is_empty())
        && outline
            .root
            .as_ref()
            .is_some_and(|root| root.get("stackFrames").is_some() || root.get("samples").is_some())
}

/// The error for an object that was read to its end and is no profile.
pub(crate) fn refuse_object_without_samples(name: &str, start: u64, keys: &[String]) -> Error {
    let outline = Outline::of_keys(start, keys);
    match kind::of_json(&outline) {
        Some(recognised) => another_kind(name, &recognised, "not a CPU profile"),
        None => unreadable(name.to_owned(), io::ErrorKind::InvalidData.into()),
    }
}

/// The error for a text that is certainly no trace, told by its head; for one pass over stdin,
/// before the reader of traces takes the rest.
pub(crate) fn refuse_other_kinds<R: Read>(name: &str, container: &Container<R>) -> Result<(), Error> {
    match certain_kind(container) {
        Some(recognised) if !recognised.kind.may_be_a_trace() => Err(not_a_trace(name, &recognised)),
        _ => Ok(()),
    }
}

/// Where snapshots come from, for who has something else.
const TAKE_A_SNAPSHOT: &str = "take a heap snapshot in the Memory panel of DevTools, or with \
                               `v8.writeHeapSnapshot()` in Node";

/// The error for a text that is certainly no heap snapshot, told by its head.
pub(crate) fn refuse_other_than_heaps<R: Read>(name: &str, container: &Container<R>) -> Result<(), Error> {
    match certain_kind(container) {
        // A broken one is for the reader of heaps to reject, at the byte where it breaks.
        Some(recognised) if !recognised.kind.may_be_a_heap() => {
            let mut error = another_kind(name, &recognised, "not a heap snapshot");
            if let ErrorKind::NotATrace { hint, .. } = &mut error.kind {
                hint.get_or_insert_with(|| TAKE_A_SNAPSHOT.to_owned());
            }
            Err(error)
        }
        _ => Ok(()),
    }
}

/// What a text certainly is, told by its head. A document that goes on may hold what tells its kind
/// behind the head; a broken one is for its reader to reject, at the byte where it breaks.
fn certain_kind<R: Read>(container: &Container<R>) -> Option<Recognised> {
    let (head, start) = (container.head(), container.base_offset());
    text::recognise(head, container.head_is_all(), start).or_else(|| {
        let outline = Outline::of_head(head, start);
        let recognised = kind::of_json(&outline)?;
        (outline.broken.is_none() || recognised.kind.is_certain()).then_some(recognised)
    })
}

/// The error for an object that was read to its end and holds no `traceEvents`: `keys` are its
/// members' names, `start` is where it starts.
pub(crate) fn refuse_object(name: &str, start: u64, keys: &[String]) -> Error {
    let outline = Outline::of_keys(start, keys);
    match kind::of_json(&outline) {
        Some(recognised) => not_a_trace(name, &recognised),
        None => unreadable(name.to_owned(), io::ErrorKind::InvalidData.into()),
    }
}

fn not_a_trace(name: &str, recognised: &Recognised) -> Error {
    another_kind(name, recognised, "not a trace")
}

fn another_kind(name: &str, recognised: &Recognised, not: &str) -> Error {
    let note = recognised.kind.note().map(str::to_owned);
    Error {
        at: Box::new(Location {
            name: String::new(),
            byte: Some(recognised.at),
            path: Some(recognised.shape.clone()),
            is_field: false,
        }),
        kind: ErrorKind::NotATrace {
            what: match recognised.kind {
                FileKind::PerfettoTrace => format!("{name} is {}, not in JSON", recognised.title()),
                _ => format!("{name} is {}, {not}", recognised.title()),
            },
            hint: recognised.kind.command(name).or(note),
        },
    }
}

/// What was found out.
struct Told {
    recognised: Recognised,
    facts: Vec<lagometer_report::InspectFact>,
    partial: Option<Partial>,
    read_to_end: bool,
}

impl Told {
    /// Of a text that its head tells everything about.
    fn short(recognised: Recognised) -> Told {
        Told {
            facts: recognised.facts.clone(),
            recognised,
            partial: None,
            read_to_end: false,
        }
    }

    /// Of a JSON text, read to its end.
    fn json<R: Read>(container: &mut Container<R>) -> Result<Told, io::Error> {
        let start = container.base_offset();
        let reader = Reader::new(&mut *container, outline::LIMITS).with_base_offset(start);
        let outline = Outline::read(reader);
        let partial = match &outline.broken {
            None => None,
            Some(Break::Read(error)) => return Err(io::Error::new(error.kind(), error.to_string())),
            Some(Break::Json { at, text }) => Some(Partial {
                byte: *at,
                whole_to_byte: outline.whole_to,
                text: text.clone(),
            }),
        };
        Ok(Told {
            recognised: kind::of_json(&outline).unwrap_or_else(|| kind::broken_json(&outline)),
            facts: facts::of_json(&outline),
            read_to_end: partial.is_none(),
            partial,
        })
    }
}

fn other_encoding(name: String, bytes: Option<u64>, fault: &Fault) -> InspectDocument {
    InspectDocument {
        kind: "inspect",
        format_version: 1,
        name,
        bytes,
        found: "text".to_owned(),
        title: "a text that is not UTF-8".to_owned(),
        container: fault.packing.name().to_owned(),
        evidence: format!("byte {}: {fault}", fault.at),
        facts: Vec::new(),
        command: None,
        note: Some(fault.hint().to_owned()),
        partial: None,
    }
}

fn cut_container(fault: &Fault, text_bytes: u64) -> Partial {
    Partial {
        byte: text_bytes,
        whole_to_byte: text_bytes,
        text: fault.to_string(),
    }
}

fn unreadable(name: String, error: io::Error) -> Error {
    Error {
        at: Box::new(Location {
            name,
            byte: None,
            path: None,
            is_field: false,
        }),
        kind: ErrorKind::Read(error),
    }
}
