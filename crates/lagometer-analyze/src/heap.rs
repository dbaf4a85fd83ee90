//! Heap snapshots: opened once, then asked.

mod allocations;
mod cycles;
mod groups;
mod listed;
mod objects;
mod original;
mod path;
mod remark;
mod rows;
mod summary;
#[cfg(test)]
mod tests;
mod treemap;

pub use groups::{GroupsOptions, GroupsSort};
pub use lagometer_heap::{Limits, PathLimits};
pub use objects::{ObjectsOptions, ObjectsSort};
pub use original::{HeapSources, Located, PlaceOf, with_original_places};

use remark::Remark;

use crate::container::{self, Totals};
use crate::{Error, Source, inspect, trace};
use lagometer_heap::{Form, Heap, NodeOrdinal, OddityKind, RETENTION_RULES, SnapshotObjectId};
use lagometer_report::{Diagnostic, HeapInput};

/// A heap snapshot that was read and searched.
pub struct HeapFile {
    name: String,
    heap: Heap,
    input: HeapInput,
    diagnostics: Vec<Diagnostic>,
    /// So many characters the rows of a list may have together.
    text_chars: u64,
}

/// So many characters the rows of a list have together at most, where nothing else is asked for.
const TEXT_CHARS: u64 = 64 << 20;

/// Which rows of a list are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many are passed over first.
    pub skip: usize,
    /// How many are listed at most: 1 to 1,000.
    pub rows: usize,
}

impl Page {
    /// The rows with their ranks, from 1.
    fn of<T>(self, all: &[T]) -> impl Iterator<Item = (u64, &T)> {
        let ranked = (1..).zip(all);
        ranked.skip(self.skip).take(self.rows)
    }
}

/// Reads a heap snapshot, plain or gzip. With `hash` the SHA-256 of the input is taken on the way.
///
/// A snapshot is never answered in part: what is cut off, inconsistent or of another kind is an error.
pub fn open(source: Source<'_>, hash: bool, limits: &Limits) -> Result<HeapFile, Error> {
    let Source {
        name,
        bytes_on_disk,
        reader,
    } = source;
    let mut container = container::open(reader, hash).map_err(|fault| Error::of_fault(&name, &fault))?;
    inspect::refuse_other_than_heaps(&name, &container)?;
    let size = match container.packing() {
        container::Packing::Plain => bytes_on_disk,
        container::Packing::Gzip => None,
    };
    let base = container.base_offset();
    let of_heap = |error| Error::of_heap(&name, error);
    let snapshot = lagometer_heap::read(&mut container, base, size, limits).map_err(of_heap)?;
    let totals = container.finish().map_err(|error| Error::of_read(&name, error))?;
    let diagnostics = diagnostics(&snapshot, &totals);
    let input = HeapInput {
        name: name.clone(),
        bytes: totals.packed_bytes,
        text_bytes: totals.text_bytes,
        sha256: totals.sha256,
        container: totals.packing.name().to_owned(),
        form: form(snapshot.form()).to_owned(),
    };
    let heap = Heap::new(snapshot, limits).map_err(of_heap)?;
    Ok(HeapFile {
        name,
        heap,
        input,
        diagnostics,
        text_chars: TEXT_CHARS,
    })
}

impl HeapFile {
    /// The same with another bound on the characters that the rows of a list have together, as JSON. A
    /// list that reaches it ends there, and says so: `stop_reason` is `text`.
    pub fn with_text_limit(mut self, characters: u64) -> HeapFile {
        self.text_chars = characters;
        self
    }

    /// The object with this id.
    fn find(&self, id: &str) -> Result<NodeOrdinal, Error> {
        let digits = id.strip_prefix('@').unwrap_or(id);
        let known = digits
            .parse()
            .ok()
            .and_then(|id| self.heap.snapshot().find(SnapshotObjectId(id)));
        known.ok_or_else(|| {
            let what = format!("no object has the id `{id}`");
            let hint = format!(
                "`lagometer heap objects {}` lists objects with their ids",
                self.name
            );
            Error::not_there(&self.name, what, hint)
        })
    }

    fn rules(&self) -> String {
        RETENTION_RULES.to_owned()
    }
}

/// Which V8 writes snapshots with these parts.
fn form(form: Form) -> &'static str {
    match (form.scopes.is_some(), form.detachedness, form.trace_node) {
        (true, ..) => "Chromium 156",
        (false, true, false) => "Node 24",
        (false, true, true) => "Node 16 to 22",
        (false, false, _) => "Node 12 to 14",
    }
}

fn diagnostics(snapshot: &lagometer_heap::Snapshot, totals: &Totals) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for oddity in snapshot.oddities() {
        let (code, text) = match &oddity.kind {
            OddityKind::UnknownKey(key) => ("unknown-key", format!("unknown key `{key}` (left out)")),
            OddityKind::UnknownColumn(column) => {
                ("unknown-column", format!("unknown column `{column}` (left out)"))
            }
            OddityKind::UnknownNodeType(kind) => {
                ("unknown-node-type", format!("unknown kind of object `{kind}`"))
            }
            OddityKind::MoreFunctions => (
                "more-functions",
                "more functions that allocate than `trace_function_count` says".to_owned(),
            ),
            OddityKind::SecondLocation => (
                "second-location",
                "second locations of the same object (left out)".to_owned(),
            ),
            _ => ("other", "other oddities".to_owned()),
        };
        all.push(Diagnostic {
            code: code.to_owned(),
            count: oddity.count,
            text,
            warning: false,
            byte: oddity.byte,
            amount_us: None,
        });
    }
    all.extend(trace::around_the_text(totals));
    all
}
