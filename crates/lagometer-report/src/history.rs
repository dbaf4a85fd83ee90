//! What `lagometer history` answers: the runs of a results folder.

use crate::version::Document;
use crate::{Diagnostic, Failure, Outcome, RunValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The runs of a results folder, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryDocument {
    /// `history`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// How many runs there are that were asked for.
    pub total: u64,
    /// How many of them are listed: the newest.
    pub listed: u64,
    /// The runs.
    pub runs: Vec<HistoryRun>,
    /// What lies among the runs and cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryRun {
    /// The run's id.
    pub id: String,
    /// `record.json`, relative to the results folder.
    pub record: String,
    /// When it started.
    pub started_at: String,
    /// The scenario's name.
    pub scenario: String,
    /// SHA-256 over what the scenario means: runs with another one measured something else.
    pub scenario_sha256: String,
    /// How it ended.
    pub outcome: Outcome,
    /// What failed, where something did.
    pub failure: Option<Failure>,
    /// How many valid rounds.
    pub rounds: u32,
    /// The browser; null where it never started.
    pub browser: Option<String>,
    /// What became of its budgets.
    pub budgets: BudgetCounts,
    /// The values that say most, by id: main-thread CPU time, total blocking time, the median of the
    /// first user timing, growth of the JS heap. Empty where the run has no numbers.
    pub metrics: BTreeMap<String, RunValue>,
}

/// How many budgets ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetCounts {
    /// Met.
    pub met: u32,
    /// Not met.
    pub exceeded: u32,
    /// Neither, because the value is absent.
    pub not_judged: u32,
}

impl Document for HistoryDocument {
    const KIND: &'static str = "history";
    const VERSION: u32 = 1;
}
