//! The forms of a profile file.

mod head;
mod hermes;
mod node;
mod parts;
#[cfg(test)]
mod tests;

use crate::oddity::{Odd, Oddities};
use crate::{Content, Error, ErrorKind, Found, Limits, Oddity, Profile};
use lagometer_json::{Kind, Reader};
pub(crate) use node::{NodeRecord, Scratch};
use parts::Parts;
pub(crate) use parts::{id_of, in_range, moved, push_node};
use std::io;

/// A profile file that was read to its end.
pub struct Recording {
    /// What it holds.
    pub profile: Profile,
    /// Its form.
    pub form: Form,
    /// Where it was cut off, if it was.
    pub cut: Option<Cut>,
    /// What was tolerated.
    pub oddities: Vec<Oddity>,
}

/// The form of a profile file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `nodes`, `samples` and `timeDeltas`: CDP's `Profiler.Profile`.
    Nodes,
    /// A tree under `head`, with `timestamps`: before Node 12 and Chrome 58.
    Head,
    /// `stackFrames` and `samples`, as Hermes writes them.
    Hermes,
    /// A tree under `head` with sizes: CDP's `HeapProfiler.SamplingHeapProfile`.
    HeapProfile,
}

impl Form {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Form::Nodes => "nodes",
            Form::Head => "head",
            Form::Hermes => "hermes",
            Form::HeapProfile => "heap-profile",
        }
    }
}

/// A file that ends too early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The offset at which the input ends.
    pub at: u64,
    /// What the input says of it, where it is not just at its end.
    pub cause: Option<String>,
}

/// How many keys of an object that is no profile are kept, to tell what it is.
const KEYS: usize = 16;

/// Reads a profile to its end.
///
/// `base_offset` is the offset of the first byte, where something was stripped from the front. A
/// profile that is cut off behind its nodes and some samples with their times is answered, with
/// the place; before that it says nothing of time and is refused, as is what is no profile.
pub fn read(input: impl io::Read, base_offset: u64, limits: &Limits) -> Result<Recording, Error> {
    let json = lagometer_json::Limits {
        depth: Limits::DEPTH,
        ..lagometer_json::Limits::default()
    };
    let mut reader = Reader::new(input, json).with_base_offset(base_offset);
    match reader.peek() {
        Ok(Kind::Object) => {}
        Ok(kind) => return Err(not_a_profile(reader.offset(), Found::Value(kind))),
        Err(error) if is_end(&error) && reader.offset() == base_offset => {
            return Err(Error::at(base_offset, ErrorKind::Empty));
        }
        Err(error) => return Err(error.into()),
    }
    let start = reader.offset();
    let mut pass = Pass {
        reader,
        parts: Parts::new(limits),
        oddities: Oddities::new(),
        keys: Vec::new(),
    };
    let cut = match pass.fields() {
        Ok(()) => None,
        Err(Error {
            kind: ErrorKind::Json(kind),
            at: Some(at),
        }) if pass.parts.are_enough() && is_end_kind(&kind) => Some(Cut {
            at,
            cause: cause(&kind),
        }),
        Err(error) => return Err(error),
    };
    let mut oddities = pass.oddities;
    let Some(form) = pass.parts.form() else {
        return Err(not_a_profile(start, Found::Object(pass.keys)));
    };
    let mut profile = pass.parts.finish(form, &mut oddities)?;
    if let (Some(_), Content::Timed(timed)) = (&cut, &mut profile.content) {
        // It is the end of samples that are not there.
        timed.end = None;
    }
    Ok(Recording {
        profile,
        form,
        cut,
        oddities: oddities.list(),
    })
}

/// One pass over a file.
struct Pass<R> {
    reader: Reader<R>,
    parts: Parts,
    oddities: Oddities,
    keys: Vec<String>,
}

impl<R: io::Read> Pass<R> {
    fn fields(&mut self) -> Result<(), Error> {
        let mut fields = self.reader.object()?;
        while let Some(key) = self.reader.next_field(&mut fields)? {
            let (key, at) = (key.decode().into_owned(), key.offset());
            let kind = self.reader.peek()?;
            if self.keys.len() < KEYS {
                self.keys.push(key.clone());
            }
            match (key.as_str(), kind) {
                ("nodes", Kind::Array) => self.parts.nodes(&mut self.reader, at)?,
                ("samples", Kind::Array) => self.parts.samples(&mut self.reader, at)?,
                ("timeDeltas", Kind::Array) => self.parts.time_deltas(&mut self.reader, at)?,
                ("timestamps", Kind::Array) => self.parts.timestamps(&mut self.reader, at)?,
                ("startTime", Kind::Number) => {
                    self.parts.start = Some(self.reader.number()?.text().to_owned())
                }
                ("endTime", Kind::Number) => self.parts.end = Some(self.reader.number()?.text().to_owned()),
                ("head", Kind::Object) => self.parts.head(&mut self.reader, at, &mut self.oddities)?,
                ("stackFrames", Kind::Object) => self.parts.stack_frames(&mut self.reader, at)?,
                (
                    "traceEvents" | "typeId" | "uid" | "title" | "threadId" | "$vscode" | "systemTraceEvents",
                    _,
                ) => {
                    self.reader.skip()?;
                }
                _ => {
                    self.oddities.at(Odd::UnknownKey, at);
                    self.reader.skip()?;
                }
            }
        }
        self.reader.end()?;
        Ok(())
    }
}

/// Whether the input just ends, also where its container does.
fn is_end(error: &lagometer_json::Error) -> bool {
    is_end_kind(&error.kind)
}

fn is_end_kind(kind: &lagometer_json::ErrorKind) -> bool {
    match kind {
        lagometer_json::ErrorKind::UnexpectedEnd => true,
        lagometer_json::ErrorKind::Io(error) => error.kind() == io::ErrorKind::UnexpectedEof,
        _ => false,
    }
}

/// What the input says of its end.
fn cause(kind: &lagometer_json::ErrorKind) -> Option<String> {
    match kind {
        lagometer_json::ErrorKind::Io(error) => Some(error.to_string()),
        _ => None,
    }
}

fn not_a_profile(at: u64, found: Found) -> Error {
    Error::at(at, ErrorKind::NotAProfile { found })
}
