//! Sampled stacks on their way into another program's form.

use crate::{CpuPlace, UnitName};

/// Stacks as one tree: rows in the order of a walk, siblings with the largest first.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuStacks {
    /// What was read.
    pub name: String,
    /// What the amounts are in.
    pub unit: UnitName,
    /// Everything that was sampled: the sum of what each row has itself.
    pub sampled: i64,
    /// The rows.
    pub rows: Vec<CpuStackRow>,
}

/// A call in a tree of stacks.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuStackRow {
    /// How far in, 0 at the foot of the stack.
    pub depth: u32,
    /// The function's name; empty where it has none.
    pub name: String,
    /// Where it begins.
    pub place: CpuPlace,
    /// What kind of code it is: `script`, `package`, `native`, `node`, `extension`, `no script`, or
    /// `engine`.
    pub category: String,
    /// In the function itself.
    pub own: i64,
    /// With what is above it on the stack.
    pub total: i64,
}
