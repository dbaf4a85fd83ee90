//! What `lagometer heap objects`, `detached`, `object` and `dominators` answer.

use crate::{Diagnostic, HeapEdge, HeapFrame, HeapInput, HeapObject, HeapRemark};
use serde::Serialize;

/// The answer of `lagometer heap objects`: `{"kind": "heap-objects", ...}`, and of `detached`:
/// `heap-detached`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapObjectsDocument {
    /// `heap-objects` or `heap-detached`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// `retained`, `shallow`, `distance`, `id`, `name`.
    pub sort: String,
    /// How many objects were passed over first.
    pub skip: u64,
    /// How many objects there are of what was asked for.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// Whether all of them are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The objects.
    pub objects: Vec<HeapObjectRow>,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// An object of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapObjectRow {
    /// Its place in the order, from 1.
    pub rank: u64,
    /// The object.
    pub object: HeapObject,
    /// Of a detached object: the last object on the shortest path to it that is not detached, and its
    /// edge on that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<HeapEdgeRow>,
}

/// The answer of `lagometer heap object`: `{"kind": "heap-object", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapObjectDocument {
    /// `heap-object`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// The object.
    pub object: HeapObject,
    /// The nearest object that every path to it passes; null for the root and what is not reachable.
    pub dominator: Option<HeapObject>,
    /// Why it has none: `root`, `unreachable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dominator_reason: Option<String>,
    /// Its edges, in the order of the file.
    pub edges: HeapEdgeList,
    /// The edges of others to it.
    pub retainers: HeapEdgeList,
    /// Where it was made.
    pub allocation: HeapAllocation,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// Some edges.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapEdgeList {
    /// How many were passed over first.
    pub skip: u64,
    /// How many there are.
    pub total: u64,
    /// How many are listed.
    pub listed: u64,
    /// Whether all are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The edges, each with the object at its other end.
    pub rows: Vec<HeapEdgeRow>,
}

/// An edge, and the object at one of its ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapEdgeRow {
    /// The edge.
    pub edge: HeapEdge,
    /// The object.
    pub object: HeapObject,
}

/// Where an object was made, or why that is not known.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapAllocation {
    /// The calls, from where it was made to the outermost caller; null where there is no record.
    pub stack: Option<Vec<HeapFrame>>,
    /// Why there is none: `not-recorded` where nothing was recorded in this file, `no-record` where
    /// something was, but not of this object, `text` where its names are longer than an answer may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The answer of `lagometer heap dominators`: `{"kind": "heap-dominators", ...}`. `own_bytes`, what
/// the listed objects retain and `rest` add up to what the object retains.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapDominatorsDocument {
    /// `heap-dominators`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// The object.
    pub object: HeapObject,
    /// Its own bytes.
    pub own_bytes: u64,
    /// How many objects were passed over first.
    pub skip: u64,
    /// How many objects it dominates directly.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// Whether all of them are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The objects that it dominates directly, what retains most first.
    pub objects: Vec<HeapObjectRow>,
    /// What those that are not listed retain together.
    pub rest_bytes: u64,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}
