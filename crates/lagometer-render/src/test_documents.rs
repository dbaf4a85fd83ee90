//! Documents as they might come, built by hand: what a real trace gave, and what none should.

use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, Reason, Role, Statistic, Unit,
};
use lagometer_report::scenario::Bound;
use lagometer_report::{
    Analysis, AnalysisOptions, BudgetOutcome, Capture, Console, ConsoleStamp, ConsoleTiming, Cpu, Diagnostic,
    Environment, Input, InspectDocument, InspectFact, Interaction, InteractionEvent, LongTask, MainThread,
    MainThreadWindow, Outcome, ProcessMemory, RawNumber, RecordDocument, RecordFiles, RecordOptions,
    RejectedThread, RoundCounts, RoundEntry, RoundRole, RoundState, RunValue, ScenarioReference, Series,
    StateReason, SummaryDocument, TraceDocument, UnitName, UserTiming, Value, Variant, Viewport, Window,
};
use std::collections::BTreeMap;

const SAMPLES: &[Statistic] = &[
    Statistic::Count,
    Statistic::Total,
    Statistic::Mean,
    Statistic::Median,
    Statistic::P95,
    Statistic::Max,
];
const RATES: &[Statistic] = &[Statistic::Mean, Statistic::Median, Statistic::P95, Statistic::Max];
const LEVELS: &[Statistic] = &[
    Statistic::Count,
    Statistic::Start,
    Statistic::End,
    Statistic::Growth,
    Statistic::Mean,
    Statistic::Max,
    Statistic::Limit,
];

const BASE: MetricDefinition = MetricDefinition {
    id: "",
    title: "",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "The rule in one sentence.",
    not_meaning: "Something that it is taken for.",
    rule_version: 1,
    source: "A document | with a bar.",
    verified_chrome: &[156],
    gate: None,
};

pub(crate) const DEFINITIONS: &[&MetricDefinition] = &[
    &MetricDefinition {
        id: "busy_rate",
        title: "busy rate",
        unit: Unit::Ratio,
        statistics: RATES,
        ..BASE
    },
    &MetricDefinition {
        id: "long_task",
        title: "long task",
        statistics: SAMPLES,
        ..BASE
    },
    &MetricDefinition {
        id: "total_blocking_time",
        title: "total blocking time",
        gate: Some(GateDefault {
            relative: 0.05,
            absolute: 10_000.0,
        }),
        ..BASE
    },
    &MetricDefinition {
        id: "main_thread_cpu_time",
        title: "main thread cpu time",
        ..BASE
    },
    &MetricDefinition {
        id: "contention",
        title: "contention",
        unit: Unit::Ratio,
        role: Role::Explains,
        ..BASE
    },
    &MetricDefinition {
        id: "user_timing",
        title: "user timing",
        group: Group::UserTiming,
        statistics: SAMPLES,
        ..BASE
    },
    &MetricDefinition {
        id: "inp",
        title: "interaction to next paint",
        group: Group::Interactions,
        ..BASE
    },
    &MetricDefinition {
        id: "frame_interval",
        title: "frame interval",
        group: Group::Frames,
        statistics: &[Statistic::Count, Statistic::Mean, Statistic::P95, Statistic::Max],
        ..BASE
    },
    &MetricDefinition {
        id: "mean_fps",
        title: "mean fps",
        group: Group::Frames,
        unit: Unit::Hertz,
        better: Better::Higher,
        ..BASE
    },
    &MetricDefinition {
        id: "js_heap",
        title: "js heap",
        group: Group::Memory,
        unit: Unit::Bytes,
        statistics: LEVELS,
        ..BASE
    },
    &MetricDefinition {
        id: "dom_nodes",
        title: "dom nodes",
        group: Group::Memory,
        unit: Unit::Count,
        statistics: LEVELS,
        ..BASE
    },
    &MetricDefinition {
        id: "event_listeners",
        title: "event listeners",
        group: Group::Memory,
        unit: Unit::Count,
        role: Role::Explains,
        statistics: LEVELS,
        ..BASE
    },
];

pub(crate) fn number(raw: f64, unit: Unit) -> Value {
    Value::new(Measured::Value(raw), unit)
}

pub(crate) fn absent(reason: Reason, detail: &str, unit: Unit) -> Value {
    Value::new(Measured::absent(reason, detail), unit)
}

/// Count, mean, median, P95 and maximum of a metric in microseconds.
fn samples(metrics: &mut BTreeMap<String, Value>, id: &str, numbers: [f64; 5]) {
    let names = ["mean", "median", "p95", "max"];
    metrics.insert(format!("{id}/count"), number(numbers[0], Unit::Count));
    for (name, raw) in names.iter().zip(&numbers[1..]) {
        metrics.insert(format!("{id}/{name}"), number(*raw, Unit::Microseconds));
    }
}

/// The click that the recording has.
fn interaction() -> Interaction {
    let event = |event_type: &str, start_us| InteractionEvent {
        event_type: event_type.to_owned(),
        start_us,
        duration_us: 50_324 - start_us,
    };
    Interaction {
        id: "1183".to_owned(),
        pid: 26_410,
        event_type: "pointerdown".to_owned(),
        start_us: 31_521,
        duration_us: 18_803,
        input_delay_us: Some(2_729),
        processing_us: Some(5_251),
        presentation_us: Some(10_823),
        is_inp: true,
        events: vec![event("pointerdown", 31_521), event("click", 31_640)],
    }
}

/// The recording of the page with long tasks, as the target text has it.
pub(crate) fn long_tasks() -> TraceDocument {
    let mut metrics = BTreeMap::new();
    for (name, raw) in [("mean", 0.7462), ("median", 0.6947), ("p95", 1.0), ("max", 1.0)] {
        metrics.insert(format!("busy_rate/{name}"), number(raw, Unit::Ratio));
    }
    samples(
        &mut metrics,
        "long_task",
        [6.0, 162_950.0, 106_001.0, 400_701.0, 400_701.0],
    );
    metrics.insert(
        "long_task/total".to_owned(),
        number(977_701.0, Unit::Microseconds),
    );
    samples(
        &mut metrics,
        "user_timing:interaction",
        [1.0, 1_355_900.0, 1_355_900.0, 1_355_900.0, 1_355_900.0],
    );
    samples(
        &mut metrics,
        "user_timing:task",
        [7.0, 140_200.0, 60_000.0, 400_100.0, 400_100.0],
    );
    samples(
        &mut metrics,
        "user_timing:op",
        [2.0, 45_700.0, 45_700.0, 60_900.0, 60_900.0],
    );
    samples(
        &mut metrics,
        "user_timing:detail",
        [1.0, 30_500.0, 30_500.0, 30_500.0, 30_500.0],
    );
    for (id, raw, unit) in [
        ("total_blocking_time", 677_701.0, Unit::Microseconds),
        ("main_thread_cpu_time", 448_684.0, Unit::Microseconds),
        ("busy_time", 1_044_437.0, Unit::Microseconds),
        ("contention", 0.5704, Unit::Ratio),
        ("inp", 18_803.0, Unit::Microseconds),
        ("js_heap/count", 13.0, Unit::Count),
        ("js_heap/start", 1_320_148.0, Unit::Bytes),
        ("js_heap/end", 1_550_446.0, Unit::Bytes),
        ("js_heap/growth", 230_298.0, Unit::Bytes),
    ] {
        metrics.insert(id.to_owned(), number(raw, unit));
    }
    for statistic in ["count", "mean", "p95", "max"] {
        let detail = "disabled-by-default-devtools.timeline.frame";
        metrics.insert(
            format!("frame_interval/{statistic}"),
            absent(Reason::CategoryOff, detail, Unit::Microseconds),
        );
    }
    TraceDocument {
        kind: "trace",
        format_version: 1,
        input: Input {
            name: "longtasks.json".to_owned(),
            bytes: 2_784_885,
            text_bytes: 2_784_885,
            sha256: Some("0".repeat(64)),
            form: "object".to_owned(),
            container: "plain".to_owned(),
            events: 11_679,
            browser: Some("Chrome 156".to_owned()),
            complete: true,
            partial: None,
        },
        capture: Capture {
            lost: Some(false),
            chunks_discarded: Some(0),
            field: None,
            buffer_bytes: None,
            missing_end_mark: None,
        },
        analysis: Analysis {
            window: Window {
                from: "trace-start".to_owned(),
                to: "trace-end".to_owned(),
                start_us: 0,
                end_us: 1_399_564,
                origin_ts: "691939199".to_owned(),
                whole_because: Some("no-marks".to_owned()),
            },
            main_thread: main_thread(),
            options: options(),
            rule_versions: BTreeMap::from([("long_task".to_owned(), 1)]),
            metrics,
            long_tasks: long_task_list(),
            open_tasks: Vec::new(),
            user_timings: ["interaction", "task", "op", "detail"].map(timing).to_vec(),
            series: BTreeMap::from([(
                "busy_rate".to_owned(),
                shares(&[0.55, 0.85, 1.0, 0.69, 0.69, 1.0, 0.695]),
            )]),
            frame_intervals: Vec::new(),
            frame_intervals_total: 0,
            marks: Vec::new(),
            marks_total: 0,
            interactions: vec![interaction()],
            console: console(),
            memory: vec![memory(26_410, true), memory(26_386, false)],
        },
        diagnostics: Vec::new(),
    }
}

fn main_thread() -> MainThread {
    MainThread {
        method: Some("tracing-started-frame".to_owned()),
        confidence: Some("certain".to_owned()),
        reason: None,
        detail: None,
        task_name: Some("RunTask".to_owned()),
        windows: vec![MainThreadWindow {
            pid: 26_410,
            tid: 26_410,
            start_us: 0,
            end_us: 1_399_564,
        }],
        rejected: vec![RejectedThread {
            pid: 26_386,
            tid: 26_386,
            why: "webui-process".to_owned(),
        }],
    }
}

fn options() -> AnalysisOptions {
    AnalysisOptions {
        rules: "lagometer".to_owned(),
        slice_us: 200_000,
        long_task_us: 50_000,
        refresh: absent(Reason::RefreshRateUnknown, "no frames", Unit::Hertz),
        refresh_source: None,
    }
}

fn long_task_list() -> Vec<LongTask> {
    let inside = ["interaction", "task"].map(str::to_owned).to_vec();
    [
        (100_000, 80_000, 30_000.0),
        (420_600, 250_700, 123_400.0),
        (920_900, 400_701, 159_300.0),
    ]
    .into_iter()
    .chain([
        (700_000, 60_000, 20_000.0),
        (760_000, 70_000, 20_000.0),
        (830_000, 90_000, 20_000.0),
    ])
    .map(|(start_us, duration_us, cpu)| LongTask {
        start_us,
        duration_us,
        inside_us: duration_us,
        cpu: number(cpu, Unit::Microseconds),
        inside: inside.clone(),
    })
    .collect()
}

fn console() -> Console {
    Console {
        timings: vec![ConsoleTiming {
            name: "load".to_owned(),
            samples_us: vec![1_500, 904_300],
            starts_us: vec![0, 10],
            open: 1,
            open_starts_us: vec![20],
        }],
        stamps: vec![ConsoleStamp {
            name: "stamp!".to_owned(),
            at_us: 12_300,
            start_us: None,
            end_us: None,
            track: None,
        }],
        stamps_total: 1,
    }
}

fn memory(pid: i64, is_page: bool) -> ProcessMemory {
    let column = |first: f64, last: f64| vec![Some(RawNumber(first)), Some(RawNumber(last))];
    ProcessMemory {
        pid,
        name: (!is_page).then(|| "WebUI Top Renderer".to_owned()),
        is_page,
        total: 2,
        step: 1,
        times_us: vec![0, 1_000],
        js_heap: column(1_320_172.0, 1_550_452.0),
        dom_nodes: column(28.0, 28.0),
        event_listeners: column(0.0, 81.0),
        documents: vec![None, None],
    }
}

fn timing(name: &str) -> UserTiming {
    UserTiming {
        name: name.to_owned(),
        samples_us: vec![1],
        starts_us: vec![0],
        open: 0,
        threw: 0,
        details: Vec::new(),
        open_starts_us: Vec::new(),
    }
}

pub(crate) fn shares(values: &[f64]) -> Series {
    Series {
        unit: UnitName(Unit::Ratio),
        start_us: 0,
        step_us: 200_000,
        values: values.iter().map(|value| Some(RawNumber(*value))).collect(),
        absent: Vec::new(),
    }
}

pub(crate) fn diagnostic(code: &str, count: u64, text: &str, warning: bool) -> Diagnostic {
    Diagnostic {
        code: code.to_owned(),
        count,
        text: text.to_owned(),
        warning,
        byte: Some(4711),
        amount_us: None,
    }
}

/// Names that try everything.
pub(crate) const HOSTILE: &str = "a|b`c`<img src=x>\x1b[31m\nd\u{202e}e_f_ @x #1";

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

/// The run of the target text: numbers, and the record that belongs to them.
pub(crate) fn grid_sort() -> (SummaryDocument, RecordDocument) {
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
        metrics,
        series: BTreeMap::from([("busy_rate".to_owned(), shares(&[0.78, 0.05, 0.04, 0.01]))]),
        series_window_us: Some(671_800),
        long_tasks: vec![LongTask {
            start_us: 6_000,
            duration_us: 121_000,
            inside_us: 121_000,
            cpu: number(104_200.0, Unit::Microseconds),
            inside: vec!["sort".to_owned()],
        }],
        user_timings: vec![timing("sort")],
        series_user_timings: vec![timing("sort")],
        frame_intervals: Vec::new(),
        frame_intervals_total: 0,
        marks: Vec::new(),
        marks_total: 0,
    };
    let summary = SummaryDocument {
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
        rounds: Vec::new(),
        files: RecordFiles {
            summary: Some("summary.json".to_owned()),
            report: Some("report.html".to_owned()),
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

/// A trace without a main thread: nothing could be measured.
pub(crate) fn everything_absent() -> TraceDocument {
    let mut document = long_tasks();
    let detail = "no `TracingStartedInBrowser`, no renderer and no user timing in 3 processes";
    let analysis = &mut document.analysis;
    analysis.main_thread = MainThread {
        method: None,
        confidence: None,
        reason: Some("no-main-thread".to_owned()),
        detail: Some(detail.to_owned()),
        task_name: None,
        windows: Vec::new(),
        rejected: Vec::new(),
    };
    for (id, value) in &mut analysis.metrics {
        if !id.starts_with("frame_interval") {
            *value = absent(Reason::NoMainThread, detail, value.unit.0);
        }
    }
    for value in &mut analysis.series.get_mut("busy_rate").expect("it is there").values {
        *value = None;
    }
    analysis.long_tasks.clear();
    document.capture.lost = None;
    document.input.browser = None;
    document.input.container = "gzip".to_owned();
    document
}

/// What is known about a trace.
pub(crate) fn inspection() -> InspectDocument {
    let fact = |name: &str, text: Option<&str>, value: Option<Value>| InspectFact {
        name: name.to_owned(),
        text: text.map(str::to_owned),
        value,
    };
    InspectDocument {
        kind: "inspect",
        format_version: 1,
        name: "longtasks.json.gz".to_owned(),
        bytes: Some(280_123),
        found: "trace".to_owned(),
        title: "a Chrome trace".to_owned(),
        container: "gzip".to_owned(),
        evidence: "byte 0: object with `traceEvents`".to_owned(),
        facts: vec![
            fact("events", None, Some(number(11_679.0, Unit::Count))),
            fact("browser", Some("HeadlessChrome 156.0.0.0"), None),
            fact("unpacked", None, Some(number(2_784_885.0, Unit::Bytes))),
        ],
        command: Some("lagometer trace longtasks.json.gz".to_owned()),
        note: None,
        partial: None,
    }
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
