//! The typed analysis of a trace into the written one, field by field.

mod frames;
mod interactions;
mod loading;
mod memory;
mod metrics;
mod notes;
mod user_timings;
mod work;

pub(crate) use metrics::{counters, heap_over_repetitions, processes};
pub(crate) use notes::diagnostics;

use lagometer_metric::{Measured, Micros, NotAvailable, Reason, TimeWindow, Unit};
use lagometer_report::{
    Analysis, AnalysisOptions, FrameInterval, LongTask, MainThread, MainThreadWindow, MainThreadWork,
    OpenTask, RejectedThread, Value, Window,
};
use lagometer_trace::{Home, ResolvedWindow, Rules, ThreadWork, TraceAnalysis, counter, metric};
use std::collections::BTreeMap;

/// What the analysis does not know of itself.
pub(crate) struct Surroundings {
    /// The length of a slice.
    pub(crate) slice: Micros,
    /// From this duration on a task is long.
    pub(crate) long_task: Micros,
    /// Which rule set was followed.
    pub(crate) rules: Rules,
    /// Why events may be missing from the trace: the file is cut off, or the buffer was full.
    pub(crate) incomplete: Option<NotAvailable>,
}

/// The written form of an analysis.
pub(crate) fn analysis(analysis: &TraceAnalysis, surroundings: &Surroundings) -> Analysis {
    let TraceAnalysis {
        frames: views,
        window: resolved,
        main_thread,
        task_name,
        homes,
        threads,
        metrics: numbers,
        open_tasks,
        marks,
        marks_total,
        console_stamps,
        console_stamps_total,
        memory: heaps,
        page_loads,
        refresh,
        refresh_source,
        work,
        workers,
        notes: _,
    } = analysis;
    let window_start = match &resolved.window {
        Measured::Value(window) => window.start(),
        Measured::NotAvailable(_) => resolved.origin,
    };
    let mut values = metrics::Values::new(surroundings.incomplete.as_ref());
    values.trace(numbers);
    Analysis {
        window: window(resolved),
        main_thread: self::main_thread(
            main_thread,
            *task_name,
            (homes, threads),
            resolved.origin,
            surroundings,
        ),
        options: options(refresh, refresh_source.map(|source| source.code()), surroundings),
        rule_versions: metrics::rule_versions(lagometer_trace::metric::DEFINITIONS),
        metrics: values.into_map(),
        long_tasks: long_tasks(&numbers.long_task.list, work, window_start),
        open_tasks: self::open_tasks(open_tasks, window_start, resolved.trace_end),
        user_timings: user_timings::user_timings(&numbers.user_timing, window_start),
        series: series(numbers, surroundings.slice),
        frame_intervals: frame_intervals(&numbers.frame_interval.list, window_start),
        frame_intervals_total: numbers.frame_interval.total,
        frames: Some(frames::frames(
            views,
            window_start,
            surroundings.incomplete.as_ref(),
        )),
        marks: user_timings::marks(marks, window_start),
        marks_total: *marks_total,
        interactions: interactions::interactions(&numbers.inp, work, window_start),
        console: user_timings::console(
            &numbers.console_timing,
            (console_stamps, *console_stamps_total),
            window_start,
        ),
        memory: memory::memory(heaps, window_start),
        settled_heap: Vec::new(),
        loading: loading::loading(page_loads, numbers, window_start, surroundings),
        work: Some(self::work::work(work, window_start, surroundings)),
        workers: self::work::workers(workers),
    }
}

fn options(
    refresh: &Measured<f64>,
    refresh_source: Option<&str>,
    surroundings: &Surroundings,
) -> AnalysisOptions {
    AnalysisOptions {
        rules: surroundings.rules.code().to_owned(),
        slice_us: surroundings.slice.0,
        long_task_us: surroundings.long_task.0,
        refresh: Value::new(refresh.clone(), Unit::Hertz),
        refresh_source: refresh_source.map(str::to_owned),
    }
}

fn open_tasks(list: &[lagometer_trace::OpenTask], window_start: Micros, trace_end: Micros) -> Vec<OpenTask> {
    let task = |task: &lagometer_trace::OpenTask| OpenTask {
        start_us: task.start.saturating_sub(window_start).0,
        elapsed_us: trace_end.saturating_sub(task.start).0,
    };
    list.iter().map(task).collect()
}

fn frame_intervals(list: &[metric::FrameInterval], window_start: Micros) -> Vec<FrameInterval> {
    let interval = |interval: &metric::FrameInterval| {
        let metric::FrameInterval { start, length, late } = interval;
        FrameInterval {
            start_us: start.saturating_sub(window_start).0,
            interval_us: length.0,
            late: *late,
        }
    };
    list.iter().map(interval).collect()
}

fn window(resolved: &ResolvedWindow) -> Window {
    let ResolvedWindow {
        origin,
        trace_end: _,
        from,
        to,
        window,
        from_edge: _,
        to_edge: _,
        clipped: _,
        missing_end: _,
        begin_marks,
        several_ends,
    } = resolved;
    let relative = |point: Micros| point.saturating_sub(*origin).0;
    let (start_us, end_us) = match window {
        Measured::Value(window) => (relative(window.start()), relative(window.end())),
        // It has no length: where it is says nothing more.
        Measured::NotAvailable(_) => (0, 0),
    };
    Window {
        from: from.clone(),
        to: to.clone(),
        start_us,
        end_us,
        origin_ts: origin.0.to_string(),
        whole_because: match begin_marks {
            0 => Some("no-marks".to_owned()),
            1 => several_ends.as_ref().map(|_| "several-end-marks".to_owned()),
            _ => Some("several-marks".to_owned()),
        },
    }
}

fn main_thread(
    found: &Measured<lagometer_trace::MainThread>,
    task_name: Option<&'static str>,
    (homes, threads): (&[(Home, TimeWindow)], &[ThreadWork]),
    origin: Micros,
    surroundings: &Surroundings,
) -> MainThread {
    match found {
        Measured::Value(found) => MainThread {
            method: Some(found.method.code().to_owned()),
            confidence: Some(found.confidence.code().to_owned()),
            reason: None,
            detail: None,
            task_name: task_name.map(str::to_owned),
            windows: homes
                .iter()
                .map(|(home, part)| MainThreadWindow {
                    pid: home.pid,
                    tid: home.tid,
                    start_us: part.start().saturating_sub(origin).0,
                    end_us: part.end().saturating_sub(origin).0,
                })
                .collect(),
            threads: threads
                .iter()
                .map(|work| {
                    let ThreadWork {
                        pid,
                        tid,
                        events,
                        busy,
                    } = work;
                    MainThreadWork {
                        pid: *pid,
                        tid: *tid,
                        task_events: *events,
                        busy_us: busy.0,
                    }
                })
                .collect(),
            rejected: found
                .rejected
                .iter()
                .map(|rejected| RejectedThread {
                    pid: rejected.pid,
                    tid: rejected.tid,
                    why: rejected.why.code().to_owned(),
                })
                .collect(),
        },
        Measured::NotAvailable(why) => {
            let NotAvailable { reason, detail } = metrics::truly(why, surroundings.incomplete.as_ref());
            MainThread {
                method: None,
                confidence: None,
                reason: Some(reason.code().to_owned()),
                detail: Some(detail),
                task_name: None,
                windows: Vec::new(),
                threads: Vec::new(),
                rejected: Vec::new(),
            }
        }
    }
}

fn long_tasks(
    list: &[metric::LongTask],
    work: &Measured<lagometer_trace::Work>,
    window_start: Micros,
) -> Vec<LongTask> {
    let task = |task: &metric::LongTask| {
        let metric::LongTask {
            start,
            duration,
            inside,
            cpu,
            within,
        } = task;
        LongTask {
            start_us: start.saturating_sub(window_start).0,
            duration_us: duration.0,
            inside_us: inside.0,
            cpu: Value::new(cpu.clone(), Unit::Microseconds),
            inside: within.clone(),
            work: work::of_long_task(work, *start, *duration),
        }
    };
    list.iter().map(task).collect()
}

fn series(numbers: &metric::Metrics, slice: Micros) -> BTreeMap<String, lagometer_report::Series> {
    let mut series = BTreeMap::new();
    if let (Measured::Value(rates), Some(slice)) = (&numbers.busy_rate.slices, numbers.busy_rate.slice) {
        let values = rates.iter().map(|rate| Some(*rate)).collect();
        series.insert("busy_rate".to_owned(), one_series(values, slice, Unit::Ratio));
    }
    if let (Measured::Value(values), Some(slice)) = (&numbers.js_heap.series, numbers.js_heap.slice) {
        series.insert(
            "js_heap".to_owned(),
            one_series(values.clone(), slice, Unit::Bytes),
        );
    }
    if let Measured::Value(values) = &numbers.dom_nodes.series {
        series.insert(
            "dom_nodes".to_owned(),
            one_series(values.clone(), slice, Unit::Count),
        );
    }
    series
}

/// Counters over time, by id.
pub(crate) fn counter_series(
    series: Vec<counter::Series>,
    slice: Micros,
) -> impl Iterator<Item = (String, lagometer_report::Series)> {
    series.into_iter().map(move |series| {
        let counter::Series { id, unit, values } = series;
        (id, steps(&values, slice, unit))
    })
}

/// A series that can be absent at the start only, before the first reading.
fn one_series(values: Vec<Option<f64>>, slice: Micros, unit: Unit) -> lagometer_report::Series {
    let values: Vec<Result<f64, Reason>> = values
        .into_iter()
        .map(|value| value.ok_or(Reason::NoSampleYet))
        .collect();
    steps(&values, slice, unit)
}

/// A series from the start of the window on.
fn steps(values: &[Result<f64, Reason>], slice: Micros, unit: Unit) -> lagometer_report::Series {
    let mut absent: Vec<lagometer_report::AbsentRange> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let Err(reason) = value else { continue };
        match absent.last_mut() {
            Some(last) if last.to == at && last.reason == reason.code() => last.to = at + 1,
            _ => absent.push(lagometer_report::AbsentRange {
                from: at,
                to: at + 1,
                reason: reason.code().to_owned(),
            }),
        }
    }
    lagometer_report::Series {
        unit: lagometer_report::UnitName(unit),
        start_us: 0,
        step_us: slice.0,
        values: values
            .iter()
            .map(|value| value.ok().map(lagometer_report::RawNumber))
            .collect(),
        absent,
    }
}
