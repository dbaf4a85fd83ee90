//! The forms of a trace file: events in an object or in an array, whole or cut off.

use crate::metadata::{self, Metadata};
use crate::oddity::Odd;
use crate::{Collector, Error, ErrorKind, Event, Facts, Found, Limits};
use lagometer_json::{Elements, Kind, Reader};
use std::io;
use std::ops::ControlFlow;

/// A trace file that was read to its end.
pub struct Recording {
    /// What was kept of the events.
    pub facts: Facts,
    /// What the file says of the recording.
    pub metadata: Metadata,
    /// Its form.
    pub form: Form,
    /// Where it was cut off, if it was.
    pub cut: Option<Cut>,
}

/// The form of a trace file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An object with `traceEvents`.
    Object,
    /// An array of events.
    Array,
}

/// A file that ends too early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The offset at which the input ends.
    pub at: u64,
    /// The offset up to which events are whole.
    pub whole_to: u64,
    /// Inside what it ends.
    pub inside: CutInside,
    /// What the input says of it, where it is not just at its end.
    pub cause: Option<String>,
}

/// Inside what a file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutInside {
    /// Inside an event.
    Event,
    /// Behind a whole event, before the end of the list.
    List,
    /// Behind the list of events: all of them are there.
    Rest,
}

/// How many keys of an object without `traceEvents` are kept, to tell what it is.
const KEYS: usize = 16;

/// The keys beside the events that are known; what stands in them is not needed.
const KNOWN_KEYS: [&str; 9] = [
    "metadata",
    "displayTimeUnit",
    "systemTraceEvents",
    "stackFrames",
    "samples",
    "controllerTraceDataKey",
    "otherData",
    "powerTraceAsString",
    "androidProcessDump",
];

/// Reads a trace to its end.
///
/// `base_offset` is the offset of the first byte, where something was stripped from the front. A
/// trace that is cut off is answered, with the place; what is no trace is refused.
pub fn read(input: impl io::Read, base_offset: u64, limits: &Limits) -> Result<Recording, Error> {
    read_with(input, base_offset, limits, &mut |_| {})
}

/// As [`read`], and shows every event to `also` before it is judged: for what other crates make of a
/// trace in the same pass.
pub fn read_with(
    input: impl io::Read,
    base_offset: u64,
    limits: &Limits,
    also: &mut dyn FnMut(&Event<'_>),
) -> Result<Recording, Error> {
    let reader = Reader::new(input, lagometer_json::Limits::default()).with_base_offset(base_offset);
    let mut recording = Pass {
        also,
        reader,
        collector: Collector::new(limits),
        metadata: Metadata::default(),
    };
    let form = recording.form(base_offset)?;
    let cut = match form {
        Form::Object => recording.object()?,
        Form::Array => recording.array()?,
    };
    let facts = recording.collector.finish();
    if !facts.looks_like_events() && form == Form::Array {
        return Err(not_a_trace(base_offset, Found::Array));
    }
    Ok(Recording {
        facts,
        metadata: recording.metadata,
        form,
        cut,
    })
}

/// One pass over a file.
struct Pass<'v, R> {
    also: &'v mut dyn FnMut(&Event<'_>),
    reader: Reader<R>,
    collector: Collector,
    metadata: Metadata,
}

/// How a list of events ended.
enum ListEnd {
    Closed,
    Cut(Cut),
}

impl<R: io::Read> Pass<'_, R> {
    fn form(&mut self, base_offset: u64) -> Result<Form, Error> {
        match self.reader.peek() {
            Ok(Kind::Object) => Ok(Form::Object),
            Ok(Kind::Array) => Ok(Form::Array),
            Ok(kind) => Err(not_a_trace(self.reader.offset(), Found::Value(kind))),
            Err(error) if is_end(&error) && self.reader.offset() == base_offset => Err(Error {
                at: Some(base_offset),
                kind: ErrorKind::Empty,
            }),
            Err(error) => Err(error.into()),
        }
    }

    fn array(&mut self) -> Result<Option<Cut>, Error> {
        match self.events()? {
            ListEnd::Cut(cut) => Ok(Some(cut)),
            ListEnd::Closed => {
                self.reader.end()?;
                Ok(None)
            }
        }
    }

    fn object(&mut self) -> Result<Option<Cut>, Error> {
        let start = self.reader.offset();
        let mut keys = Vec::new();
        let mut events_end = None;
        match self.fields(&mut keys, &mut events_end) {
            Ok(Some(cut)) => return Ok(Some(cut)),
            Ok(None) => {}
            Err(FieldsError::Trace(error)) => return Err(error),
            Err(FieldsError::Json(error)) => {
                let Some(whole_to) = events_end.filter(|_| is_end(&error)) else {
                    return Err(error.into());
                };
                return Ok(Some(Cut {
                    at: error.at,
                    whole_to,
                    inside: CutInside::Rest,
                    cause: cause(&error),
                }));
            }
        }
        if events_end.is_none() {
            return Err(not_a_trace(start, Found::Object(keys)));
        }
        Ok(None)
    }

    /// Reads the fields of the object. Before the events, whose end goes into `events_end`, a cut
    /// leaves nothing to answer.
    fn fields(
        &mut self,
        keys: &mut Vec<String>,
        events_end: &mut Option<u64>,
    ) -> Result<Option<Cut>, FieldsError> {
        let mut fields = self.reader.object()?;
        loop {
            let Some(key) = self.reader.next_field(&mut fields)? else {
                self.reader.end()?;
                return Ok(None);
            };
            let (key, at) = (key.decode().into_owned(), key.offset());
            if keys.len() < KEYS {
                keys.push(key.clone());
            }
            match key.as_str() {
                "traceEvents" => {
                    if events_end.is_some() {
                        let kind = ErrorKind::EventsTwice;
                        return Err(FieldsError::Trace(Error { at: Some(at), kind }));
                    }
                    match self.reader.peek()? {
                        Kind::Array => {}
                        found => {
                            let at = Some(self.reader.offset());
                            let kind = ErrorKind::EventsNotAnArray { found };
                            return Err(FieldsError::Trace(Error { at, kind }));
                        }
                    }
                    match self.events().map_err(FieldsError::Trace)? {
                        ListEnd::Cut(cut) => return Ok(Some(cut)),
                        ListEnd::Closed => *events_end = Some(self.reader.offset()),
                    }
                }
                "metadata" => metadata::read(&mut self.reader, &mut self.metadata)?,
                other => {
                    if !KNOWN_KEYS.contains(&other) {
                        self.collector.note_at(Odd::UnknownKey, at);
                    }
                    self.reader.skip()?;
                }
            }
        }
    }

    /// Reads the list of events.
    fn events(&mut self) -> Result<ListEnd, Error> {
        let mut elements = self.reader.array()?;
        elements.tolerate_trailing_comma();
        let (collector, also) = (&mut self.collector, &mut self.also);
        let result = self.reader.try_records(&mut elements, |cursor| {
            let event = Event::read(cursor)?;
            also(&event);
            Ok(match collector.push(&event) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            })
        });
        match result {
            Ok(ControlFlow::Break(error)) => Err(error),
            Ok(ControlFlow::Continue(())) => {
                if elements.trailing_comma() {
                    self.collector
                        .note_at(Odd::TrailingComma, elements.complete_until());
                }
                Ok(ListEnd::Closed)
            }
            Err(error) if is_end(&error) => Ok(ListEnd::Cut(self.cut(&elements, &error))),
            Err(error) => Err(error.into()),
        }
    }

    /// Where the list was cut.
    fn cut(&mut self, elements: &Elements, error: &lagometer_json::Error) -> Cut {
        // The reader stands behind the last whole event, or before the one that is not whole.
        let inside = match self.reader.cursor().peek() {
            Ok(_) => CutInside::Event,
            Err(_) => CutInside::List,
        };
        Cut {
            at: error.at,
            whole_to: elements.complete_until(),
            inside,
            cause: cause(error),
        }
    }
}

/// Why the fields could not be read.
enum FieldsError {
    Json(lagometer_json::Error),
    Trace(Error),
}

impl From<lagometer_json::Error> for FieldsError {
    fn from(error: lagometer_json::Error) -> FieldsError {
        FieldsError::Json(error)
    }
}

/// Whether the input just ends, also where its container does.
fn is_end(error: &lagometer_json::Error) -> bool {
    match &error.kind {
        lagometer_json::ErrorKind::UnexpectedEnd => true,
        lagometer_json::ErrorKind::Io(error) => error.kind() == io::ErrorKind::UnexpectedEof,
        _ => false,
    }
}

/// What the input says of its end.
fn cause(error: &lagometer_json::Error) -> Option<String> {
    match &error.kind {
        lagometer_json::ErrorKind::Io(error) => Some(error.to_string()),
        _ => None,
    }
}

fn not_a_trace(at: u64, found: Found) -> Error {
    Error {
        at: Some(at),
        kind: ErrorKind::NotATrace { found },
    }
}

#[cfg(test)]
mod tests;
