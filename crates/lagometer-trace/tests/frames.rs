//! Frames against slow and obvious references: DevTools' list against a literal state machine that looks
//! at one event after the other, what became of frames against looking at all reports of each, and
//! the longest freeze against marking every microsecond.
#![allow(
    clippy::unwrap_used,
    reason = "a reference that loses its place is to end at once"
)]

use lagometer_metric::{Measured, Micros};
use lagometer_trace::{
    Bound, DevToolsFrame, Fate, Limits, Options, Rules, TraceAnalysis, WindowChoice, analyze, read,
};
use proptest::prelude::*;

/// Random inputs for each property.
const CASES: u32 = 10_000;
/// Every trace ends here.
const END: i64 = 400;

fn analysis(events: &[String]) -> TraceAnalysis {
    let mut all = vec![
        r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#.to_owned(),
        r#"{"ph":"I","name":"TracingStartedInBrowser","pid":1,"tid":1,"ts":1,"args":{"data":{"frames":[{"frame":"F","processId":7,"url":"http://a/","isInPrimaryMainFrame":true,"isOutermostMainFrame":true}]}}}"#.to_owned(),
        format!(r#"{{"ph":"I","name":"x","pid":1,"tid":1,"ts":{END}}}"#),
    ];
    all.extend_from_slice(events);
    let text = format!("[{}]", all.join(","));
    let recording = read(text.as_bytes(), 0, &Limits::default()).expect("it is a trace");
    let options = Options {
        window: WindowChoice::Between {
            from: Bound::Edge,
            to: Bound::Edge,
        },
        slice: Micros(1_000),
        long_task: Micros(50_000),
        rules: Rules::Lagometer,
        refresh_hz: None,
        measured_refresh_hz: None,
        page: None,
        limits: Limits::default(),
    };
    analyze(&recording.facts, &options).expect("the window is in it")
}

/// Something that happens to frames.
#[derive(Clone, Debug)]
struct Event {
    ts: i64,
    layer: i64,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Begin(Option<u64>),
    Draw(Option<u64>),
    Drop(Option<u64>, bool),
    Request,
    Activate,
    Wanted(bool),
    /// The main frame, or another one, draws into this layer tree.
    Into(bool),
    /// The main thread, or another one, does something that a frame comes of.
    Cause(bool),
    Commit(bool),
    /// A task of the main thread, with its length.
    Task(i64),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let number = || prop_oneof![9 => (0_u64..7).prop_map(Some), 1 => Just(None)];
    let what = prop_oneof![
        6 => number().prop_map(What::Begin),
        6 => number().prop_map(What::Draw),
        3 => (number(), any::<bool>()).prop_map(|(number, partial)| What::Drop(number, partial)),
        2 => Just(What::Request),
        2 => Just(What::Activate),
        3 => any::<bool>().prop_map(What::Wanted),
        1 => prop::bool::weighted(0.8).prop_map(What::Into),
        3 => prop::bool::weighted(0.8).prop_map(What::Cause),
        3 => prop::bool::weighted(0.8).prop_map(What::Commit),
        2 => (1_i64..30).prop_map(What::Task),
    ];
    let layer = prop_oneof![6 => Just(1_i64), 1 => Just(2_i64)];
    let event = (2_i64..60, layer, what).prop_map(|(ts, layer, what)| Event { ts, layer, what });
    // Mostly the layer tree is known from the start on.
    (prop::bool::weighted(0.8), prop::collection::vec(event, 0..40)).prop_map(|(known, mut events)| {
        if known {
            let what = What::Into(true);
            events.push(Event {
                ts: 1,
                layer: 1,
                what,
            });
        }
        events
    })
}

impl Event {
    fn json(&self) -> String {
        let Event { ts, layer, what } = self;
        let number = |number: &Option<u64>| {
            number.map_or(String::new(), |number| format!(r#","frameSeqId":{number}"#))
        };
        let compositor = |name: &str, more: String| {
            format!(
                r#"{{"ph":"I","name":"{name}","pid":7,"tid":9,"ts":{ts},"args":{{"layerTreeId":{layer}{more}}}}}"#
            )
        };
        let on_thread = |name: &str, is_main: &bool| {
            let tid = if *is_main { 7 } else { 8 };
            format!(
                r#"{{"ph":"X","name":"{name}","pid":7,"tid":{tid},"ts":{ts},"dur":0,"args":{{"layerTreeId":{layer},"frameSeqId":1}}}}"#
            )
        };
        match what {
            What::Begin(sequence) => compositor("BeginFrame", number(sequence)),
            What::Draw(sequence) => compositor("DrawFrame", number(sequence)),
            What::Drop(sequence, partial) => compositor(
                "DroppedFrame",
                format!(r#"{},"hasPartialUpdate":{partial}"#, number(sequence)),
            ),
            What::Request => compositor("RequestMainThreadFrame", String::new()),
            What::Activate => compositor("ActivateLayerTree", String::new()),
            What::Wanted(wanted) => compositor(
                "NeedsBeginFrameChanged",
                format!(r#","data":{{"needsBeginFrame":{}}}"#, u8::from(*wanted)),
            ),
            What::Into(main) => {
                let frame = if *main { "F" } else { "G" };
                format!(
                    r#"{{"ph":"I","name":"SetLayerTreeId","pid":7,"tid":7,"ts":{ts},"args":{{"data":{{"frame":"{frame}","layerTreeId":{layer}}}}}}}"#
                )
            }
            What::Cause(is_main) => on_thread("InvalidateLayout", is_main),
            What::Commit(is_main) => on_thread("Commit", is_main),
            What::Task(dur) => {
                format!(r#"{{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":{ts},"dur":{dur}}}"#)
            }
        }
    }

    /// What lasts longest comes first among what starts together.
    fn dur(&self) -> i64 {
        match self.what {
            What::Task(dur) => dur,
            _ => 0,
        }
    }
}

/// A frame of the reference: number, start, end, idle, dropped, partial.
type Row = (Option<u64>, i64, i64, bool, bool, bool);

/// The engine's state machine, word by word.
#[derive(Default)]
struct Literal {
    frames: Vec<Row>,
    last: Option<Row>,
    queue: Vec<(Option<u64>, i64, bool, bool)>,
    layer: Option<i64>,
    committed: bool,
    requested: bool,
    pending_activation: Option<i64>,
    pending_commit: Option<i64>,
    last_begin: Option<i64>,
    last_wanted: Option<i64>,
    last_task: Option<i64>,
}

impl Literal {
    fn start_frame(&mut self, sequence: Option<u64>, ts: i64) {
        if let Some(mut last) = self.last.take() {
            last.2 = ts;
            self.frames.push(last);
        }
        self.last = Some((sequence, ts, ts, false, false, false));
    }

    fn add_if_absent(&mut self, sequence: Option<u64>, ts: i64) {
        if !self.queue.iter().any(|frame| frame.0 == sequence) {
            self.queue.push((sequence, ts, false, false));
        }
    }

    fn step(&mut self, event: &Event) {
        if let What::Task(_) = event.what {
            self.last_task = Some(event.ts);
        }
        if let What::Into(true) = event.what {
            self.layer = Some(event.layer);
            return;
        }
        if let What::Cause(true) = event.what
            && self.pending_commit.is_none()
        {
            self.pending_commit = Some(self.last_task.unwrap_or(event.ts));
        }
        if self.layer != Some(event.layer) {
            return;
        }
        match event.what {
            What::Begin(Some(number)) => {
                if self.last.is_none() {
                    self.start_frame(Some(number), event.ts);
                }
                self.last_begin = Some(event.ts);
                self.add_if_absent(Some(number), event.ts);
            }
            What::Drop(Some(number), partial) => {
                if self.last.is_none() {
                    self.start_frame(Some(number), event.ts);
                }
                self.add_if_absent(Some(number), event.ts);
                for frame in &mut self.queue {
                    if frame.0 == Some(number) {
                        frame.2 = true;
                        frame.3 = partial;
                    }
                }
            }
            What::Draw(number) => self.draw(number, event.ts),
            What::Activate if self.last.is_some() && self.last_wanted.is_none() => {
                self.pending_activation = None;
            }
            What::Request if self.last.is_some() => self.requested = true,
            What::Wanted(true) => self.last_wanted = Some(event.ts),
            What::Commit(true) if self.pending_commit.is_some() => {
                self.pending_activation = self.pending_commit.take();
                self.requested = false;
                self.committed = true;
            }
            _ => {}
        }
    }

    fn draw(&mut self, number: Option<u64>, ts: i64) {
        if self.last.is_none() {
            self.start_frame(number, ts);
            return;
        }
        if self.committed || !self.requested {
            if let Some(wanted) = self.last_wanted {
                let end = self
                    .pending_activation
                    .unwrap_or(self.last_begin.unwrap_or(wanted));
                let last = self.last.as_mut().unwrap();
                if end > last.1 {
                    last.3 = true;
                    self.last_begin = None;
                }
                self.last_wanted = None;
            }
            if self.queue.iter().any(|frame| frame.0 == number) {
                loop {
                    let frame = self.queue.remove(0);
                    let is_drawn = frame.0 == number;
                    if is_drawn || frame.2 {
                        let was_idle = self.last.unwrap().3;
                        self.start_frame(number, frame.1);
                        if was_idle {
                            self.pending_activation = None;
                        }
                        let last = self.last.as_mut().unwrap();
                        last.4 = frame.2;
                        last.5 = frame.3;
                    }
                    if is_drawn {
                        break;
                    }
                }
            }
        }
        self.committed = false;
    }
}

/// Takes the events in order, each time looking for the next one.
fn literal(events: &[Event]) -> Literal {
    let mut left: Vec<&Event> = events.iter().collect();
    let mut machine = Literal::default();
    while !left.is_empty() {
        let first = left.iter().map(|event| (event.ts, -event.dur())).min().unwrap();
        let at = left
            .iter()
            .position(|event| (event.ts, -event.dur()) == first)
            .unwrap();
        machine.step(left.remove(at));
    }
    machine
}

fn row(frame: &DevToolsFrame) -> Row {
    let end = frame.start + frame.duration;
    (
        frame.sequence,
        frame.start.0,
        end.0,
        frame.idle,
        frame.dropped,
        frame.partial,
    )
}

/// A report: number, start, length, word, whether it harms smoothness.
type Report = (u64, i64, i64, usize, bool);

const WORDS: [&str; 4] = [
    "PRESENTED_ALL",
    "PRESENTED_PARTIAL",
    "DROPPED",
    "NO_UPDATE_DESIRED",
];

fn reports() -> impl Strategy<Value = Vec<Report>> {
    prop::collection::vec(
        (0_u64..8, 2_i64..200, 0_i64..60, 0_usize..4, any::<bool>()),
        0..16,
    )
}

fn report_json(at: usize, (sequence, start, length, word, harms): &Report) -> [String; 2] {
    let edge = |phase: &str, ts: i64, args: &str| {
        format!(
            r#"{{"ph":"{phase}","name":"PipelineReporter","id2":{{"local":"0x{at}"}},"pid":7,"tid":9,"ts":{ts},"args":{args}}}"#
        )
    };
    let word = WORDS[*word];
    let args = format!(
        r#"{{"frame_reporter":{{"frame_sequence":{sequence},"frame_source":1,"layer_tree_host_id":1,"state":"STATE_{word}","affects_smoothness":{harms}}}}}"#
    );
    [edge("b", *start, &args), edge("e", start + length, "{}")]
}

/// Number, time and fate of every frame, by looking at all its reports.
fn fates(reports: &[Report]) -> Vec<(u64, i64, Fate)> {
    let mut found = Vec::new();
    for sequence in 0..8 {
        let own: Vec<&Report> = reports.iter().filter(|report| report.0 == sequence).collect();
        let ends = |words: &[usize]| {
            let with = own.iter().filter(|report| words.contains(&report.3));
            with.map(|report| report.1 + report.2).collect::<Vec<i64>>()
        };
        let Some(last) = ends(&[0, 1, 2, 3]).into_iter().max() else {
            continue;
        };
        let shown = ends(&[0, 1]).into_iter().min();
        let fate = if !ends(&[0]).is_empty() {
            Fate::Presented
        } else if !ends(&[1]).is_empty() {
            Fate::PresentedInPart
        } else if own.iter().any(|report| report.3 == 2 && report.4) {
            Fate::Dropped
        } else if !ends(&[2]).is_empty() {
            Fate::NoDamage
        } else {
            Fate::NotWanted
        };
        found.push((sequence, shown.unwrap_or(last), fate));
    }
    found.sort_by_key(|(sequence, end, _)| (*end, *sequence));
    found
}

/// The longest run of microseconds in which frames were wanted, cut where the display was up to date.
fn freeze(changes: &[(i64, bool)], settled: &[i64]) -> i64 {
    let mut sorted = changes.to_vec();
    sorted.sort();
    let wanted_at = |tick: i64| {
        let before = sorted.iter().rev().find(|(ts, _)| *ts <= tick);
        match (before, sorted.first()) {
            (Some((_, wanted)), _) => *wanted,
            (None, Some((_, first))) => !first,
            (None, None) => true,
        }
    };
    let (mut longest, mut run) = (0, 0);
    for tick in 1..END {
        if settled.contains(&tick) || !wanted_at(tick) {
            run = 0;
        }
        if wanted_at(tick) {
            run += 1;
        }
        longest = longest.max(run);
    }
    longest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_list_of_devtools_is_that_of_a_literal_state_machine(events in events()) {
        let text: Vec<String> = events.iter().map(Event::json).collect();
        let expected = literal(&events);
        match analysis(&text).frames.devtools {
            Measured::Value(frames) => {
                prop_assert_eq!(frames.list.iter().map(row).collect::<Vec<_>>(), expected.frames);
                let last = frames.last.map(|last| (last.sequence, last.start.0));
                prop_assert_eq!(last, expected.last.map(|last| (last.0, last.1)));
            }
            // No compositor said anything of the page's layer tree, or that is not known.
            Measured::NotAvailable(_) => prop_assert!(expected.frames.is_empty() && expected.last.is_none()),
        }
    }

    #[test]
    fn what_became_of_frames_is_what_all_their_reports_say(
        reports in reports(),
        changes in prop::collection::vec((2_i64..300, any::<bool>()), 0..5),
    ) {
        let mut text: Vec<String> = reports.iter().enumerate().flat_map(|(at, report)| report_json(at, report)).collect();
        text.push(r#"{"ph":"I","name":"SetLayerTreeId","pid":7,"tid":7,"ts":2,"args":{"data":{"frame":"F","layerTreeId":1}}}"#.to_owned());
        text.extend(changes.iter().map(|(ts, wanted)| {
            let wanted = u8::from(*wanted);
            format!(r#"{{"ph":"I","name":"NeedsBeginFrameChanged","pid":7,"tid":9,"ts":{ts},"args":{{"layerTreeId":1,"data":{{"needsBeginFrame":{wanted}}}}}}}"#)
        }));
        let expected = fates(&reports);
        let found = match analysis(&text).frames.pipeline {
            Measured::Value(frames) => frames,
            Measured::NotAvailable(_) => {
                prop_assert!(expected.is_empty());
                return Ok(());
            }
        };
        let list: Vec<_> = found.list.iter().map(|frame| (frame.sequence.unwrap(), frame.end.0, frame.fate)).collect();
        prop_assert_eq!(&list, &expected);
        prop_assert_eq!(found.reports, reports.len() as u64);
        let harms = reports.iter().filter(|report| report.4).count();
        prop_assert_eq!(found.dropped_reports, harms as u64);
        // Changes at one time have no order of their own here.
        let mut times: Vec<i64> = changes.iter().map(|(ts, _)| *ts).collect();
        times.sort_unstable();
        times.dedup();
        if times.len() == changes.len() && list.iter().any(|(_, _, fate)| fate.is_presented()) {
            let settled: Vec<i64> = list.iter().filter(|(_, _, fate)| *fate != Fate::Dropped).map(|(_, end, _)| *end).collect();
            let longest = found.freeze.map_or(0, |freeze| freeze.length.0);
            prop_assert_eq!(longest, freeze(&changes, &settled));
        }
    }
}
