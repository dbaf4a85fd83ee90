//! Documents that the tests of this crate write.

use crate::UnixTime;
use lagometer_report::version::Document;
use lagometer_report::{
    Outcome, RecordDocument, RecordFiles, RecordOptions, RoundDocument, RoundEntry, RoundRole, RoundState,
    SamplesDocument, ScenarioReference, SummaryDocument, TraceCapture,
};
use std::collections::BTreeMap;

pub(crate) const NOVEMBER: u64 = 1_795_962_612;

pub(crate) fn time(seconds: u64) -> UnixTime {
    UnixTime::new(seconds).expect("before the year 10000")
}

/// A record before its run has begun.
pub(crate) fn record(name: &str) -> RecordDocument {
    RecordDocument {
        diagnosis: None,
        kind: RecordDocument::KIND.to_owned(),
        format_version: RecordDocument::VERSION,
        id: String::new(),
        started_at: String::new(),
        ended_at: String::new(),
        outcome: Outcome::Interrupted,
        failure: None,
        scenario: ScenarioReference {
            name: name.to_owned(),
            file: String::new(),
            sha256: "00".repeat(32),
            url: None,
        },
        data_sha256: None,
        source: None,
        options: RecordOptions {
            rounds: 10,
            warmup: 2,
            slice_us: 200_000,
            long_task_us: 50_000,
        },
        environment: None,
        absent: std::collections::BTreeMap::new(),
        rounds: Vec::new(),
        files: RecordFiles {
            summary: None,
            report: None,
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

pub(crate) fn entry(number: u32, role: RoundRole, state: RoundState) -> RoundEntry {
    RoundEntry {
        number,
        variant: "head".to_owned(),
        role,
        state,
        reasons: Vec::new(),
        round: crate::layout::round(number),
        trace: None,
        samples: None,
    }
}

pub(crate) fn round(number: u32) -> RoundDocument {
    RoundDocument {
        kind: RoundDocument::KIND.to_owned(),
        format_version: RoundDocument::VERSION,
        number,
        variant: "head".to_owned(),
        role: RoundRole::Measured,
        state: RoundState::Valid,
        reasons: Vec::new(),
        failure: None,
        capture: None,
        clock: None,
        analysis: None,
        diagnostics: Vec::new(),
    }
}

pub(crate) fn samples() -> SamplesDocument {
    SamplesDocument {
        kind: SamplesDocument::KIND.to_owned(),
        format_version: SamplesDocument::VERSION,
        begin_mark: "lagometer:begin:grid".to_owned(),
        end_mark: "lagometer:end:grid".to_owned(),
        actions_end_mark: "lagometer:actions-end:grid".to_owned(),
        frame_id: "F".to_owned(),
        refresh_hz: Some(60.0),
        counters: Vec::new(),
        processes: Vec::new(),
        settled_heap: Vec::new(),
        page: Vec::new(),
        capture: TraceCapture {
            categories: Vec::new(),
            start_us: 1,
            data_loss: false,
            bytes: 2,
        },
        driver_probes: 0,
        saved: BTreeMap::new(),
        saved_units: BTreeMap::new(),
    }
}

pub(crate) fn summary(run: &str) -> SummaryDocument {
    SummaryDocument {
        hotspots: None,
        snapshots: Vec::new(),
        other_heaps: Vec::new(),
        kind: SummaryDocument::KIND.to_owned(),
        format_version: SummaryDocument::VERSION,
        run: run.to_owned(),
        rule_versions: BTreeMap::new(),
        variants: BTreeMap::new(),
        budgets: Vec::new(),
        diagnostics: Vec::new(),
    }
}
