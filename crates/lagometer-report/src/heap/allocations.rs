//! What `lagometer heap allocations` answers.

use crate::{CpuOriginal, Diagnostic, HeapInput, HeapRemark};
use serde::Serialize;

/// The answer of `lagometer heap allocations`: `{"kind": "heap-allocations", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapAllocationsDocument {
    /// `heap-allocations`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// Whether the file holds a record of allocations.
    pub recorded: bool,
    /// How many places were passed over first.
    pub skip: u64,
    /// How many places there are at which something was made.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// Whether all of them are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The places, most bytes first.
    pub sites: Vec<HeapAllocationSite>,
    /// Objects of which there is no record.
    pub without_record: u64,
    /// Objects that name a place which the record does not have.
    pub unknown_record: u64,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// A place at which objects were made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapAllocationSite {
    /// Its place in the order, from 1.
    pub rank: u64,
    /// How many objects were made there while recording: the whole record of the place, not what is
    /// left.
    pub made: u64,
    /// How many bytes that was.
    pub made_bytes: u64,
    /// How many objects of the snapshot were made there.
    pub live: u64,
    /// Their own bytes together.
    pub live_bytes: u64,
    /// The calls, from the place to the outermost caller.
    pub stack: Vec<HeapFrame>,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapFrame {
    /// The function's name; empty where it has none.
    pub function: String,
    /// The script's name; empty where it has none.
    pub script: String,
    /// V8's number of the script.
    pub script_id: String,
    /// The line from 1; null where it is not known.
    pub line: Option<u32>,
    /// The column from 1; null where it is not known.
    pub column: Option<u32>,
    /// Line and column as V8 wrote them.
    pub raw_position: [i64; 2],
    /// Where the function was written, by the source map of the script.
    pub original: CpuOriginal,
    /// What the function is called there; null where the source map does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_name: Option<String>,
}
