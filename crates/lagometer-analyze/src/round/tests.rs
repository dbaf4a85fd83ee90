use super::*;
use lagometer_metric::Unit;
use lagometer_report::{
    PageState, ProcessReading, ProcessState, RoundState, SettledHeap, TraceCapture, Value,
};
use std::collections::BTreeMap;

const BEGIN: &str = "lagometer:begin:x";
const END: &str = "lagometer:end:x";

/// A round in which nothing is wrong: a window from 2 000 to 302 000 with a task of 80 ms.
struct Round {
    events: Vec<String>,
    metadata: String,
    samples: SamplesDocument,
}

fn event(phase: &str, name: &str, ts: i64, rest: &str) -> String {
    format!(r#"{{"ph":"{phase}","name":"{name}","pid":7,"tid":7,"ts":{ts}{rest}}}"#)
}

fn mark(ts: i64, name: &str) -> String {
    event("I", name, ts, r#","cat":"blink.user_timing","args":{}"#)
}

fn task(ts: i64, dur: i64, tdur: i64) -> String {
    let rest = format!(r#","dur":{dur},"tdur":{tdur},"cat":"disabled-by-default-devtools.timeline""#);
    event("X", "RunTask", ts, &rest)
}

fn started(frame: &str) -> String {
    let data = format!(
        r#"{{"frame":"{frame}","processId":7,"url":"http://a/","isInPrimaryMainFrame":true,"isOutermostMainFrame":true}}"#
    );
    let rest = format!(r#","args":{{"data":{{"frames":[{data}]}}}}"#);
    event("I", "TracingStartedInBrowser", 1_000, &rest)
}

fn reading(at: &str, timestamp_us: i64, task_duration: f64) -> CounterReading {
    CounterReading {
        at: at.to_owned(),
        timestamp_us,
        metrics: BTreeMap::from([("TaskDuration".to_owned(), task_duration)]),
    }
}

/// The page's renderer, another one and the browser.
fn processes(at: &str, timestamp_us: i64, cpu_time: f64, memory: f64) -> ProcessReading {
    let process = |pid, kind: &str, cpu_time, memory| ProcessState {
        pid,
        kind: kind.to_owned(),
        cpu_time,
        memory: Value::new(Measured::Value(memory), Unit::Bytes),
    };
    ProcessReading {
        at: at.to_owned(),
        timestamp_us,
        processes: vec![
            process(1, "browser", 2.0, 1e8),
            process(8, "renderer", 9.0, 1e9),
            process(7, "renderer", cpu_time, memory),
        ],
    }
}

fn page(at: &str, visibility: &str) -> PageState {
    PageState {
        at: at.to_owned(),
        visibility: visibility.to_owned(),
        url: "http://a/".to_owned(),
        inner_size: [1440, 900],
    }
}

impl Round {
    fn good() -> Round {
        Round {
            events: vec![
                event("M", "thread_name", 0, r#","args":{"name":"CrRendererMain"}"#),
                started("F"),
                mark(2_000, BEGIN),
                task(10_000, 80_000, 70_000),
                mark(302_000, END),
                event("I", "later", 400_000, ""),
            ],
            metadata: String::new(),
            samples: SamplesDocument {
                kind: "samples".to_owned(),
                format_version: 1,
                begin_mark: BEGIN.to_owned(),
                end_mark: END.to_owned(),
                actions_end_mark: "lagometer:actions-end:x".to_owned(),
                frame_id: "F".to_owned(),
                refresh_hz: Some(60.0),
                counters: vec![
                    reading("before-begin", 1_500, 0.100),
                    reading("after-begin", 2_500, 0.101),
                    reading("inside", 100_000, 0.150),
                    reading("before-end", 301_500, 0.191),
                    reading("after-end", 303_000, 0.192),
                ],
                processes: vec![
                    processes("begin", 1_500, 0.10, 30_000_000.0),
                    processes("inside", 100_000, 0.15, 90_000_000.0),
                    processes("end", 303_000, 0.20, 40_000_000.0),
                ],
                settled_heap: Vec::new(),
                page: vec![page("begin", "visible"), page("end", "visible")],
                capture: TraceCapture {
                    categories: vec!["blink.user_timing".to_owned()],
                    start_us: 20_000,
                    data_loss: false,
                    bytes: 1_000,
                },
                driver_probes: 0,
                saved: BTreeMap::new(),
                saved_units: BTreeMap::new(),
            },
        }
    }

    fn text(&self) -> String {
        format!("{{\"traceEvents\":[{}]{}}}", self.events.join(","), self.metadata)
    }

    fn document_of(&self, text: &str) -> RoundDocument {
        let input = RoundInput {
            number: 3,
            variant: "head".to_owned(),
            role: RoundRole::Measured,
            trace_name: "trace.json.gz".to_owned(),
            trace: Box::new(text.as_bytes()),
            samples: &self.samples,
        };
        round(input, &options()).unwrap()
    }

    fn document(&self) -> RoundDocument {
        self.document_of(&self.text())
    }

    /// State and codes of the reasons.
    fn judged(&self) -> (RoundState, Vec<String>) {
        let document = self.document();
        (document.state, codes(&document))
    }
}

fn codes(document: &RoundDocument) -> Vec<String> {
    document
        .reasons
        .iter()
        .map(|reason| reason.code.clone())
        .collect()
}

fn options() -> RoundOptions {
    RoundOptions {
        slice: Micros::from_millis(200),
        long_task: Micros::from_millis(50),
        refresh_hz: None,
        limits: Limits::default(),
    }
}

fn number(document: &RoundDocument, id: &str) -> Option<f64> {
    let value = &document.analysis.as_ref().unwrap().metrics[id];
    value.value.map(|value| value.0)
}

fn invalid(code: &str) -> (RoundState, Vec<String>) {
    (RoundState::Invalid, vec![code.to_owned()])
}

#[test]
fn a_good_round_is_valid_and_has_the_numbers_of_both_sources() {
    let document = Round::good().document();
    assert_eq!(
        (document.state, codes(&document)),
        (RoundState::Valid, Vec::new()),
        "{:?}",
        document.reasons
    );
    assert_eq!((document.number, document.variant.as_str()), (3, "head"));
    assert_eq!(number(&document, "total_blocking_time"), Some(30_000.0));
    assert_eq!(number(&document, "main_thread_cpu_time"), Some(70_000.0));
    assert_eq!(number(&document, "task_duration"), Some(90_000.0));
    assert_eq!(number(&document, "cdp_busy_rate"), Some(90_000.0 / 299_000.0));
    assert_eq!(number(&document, "counter_readings"), Some(1.0));
    let analysis = document.analysis.as_ref().unwrap();
    assert_eq!(
        (analysis.window.start_us, analysis.window.end_us),
        (1_000, 301_000)
    );
    assert_eq!(
        (analysis.window.from.as_str(), analysis.window.to.as_str()),
        (BEGIN, END)
    );
    assert_eq!(analysis.main_thread.method.as_deref(), Some("cdp-frame"));
    assert_eq!(analysis.options.refresh_source.as_deref(), Some("measured"));
    assert_eq!(analysis.rule_versions["cdp_busy_rate"], 1);
    let clock = document.clock.unwrap();
    assert_eq!(clock.disagreement.value.unwrap().0, 0.0);
    assert_eq!(clock.begin_bracket.value.unwrap().0, 1_000.0);
    assert_eq!(clock.end_bracket.value.unwrap().0, 1_500.0);
    assert_eq!(document.capture.unwrap().lost, Some(false));
}

#[test]
fn a_category_that_was_asked_for_is_on_although_nothing_came() {
    let mut round = Round::good();
    let reason = |round: &Round| {
        let document = round.document();
        document.analysis.unwrap().metrics["frame_interval/p95"]
            .reason
            .clone()
    };
    assert_eq!(reason(&round).as_deref(), Some("category-off"));
    let frames = "disabled-by-default-devtools.timeline.frame";
    round.samples.capture.categories.push(frames.to_owned());
    assert_eq!(reason(&round).as_deref(), Some("no-event-in-window"));
}

#[test]
fn without_an_end_mark_the_rest_is_answered_and_invalid() {
    let mut round = Round::good();
    round.events.remove(4);
    let document = round.document();
    assert_eq!(
        (document.state, codes(&document)[0].as_str()),
        (RoundState::Invalid, "mark-missing")
    );
    assert!(document.reasons[0].text.contains(END));
    assert_eq!(document.analysis.as_ref().unwrap().window.to, "trace-end");
    assert_eq!(number(&document, "total_blocking_time"), Some(30_000.0));
    assert!(document.clock.unwrap().disagreement.value.is_none());
}

#[test]
fn without_a_begin_mark_there_is_no_window() {
    let mut round = Round::good();
    round.events.remove(2);
    let document = round.document();
    assert_eq!(document.state, RoundState::Invalid);
    assert_eq!(codes(&document), ["mark-missing", "clock-unchecked"]);
    assert_eq!(document.analysis, None);
}

#[test]
fn an_end_mark_before_the_begin_mark_ends_nothing() {
    let mut round = Round::good();
    round.events[4] = mark(1_500, END);
    assert_eq!(round.judged().1[0], "mark-missing");
}

#[test]
fn lost_events_make_it_invalid() {
    let mut told = Round::good();
    told.samples.capture.data_loss = true;
    assert_eq!(told.judged(), invalid("data-loss"));
    let capture = told.document().capture.unwrap();
    assert_eq!(
        capture.field.as_deref(),
        Some("Tracing.tracingComplete.dataLossOccurred")
    );

    let mut seen = Round::good();
    seen.metadata =
        r#","metadata":{"trace_processor_stats":{"traced_buf":[{"chunks_discarded":5}]}}"#.to_owned();
    let document = seen.document();
    assert_eq!((document.state, codes(&document)), invalid("data-loss"));
    assert_eq!(
        document.reasons[0].text,
        "the trace buffer was full, 5 chunks were thrown away"
    );
    assert_eq!(document.capture.unwrap().chunks_discarded, Some(5));
}

#[test]
fn a_trace_that_is_cut_makes_it_invalid() {
    let round = Round::good();
    let text = round.text();
    let document = round.document_of(&text[..text.len() - 30]);
    assert_eq!((document.state, codes(&document)), invalid("data-loss"));
    assert!(
        document.reasons[0]
            .text
            .starts_with("the trace is cut off at byte")
    );
}

#[test]
fn a_page_that_was_not_visible_makes_it_invalid() {
    let mut hidden = Round::good();
    hidden.samples.page[1].visibility = "hidden".to_owned();
    let document = hidden.document();
    assert_eq!((document.state, codes(&document)), invalid("not-visible"));
    assert_eq!(
        document.reasons[0].text,
        "the page was `hidden` at the end of the window"
    );
    let mut unknown = Round::good();
    unknown.samples.page.remove(0);
    assert_eq!(unknown.judged(), invalid("not-visible"));
}

/// Hidden and shown again between the ends, which both say that it is visible.
#[test]
fn a_page_that_was_hidden_in_between_makes_it_invalid() {
    let with = |marks: &[(i64, &str)]| {
        let mut round = Round::good();
        let marks = marks
            .iter()
            .map(|(ts, state)| mark(*ts, &format!("lagometer:visibility:{state}")));
        round.events.extend(marks);
        round
    };
    let once = with(&[(52_000, "hidden"), (92_500, "visible")]);
    assert_eq!(once.judged(), invalid("not-visible"));
    assert_eq!(once.document().reasons[0].amount_us, Some(40_500));
    let twice = with(&[
        (52_000, "hidden"),
        (60_000, "hidden"),
        (92_000, "visible"),
        (100_000, "hidden"),
        (110_000, "visible"),
    ]);
    assert_eq!(twice.document().reasons[0].amount_us, Some(50_000));
    // Outside of the window it does not matter.
    let before = with(&[(1_200, "hidden"), (1_300, "visible"), (303_000, "hidden")]);
    assert_eq!(before.judged(), (RoundState::Valid, Vec::new()));
    // What is hidden at the end is told by the end.
    let mut until_the_end = with(&[(52_000, "hidden")]);
    until_the_end.samples.page[1].visibility = "hidden".to_owned();
    assert_eq!(until_the_end.judged(), invalid("not-visible"));
}

/// The growth of a heap over two documents is not wrong, but it is no leak of one of them.
#[test]
fn another_document_in_the_window_is_told() {
    let mut round = Round::good();
    let mut loaded_at = |first: f64, last: f64| {
        for reading in &mut round.samples.counters {
            let time = if reading.at.ends_with("begin") {
                first
            } else {
                last
            };
            reading.metrics.insert("NavigationStart".to_owned(), time);
        }
        round.judged()
    };
    assert_eq!(loaded_at(4.5, 4.5), (RoundState::Valid, Vec::new()));
    let (state, codes) = loaded_at(4.5, 6.25);
    assert_eq!(
        (state, codes),
        (RoundState::Valid, vec!["document-changed".to_owned()])
    );
}

#[test]
fn a_slow_start_of_the_recording_makes_it_invalid() {
    let mut round = Round::good();
    round.samples.capture.start_us = 1_000_000;
    assert_eq!(round.judged(), (RoundState::Valid, Vec::new()));
    round.samples.capture.start_us = 10_250_000;
    let document = round.document();
    assert_eq!((document.state, codes(&document)), invalid("slow-trace-start"));
    assert_eq!(document.reasons[0].text, "the recording was slow to start");
    assert_eq!(document.reasons[0].amount_us, Some(10_250_000));
}

#[test]
fn a_mark_outside_of_its_readings_disagrees_from_a_millisecond_on() {
    let mut round = Round::good();
    // The begin mark is at 2 000.
    round.samples.counters[0].timestamp_us = 3_000;
    assert_eq!(round.judged(), (RoundState::Valid, Vec::new()));
    assert_eq!(
        round.document().clock.unwrap().disagreement.value.unwrap().0,
        1_000.0
    );
    round.samples.counters[0].timestamp_us = 3_001;
    assert_eq!(round.judged(), invalid("clock-disagrees"));
    // The end mark is at 302 000.
    let mut late = Round::good();
    late.samples.counters[4].timestamp_us = 300_900;
    assert_eq!(late.judged(), invalid("clock-disagrees"));
    assert_eq!(
        late.document().clock.unwrap().disagreement.value.unwrap().0,
        1_100.0
    );
}

#[test]
fn missing_readings_leave_the_clock_unchecked_and_the_counters_absent() {
    let mut round = Round::good();
    round
        .samples
        .counters
        .retain(|reading| reading.at != "after-begin");
    let document = round.document();
    assert_eq!(
        (document.state, codes(&document)),
        (RoundState::Valid, vec!["clock-unchecked".to_owned()])
    );
    let value = &document.analysis.as_ref().unwrap().metrics["task_duration"];
    assert_eq!(value.reason.as_deref(), Some("not-recorded"));
    assert_eq!(value.detail.as_deref(), Some("no reading after the begin mark"));
}

#[test]
fn counters_are_curves_where_they_were_read_while_the_window_was_open() {
    let mut round = Round::good();
    let series = |round: &Round| round.document().analysis.unwrap().series;
    // From 2 500 to 100 000 and from there to 301 500: the first slice ends at 202 000.
    let (first, second) = (49_000.0 / 97_500.0, 41_000.0 / 201_500.0);
    let busy = &series(&round)["cdp_busy_rate"];
    let values: Vec<f64> = busy.values.iter().flatten().map(|raw| raw.0).collect();
    let expected = [(first * 97_500.0 + second * 102_000.0) / 199_500.0, second];
    assert_eq!(values.len(), 2);
    for (value, expected) in values.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-12, "{value} {expected}");
    }
    let nodes = &series(&round)["cdp_nodes"];
    assert_eq!(nodes.values, [None, None]);
    assert_eq!(
        (
            nodes.absent.len(),
            nodes.absent[0].to,
            nodes.absent[0].reason.as_str()
        ),
        (1, 2, "not-reported")
    );
    round.samples.counters.retain(|reading| reading.at != "inside");
    assert!(!series(&round).contains_key("cdp_busy_rate"));
    assert_eq!(number(&round.document(), "counter_readings"), Some(0.0));
}

#[test]
fn processes_are_found_by_the_trace_and_by_their_kind() {
    let mut round = Round::good();
    let document = round.document();
    assert_eq!(
        number(&document, "process_cpu_time:renderer"),
        Some(100_000.0),
        "the page's, not the other one's"
    );
    assert_eq!(number(&document, "process_cpu_time:browser"), Some(0.0));
    assert_eq!(number(&document, "process_memory:renderer/growth"), Some(1e7));
    assert_eq!(number(&document, "process_memory:renderer/max"), Some(9e7));
    let analysis = document.analysis.unwrap();
    let reason = |analysis: &Analysis, id: &str| analysis.metrics[id].reason.clone();
    assert_eq!(
        reason(&analysis, "process_cpu_time:gpu").as_deref(),
        Some("not-reported")
    );
    assert_eq!(analysis.rule_versions["process_memory"], 1);
    let values = &analysis.series["process_memory:renderer"].values;
    let values: Vec<f64> = values.iter().flatten().map(|raw| raw.0).collect();
    assert_eq!(values, [9e7, 9e7]);
    round.samples.processes.pop();
    let analysis = round.document().analysis.unwrap();
    assert_eq!(
        reason(&analysis, "process_cpu_time:renderer").as_deref(),
        Some("not-recorded")
    );
}

#[test]
fn the_heap_over_repetitions_has_a_slope_and_a_warning() {
    let mut round = Round::good();
    let metrics = round.document().analysis.unwrap().metrics;
    assert!(!metrics.contains_key("heap_slope/median"), "nobody asked for it");
    let used = [5_000.0, 6_000.0, 6_100.0, 6_200.0, 6_300.0, 6_400.0];
    round.samples.settled_heap = (1..)
        .zip(used)
        .map(|(repetition, used_bytes)| SettledHeap {
            repetition,
            timestamp_us: i64::from(repetition) * 10_000,
            used_bytes,
            nodes: 40.0,
        })
        .collect();
    let document = round.document();
    assert_eq!(document.state, RoundState::Valid);
    assert_eq!(number(&document, "heap_slope/median"), Some(100.0));
    assert_eq!(number(&document, "heap_slope/low"), Some(100.0));
    assert_eq!(number(&document, "heap_slope/high"), Some(550.0));
    assert_eq!(number(&document, "settled_heap/growth"), Some(1_400.0));
    assert_eq!(number(&document, "settled_heap/count"), Some(6.0));
    // The begin mark is at 2 000.
    let second = document.analysis.as_ref().unwrap().settled_heap[1];
    assert_eq!((second.repetition, second.at_us), (2, 18_000));
    assert_eq!((second.used_bytes.0, second.nodes.0), (6_000.0, 40.0));
    let told = &document.diagnostics[0];
    assert_eq!(
        (told.code.as_str(), told.count, told.warning),
        ("forced-collections", 6, true)
    );
}

#[test]
fn a_page_that_is_not_in_the_trace_makes_it_invalid() {
    let mut other = Round::good();
    other.events[1] = started("G");
    let document = other.document();
    assert_eq!((document.state, codes(&document)), invalid("page-not-in-trace"));
    assert_eq!(
        document.reasons[0].text,
        "the page's frame `F` is not in the trace"
    );
    let mut none = Round::good();
    none.events.remove(0);
    none.events.remove(0);
    none.events.retain(|event| !event.contains("RunTask"));
    let (state, codes) = none.judged();
    assert_eq!(state, RoundState::Invalid);
    assert!(codes.contains(&"page-not-in-trace".to_owned()), "{codes:?}");
}

#[test]
fn contention_is_noted_and_stays_valid() {
    let mut round = Round::good();
    round.events[3] = task(10_000, 80_000, 60_001);
    assert_eq!(round.judged(), (RoundState::Valid, Vec::new()));
    round.events[3] = task(10_000, 80_000, 59_000);
    let document = round.document();
    assert_eq!(
        (document.state, codes(&document)),
        (RoundState::Valid, vec!["contention".to_owned()])
    );
    assert!(document.reasons[0].text.starts_with("26 % of the busy time"));
    round.events[3] = task(10_000, 80_000, 40_000);
    assert_eq!(round.judged().1, ["contention"], "exactly half");
    round.events[3] = task(10_000, 80_000, 39_000);
    let document = round.document();
    assert_eq!(
        (document.state, codes(&document)),
        (RoundState::Valid, vec!["high-contention".to_owned()])
    );
    assert_eq!(
        document.reasons[0].text,
        "51 % of the busy time was waiting for a processor: wall times say more about the machine than about \
         the page; main thread cpu time is steadier"
    );
    assert_eq!(number(&document, "busy_time"), Some(80_000.0), "it stays shown");
    assert_eq!(number(&document, "main_thread_cpu_time"), Some(39_000.0));
}

#[test]
fn a_trace_that_cannot_be_read_is_an_error() {
    let samples = Round::good().samples;
    let input = |text: &'static str| RoundInput {
        number: 1,
        variant: "head".to_owned(),
        role: RoundRole::Warmup,
        trace_name: "trace.json.gz".to_owned(),
        trace: Box::new(text.as_bytes()),
        samples: &samples,
    };
    let error = round(input("[{\"ph\":\"X\"}x"), &options()).unwrap_err();
    assert_eq!(error.place().as_deref(), Some("trace.json.gz: byte 11"));
    let tight = RoundOptions {
        limits: Limits {
            kept_bytes: 10,
            ..Limits::default()
        },
        ..options()
    };
    let task = r#"[{"ph":"X","name":"RunTask","pid":1,"tid":1,"ts":1,"dur":1}]"#;
    let error = round(input(task), &tight).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("measure a shorter time"));
    let zero = RoundOptions {
        slice: Micros::ZERO,
        ..options()
    };
    let error = round(input("[]"), &zero).unwrap_err();
    assert_eq!(error.what(), "`--slice` must be more than zero");
}

#[test]
fn a_round_document_survives_the_disk() {
    let document = Round::good().document();
    let stored = lagometer_report::version::store(&document);
    let loaded: RoundDocument = lagometer_report::version::load(&stored).unwrap();
    assert_eq!(loaded, document);
}
