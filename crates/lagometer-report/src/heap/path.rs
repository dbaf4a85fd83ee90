//! What `lagometer heap path` and `paths` answer.

use crate::{Diagnostic, HeapEdge, HeapInput, HeapObject, HeapRemark};
use serde::Serialize;

/// The answer of `lagometer heap path`: `{"kind": "heap-path", ...}`, and of `paths`: `heap-paths`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapPathsDocument {
    /// `heap-path` or `heap-paths`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// The object at the end of every path.
    pub object: HeapObject,
    /// The paths, shortest first; none for an object that is not reachable.
    pub paths: Vec<HeapPath>,
    /// Whether these are all: of `path`, whether the one is shown whole.
    pub complete: bool,
    /// Why not: `paths`, `depth`, `edges`, `queue`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// How many edges were looked at.
    pub edges_inspected: u64,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// A path from the root.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapPath {
    /// How many edges it has, whether they are listed or not.
    pub edges: u64,
    /// How many objects in its middle are not listed.
    pub left_out: u64,
    /// The objects on it, the root first.
    pub steps: Vec<HeapPathStep>,
}

/// An object on a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapPathStep {
    /// The object.
    pub object: HeapObject,
    /// The edge by which the one before holds it; the root has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<HeapEdge>,
}
