//! What `lagometer heap summary` answers.

use crate::{Diagnostic, HeapInput, HeapRemark, Value};
use serde::Serialize;

/// The answer of `lagometer heap summary`: `{"kind": "heap-summary", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapSummaryDocument {
    /// `heap-summary`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// How many objects.
    pub nodes: u64,
    /// How many edges.
    pub edges: u64,
    /// The objects' own bytes together.
    pub shallow_bytes: u64,
    /// What a path of retaining edges leads to.
    pub reachable: HeapCount,
    /// What none leads to.
    pub unreachable: HeapUnreachable,
    /// Every kind of object that there is, the largest first.
    pub by_kind: Vec<HeapKind>,
    /// The root.
    pub root: HeapRoot,
    /// What belongs to a document and is not in it.
    pub detached: HeapDetachedCount,
    /// Edges that stand for a key and a value in a weak map; taken as ordinary ones.
    pub weakmap_pair_edges: u64,
    /// The pairs of a key and a value that they stand for.
    pub weakmap_pairs: u64,
    /// Edges of objects to themselves; they retain nothing.
    pub self_edges: u64,
    /// Memory outside the heap, which the file tells of in one number.
    pub extra_native: Value,
    /// What else the file holds.
    pub parts: HeapParts,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many objects, and how large.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapCount {
    /// How many.
    pub nodes: u64,
    /// Their own bytes together.
    pub bytes: u64,
}

/// Objects that nothing leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapUnreachable {
    /// How many.
    pub nodes: u64,
    /// Their own bytes together.
    pub bytes: u64,
    /// Always absent: what is not reachable retains nothing.
    pub retained: Value,
}

/// All objects of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapKind {
    /// V8's word for the kind.
    pub kind: String,
    /// How many.
    pub nodes: u64,
    /// Their own bytes together.
    pub bytes: u64,
}

/// The root.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapRoot {
    /// Its id.
    pub id: String,
    /// Everything that is reachable.
    pub retained: Value,
}

/// Objects that belong to a document and are not in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapDetachedCount {
    /// How many.
    pub nodes: Value,
    /// Their own bytes together.
    pub bytes: Value,
    /// The bytes that would go if all of them went.
    pub group_retained: Value,
}

/// What a file holds beside objects and edges. What it has no list of is absent; an empty list is 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapParts {
    /// Entries of the table of strings.
    pub strings: u64,
    /// Objects with a place in the sources.
    pub locations: u64,
    /// Scopes of functions.
    pub scopes: Value,
    /// Variables that scopes keep for the functions in them.
    pub scope_context_vars: Value,
    /// Uses of such variables in other scopes.
    pub scope_uses: Value,
    /// How often the heap was looked at while recording: more than 0 in a recording over time.
    pub samples: Value,
    /// From the first time to the last.
    pub sampled: Value,
    /// Functions in the record of allocations; 0 where nothing was recorded.
    pub allocation_functions: u64,
    /// Calls in it, each a place in a stack.
    pub allocation_calls: u64,
}
