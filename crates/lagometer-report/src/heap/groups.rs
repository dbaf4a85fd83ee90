//! What `lagometer heap groups` answers.

use crate::{Diagnostic, HeapCount, HeapInput, HeapPlace, HeapRemark, Value};
use serde::Serialize;

/// The answer of `lagometer heap groups`: `{"kind": "heap-groups", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapGroupsDocument {
    /// `heap-groups`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: HeapInput,
    /// The rules of what retains.
    pub rules: String,
    /// All objects.
    pub all: HeapCount,
    /// Those in groups of the page.
    pub page: HeapCount,
    /// Those in groups of the engine.
    pub engine: HeapCount,
    /// What was asked for.
    pub options: HeapGroupsOptions,
    /// How many groups there are of what was asked for.
    pub total: u64,
    /// How many of them are listed.
    pub listed: u64,
    /// Whether all of them are.
    pub complete: bool,
    /// Why not: `rows`, `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The groups.
    pub groups: Vec<HeapGroup>,
    /// What the numbers do not mean.
    pub remarks: Vec<HeapRemark>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// Which groups were asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapGroupsOptions {
    /// `retained`, `shallow`, `count`, `largest`, `name`.
    pub sort: String,
    /// How many groups were passed over first.
    pub skip: u64,
    /// How many were to be listed at most.
    pub rows: u64,
    /// Whether the groups of the engine are among them.
    pub engine: bool,
    /// Whether objects of different places are in different groups.
    pub by_location: bool,
    /// Only groups of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_kind: Option<String>,
    /// Only groups with this in their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Objects of the same kind and name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapGroup {
    /// Its place in the order, from 1.
    pub rank: u64,
    /// V8's word for the kind.
    pub kind: String,
    /// The name; null where the objects have values for names and share the kind alone.
    pub name: Option<String>,
    /// Where all members stand that stand anywhere, if that is one place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<HeapPlace>,
    /// Whether the engine made them and not the page.
    pub engine: bool,
    /// How many members.
    pub count: u64,
    /// How many of them are reachable.
    pub reachable: u64,
    /// Their own bytes together.
    pub shallow_bytes: u64,
    /// The most that a single member retains.
    pub largest: Value,
    /// The id of that member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_id: Option<String>,
    /// The bytes that would go if all members went: exact.
    pub group_retained: Value,
}
