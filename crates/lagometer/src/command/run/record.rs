//! The documents of a run that come from the round loop itself.

use crate::cli::KeepTraces;
use crate::command::run::preparation::Preparation;
use crate::problem::Problem;
use lagometer_analyze::TraceOptions;
use lagometer_metric::Reason;
use lagometer_record::{RunFolder, UnixTime, layout};
use lagometer_report::version::Document;
use lagometer_report::{
    Absence, Failure, Outcome, RecordDocument, RecordFiles, RecordOptions, RoundDocument, RoundEntry,
    RoundRole, RoundState, ScenarioReference, StateReason, SummaryDocument,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

/// The time.
pub fn now() -> Result<UnixTime, Problem> {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_err(|_| {
            Problem::run_failed("the clock shows a time before 1970").hint("set the machine's clock")
        })?;
    UnixTime::new(since.as_secs()).map_err(Problem::from)
}

/// The record that lies on disk while a run is under way. It says `interrupted`, since that is what
/// the run is if this process is killed.
pub fn provisional(preparation: &Preparation) -> RecordDocument {
    RecordDocument {
        kind: RecordDocument::KIND.to_owned(),
        format_version: RecordDocument::VERSION,
        // The store sets id, start and the file of the scenario.
        id: String::new(),
        started_at: String::new(),
        ended_at: String::new(),
        outcome: Outcome::Interrupted,
        failure: None,
        scenario: ScenarioReference {
            name: preparation.scenario.name.clone(),
            file: String::new(),
            sha256: preparation.scenario_sha256.clone(),
            url: preparation.url.clone(),
        },
        data_sha256: preparation.data_sha256.clone(),
        source: preparation.source.clone(),
        options: RecordOptions {
            rounds: preparation.rounds,
            warmup: preparation.warmup,
            slice_us: TraceOptions::SLICE.0,
            long_task_us: TraceOptions::LONG_TASK.0,
        },
        environment: None,
        absent: absent(preparation),
        rounds: Vec::new(),
        diagnosis: None,
        files: RecordFiles {
            summary: None,
            report: None,
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

/// Why something of the record is null.
fn absent(preparation: &Preparation) -> BTreeMap<String, Absence> {
    let dirty = preparation.source.as_ref().and_then(|source| source.dirty);
    let fields = [
        (
            "data_sha256",
            preparation.data_sha256.is_some(),
            "the scenario has neither `serve` nor `data`: what a server gives is not hashed",
        ),
        (
            "scenario.url",
            preparation.url.is_some(),
            "none was given: the scenario's own address was measured",
        ),
        (
            "source",
            preparation.source.is_some(),
            "no commit of a git repository around the scenario",
        ),
        (
            "source.dirty",
            preparation.source.is_none() || dirty.is_some(),
            "whether files differ from the commit is not known without hashing them all",
        ),
    ];
    let unknown = fields.into_iter().filter(|(_, is_known, _)| !is_known);
    unknown
        .map(|(field, _, detail)| (field.to_owned(), Absence::new(Reason::NotRecorded, detail)))
        .collect()
}

/// A round's line in the record; files that are not there are not named.
pub fn entry(folder: &RunFolder, round: &RoundDocument) -> RoundEntry {
    let there = |file: String| folder.path().join(&file).is_file().then_some(file);
    RoundEntry {
        number: round.number,
        variant: round.variant.clone(),
        role: round.role,
        state: round.state,
        reasons: round.reasons.clone(),
        round: layout::round(round.number),
        trace: there(layout::trace(round.number)),
        samples: there(layout::samples(round.number)),
    }
}

/// A failure whose texts name the files of the run relative to its folder, as the rest of a record
/// does.
pub fn relative(failure: Failure, folder: &Path) -> Failure {
    let folder = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    let relative = |text: String| text.replace(&folder, "");
    Failure {
        code: failure.code,
        text: relative(failure.text),
        place: failure.place.map(relative),
        hint: failure.hint.map(relative),
    }
}

/// A round that ended with an error: it has no numbers.
pub fn failed_round(
    number: u32,
    variant: &str,
    role: RoundRole,
    error: &lagometer_measure::Error,
    folder: &Path,
) -> RoundDocument {
    let failure = relative(error.to_failure(), folder);
    RoundDocument {
        kind: RoundDocument::KIND.to_owned(),
        format_version: RoundDocument::VERSION,
        number,
        variant: variant.to_owned(),
        role,
        state: RoundState::Failed,
        reasons: vec![StateReason {
            invalidates: Some(true),
            code: failure.code.clone(),
            text: failure.text.clone(),
            amount_us: None,
        }],
        failure: Some(failure),
        capture: None,
        clock: None,
        analysis: None,
        diagnostics: Vec::new(),
    }
}

/// A round whose trace cannot be read: it ran, but has no numbers.
pub fn unreadable_round(
    number: u32,
    variant: &str,
    role: RoundRole,
    error: &lagometer_analyze::Error,
) -> RoundDocument {
    let place = error.place().map(|place| format!(", at {place}"));
    RoundDocument {
        kind: RoundDocument::KIND.to_owned(),
        format_version: RoundDocument::VERSION,
        number,
        variant: variant.to_owned(),
        role,
        state: RoundState::Invalid,
        reasons: vec![StateReason {
            invalidates: Some(true),
            code: "trace-unreadable".to_owned(),
            text: format!("{}{}", error.what(), place.as_deref().unwrap_or("")),
            amount_us: None,
        }],
        failure: None,
        capture: None,
        clock: None,
        analysis: None,
        diagnostics: Vec::new(),
    }
}

/// Takes the traces out of the record that are not kept; gives back their files.
pub fn drop_traces(
    record: &mut RecordDocument,
    keep: KeepTraces,
    summary: Option<&SummaryDocument>,
    variant: &str,
) -> Vec<String> {
    let median = summary
        .and_then(|summary| summary.variants.get(variant))
        .and_then(|variant| variant.series_round);
    let rounds = record.rounds.iter_mut().filter(|round| match keep {
        KeepTraces::All => false,
        KeepTraces::Median => Some(round.number) != median,
        KeepTraces::None => true,
    });
    let dropped = rounds.filter_map(|round| round.trace.take());
    let of_diagnosis = record.diagnosis.iter_mut().filter(|_| keep == KeepTraces::None);
    dropped
        .chain(of_diagnosis.filter_map(|round| round.trace.take()))
        .collect()
}

#[cfg(test)]
mod tests;
