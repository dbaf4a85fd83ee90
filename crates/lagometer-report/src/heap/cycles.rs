//! What `lagometer heap cycles` answers.

use crate::{Diagnostic, HeapEdgeList, HeapInput, HeapObject, HeapRemark};
use serde::Serialize;

/// The answer of `lagometer heap cycles`: `{"kind": "heap-cycles", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapCyclesDocument {
    /// `heap-cycles`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// How many groups were passed over first.
    pub skip: u64,
    /// How many groups of objects there are that lead to each other.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// Whether all of them are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The groups, the largest first.
    pub cycles: Vec<HeapCycle>,
    /// Objects with an edge to themselves.
    pub self_references: HeapEdgeList,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// Objects each of which leads to all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapCycle {
    /// Its place in the order, from 1.
    pub rank: u64,
    /// How many objects.
    pub nodes: u64,
    /// Their own bytes together.
    pub shallow_bytes: u64,
    /// Whether they are reachable.
    pub reachable: bool,
    /// Those of them that retain most, up to five.
    pub largest: Vec<HeapObject>,
}
