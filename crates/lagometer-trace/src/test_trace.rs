//! Small traces for tests, written as JSON and read like any other.

use crate::{Limits, Options, Recording, TraceAnalysis, WindowChoice, analyze, read};
use lagometer_metric::{Measured, Micros, Reason};

/// The process and main thread of the page in these traces.
pub(crate) const PAGE: i64 = 7;
/// The page's main frame.
pub(crate) const FRAME: &str = "F";

/// Events of a trace, in the order of the file.
#[derive(Clone, Default)]
pub(crate) struct TestTrace {
    pub(crate) events: Vec<String>,
}

impl TestTrace {
    /// A trace with nothing in it.
    pub(crate) fn empty() -> TestTrace {
        TestTrace::default()
    }

    /// A trace that names the page's main thread.
    pub(crate) fn page() -> TestTrace {
        TestTrace::empty().renderer(PAGE, PAGE)
    }

    /// The same with the frame that says so, from this time on.
    pub(crate) fn started(ts: i64) -> TestTrace {
        TestTrace::page().tracing_started(ts, &[(FRAME, PAGE, "http://a/")])
    }

    pub(crate) fn event(mut self, text: impl Into<String>) -> TestTrace {
        self.events.push(text.into());
        self
    }

    pub(crate) fn renderer(self, pid: i64, tid: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"M","name":"thread_name","pid":{pid},"tid":{tid},"ts":0,"args":{{"name":"CrRendererMain"}}}}"#
        ))
    }

    pub(crate) fn process_name(self, pid: i64, name: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"M","name":"process_name","pid":{pid},"tid":0,"ts":0,"args":{{"name":"{name}"}}}}"#
        ))
    }

    pub(crate) fn tracing_started(self, ts: i64, frames: &[(&str, i64, &str)]) -> TestTrace {
        let frame = |(frame, pid, url): &(&str, i64, &str)| {
            format!(
                r#"{{"frame":"{frame}","processId":{pid},"url":"{url}","isInPrimaryMainFrame":true,"isOutermostMainFrame":true}}"#
            )
        };
        let frames: Vec<String> = frames.iter().map(frame).collect();
        self.event(format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline","name":"TracingStartedInBrowser","pid":1,"tid":1,"ts":{ts},"args":{{"data":{{"frames":[{}]}}}}}}"#,
            frames.join(",")
        ))
    }

    pub(crate) fn committed(self, ts: i64, frame: &str, pid: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","name":"FrameCommittedInBrowser","pid":1,"tid":1,"ts":{ts},"args":{{"data":{{"frame":"{frame}","processId":{pid},"url":"http://b/"}}}}}}"#
        ))
    }

    /// A task of the page with half of its time on a processor.
    pub(crate) fn task(self, ts: i64, dur: i64) -> TestTrace {
        self.task_on(PAGE, ts, dur)
    }

    pub(crate) fn task_on(self, pid: i64, ts: i64, dur: i64) -> TestTrace {
        let tdur = dur / 2;
        self.event(format!(
            r#"{{"ph":"X","cat":"disabled-by-default-devtools.timeline","name":"RunTask","pid":{pid},"tid":{pid},"ts":{ts},"dur":{dur},"tdur":{tdur},"args":{{}}}}"#
        ))
    }

    /// An event of another thread, that gives the trace a span.
    pub(crate) fn instant(self, ts: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","cat":"x","name":"x","pid":1,"tid":1,"ts":{ts}}}"#
        ))
    }

    pub(crate) fn mark(self, ts: i64, name: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","cat":"blink.user_timing","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{}}}}"#
        ))
    }

    /// A begin, end or whole measure (`b`, `e`, `n`) of the page's process.
    pub(crate) fn measure(self, phase: &str, ts: i64, name: &str, id: &str) -> TestTrace {
        self.measure_with(phase, ts, name, id, "{}")
    }

    pub(crate) fn measure_with(self, phase: &str, ts: i64, name: &str, id: &str, args: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"{phase}","cat":"blink.user_timing","name":"{name}","id2":{{"local":"{id}"}},"pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{args}}}"#
        ))
    }

    /// An input event of a process from `ts` to `end` on Chrome's clock, handled from the first to the
    /// second of `handled` after its start, all in microseconds; its duration is that of the ends.
    pub(crate) fn input(
        self,
        (pid, id): (i64, &str),
        event_type: &str,
        interaction: u64,
        (ts, end): (i64, i64),
        handled: (i64, i64),
    ) -> TestTrace {
        // The page's clock starts elsewhere, in milliseconds.
        let millis = |micros: i64| (micros - 1_000) as f64 / 1_000.0;
        let args = format!(
            r#"{{"data":{{"type":"{event_type}","interactionId":{interaction},"frame":"{FRAME}{pid}","duration":{},"timeStamp":{},"processingStart":{},"processingEnd":{}}}}}"#,
            (end - ts) as f64 / 1_000.0,
            millis(ts),
            millis(ts + handled.0),
            millis(ts + handled.1)
        );
        self.input_edge("b", (pid, id), ts, &args)
            .input_edge("e", (pid, id), end, "{}")
    }

    pub(crate) fn input_edge(self, phase: &str, (pid, id): (i64, &str), ts: i64, args: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"{phase}","cat":"devtools.timeline","name":"EventTiming","id":"{id}","pid":{pid},"tid":{pid},"ts":{ts},"args":{args}}}"#
        ))
    }

    pub(crate) fn layer_tree(self, frame: &str, layer: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","name":"SetLayerTreeId","pid":{PAGE},"tid":{PAGE},"ts":1,"args":{{"data":{{"frame":"{frame}","layerTreeId":{layer}}}}}}}"#
        ))
    }

    /// `DrawFrame` or `BeginFrame` of a layer tree of the page's process.
    pub(crate) fn frame(self, name: &str, ts: i64, layer: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline.frame","name":"{name}","pid":{PAGE},"tid":9,"ts":{ts},"args":{{"layerTreeId":{layer}}}}}"#
        ))
    }

    /// The same of the page's layer tree, with more arguments.
    pub(crate) fn frame_with(self, name: &str, ts: i64, args: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline.frame","name":"{name}","pid":{PAGE},"tid":9,"ts":{ts},"args":{{"layerTreeId":1{args}}}}}"#
        ))
    }

    /// A page with three frames that DevTools lists: a drawn one, one dropped in part, an idle one.
    pub(crate) fn with_three_frames() -> TestTrace {
        TestTrace::started(0)
            .instant(1_000_000)
            .layer_tree(FRAME, 1)
            .numbered("DrawFrame", 10, 1)
            .frame_with("DroppedFrame", 30, r#","frameSeqId":2,"hasPartialUpdate":true"#)
            .numbered("BeginFrame", 40, 3)
            .numbered("DrawFrame", 41, 3)
            .wanted(500, true)
            .numbered("BeginFrame", 510, 4)
            .numbered("DrawFrame", 512, 4)
    }

    /// `BeginFrame`, `DrawFrame` or `DroppedFrame` with the number of the frame.
    pub(crate) fn numbered(self, name: &str, ts: i64, sequence: u64) -> TestTrace {
        self.frame_with(name, ts, &format!(r#","frameSeqId":{sequence}"#))
    }

    /// An event of the page's main thread: `Commit` of a frame, or what comes before it.
    pub(crate) fn main_thread(self, name: &str, ts: i64, dur: i64) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"X","cat":"disabled-by-default-devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"dur":{dur},"args":{{"frameSeqId":1,"layerTreeId":1}}}}"#
        ))
    }

    /// A report of a frame of the page's layer tree, from start to end.
    pub(crate) fn reported(
        self,
        sequence: u64,
        (start, end): (i64, i64),
        state: &str,
        smooth: bool,
    ) -> TestTrace {
        let id = self.events.len();
        let edge = |phase: &str, ts: i64, args: &str| {
            format!(
                r#"{{"ph":"{phase}","cat":"cc","name":"PipelineReporter","id2":{{"local":"0x{id:x}"}},"pid":{PAGE},"tid":9,"ts":{ts},"args":{args}}}"#
            )
        };
        let args = format!(
            r#"{{"frame_reporter":{{"frame_sequence":{sequence},"frame_source":4294967296,"layer_tree_host_id":1,"state":"STATE_{state}","affects_smoothness":{smooth}}}}}"#
        );
        let begin = edge("b", start, &args);
        self.event(begin).event(edge("e", end, "{}"))
    }

    pub(crate) fn drawn(self, times: &[i64]) -> TestTrace {
        let frames = times.iter();
        frames.fold(self, |trace, ts| trace.frame("DrawFrame", *ts, 1))
    }

    pub(crate) fn wanted(self, ts: i64, wanted: bool) -> TestTrace {
        let wanted = i64::from(wanted);
        self.event(format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline.frame","name":"NeedsBeginFrameChanged","pid":{PAGE},"tid":9,"ts":{ts},"args":{{"layerTreeId":1,"data":{{"needsBeginFrame":{wanted}}}}}}}"#
        ))
    }

    pub(crate) fn heap(self, pid: i64, ts: i64, bytes: i64) -> TestTrace {
        self.counters(pid, ts, &format!(r#""jsHeapSizeUsed":{bytes}"#))
    }

    pub(crate) fn counters(self, pid: i64, ts: i64, data: &str) -> TestTrace {
        self.event(format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline","name":"UpdateCounters","pid":{pid},"tid":{pid},"ts":{ts},"args":{{"data":{{{data}}}}}}}"#
        ))
    }

    pub(crate) fn text(&self) -> String {
        format!("{{\"traceEvents\":[\n{}\n]}}", self.events.join(",\n"))
    }

    pub(crate) fn recording(&self) -> Recording {
        read(self.text().as_bytes(), 0, &Limits::default()).unwrap()
    }

    pub(crate) fn analysis(&self) -> TraceAnalysis {
        self.analysis_with(&options())
    }

    pub(crate) fn analysis_with(&self, options: &Options) -> TraceAnalysis {
        analyze(&self.recording().facts, options).unwrap()
    }
}

/// The options of the command line.
pub(crate) fn options() -> Options {
    Options {
        window: WindowChoice::Auto,
        slice: Micros::from_millis(200),
        long_task: Micros::from_millis(50),
        rules: crate::Rules::Lagometer,
        refresh_hz: None,
        measured_refresh_hz: None,
        page: None,
        limits: Limits::default(),
    }
}

/// The options with a window in times after the start of the trace.
pub(crate) fn between(from: i64, to: i64) -> Options {
    Options {
        window: WindowChoice::Between {
            from: crate::Bound::Time(Micros(from)),
            to: crate::Bound::Time(Micros(to)),
        },
        ..options()
    }
}

/// A number that must be there.
#[track_caller]
pub(crate) fn value(measured: &Measured<f64>) -> f64 {
    match measured {
        Measured::Value(value) => *value,
        Measured::NotAvailable(why) => panic!("absent: {why:?}"),
    }
}

/// The reason of an absence.
#[track_caller]
pub(crate) fn reason(measured: &Measured<f64>) -> Reason {
    match measured.reason() {
        Some(reason) => reason,
        None => panic!("not absent: {measured:?}"),
    }
}
