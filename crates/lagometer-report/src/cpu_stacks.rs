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

/// The samples of one profile in the order of time, on their way into another program's form.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuTimeline {
    /// What was read.
    pub name: String,
    /// The functions.
    pub functions: Vec<CpuTimelineFunction>,
    /// The calls, every one after its caller.
    pub calls: Vec<CpuTimelineCall>,
    /// The samples, in order of time.
    pub samples: Vec<CpuTimelineSample>,
    /// Where the last one ends.
    pub end_us: i64,
}

/// A function of a [`CpuTimeline`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuTimelineFunction {
    /// Its name; empty where it has none.
    pub name: String,
    /// Where it begins.
    pub place: CpuPlace,
    /// What kind of code it is, as in [`CpuStackRow`].
    pub category: String,
}

/// A call of a [`CpuTimeline`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuTimelineCall {
    /// The number of the call that it stands in; absent at the foot.
    pub caller: Option<u32>,
    /// The number of the function.
    pub function: u32,
    /// Lines, and how many samples each has.
    pub lines: Vec<(u32, u64)>,
}

/// A sample of a [`CpuTimeline`]; it lasts until the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuTimelineSample {
    /// When, in microseconds after the first one.
    pub start_us: i64,
    /// The number of the call.
    pub call: u32,
}

/// Stacks of two sides as one tree, rows in the order of a walk: a call is one row if its function and
/// all below it are the same on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuDiffStacks {
    /// What was read of each side.
    pub base: String,
    /// What was read of each side.
    pub head: String,
    /// What the amounts are in.
    pub unit: UnitName,
    /// What a file of the base has on average.
    pub base_sampled: i64,
    /// What a file of the head has on average.
    pub head_sampled: i64,
    /// The rows.
    pub rows: Vec<CpuDiffStackRow>,
}

/// A call on both sides; amounts are means over the files of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuDiffStackRow {
    /// How far in, 0 at the foot of the stack.
    pub depth: u32,
    /// The function's name; empty where it has none.
    pub name: String,
    /// Where it begins; in the head where it is there.
    pub place: CpuPlace,
    /// In the function itself, in the base.
    pub base_own: i64,
    /// With what is above it on the stack, in the base.
    pub base_total: i64,
    /// In the function itself, in the head.
    pub head_own: i64,
    /// With what is above it on the stack, in the head.
    pub head_total: i64,
    /// The larger of both by function, added up: how wide it is drawn.
    pub width: i64,
}
