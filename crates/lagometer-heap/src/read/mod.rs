//! Bytes into a [`Snapshot`], in one pass.

mod calls;
mod edges;
mod header;
mod ids;
mod nodes;
mod scopes;
mod section;
mod strings;

use crate::snapshot::{Oddity, OddityKind, Snapshot};
use crate::{Error, ErrorKind, Limits};
use header::Header;
use lagometer_json::Reader;
use section::NameIndexes;
use std::collections::BTreeSet;
use std::io;

/// So many distinct oddities are listed at most.
const ODDITIES: usize = 100;

/// Reads a heap snapshot to its end.
///
/// `base` is the offset of the first byte in the text. `size` is the size of the text where it is
/// known: columns are then made for as many records as that many bytes can hold, else they grow.
///
/// # Errors
/// Whatever is not a whole and consistent snapshot, with the byte and the field.
pub fn read(input: impl io::Read, base: u64, size: Option<u64>, limits: &Limits) -> Result<Snapshot, Error> {
    let mut reader = open(input, base, limits);
    let json = |error| Error::json(error, "", limits);
    let mut members = reader.object().map_err(|error| match error.kind {
        lagometer_json::ErrorKind::WrongKind { .. } => {
            Error::new(error.at, "", ErrorKind::NotASnapshot { keys: Vec::new() })
        }
        _ => json(error),
    })?;
    let mut draft = Draft::new(limits, size);
    while let Some(key) = reader.next_field(&mut members).map_err(json)? {
        let (at, key) = (key.offset(), key.decode().into_owned());
        if !draft.seen.insert(key.clone()) {
            return Err(Error::new(at, key.clone(), ErrorKind::DuplicateKey(key)));
        }
        draft.member(&key, at, &mut reader)?;
    }
    reader.end().map_err(json)?;
    let end = reader.offset();
    draft.finish(end)
}

fn open<R: io::Read>(input: R, base: u64, limits: &Limits) -> Reader<R> {
    let json = lagometer_json::Limits {
        // The file itself, and that the top of the tree of calls is no call.
        depth: limits.metadata_depth.saturating_add(3),
        value_bytes: usize::try_from(limits.file_bytes).unwrap_or(usize::MAX),
        input_bytes: limits.file_bytes,
    };
    Reader::new(input, json).with_base_offset(base)
}

/// What has been read so far.
struct Draft<'a> {
    limits: &'a Limits,
    size: Option<u64>,
    seen: BTreeSet<String>,
    header: Option<Header>,
    /// Arrays that came before the header, as they are written.
    waiting: Vec<(&'static str, u64, Vec<u8>)>,
    snapshot: Snapshot,
    /// Indexes into the table of strings.
    names: NameIndexes,
    /// Where `edges` was.
    edges_at: Option<u64>,
    /// Where the calls of the record of allocations are.
    calls_at: Vec<calls::CallPlaces>,
}

impl<'a> Draft<'a> {
    fn new(limits: &'a Limits, size: Option<u64>) -> Draft<'a> {
        Draft {
            limits,
            size,
            seen: BTreeSet::new(),
            header: None,
            waiting: Vec::new(),
            snapshot: Snapshot::default(),
            names: NameIndexes::new(limits),
            edges_at: None,
            calls_at: Vec::new(),
        }
    }

    fn member<R: io::Read>(&mut self, key: &str, at: u64, reader: &mut Reader<R>) -> Result<(), Error> {
        const ARRAYS: [&str; 9] = [
            "nodes",
            "edges",
            "trace_function_infos",
            "trace_tree",
            "samples",
            "locations",
            "scopes",
            "scope_context_vars",
            "scope_uses",
        ];
        match key {
            "snapshot" => {
                self.header = Some(header::read(reader, self.limits)?);
                Ok(())
            }
            "strings" => strings::read(reader, &mut self.snapshot.strings, self.limits),
            _ => match ARRAYS.into_iter().find(|array| *array == key) {
                Some(array) if self.header.is_some() => self.array(array, reader),
                Some(array) => {
                    let raw = reader
                        .raw()
                        .map_err(|error| Error::json(error, key, self.limits))?;
                    self.waiting.push((array, raw.offset, raw.bytes.to_vec()));
                    Ok(())
                }
                None => {
                    reader
                        .skip()
                        .map_err(|error| Error::json(error, key, self.limits))?;
                    let kind = OddityKind::UnknownKey(key.chars().take(100).collect());
                    note(&mut self.snapshot.oddities, kind, at);
                    Ok(())
                }
            },
        }
    }

    fn array<R: io::Read>(&mut self, array: &'static str, reader: &mut Reader<R>) -> Result<(), Error> {
        let header = self.header.as_ref().expect("arrays are read behind the header");
        let (limits, snapshot) = (self.limits, &mut self.snapshot);
        match array {
            "nodes" => nodes::read(reader, header, snapshot, &mut self.names, limits, self.size),
            "edges" => {
                self.edges_at = Some(reader.offset());
                edges::read(reader, header, snapshot, &mut self.names, limits, self.size)
            }
            "trace_function_infos" => {
                calls::read_functions(reader, header, snapshot, &mut self.names, limits)
            }
            "trace_tree" => {
                self.calls_at = calls::read_tree(reader, header, snapshot, limits)?;
                Ok(())
            }
            "locations" => scopes::read_locations(reader, header, snapshot, limits),
            "samples" => {
                snapshot.form.samples = Some(scopes::read_samples(reader, header, limits)?);
                Ok(())
            }
            _ => {
                let form = &mut snapshot.form;
                let (fields, count) = match array {
                    "scopes" => (&header.scope_fields, &mut form.scopes),
                    "scope_context_vars" => (&header.scope_context_var_fields, &mut form.scope_context_vars),
                    _ => (&header.scope_use_fields, &mut form.scope_uses),
                };
                *count = Some(scopes::count(reader, array, fields, limits)?);
                Ok(())
            }
        }
    }

    fn finish(mut self, end: u64) -> Result<Snapshot, Error> {
        if self.header.is_none() {
            let keys = self.seen.into_iter().take(ODDITIES).collect();
            return Err(Error::new(end, "", ErrorKind::NotASnapshot { keys }));
        }
        // Objects come before what refers to them.
        self.waiting.sort_by_key(|(array, ..)| *array != "nodes");
        for (array, offset, bytes) in std::mem::take(&mut self.waiting) {
            let mut reader = open(
                &*bytes,
                offset,
                &Limits {
                    file_bytes: u64::MAX >> 1,
                    ..*self.limits
                },
            );
            self.array(array, &mut reader)?;
        }
        let header = self.header.expect("looked at above");
        for section in ["nodes", "edges", "strings"] {
            if !self.seen.contains(section) {
                return Err(Error::new(end, "", ErrorKind::Missing(section.to_owned())));
            }
        }
        self.names.check(self.snapshot.strings.len() as u64)?;
        let edges_at = self.edges_at.unwrap_or(end);
        edges::check_counts(&self.snapshot, edges_at)?;
        calls::finish(&mut self.snapshot, header.trace_function_count, &self.calls_at)?;
        let snapshot = &mut self.snapshot;
        snapshot.kinds = header.node_types;
        snapshot.extra_native_bytes = header.extra_native_bytes;
        snapshot.form.node_width = header.node_width;
        snapshot.form.detachedness = header.columns.detachedness.is_some();
        snapshot.form.trace_node = header.columns.trace_node.is_some();
        for (kind, at) in header.oddities {
            note(&mut snapshot.oddities, kind, at);
        }
        Ok(self.snapshot)
    }
}

/// Counts something that was tolerated.
fn note(oddities: &mut Vec<Oddity>, kind: OddityKind, at: u64) {
    if let Some(known) = oddities.iter_mut().find(|oddity| oddity.kind == kind) {
        known.count += 1;
    } else if oddities.len() < ODDITIES {
        oddities.push(Oddity {
            kind,
            count: 1,
            byte: Some(at),
        });
    }
}
