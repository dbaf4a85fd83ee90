use super::*;
use crate::test_trace::{FRAME, TestTrace};
use lagometer_metric::Measured;

/// A page of which the layer tree is known.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000_000).layer_tree(FRAME, 1)
}

fn view(trace: &TestTrace) -> Measured<DevToolsFrames> {
    trace.analysis().frames.devtools
}

fn frames(trace: &TestTrace) -> DevToolsFrames {
    match view(trace) {
        Measured::Value(frames) => frames,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

/// Number, start, duration and state of each.
fn rows(frames: &DevToolsFrames) -> Vec<(u64, i64, i64, String)> {
    let row = |frame: &DevToolsFrame| {
        let states = [(frame.idle, 'I'), (frame.dropped, 'D'), (frame.partial, 'P')];
        let states = states
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, letter)| *letter)
            .collect();
        (frame.sequence.unwrap(), frame.start.0, frame.duration.0, states)
    };
    frames.list.iter().map(row).collect()
}

#[test]
fn a_frame_lasts_until_the_next_and_the_last_is_not_listed() {
    let trace = page()
        .numbered("BeginFrame", 10, 1)
        .numbered("DrawFrame", 12, 1)
        .numbered("BeginFrame", 26, 2)
        .numbered("DrawFrame", 28, 2);
    let frames = frames(&trace);
    assert_eq!(
        rows(&frames),
        [(1, 10, 0, String::new()), (1, 10, 16, String::new())]
    );
    let last = LastFrame {
        sequence: Some(2),
        start: Micros(26),
    };
    assert_eq!(frames.last, Some(last));
    let by_devtools = crate::Options {
        rules: crate::Rules::DevTools,
        ..crate::test_trace::options()
    };
    let Measured::Value(without) = trace.analysis_with(&by_devtools).frames.devtools else {
        panic!("no frames");
    };
    assert_eq!((without.last, without.list), (None, frames.list));
}

#[test]
fn dropped_frames_are_listed_when_the_next_one_is_drawn() {
    let trace = page()
        .numbered("BeginFrame", 10, 1)
        .numbered("DrawFrame", 12, 1)
        .numbered("BeginFrame", 20, 2)
        .numbered("DroppedFrame", 25, 2)
        .frame_with("DroppedFrame", 30, r#","frameSeqId":3,"hasPartialUpdate":true"#)
        .numbered("BeginFrame", 40, 4)
        .numbered("BeginFrame", 50, 5)
        .numbered("DrawFrame", 55, 5)
        .numbered("BeginFrame", 60, 6)
        .numbered("DrawFrame", 61, 6);
    let expected = [
        (1, 10, 0, String::new()),
        (1, 10, 10, String::new()),
        // Number 4 was begun and came to nothing: it is part of the one before.
        (5, 20, 10, "D".to_owned()),
        (5, 30, 20, "DP".to_owned()),
        (5, 50, 10, String::new()),
    ];
    assert_eq!(rows(&frames(&trace)), expected);
}

#[test]
fn a_frame_that_waits_for_the_main_thread_is_not_listed() {
    let waiting = |trace: TestTrace| {
        trace
            .numbered("BeginFrame", 10, 1)
            .numbered("DrawFrame", 12, 1)
            .frame_with("RequestMainThreadFrame", 13, "")
            .numbered("BeginFrame", 26, 2)
    };
    let drawn = waiting(page()).numbered("DrawFrame", 28, 2);
    assert_eq!(frames(&drawn).drawn_as(DrawnAs::Waiting), 1);
    let committed = waiting(page())
        .main_thread("BeginMainThreadFrame", 14, 1)
        .main_thread("Commit", 20, 2)
        .numbered("DrawFrame", 28, 2);
    assert_eq!(frames(&committed).drawn_as(DrawnAs::Listed), 2);
    // A commit of nothing that the main thread did is none.
    let alone = waiting(page())
        .main_thread("Commit", 20, 2)
        .numbered("DrawFrame", 28, 2);
    assert_eq!(frames(&alone).drawn_as(DrawnAs::Waiting), 1);
}

#[test]
fn a_frame_before_frames_became_wanted_again_is_idle() {
    let trace = page()
        .numbered("BeginFrame", 10, 1)
        .numbered("DrawFrame", 12, 1)
        .wanted(20, false)
        .wanted(500, true)
        .numbered("BeginFrame", 510, 2)
        .numbered("DrawFrame", 512, 2)
        .numbered("BeginFrame", 526, 3)
        .numbered("DrawFrame", 528, 3);
    let states: Vec<(i64, String)> = rows(&frames(&trace))
        .into_iter()
        .map(|(_, start, _, states)| (start, states))
        .collect();
    let expected = [(10, ""), (10, "I"), (510, "")].map(|(start, states)| (start, states.to_owned()));
    assert_eq!(states, expected);
}

#[test]
fn other_layer_trees_and_unnumbered_begins_are_no_frames() {
    let foreign =
        r#"{"ph":"I","name":"BeginFrame","pid":7,"tid":9,"ts":5,"args":{"layerTreeId":2,"frameSeqId":9}}"#;
    let trace = page()
        .event(foreign)
        .frame("BeginFrame", 6, 1)
        .frame_with("DroppedFrame", 7, "")
        .numbered("BeginFrame", 10, 1)
        .numbered("DrawFrame", 12, 7);
    let frames = frames(&trace);
    assert!(frames.list.is_empty());
    assert_eq!(frames.drawn_as(DrawnAs::Unknown), 1);
}

#[test]
fn without_the_main_frame_or_its_layer_tree_there_is_a_reason() {
    let frame = |trace: TestTrace| trace.instant(100).numbered("BeginFrame", 10, 1);
    assert_eq!(
        view(&frame(TestTrace::page())).reason(),
        Some(Reason::FieldMissing)
    );
    assert_eq!(
        view(&frame(TestTrace::started(0))).reason(),
        Some(Reason::NoEventInWindow)
    );
    assert_eq!(
        view(&TestTrace::started(0).instant(9)).reason(),
        Some(Reason::CategoryOff)
    );
}
