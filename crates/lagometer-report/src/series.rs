//! A value over time, in equal steps.

use crate::RawNumber;
use crate::value::UnitName;
use serde::{Deserialize, Serialize};

/// A value at the end of every step of the window, or over it; what it is, its metric says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// The unit.
    pub unit: UnitName,
    /// Where the first step starts, after the start of the window.
    pub start_us: i64,
    /// The length of a step; the last may be shorter.
    pub step_us: i64,
    /// One a step; null where absent.
    pub values: Vec<Option<RawNumber>>,
    /// Why values are absent: `[from, to)` in steps.
    pub absent: Vec<AbsentRange>,
}

/// Steps without a value, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AbsentRange {
    /// The first step without a value.
    pub from: usize,
    /// The first one with a value again.
    pub to: usize,
    /// The stable code.
    pub reason: String,
}
