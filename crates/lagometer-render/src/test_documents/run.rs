//! A run: its numbers and its record.

use super::{number, shares, timing};
use lagometer_metric::Unit;
use lagometer_report::scenario::Bound;
use lagometer_report::version::Document;
use lagometer_report::{
    BudgetOutcome, Cpu, Environment, LongTask, Outcome, RawNumber, RecordDocument, RecordFiles,
    RecordOptions, RoundCounts, RoundDocument, RoundEntry, RoundRole, RoundState, RunValue,
    ScenarioReference, SettledHeapReading, StateReason, SummaryDocument, UnitName, Variant, Viewport,
};
use std::collections::BTreeMap;

fn over_rounds(value: f64, min: f64, max: f64, unit: Unit) -> RunValue {
    RunValue {
        value: Some(RawNumber(value)),
        unit: UnitName(unit),
        reason: None,
        detail: None,
        n: 10,
        min: Some(RawNumber(min)),
        max: Some(RawNumber(max)),
        rounds: Vec::new(),
    }
}

/// The numbers of the target text.
fn grid_sort_metrics() -> BTreeMap<String, RunValue> {
    let mut metrics = BTreeMap::new();
    for (id, numbers, unit) in [
        ("busy_rate/mean", [0.2513, 0.2441, 0.2699], Unit::Ratio),
        ("long_task/count", [1.0, 1.0, 1.0], Unit::Count),
        (
            "long_task/max",
            [121_400.0, 118_600.0, 133_000.0],
            Unit::Microseconds,
        ),
        (
            "total_blocking_time",
            [71_400.0, 68_600.0, 83_000.0],
            Unit::Microseconds,
        ),
        (
            "main_thread_cpu_time",
            [141_200.0, 138_000.0, 147_900.0],
            Unit::Microseconds,
        ),
        (
            "user_timing:sort/median",
            [165_200.0, 161_000.0, 178_800.0],
            Unit::Microseconds,
        ),
        (
            "frame_interval/p95",
            [133_400.0, 116_700.0, 150_000.0],
            Unit::Microseconds,
        ),
        ("js_heap/growth", [319_898.0, 294_912.0, 349_798.0], Unit::Bytes),
        ("dom_nodes/growth", [0.0, 0.0, 0.0], Unit::Count),
        ("event_listeners/growth", [0.0, 0.0, 0.0], Unit::Count),
    ] {
        metrics.insert(
            id.to_owned(),
            over_rounds(numbers[0], numbers[1], numbers[2], unit),
        );
    }
    metrics.insert(
        "mean_fps".to_owned(),
        RunValue {
            value: None,
            unit: UnitName(Unit::Hertz),
            reason: Some("not-continuous".to_owned()),
            detail: Some("no frame in 76 % of window".to_owned()),
            n: 0,
            min: None,
            max: None,
            rounds: Vec::new(),
        },
    );
    metrics
}

/// The run of the target text: numbers, and the record that belongs to them.
pub(crate) fn grid_sort() -> (SummaryDocument, RecordDocument) {
    let variant = Variant {
        rounds: RoundCounts {
            measured: 10,
            warmup: 2,
            invalid: 0,
            failed: 0,
        },
        window: over_rounds(671_800.0, 660_000.0, 700_000.0, Unit::Microseconds),
        series_round: Some(7),
        series_round_by: Some("main_thread_cpu_time".to_owned()),
        metrics: grid_sort_metrics(),
        series: BTreeMap::from([("busy_rate".to_owned(), shares(&[0.78, 0.05, 0.04, 0.01]))]),
        series_window_us: Some(671_800),
        long_tasks: vec![LongTask {
            start_us: 6_000,
            duration_us: 121_000,
            inside_us: 121_000,
            cpu: number(104_200.0, Unit::Microseconds),
            inside: vec!["sort".to_owned()],
            work: None,
        }],
        user_timings: vec![timing("sort")],
        series_user_timings: vec![timing("sort")],
        frame_intervals: Vec::new(),
        frame_intervals_total: 0,
        marks: Vec::new(),
        marks_total: 0,
        interactions: Vec::new(),
        settled_heap: Vec::new(),
    };
    let summary = SummaryDocument {
        hotspots: None,
        snapshots: Vec::new(),
        other_heaps: Vec::new(),
        kind: "summary".to_owned(),
        format_version: 1,
        run: "2026-11-29-143012-grid-sort".to_owned(),
        rule_versions: BTreeMap::new(),
        variants: BTreeMap::from([("head".to_owned(), variant)]),
        budgets: Vec::new(),
        diagnostics: Vec::new(),
    };
    (summary, record())
}

fn record() -> RecordDocument {
    RecordDocument {
        diagnosis: None,
        kind: "record".to_owned(),
        format_version: 1,
        id: "2026-11-29-143012-grid-sort".to_owned(),
        started_at: "2026-11-29T14:30:12Z".to_owned(),
        ended_at: "2026-11-29T14:30:41Z".to_owned(),
        outcome: Outcome::Complete,
        failure: None,
        scenario: ScenarioReference {
            name: "grid-sort".to_owned(),
            file: "scenario.yaml".to_owned(),
            sha256: "0".repeat(64),
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
        environment: Some(environment()),
        absent: std::collections::BTreeMap::new(),
        rounds: Vec::new(),
        files: RecordFiles {
            summary: Some("summary.json".to_owned()),
            report: Some("report.html".to_owned()),
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

fn environment() -> Environment {
    Environment {
        lagometer: "0.1.0".to_owned(),
        browser: "Chromium 156.0.8078.108".to_owned(),
        v8: "15.6".to_owned(),
        headless: "new".to_owned(),
        flags: Vec::new(),
        os: "linux".to_owned(),
        arch: "x86_64".to_owned(),
        cpu: Cpu {
            model: None,
            cores: Some(2),
        },
        memory_bytes: None,
        gpu: None,
        viewport: Viewport {
            width: 1440,
            height: 900,
            scale: 1.0,
        },
        refresh: number(60.0, Unit::Hertz),
        visibility: None,
        throttling: None,
        cache: None,
        trace_buffer_bytes: None,
        load_1m: None,
        absent: std::collections::BTreeMap::new(),
    }
}

pub(crate) fn round(number: u32, role: RoundRole, state: RoundState, reasons: &[(&str, &str)]) -> RoundEntry {
    RoundEntry {
        number,
        variant: "head".to_owned(),
        role,
        state,
        reasons: reasons
            .iter()
            .map(|(code, text)| StateReason {
                invalidates: None,
                code: (*code).to_owned(),
                text: (*text).to_owned(),
                amount_us: None,
            })
            .collect(),
        round: format!("rounds/{number:03}/round.json"),
        trace: None,
        samples: None,
    }
}

/// The heap over repetitions, in a run that asked for it: it grows by 100 KiB each time.
pub(crate) fn with_settled_heap(variant: &mut Variant) {
    let kib = 1024.0;
    for (statistic, slope) in [("median", 100.0), ("low", 98.5), ("high", 100.0)] {
        let slope = slope * kib;
        variant.metrics.insert(
            format!("heap_slope/{statistic}"),
            over_rounds(slope, slope - kib, slope + kib, Unit::Bytes),
        );
    }
    variant.settled_heap = (1..=8)
        .map(|repetition: u32| SettledHeapReading {
            repetition,
            at_us: 80_000 * i64::from(repetition),
            used_bytes: RawNumber((1_200.0 + 100.0 * f64::from(repetition)) * kib),
            nodes: RawNumber(40.0),
        })
        .collect();
}

/// Budgets of the run: one exceeded, one not reached, one that cannot be judged, two that are met.
pub(crate) fn budgets() -> Vec<BudgetOutcome> {
    let outcome = |metric: &str, bound, limit: f64, unit, value: Option<f64>, met| BudgetOutcome {
        metric: metric.to_owned(),
        bound,
        limit: RawNumber(limit),
        unit: UnitName(unit),
        value: value.map(RawNumber),
        n: if value.is_some() { 10 } else { 0 },
        met,
        reason: None,
        detail: None,
    };
    let time = Unit::Microseconds;
    vec![
        outcome(
            "js_heap/growth",
            Bound::AtMost,
            524_288.0,
            Unit::Bytes,
            Some(319_898.0),
            Some(true),
        ),
        outcome(
            "user_timing:sort/median",
            Bound::AtMost,
            150_000.0,
            time,
            Some(165_200.0),
            Some(false),
        ),
        BudgetOutcome {
            reason: Some("not-recorded".to_owned()),
            detail: Some("no round has a `sotr`; there is `sort`".to_owned()),
            ..outcome(
                "user_timing:sotr/median",
                Bound::AtMost,
                150_000.0,
                time,
                None,
                None,
            )
        },
        outcome(
            "mean_fps",
            Bound::AtLeast,
            55.0,
            Unit::Hertz,
            Some(31.4),
            Some(false),
        ),
        outcome(
            "long_task/count",
            Bound::AtMost,
            3.0,
            Unit::Count,
            Some(1.0),
            Some(true),
        ),
    ]
}

/// A round that counts, without numbers.
pub(crate) fn round_document(number: u32) -> RoundDocument {
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
