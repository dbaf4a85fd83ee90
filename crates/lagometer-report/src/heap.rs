//! What the commands of `lagometer heap` answer. Ids are decimal strings: they have 64 bits.

mod allocations;
mod cycles;
mod groups;
mod objects;
mod path;
mod summary;
mod treemap;

pub use allocations::{HeapAllocationSite, HeapAllocationsDocument, HeapFrame};
pub use cycles::{HeapCycle, HeapCyclesDocument};
pub use groups::{HeapGroup, HeapGroupsDocument, HeapGroupsOptions};
pub use objects::{
    HeapAllocation, HeapDominatorsDocument, HeapEdgeList, HeapEdgeRow, HeapObjectDocument, HeapObjectRow,
    HeapObjectsDocument,
};
pub use path::{HeapPath, HeapPathStep, HeapPathsDocument};
pub use summary::{
    HeapCount, HeapDetachedCount, HeapKind, HeapParts, HeapRoot, HeapSummaryDocument, HeapUnreachable,
};
pub use treemap::{HeapTreemap, HeapTreemapPart, HeapTreemapRow};

use crate::{CpuOriginal, Value};
use serde::Serialize;

/// The file that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapInput {
    /// The file's name as given; `-` for stdin.
    pub name: String,
    /// How many bytes came out of the file, packed as they are.
    pub bytes: u64,
    /// How many bytes of text that was.
    pub text_bytes: u64,
    /// SHA-256 of the bytes, in hex; null where it was not asked for.
    pub sha256: Option<String>,
    /// `plain` or `gzip`.
    pub container: String,
    /// Which generation of V8 writes snapshots with these parts: `Chromium 156`, `Node 24`.
    pub form: String,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapObject {
    /// V8's id: the same in every snapshot of the same isolate.
    pub id: String,
    /// V8's word for its kind.
    pub kind: String,
    /// Its name; of strings the text, of which V8 keeps 1,024 characters.
    pub name: String,
    /// Its own bytes.
    pub shallow_bytes: u64,
    /// The bytes that would become unreachable with it.
    pub retained: Value,
    /// The edges of the shortest path from the root.
    pub distance: Value,
    /// Whether it belongs to a document and is not in it; null where the file does not tell.
    pub detached: Option<bool>,
    /// Where its function or constructor stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<HeapPlace>,
}

/// A place in a script, counted from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapPlace {
    /// The script's name; null where the file does not tell.
    pub script: Option<String>,
    /// V8's number of the script.
    pub script_id: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Where that was written, by the source map of the script.
    pub original: CpuOriginal,
    /// What the function is called there; null where the source map does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_name: Option<String>,
}

/// An edge, without its ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapEdge {
    /// V8's word for its kind: `context`, `element`, `property`, `internal`, `hidden`, `shortcut`, `weak`.
    pub kind: String,
    /// Its name; null where it has an index.
    pub name: Option<String>,
    /// Its index; null where it has a name.
    pub index: Option<u32>,
    /// Whether it keeps its target alive, by the rules that the document names.
    pub retaining: bool,
}

/// What the numbers of a document mean and do not mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapRemark {
    /// A stable code.
    pub code: String,
    /// The same in words.
    pub text: String,
    /// The same in a few words, as they stand below a table.
    pub short: String,
}
