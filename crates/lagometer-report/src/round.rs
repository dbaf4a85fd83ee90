//! `round.json`: one round.

use crate::version::Document;
use crate::{Analysis, Capture, Diagnostic, Failure, Value};
use serde::{Deserialize, Serialize};

/// One round: its state, and the numbers of its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundDocument {
    /// `round`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// Counts from 1 over the whole run, warm-ups included.
    pub number: u32,
    /// The variant; a plain run has the one variant `head`.
    pub variant: String,
    /// Warm-up or measured.
    pub role: RoundRole,
    /// Whether its numbers count.
    pub state: RoundState,
    /// Why it is not valid, or what is to be known about it.
    pub reasons: Vec<StateReason>,
    /// What failed.
    pub failure: Option<Failure>,
    /// Whether the browser kept all events; null for a round without a trace.
    pub capture: Option<Capture>,
    /// The agreement of the clocks; null for a round without a trace.
    pub clock: Option<Clock>,
    /// The window and its numbers; null where there are none.
    pub analysis: Option<Analysis>,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a round is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoundRole {
    /// Dropped.
    Warmup,
    /// Counted.
    Measured,
}

/// Whether a round's numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoundState {
    /// They do.
    Valid,
    /// They do not: the reasons say why.
    Invalid,
    /// The round ended with an error.
    Failed,
}

/// A reason in a round's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateReason {
    /// A stable code: `mark-missing`, `data-loss`, `not-visible`, `slow-trace-start`,
    /// `clock-disagrees`, `page-not-in-trace`, `contention`, `high-contention`.
    pub code: String,
    /// In words.
    pub text: String,
    /// How long, where the words are about a length of time: it stands behind them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub amount_us: Option<i64>,
    /// Whether the round's numbers do not count because of it; else it is only to be known. Null in
    /// documents of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub invalidates: Option<bool>,
}

impl StateReason {
    /// Whether it is only to be known, and no reason why a round does not count.
    pub fn is_note(&self) -> bool {
        self.invalidates == Some(false)
    }
}

/// How well the marks in the trace agree with the browser's own clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// By how much a mark lies outside the two readings around it; zero where it lies between.
    pub disagreement: Value,
    /// The readings' distance around the begin mark: how sharp that check is.
    pub begin_bracket: Value,
    /// The same around the end mark.
    pub end_bracket: Value,
}

impl Document for RoundDocument {
    const KIND: &'static str = "round";
    const VERSION: u32 = 1;
}
