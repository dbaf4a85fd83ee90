//! What `lagometer cpu diff` answers.

use crate::{CpuInput, CpuPlace, CpuWindow, Diagnostic, RawNumber, UnitName, Value};
use serde::Serialize;

/// The answer of `lagometer cpu diff`: `{"kind": "cpu-diff", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDiffDocument {
    /// `cpu-diff`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// The files of the base, in the order given.
    pub base: Vec<CpuDiffInput>,
    /// The files of the head, in the order given.
    pub head: Vec<CpuDiffInput>,
    /// What was asked for.
    pub options: CpuDiffOptions,
    /// `us`, or `bytes` of sampling heap profiles.
    pub unit: UnitName,
    /// All sampled time but idle time.
    pub active: CpuChange,
    /// How many rows there are.
    pub total: u64,
    /// How many of them are listed; all of them in JSON.
    pub listed: u64,
    /// The rows, the largest change first.
    pub rows: Vec<CpuDiffRow>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDiffInput {
    /// The file.
    pub input: CpuInput,
    /// The threads whose samples are in the numbers; empty where the file names none.
    pub threads: Vec<String>,
    /// How many samples these have; null where the file does not tell.
    pub samples: Option<u64>,
    /// The stretch of time that is looked at; null for all of it.
    pub window: Option<CpuWindow>,
}

/// What was asked for, where it changes numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDiffOptions {
    /// What a row is: `function`, `file`, `package`, `domain` or `category`.
    pub by: String,
    /// By which rules samples get their time: `lagometer` or `devtools`.
    pub rules: String,
    /// Only samples with a function like this on their stack.
    pub focus: Option<String>,
    /// Only samples without a function like this on their stack.
    pub ignore: Option<String>,
    /// Functions like this belong to their callers.
    pub hide: Option<String>,
}

/// A function or a group on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDiffRow {
    /// Its place in the order, from 1 on.
    pub rank: u64,
    /// The name; empty for functions without one.
    pub name: String,
    /// How many functions of this name in this file the row is: more than one where lines moved and
    /// nothing tells which is which.
    pub functions: u64,
    /// Where it begins in the base; null where it is not there, or where it is no single function.
    pub base_place: Option<CpuPlace>,
    /// The same in the head.
    pub head_place: Option<CpuPlace>,
    /// Its own time, or bytes.
    #[serde(rename = "self")]
    pub own: CpuChange,
    /// `more`, `less`, `new`, `gone`: beyond the noise. `within-noise`: nothing is claimed.
    /// `not-judged`: one side is a single profile, so noise is not known.
    pub verdict: String,
}

/// A number on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuChange {
    /// The base.
    pub base: CpuDiffAmount,
    /// The head.
    pub head: CpuDiffAmount,
    /// Head less base, of the medians.
    pub change: RawNumber,
    /// The same as a part of the base.
    pub relative: Value,
    /// The largest of: both sides' max - min, and twice the standard error of both sides' samples. Null
    /// where neither is known.
    pub noise: Value,
}

/// A number of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuDiffAmount {
    /// The median over the files.
    pub median: RawNumber,
    /// Of each file.
    pub values: Vec<RawNumber>,
    /// The samples of all files; null where a file does not tell.
    pub samples: Option<u64>,
}
