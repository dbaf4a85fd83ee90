use super::*;
use crate::test_trace::{TestTrace, options};
use crate::{ErrorKind, analyze};

fn resolved(trace: &TestTrace, choice: WindowChoice) -> Result<ResolvedWindow, WindowError> {
    let options = crate::Options {
        window: choice,
        ..options()
    };
    match analyze(&trace.recording().facts, &options) {
        Ok(analysis) => Ok(analysis.window),
        Err(crate::Error {
            kind: ErrorKind::Window(error),
            ..
        }) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

fn span(window: &ResolvedWindow) -> (i64, i64) {
    match &window.window {
        Measured::Value(found) => (found.start().0 - window.origin.0, found.end().0 - window.origin.0),
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

fn between(from: Bound, to: Bound) -> WindowChoice {
    WindowChoice::Between { from, to }
}

fn mark(name: &str) -> Bound {
    Bound::Mark(name.to_owned())
}

#[test]
fn the_whole_trace_is_from_tracing_started_to_the_last_end() {
    let trace = TestTrace::started(1_000)
        .task(500, 100)
        .task(2_000, 300)
        .instant(2_100);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((window.origin, span(&window)), (Micros(1_000), (0, 1_300)));
    assert_eq!(
        (window.from.as_str(), window.to.as_str()),
        ("trace-start", "trace-end")
    );
}

#[test]
fn without_tracing_started_it_is_from_the_first_event() {
    let trace = TestTrace::page().instant(700).task(2_000, 300);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((window.origin, span(&window)), (Micros(700), (0, 1_600)));
}

#[test]
fn metadata_marks_measures_and_samples_bound_nothing() {
    let trace = TestTrace::page()
        .task(1_000, 100)
        .mark(50, "early")
        .measure("b", 40, "m", "0x1")
        .measure("e", 9_000, "m", "0x1")
        .event(r#"{"ph":"I","name":"A::UMA","pid":1,"tid":1,"ts":99999}"#)
        .event(r#"{"ph":"I","name":"zero","pid":1,"tid":1,"ts":0}"#);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((window.origin, span(&window)), (Micros(1_000), (0, 100)));
}

#[test]
fn a_trace_of_other_events_alone_is_bounded_by_them() {
    let trace = TestTrace::page()
        .measure("b", 40, "m", "0x1")
        .measure("e", 90, "m", "0x1");
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((window.origin, span(&window)), (Micros(40), (0, 50)));
}

#[test]
fn the_one_pair_of_our_marks_is_the_window() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "lagometer:begin:sort")
        .mark(2_500, "lagometer:actions-end:sort")
        .mark(3_000, "lagometer:end:sort")
        .mark(3_100, "lagometer:end:other")
        .instant(9_000);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!(span(&window), (1_000, 2_000));
    assert_eq!(window.from, "lagometer:begin:sort");
    assert_eq!(window.to, "lagometer:end:sort");
    assert!(!window.from_edge && !window.to_edge);
}

#[test]
fn marks_of_other_processes_are_not_ours() {
    let foreign = r#"{"ph":"I","cat":"blink.user_timing","name":"lagometer:begin:sort","pid":8,"tid":8,"ts":1500,"args":{}}"#;
    let trace = TestTrace::started(1_000)
        .event(foreign)
        .mark(2_000, "lagometer:begin:sort")
        .mark(3_000, "lagometer:end:sort")
        .instant(9_000);
    assert_eq!(
        span(&resolved(&trace, WindowChoice::Auto).unwrap()),
        (1_000, 2_000)
    );
}

#[test]
fn several_pairs_leave_the_whole_trace() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "lagometer:begin:a")
        .mark(3_000, "lagometer:end:a")
        .mark(4_000, "lagometer:begin:b")
        .mark(5_000, "lagometer:end:b")
        .instant(9_000);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((span(&window), window.begin_marks), ((0, 8_000), 2));
}

#[test]
fn one_begin_and_several_ends_leave_the_whole_trace_and_say_so() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "lagometer:begin:a")
        .mark(3_000, "lagometer:end:a")
        .mark(4_000, "lagometer:end:a")
        .instant(9_000);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!((span(&window), window.begin_marks), ((0, 8_000), 1));
    assert_eq!(window.several_ends, Some(("lagometer:end:a".to_owned(), 2)));
    let notes = trace.analysis().notes;
    let told = notes.iter().find(|note| note.code == "several-windows").unwrap();
    assert!(
        told.warning && told.count == 2 && told.text.contains("`lagometer:end:a`"),
        "{told:?}"
    );
}

#[test]
fn a_missing_end_mark_is_told() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "lagometer:begin:a")
        .instant(9_000);
    let window = resolved(&trace, WindowChoice::Auto).unwrap();
    assert_eq!(span(&window), (1_000, 8_000));
    assert_eq!(window.missing_end.as_deref(), Some("lagometer:end:a"));
    let note = trace
        .analysis()
        .notes
        .into_iter()
        .find(|note| note.code == "mark-missing");
    assert!(note.unwrap().warning);
}

#[test]
fn a_window_between_marks_starts_at_the_first_and_ends_at_the_first_after_it() {
    let trace = TestTrace::started(0)
        .mark(50, "b")
        .mark(100, "a")
        .mark(200, "a")
        .mark(300, "b")
        .mark(400, "b")
        .instant(9_000);
    assert_eq!(
        span(&resolved(&trace, between(mark("a"), mark("b"))).unwrap()),
        (100, 300)
    );
    assert_eq!(
        span(&resolved(&trace, between(mark("a"), mark("a"))).unwrap()),
        (100, 200)
    );
    assert_eq!(
        span(&resolved(&trace, between(Bound::Edge, mark("b"))).unwrap()),
        (0, 50)
    );
    assert_eq!(
        span(&resolved(&trace, between(mark("b"), Bound::Edge)).unwrap()),
        (50, 9_000)
    );
}

#[test]
fn times_count_from_the_start_of_the_trace_and_end_with_it() {
    let trace = TestTrace::started(1_000).instant(9_000);
    let time = |micros| Bound::Time(Micros(micros));
    let window = resolved(&trace, between(time(500), time(2_000))).unwrap();
    assert_eq!((span(&window), window.clipped), ((500, 2_000), false));
    assert_eq!((window.from.as_str(), window.to.as_str()), ("500us", "2000us"));
    let window = resolved(&trace, between(time(500), time(99_000))).unwrap();
    assert_eq!((span(&window), window.clipped), ((500, 8_000), true));
}

#[test]
fn a_window_that_is_not_in_the_trace_is_an_error() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "a")
        .mark(3_000, "b")
        .instant(9_000);
    let time = |micros| Bound::Time(Micros(micros));
    let text = |from, to| resolved(&trace, between(from, to)).unwrap_err().to_string();
    assert_eq!(text(mark("c"), mark("b")), "no mark `c` in the trace");
    assert_eq!(
        text(mark("b"), mark("a")),
        "no mark `a` after the start of the window"
    );
    assert_eq!(
        text(time(8_000), Bound::Edge),
        "the window starts after the end of the trace"
    );
    assert_eq!(
        text(time(500), time(400)),
        "the window does not end after its start"
    );
    let Err(WindowError::NoMark { marks, more, .. }) = resolved(&trace, between(mark("c"), Bound::Edge))
    else {
        panic!("found");
    };
    assert_eq!((marks, more), (vec!["a".to_owned(), "b".to_owned()], 0));
}

#[test]
fn a_window_without_length_has_no_numbers() {
    let trace = TestTrace::started(1_000)
        .mark(2_000, "a")
        .mark(2_000, "b")
        .task(1_500, 5_000);
    let options = crate::Options {
        window: between(mark("a"), mark("b")),
        ..options()
    };
    let analysis = trace.analysis_with(&options);
    assert_eq!(analysis.window.window.reason(), Some(Reason::EmptyWindow));
    assert_eq!(analysis.metrics.busy_time.reason(), Some(Reason::EmptyWindow));
    assert_eq!(
        analysis.metrics.long_task.summary.count.reason(),
        Some(Reason::EmptyWindow)
    );
}

#[test]
fn the_reading_that_is_in_the_trace_is_taken_and_two_are_an_error() {
    let readings = vec![(mark("a"), mark("b..c")), (mark("a..b"), mark("c"))];
    let first = TestTrace::started(0).mark(10, "a").mark(20, "b..c").instant(90);
    let choice = WindowChoice::OneOf(readings);
    assert_eq!(span(&resolved(&first, choice.clone()).unwrap()), (10, 20));
    let both = first.mark(30, "a..b").mark(40, "c");
    let Err(WindowError::Ambiguous { readings }) = resolved(&both, choice.clone()) else {
        panic!("not ambiguous");
    };
    assert_eq!(readings.len(), 2);
    let neither = TestTrace::started(0).instant(90);
    let Err(WindowError::Ambiguous { readings }) = resolved(&neither, choice) else {
        panic!("not ambiguous");
    };
    assert_eq!(readings[0].2.as_deref(), Some("no mark `a` in the trace"));
}

#[test]
fn too_many_slices_are_an_error() {
    let trace = TestTrace::started(1).task(1, 10).instant(1_000_000_000_000);
    let error = analyze(&trace.recording().facts, &options()).unwrap_err();
    assert_eq!(error.to_string(), "the window has more than `100000` slices");
}
