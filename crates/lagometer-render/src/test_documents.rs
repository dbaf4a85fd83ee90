//! Documents as they might come, built by hand: what a real trace gave, and what none should.

mod capture;
mod definitions;
mod frames;
mod inspect;
mod loading;
mod run;
mod work;

pub(crate) use capture::{page_capture, page_capture_into_pipe};
pub(crate) use definitions::DEFINITIONS;
pub(crate) use frames::animation;
pub(crate) use inspect::inspection;
pub(crate) use loading::loading;
pub(crate) use run::{budgets, grid_sort, round, round_document, with_settled_heap};
pub(crate) use work::with_work;

use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    Analysis, AnalysisOptions, Capture, Console, ConsoleStamp, ConsoleTiming, Diagnostic, Input, Interaction,
    InteractionEvent, LongTask, MainThread, MainThreadWindow, RawNumber, RejectedThread, Series,
    ThreadMemory, TraceDocument, UnitName, UserTiming, Value, Window,
};
use std::collections::BTreeMap;

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
pub(crate) fn interaction() -> Interaction {
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
        work: None,
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
            frames: None,
            marks: Vec::new(),
            marks_total: 0,
            interactions: vec![interaction()],
            console: console(),
            memory: vec![memory(26_410, true), memory(26_386, false)],
            settled_heap: Vec::new(),
            loading: Default::default(),
            work: None,
            workers: Vec::new(),
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
        threads: Vec::new(),
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
        work: None,
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

fn memory(pid: i64, is_page: bool) -> ThreadMemory {
    let column = |first: f64, last: f64| vec![Some(RawNumber(first)), Some(RawNumber(last))];
    ThreadMemory {
        pid,
        tid: Some(pid),
        process_name: (!is_page).then(|| "WebUI Top Renderer".to_owned()),
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
        threads: Vec::new(),
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
