//! `record.json`: one run; and `records.json`: the index over them.

use crate::version::Document;
use crate::{Absence, CapturedOtherHeap, Environment, RoundRole, RoundState, StateReason, Value};
use lagometer_metric::{Measured, Reason, Unit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One run: when, what, under which conditions, with what outcome. Paths are relative to its
/// folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordDocument {
    /// `record`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// The run's id, the name of its folder.
    pub id: String,
    /// When it started, RFC 3339, UTC.
    pub started_at: String,
    /// When it ended.
    pub ended_at: String,
    /// How it ended.
    pub outcome: Outcome,
    /// What failed, where something did.
    pub failure: Option<Failure>,
    /// The scenario that was run.
    pub scenario: ScenarioReference,
    /// SHA-256 over the served folder, where there is one.
    pub data_sha256: Option<String>,
    /// The state of the source tree around the scenario, where there is one.
    pub source: Option<SourceState>,
    /// The options that change numbers.
    pub options: RecordOptions,
    /// The conditions; null where the browser never started.
    pub environment: Option<Environment>,
    /// Why `data_sha256`, `source` or `source.dirty` is null, by this name. Records of before this was kept
    /// have none.
    #[serde(default)]
    pub absent: BTreeMap<String, Absence>,
    /// The rounds, in order.
    pub rounds: Vec<RoundEntry>,
    /// The round with CPU samples that followed them; null where none was begun. It is none of
    /// `rounds`: nothing of it is in any number of the run.
    #[serde(default)]
    pub diagnosis: Option<DiagnosisEntry>,
    /// The other files.
    pub files: RecordFiles,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// All rounds were done.
    Complete,
    /// It ended with an error; finished rounds are kept.
    Failed,
    /// It was interrupted; finished rounds are kept.
    Interrupted,
}

/// What failed, as it was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// A stable code, kebab-case: `page-not-ready`, `no-match`, `browser-died`, ...
    pub code: String,
    /// What is wrong.
    pub text: String,
    /// Where: the place in the scenario, the step, the round.
    pub place: Option<String>,
    /// What to do.
    pub hint: Option<String>,
}

/// The scenario of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioReference {
    /// Its name.
    pub name: String,
    /// Its copy, relative to the record.
    pub file: String,
    /// SHA-256 over what it means, without name, rounds and warmup.
    pub sha256: String,
    /// The address that the command line put in the place of its `url` and `serve`; null where it did
    /// not.
    #[serde(default)]
    pub url: Option<String>,
}

/// The state of a source tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceState {
    /// The commit.
    pub commit: String,
    /// Whether files differ from it; null where that is not known.
    pub dirty: Option<bool>,
}

/// The options that change numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordOptions {
    /// How many rounds were asked for.
    pub rounds: u32,
    /// How many warm-ups.
    pub warmup: u32,
    /// The length of a slice.
    pub slice_us: i64,
    /// From this duration on a task is long.
    pub long_task_us: i64,
}

/// A round in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundEntry {
    /// Counts from 1 over the whole run.
    pub number: u32,
    /// The variant.
    pub variant: String,
    /// Warm-up or measured.
    pub role: RoundRole,
    /// Whether its numbers count.
    pub state: RoundState,
    /// Why not.
    pub reasons: Vec<StateReason>,
    /// `round.json`, relative to the record.
    pub round: String,
    /// The raw trace, relative to the record; null where it was not kept or never written.
    pub trace: Option<String>,
    /// `samples.json`, relative to the record.
    pub samples: Option<String>,
}

/// The round with CPU samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosisEntry {
    /// Counts on from the rounds of the run.
    pub number: u32,
    /// The variant.
    pub variant: String,
    /// Whether what it says holds: the same rules as for a round that counts.
    pub state: RoundState,
    /// Why not.
    pub reasons: Vec<StateReason>,
    /// The raw trace, relative to the record; null where it was not kept or never written.
    pub trace: Option<String>,
    /// `samples.json`, relative to the record.
    pub samples: Option<String>,
    /// What `lagometer cpu` answers of it, relative to the record; null where there is no answer.
    pub cpu: Option<String>,
    /// Scripts, maps and sources of the served folder that the answer rests on.
    pub sources: Vec<KeptSource>,
}

/// A file of a served folder that is kept with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptSource {
    /// The address that it had in the page.
    pub address: String,
    /// The copy, relative to the record.
    pub file: String,
}

/// The other files of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordFiles {
    /// The summary; null where no round is valid.
    pub summary: Option<String>,
    /// The page to look at; null where it was not written.
    #[serde(default)]
    pub report: Option<String>,
    /// Heap snapshots that steps of the scenario took, in their order; they lie in the folder of the pass
    /// that took them, which is no round.
    #[serde(default)]
    pub snapshots: Vec<KeptSnapshot>,
    /// Heaps of the page that are in none of them: of workers, and of frames in processes of their own.
    /// Records of before this was kept have none.
    #[serde(default)]
    pub other_heaps: Vec<CapturedOtherHeap>,
}

/// A heap snapshot of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptSnapshot {
    /// The name that its step gives it.
    pub name: String,
    /// The step: `after step 1`.
    pub step: String,
    /// The file, packed as gzip, relative to the record.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 over it, in hexadecimal.
    pub sha256: String,
    /// The size of the snapshot in it.
    pub text_bytes: u64,
    /// How many nodes the snapshot says that it has.
    pub nodes: Value,
    /// How many edges it says that it has.
    #[serde(default = "edges_of_before")]
    pub edges: Value,
}

fn edges_of_before() -> Value {
    let why = "the record is from before edges were kept";
    Value::new(Measured::absent(Reason::NotRecorded, why), Unit::Count)
}

/// The index over all runs of a results folder; rebuilt from them, never the only place of a fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordsDocument {
    /// `records`.
    pub kind: String,
    /// The version of this form.
    pub format_version: u32,
    /// The runs, by id.
    pub records: Vec<IndexEntry>,
}

/// One run in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexEntry {
    /// The run's id.
    pub id: String,
    /// `record.json`, relative to the index.
    pub record: String,
    /// When it started.
    pub started_at: String,
    /// The scenario's name.
    pub scenario: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The variants.
    pub variants: Vec<String>,
    /// How many valid rounds.
    pub rounds: u32,
}

impl Document for RecordDocument {
    const KIND: &'static str = "record";
    const VERSION: u32 = 1;
}

impl Document for RecordsDocument {
    const KIND: &'static str = "records";
    const VERSION: u32 = 1;
}
