//! Every document once, with every field in use: what it looks like, and that it comes back.

use crate::version::{Document, load, store};
use crate::*;
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Reason, Role, Statistic, Unit};
use proptest::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

fn us(value: f64) -> Value {
    Value::new(Measured::Value(value), Unit::Microseconds)
}

fn category_off() -> Value {
    Value::new(
        Measured::absent(Reason::CategoryOff, "disabled-by-default-devtools.timeline.frame"),
        Unit::Microseconds,
    )
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn map<T>(entries: impl IntoIterator<Item = (&'static str, T)>) -> BTreeMap<String, T> {
    entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn diagnostics() -> Vec<Diagnostic> {
    vec![
        Diagnostic {
            code: "open-tasks-at-end".to_owned(),
            count: 6,
            text: "6 tasks were open at the end".to_owned(),
            warning: false,
            byte: None,
            amount_us: None,
        },
        Diagnostic {
            code: "event-without-ts".to_owned(),
            count: 2,
            text: "2 events have no `ts`".to_owned(),
            warning: true,
            byte: Some(48_213_007),
            amount_us: None,
        },
    ]
}

fn failure() -> Failure {
    Failure {
        code: "no-match".to_owned(),
        text: "nothing matched `#sort` in 5 s".to_owned(),
        place: text("grid.yaml:9:9, actions step 1.1, round 6"),
        hint: None,
    }
}

fn long_tasks() -> Vec<LongTask> {
    vec![LongTask {
        start_us: -6_000,
        duration_us: 121_000,
        inside_us: 115_000,
        cpu: us(104_200.0),
        inside: vec!["interaction".to_owned(), "task".to_owned()],
        work: None,
    }]
}

fn interaction() -> Interaction {
    Interaction {
        id: u64::MAX.to_string(),
        pid: 26_410,
        event_type: "keydown".to_owned(),
        start_us: 31_521,
        duration_us: 18_803,
        input_delay_us: Some(2_729),
        processing_us: None,
        presentation_us: None,
        is_inp: true,
        events: vec![InteractionEvent {
            event_type: "keydown".to_owned(),
            start_us: 31_521,
            duration_us: 18_803,
        }],
        work: None,
    }
}

fn user_timings() -> Vec<UserTiming> {
    vec![UserTiming {
        name: "sort".to_owned(),
        samples_us: vec![165_200],
        starts_us: vec![5_900],
        open: 1,
        threw: 0,
        details: Vec::new(),
        open_starts_us: Vec::new(),
    }]
}

fn series() -> BTreeMap<String, Series> {
    let js_heap = Series {
        unit: UnitName(Unit::Bytes),
        start_us: 0,
        step_us: 200_000,
        values: vec![None, Some(RawNumber(5_242_880.0))],
        absent: vec![AbsentRange {
            from: 0,
            to: 1,
            reason: Reason::NoSampleYet.code().to_owned(),
        }],
    };
    map([("js_heap", js_heap)])
}

fn analysis() -> Analysis {
    Analysis {
        window: Window {
            from: "lagometer:begin:grid".to_owned(),
            to: "lagometer:end:grid".to_owned(),
            start_us: 0,
            end_us: 1_399_564,
            origin_ts: "691939199".to_owned(),
            whole_because: None,
        },
        main_thread: MainThread {
            method: text("frame-id"),
            confidence: text("certain"),
            reason: None,
            detail: None,
            task_name: text("RunTask"),
            windows: vec![MainThreadWindow {
                pid: 26_410,
                tid: 26_410,
                start_us: 0,
                end_us: 1_399_564,
            }],
            threads: Vec::new(),
            rejected: vec![RejectedThread {
                pid: 26_386,
                tid: 26_386,
                why: "webui-process".to_owned(),
            }],
        },
        options: AnalysisOptions {
            rules: "lagometer".to_owned(),
            slice_us: 200_000,
            long_task_us: 50_000,
            refresh: Value::new(Measured::Value(60.0), Unit::Hertz),
            refresh_source: text("measured"),
        },
        rule_versions: map([("total_blocking_time", 1), ("frame_interval", 1)]),
        metrics: map([
            ("total_blocking_time", us(677_701.0)),
            ("frame_interval/p95", category_off()),
        ]),
        long_tasks: long_tasks(),
        open_tasks: vec![OpenTask {
            start_us: 1_399_000,
            elapsed_us: 564,
        }],
        user_timings: user_timings(),
        series: series(),
        frame_intervals: Vec::new(),
        frame_intervals_total: 0,
        frames: None,
        marks: Vec::new(),
        marks_total: 0,
        interactions: Vec::new(),
        console: Default::default(),
        memory: Vec::new(),
        settled_heap: Vec::new(),
        loading: Default::default(),
        work: None,
        workers: Vec::new(),
    }
}

fn record() -> RecordDocument {
    RecordDocument {
        diagnosis: None,
        kind: RecordDocument::KIND.to_owned(),
        format_version: RecordDocument::VERSION,
        id: "2026-11-29-143012-grid-sort".to_owned(),
        started_at: "2026-11-29T14:30:12Z".to_owned(),
        ended_at: "2026-11-29T14:30:41Z".to_owned(),
        outcome: Outcome::Failed,
        failure: Some(failure()),
        scenario: ScenarioReference {
            name: "grid-sort".to_owned(),
            file: "scenario.yaml".to_owned(),
            sha256: "00".repeat(32),
            url: None,
        },
        data_sha256: Some("11".repeat(32)),
        source: Some(SourceState {
            commit: "9f31c02".to_owned(),
            dirty: Some(false),
        }),
        options: RecordOptions {
            rounds: 10,
            warmup: 2,
            slice_us: 200_000,
            long_task_us: 50_000,
        },
        environment: Some(environment()),
        absent: std::collections::BTreeMap::new(),
        rounds: vec![RoundEntry {
            number: 3,
            variant: "head".to_owned(),
            role: RoundRole::Measured,
            state: RoundState::Invalid,
            reasons: vec![reason()],
            round: "rounds/003/round.json".to_owned(),
            trace: text("rounds/003/trace.json.gz"),
            samples: text("rounds/003/samples.json"),
        }],
        files: RecordFiles {
            summary: text("summary.json"),
            report: None,
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

fn reason() -> StateReason {
    StateReason {
        invalidates: None,
        code: "mark-missing".to_owned(),
        text: "the end mark is not in the trace".to_owned(),
        amount_us: None,
    }
}

fn environment() -> Environment {
    Environment {
        lagometer: "0.1.0".to_owned(),
        browser: "Chromium 156.0.8078.108".to_owned(),
        v8: "15.6.78".to_owned(),
        headless: "new".to_owned(),
        flags: vec!["--headless=new".to_owned()],
        os: "linux".to_owned(),
        arch: "x86_64".to_owned(),
        cpu: Cpu {
            model: None,
            cores: Some(4),
        },
        memory_bytes: Some(25_769_803_776),
        gpu: text("SwiftShader"),
        viewport: Viewport {
            width: 1_440,
            height: 900,
            scale: 1.0,
        },
        refresh: Value::new(Measured::Value(60.0), Unit::Hertz),
        visibility: None,
        throttling: None,
        cache: None,
        trace_buffer_bytes: None,
        load_1m: Some(0.4),
        absent: std::collections::BTreeMap::new(),
    }
}

fn records() -> RecordsDocument {
    RecordsDocument {
        kind: RecordsDocument::KIND.to_owned(),
        format_version: RecordsDocument::VERSION,
        records: vec![IndexEntry {
            id: "2026-11-29-143012-grid-sort".to_owned(),
            record: "runs/2026-11-29-143012-grid-sort/record.json".to_owned(),
            started_at: "2026-11-29T14:30:12Z".to_owned(),
            scenario: "grid-sort".to_owned(),
            outcome: Outcome::Complete,
            variants: vec!["head".to_owned()],
            rounds: 10,
        }],
    }
}

fn round() -> RoundDocument {
    RoundDocument {
        kind: RoundDocument::KIND.to_owned(),
        format_version: RoundDocument::VERSION,
        number: 3,
        variant: "head".to_owned(),
        role: RoundRole::Warmup,
        state: RoundState::Failed,
        reasons: vec![reason()],
        failure: Some(failure()),
        capture: Some(capture()),
        clock: Some(Clock {
            disagreement: us(0.0),
            begin_bracket: us(812.0),
            end_bracket: Value::new(
                Measured::absent(Reason::NoSample, "no reading after the end mark"),
                Unit::Microseconds,
            ),
        }),
        analysis: Some(analysis()),
        diagnostics: diagnostics(),
    }
}

fn capture() -> Capture {
    Capture {
        lost: Some(true),
        chunks_discarded: Some(1_330),
        field: text("metadata.trace_processor_stats.traced_buf[0]"),
        buffer_bytes: None,
        missing_end_mark: None,
    }
}

fn samples() -> SamplesDocument {
    SamplesDocument {
        kind: SamplesDocument::KIND.to_owned(),
        format_version: SamplesDocument::VERSION,
        begin_mark: "lagometer:begin:grid".to_owned(),
        end_mark: "lagometer:end:grid".to_owned(),
        actions_end_mark: "lagometer:actions-end:grid".to_owned(),
        frame_id: "0F1E2D3C".to_owned(),
        refresh_hz: Some(59.94),
        counters: vec![CounterReading {
            at: "before-begin".to_owned(),
            timestamp_us: 691_939_199,
            metrics: map([("TaskDuration", 0.141_2), ("Nodes", 28.0)]),
        }],
        processes: Vec::new(),
        settled_heap: Vec::new(),
        page: vec![PageState {
            at: "begin".to_owned(),
            visibility: "visible".to_owned(),
            url: "http://127.0.0.1:5173/".to_owned(),
            inner_size: [1_440, 900],
        }],
        capture: TraceCapture {
            categories: vec!["blink.user_timing".to_owned()],
            start_us: 42_000,
            data_loss: false,
            bytes: 110_000,
        },
        driver_probes: 7,
        saved: map([
            ("rows", serde_json::json!(5_000)),
            ("note", serde_json::json!({"a": [null, "b"]})),
        ]),
        saved_units: BTreeMap::new(),
    }
}

fn run_value(value: Option<f64>) -> RunValue {
    RunValue {
        value: value.map(RawNumber),
        unit: UnitName(Unit::Ratio),
        reason: value.is_none().then(|| Reason::TooFewRounds.code().to_owned()),
        detail: value.is_none().then(|| "1 of 3 rounds have it".to_owned()),
        n: 1,
        min: Some(RawNumber(0.2441)),
        max: Some(RawNumber(0.2441)),
        rounds: vec![Some(RawNumber(0.2441)), None, None],
    }
}

fn summary() -> SummaryDocument {
    let head = Variant {
        rounds: RoundCounts {
            measured: 10,
            warmup: 2,
            invalid: 1,
            failed: 0,
        },
        window: run_value(Some(0.5)),
        series_round: Some(7),
        series_round_by: text("main_thread_cpu_time"),
        metrics: map([
            ("busy_rate/mean", run_value(Some(0.2441))),
            ("contention", run_value(None)),
        ]),
        series: series(),
        series_window_us: Some(671_800),
        long_tasks: long_tasks(),
        user_timings: user_timings(),
        series_user_timings: Vec::new(),
        frame_intervals: Vec::new(),
        frame_intervals_total: 0,
        marks: Vec::new(),
        marks_total: 0,
        interactions: Vec::new(),
        settled_heap: Vec::new(),
    };
    SummaryDocument {
        hotspots: None,
        snapshots: Vec::new(),
        other_heaps: Vec::new(),
        kind: SummaryDocument::KIND.to_owned(),
        format_version: SummaryDocument::VERSION,
        run: "2026-11-29-143012-grid-sort".to_owned(),
        rule_versions: map([("busy_rate", 1)]),
        variants: map([("head", head)]),
        budgets: Vec::new(),
        diagnostics: diagnostics(),
    }
}

fn partial() -> Partial {
    Partial {
        byte: 1_000,
        whole_to_byte: 990,
        text: "the input ends inside an event".to_owned(),
    }
}

fn trace() -> TraceDocument {
    TraceDocument {
        kind: "trace",
        format_version: 1,
        input: Input {
            name: "longtasks.json".to_owned(),
            bytes: 2_784_885,
            text_bytes: 2_784_885,
            sha256: Some("22".repeat(32)),
            form: "object".to_owned(),
            container: "plain".to_owned(),
            events: 11_679,
            browser: text("156.0.8078.108"),
            complete: false,
            partial: Some(partial()),
        },
        capture: capture(),
        analysis: analysis(),
        diagnostics: diagnostics(),
    }
}

fn inspect() -> InspectDocument {
    let fact = |name: &str, text, value| InspectFact {
        name: name.to_owned(),
        text,
        value,
    };
    InspectDocument {
        kind: "inspect",
        format_version: 1,
        name: "page.cpuprofile".to_owned(),
        bytes: Some(12),
        found: "cpu-profile".to_owned(),
        title: "a V8 CPU profile".to_owned(),
        container: "plain".to_owned(),
        evidence: "byte 0: object with `nodes` and `samples`".to_owned(),
        facts: vec![
            fact("browser", text("Chrome 156"), None),
            fact(
                "samples",
                None,
                Some(Value::new(Measured::Value(6_349.0), Unit::Count)),
            ),
        ],
        command: None,
        note: text("this version does not read it"),
        partial: Some(partial()),
    }
}

fn metrics() -> MetricsDocument {
    let definition = MetricDefinition {
        id: "long_task",
        title: "long task",
        group: Group::MainThread,
        unit: Unit::Microseconds,
        better: Better::Lower,
        role: Role::Primary,
        statistics: &[Statistic::Count, Statistic::P95],
        rule: "a top-level task of 50 ms and more",
        not_meaning: "that the page was slow",
        rule_version: 1,
        source: "Long Tasks API",
        verified_chrome: &[156],
        gate: Some(lagometer_metric::GateDefault {
            relative: 0.05,
            absolute: 10_000.0,
        }),
    };
    let other = MetricDefinition {
        better: Better::Neither,
        role: Role::Explains,
        statistics: &[],
        gate: None,
        ..definition
    };
    MetricsDocument {
        kind: "metrics",
        format_version: 1,
        metrics: vec![MetricEntry::from(&definition), MetricEntry::from(&other)],
    }
}

fn json(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("documents have string keys")
}

/// What is stored comes back; and what version 1 stored still loads, whatever this code writes now.
fn check_stored<D: Document + PartialEq + std::fmt::Debug>(document: &D, v1: &str) {
    insta::assert_snapshot!(D::KIND, json(document));
    let stored = store(document);
    assert_eq!(stored.last(), Some(&b'\n'));
    assert_eq!(load::<D>(&stored).unwrap(), *document);
    assert_eq!(
        load::<D>(v1.as_bytes()).unwrap(),
        *document,
        "a stored file of version 1"
    );
}

#[test]
fn a_record_is_stored() {
    check_stored(&record(), include_str!("../test_data/v1/record.json"));
}

#[test]
fn snapshots_of_a_record_are_stored() {
    let mut record = record();
    record.files.snapshots.push(KeptSnapshot {
        name: "sorted".to_owned(),
        step: "after step 1".to_owned(),
        file: "rounds/013/sorted.heapsnapshot.gz".to_owned(),
        bytes: 8_910_112,
        sha256: "3f5a".repeat(16),
        text_bytes: 59_512_398,
        nodes: Value::new(Measured::Value(785_996.0), Unit::Count),
        edges: Value::new(Measured::Value(3_411_207.0), Unit::Count),
    });
    record.files.other_heaps.push(CapturedOtherHeap {
        kind: "worker".to_owned(),
        url: Some("http://127.0.0.1:4000/worker.js".to_owned()),
    });
    insta::assert_snapshot!("record_with_snapshots", json(&record.files));
    assert_eq!(load::<RecordDocument>(&store(&record)).unwrap(), record);
    let mut summary = summary();
    summary.snapshots.clone_from(&record.files.snapshots);
    summary.other_heaps.clone_from(&record.files.other_heaps);
    assert_eq!(load::<SummaryDocument>(&store(&summary)).unwrap(), summary);
}

#[test]
fn snapshots_of_before_edges_were_kept_still_load() {
    let mut record = record();
    let file = r#"{"name": "a", "step": "after step 1", "file": "rounds/002/a.heapsnapshot.gz", "bytes": 1,
        "sha256": "", "text_bytes": 2, "nodes": {"value": 3, "unit": "count"}}"#;
    let mut stored: serde_json::Value = serde_json::from_slice(&store(&record)).unwrap();
    let files = stored["files"].as_object_mut().unwrap();
    files.remove("other_heaps").unwrap();
    files.insert(
        "snapshots".to_owned(),
        serde_json::from_str(&format!("[{file}]")).unwrap(),
    );
    record = load(stored.to_string().as_bytes()).unwrap();
    assert_eq!(record.files.other_heaps, []);
    let edges = &record.files.snapshots[0].edges;
    assert_eq!(
        (edges.value, edges.reason.as_deref()),
        (None, Some("not-recorded"))
    );
}

#[test]
fn an_index_is_stored() {
    check_stored(&records(), include_str!("../test_data/v1/records.json"));
}

#[test]
fn a_round_is_stored() {
    check_stored(&round(), include_str!("../test_data/v1/round.json"));
}

#[test]
fn processes_are_stored() {
    let mut samples = samples();
    samples.processes.push(ProcessReading {
        at: "begin".to_owned(),
        timestamp_us: 691_939_199,
        processes: vec![ProcessState {
            pid: 4_711,
            kind: "GPU".to_owned(),
            cpu_time: 0.23,
            memory: Value::new(Measured::Value(83_886_080.0), Unit::Bytes),
        }],
    });
    let stored = store(&samples);
    assert_eq!(load::<SamplesDocument>(&stored).unwrap(), samples);
    let json: serde_json::Value = serde_json::from_slice(&stored).unwrap();
    let process = &json["processes"][0]["processes"][0];
    assert_eq!(process["type"], "GPU");
    assert_eq!(
        process["memory"],
        serde_json::json!({"value": 83_886_080, "unit": "bytes"})
    );
}

#[test]
fn samples_are_stored() {
    check_stored(&samples(), include_str!("../test_data/v1/samples.json"));
}

#[test]
fn a_summary_is_stored() {
    check_stored(&summary(), include_str!("../test_data/v1/summary.json"));
}

/// What version 1 did not hold at first.
#[test]
fn frames_marks_and_interactions_are_stored() {
    let interval = FrameInterval {
        start_us: 6_000,
        interval_us: 16_667,
        late: Some(false),
    };
    let mark = Mark {
        name: "ready".to_owned(),
        at_us: 9_000,
        detail: None,
    };
    let mut round = round();
    let analysis = round.analysis.as_mut().unwrap();
    analysis.frame_intervals = vec![
        interval,
        FrameInterval {
            late: None,
            ..interval
        },
    ];
    (analysis.frame_intervals_total, analysis.marks_total) = (2, 5_000);
    analysis.marks = vec![mark];
    analysis.interactions = vec![interaction()];
    assert_eq!(
        serde_json::to_string(&(&analysis.frame_intervals[1], &analysis.marks)).unwrap(),
        r#"[{"start_us":6000,"interval_us":16667,"late":null},[{"name":"ready","at_us":9000}]]"#
    );
    assert_eq!(load::<RoundDocument>(&store(&round)).unwrap(), round);

    let mut summary = summary();
    let head = summary.variants.get_mut("head").unwrap();
    head.frame_intervals = round.analysis.as_ref().unwrap().frame_intervals.clone();
    (head.frame_intervals_total, head.marks_total) = (2, 5_000);
    head.marks = round.analysis.as_ref().unwrap().marks.clone();
    head.series_user_timings = user_timings();
    head.interactions = vec![interaction()];
    head.settled_heap = vec![SettledHeapReading {
        repetition: 1,
        at_us: 12_000,
        used_bytes: RawNumber(1_048_576.0),
        nodes: RawNumber(40.0),
    }];
    assert_eq!(
        serde_json::to_string(&head.settled_heap).unwrap(),
        r#"[{"repetition":1,"at_us":12000,"used_bytes":1048576,"nodes":40}]"#
    );
    assert_eq!(load::<SummaryDocument>(&store(&summary)).unwrap(), summary);
}

#[test]
fn answers_look_like_this() {
    insta::assert_snapshot!("trace", json(&trace()));
    insta::assert_snapshot!("inspect", json(&inspect()));
    insta::assert_snapshot!("metrics", json(&metrics()));
}

/// What a reader looks at first stands first.
#[test]
fn every_document_starts_with_kind_and_version() {
    let documents = [
        json(&record()),
        json(&records()),
        json(&round()),
        json(&samples()),
        json(&summary()),
        json(&trace()),
        json(&inspect()),
        json(&metrics()),
    ];
    let kinds = [
        "record", "records", "round", "samples", "summary", "trace", "inspect", "metrics",
    ];
    for (document, kind) in documents.iter().zip(kinds) {
        let start = format!("{{\n  \"kind\": \"{kind}\",\n  \"format_version\": 1,");
        assert!(document.starts_with(&start), "{document}");
    }
}

#[test]
fn what_can_be_missing_may_be_missing() {
    let mut record = record();
    (
        record.failure,
        record.data_sha256,
        record.source,
        record.environment,
    ) = (None, None, None, None);
    (record.outcome, record.files.summary) = (Outcome::Interrupted, None);
    record.rounds[0].trace = None;
    assert_eq!(load::<RecordDocument>(&store(&record)).unwrap(), record);

    let mut round = round();
    (round.failure, round.capture, round.clock, round.analysis) = (None, None, None, None);
    assert_eq!(load::<RoundDocument>(&store(&round)).unwrap(), round);

    let mut round = self::round();
    let main_thread = &mut round.analysis.as_mut().unwrap().main_thread;
    main_thread.method = None;
    main_thread.reason = text("no-main-thread");
    main_thread.detail = text("no `CrRendererMain`");
    assert_eq!(load::<RoundDocument>(&store(&round)).unwrap(), round);

    let mut summary = summary();
    let head = summary.variants.get_mut("head").unwrap();
    (head.series_round, head.series_round_by, head.series_window_us) = (None, None, None);
    assert_eq!(load::<SummaryDocument>(&store(&summary)).unwrap(), summary);
}

/// Text as a page may choose it, and numbers of any size.
fn any_round() -> impl Strategy<Value = RoundDocument> {
    let timing = (
        any::<String>(),
        prop::collection::vec(any::<i64>(), 0..4),
        any::<u64>(),
    );
    let metric = prop_oneof![
        prop::num::f64::NORMAL.prop_map(us),
        any::<String>()
            .prop_map(|detail| Value::new(Measured::absent(Reason::NoSample, detail), Unit::Bytes)),
    ];
    let timings = prop::collection::vec(timing, 0..4);
    let metrics = prop::collection::btree_map(any::<String>(), metric, 0..4);
    (timings, metrics, any::<i64>(), any::<bool>()).prop_map(|(timings, metrics, start_us, has_analysis)| {
        let mut round = round();
        let mut analysis = analysis();
        analysis.window.start_us = start_us;
        analysis.metrics = metrics;
        analysis.user_timings = timings
            .into_iter()
            .map(|(name, samples_us, open)| UserTiming {
                name,
                starts_us: samples_us.clone(),
                samples_us,
                open,
                threw: 0,
                details: Vec::new(),
                open_starts_us: Vec::new(),
            })
            .collect();
        round.analysis = has_analysis.then_some(analysis);
        round
    })
}

proptest! {
    #[test]
    fn any_round_comes_back(round in any_round()) {
        let stored = store(&round);
        prop_assert_eq!(&load::<RoundDocument>(&stored).unwrap(), &round);
        prop_assert_eq!(store(&load::<RoundDocument>(&stored).unwrap()), stored);
    }

    /// A stored file is input like any other.
    #[test]
    fn a_damaged_file_is_refused_or_read(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut stored = store(&round());
        let at = at.index(stored.len());
        stored[at] = byte;
        if let Err(error) = load::<RoundDocument>(&stored) {
            prop_assert!(!error.to_string().is_empty());
        }
        // All of it but the line feed at the end is a document still.
        let cut = at.min(stored.len() - 2);
        prop_assert!(load::<RoundDocument>(&stored[..cut]).is_err());
    }
}
