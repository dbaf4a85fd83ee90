use super::{drop_traces, failed_round};
use crate::cli::KeepTraces;
use lagometer_measure::{Error, ErrorKind};
use lagometer_report::version::Document;
use lagometer_report::{
    Outcome, RecordDocument, RecordFiles, RecordOptions, RoundEntry, RoundRole, RoundState,
    ScenarioReference, SummaryDocument,
};
use std::path::Path;

fn record() -> RecordDocument {
    let entry = |number: u32| RoundEntry {
        number,
        variant: "head".to_owned(),
        role: RoundRole::Measured,
        state: RoundState::Valid,
        reasons: Vec::new(),
        round: format!("rounds/{number:03}/round.json"),
        trace: (number != 2).then(|| format!("rounds/{number:03}/trace.json.gz")),
        samples: None,
    };
    RecordDocument {
        diagnosis: None,
        kind: RecordDocument::KIND.to_owned(),
        format_version: RecordDocument::VERSION,
        id: "2026-11-30-090000-grid".to_owned(),
        started_at: "2026-11-30T09:00:00Z".to_owned(),
        ended_at: "2026-11-30T09:00:10Z".to_owned(),
        outcome: Outcome::Complete,
        failure: None,
        scenario: ScenarioReference {
            name: "grid".to_owned(),
            file: "scenario.yaml".to_owned(),
            sha256: String::new(),
            url: None,
        },
        data_sha256: None,
        source: None,
        options: RecordOptions {
            rounds: 4,
            warmup: 0,
            slice_us: 200_000,
            long_task_us: 50_000,
        },
        environment: None,
        absent: std::collections::BTreeMap::new(),
        rounds: (1..=4).map(entry).collect(),
        files: RecordFiles {
            summary: None,
            report: None,
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

fn summary(series_round: Option<u32>) -> SummaryDocument {
    let error = Error::from(ErrorKind::RendererCrashed);
    let round = failed_round(1, "head", RoundRole::Measured, &error, Path::new("runs/a"));
    let mut summary = lagometer_compare::summarise("2026-11-30-090000-grid", &[round], &[]);
    let head = summary
        .variants
        .get_mut("head")
        .expect("the variant of the round");
    head.series_round = series_round;
    summary
}

#[test]
fn traces_are_kept_as_asked_and_the_record_names_those_only() {
    let check = |keep: KeepTraces, series_round: Option<u32>, kept: &[u32]| {
        let mut record = record();
        let dropped = drop_traces(&mut record, keep, Some(&summary(series_round)), "head");
        let named: Vec<u32> = record
            .rounds
            .iter()
            .filter(|round| round.trace.is_some())
            .map(|round| round.number)
            .collect();
        assert_eq!(named, kept, "{keep:?}");
        // Round 2 has no trace, so there is none to drop.
        assert_eq!(dropped.len() + kept.len(), 3, "{keep:?}");
    };
    check(KeepTraces::All, Some(3), &[1, 3, 4]);
    check(KeepTraces::Median, Some(3), &[3]);
    check(KeepTraces::Median, None, &[]);
    check(KeepTraces::None, Some(3), &[]);
}

#[test]
fn a_failure_names_files_relative_to_the_run() {
    let error = Error::from(ErrorKind::FolderNotWritable {
        path: "/srv/results/runs/a/rounds/001/trace.json.gz.tmp".into(),
        message: "disk full".to_owned(),
    });
    let round = failed_round(
        1,
        "head",
        RoundRole::Measured,
        &error,
        Path::new("/srv/results/runs/a"),
    );
    let text = "failed to write `rounds/001/trace.json.gz.tmp`: disk full";
    assert_eq!(round.failure.map(|failure| failure.text).as_deref(), Some(text));
    assert_eq!(round.reasons[0].text, text);
}
