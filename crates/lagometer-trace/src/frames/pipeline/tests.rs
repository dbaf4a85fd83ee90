use super::*;
use crate::test_trace::{FRAME, TestTrace};
use lagometer_metric::Measured;

/// A page of which the layer tree is known, of one second.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000_000).layer_tree(FRAME, 1)
}

fn frames(trace: &TestTrace) -> PipelineFrames {
    match trace.analysis().frames.pipeline {
        Measured::Value(frames) => frames,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

fn fates(trace: &TestTrace) -> Vec<(Option<u64>, i64, Fate)> {
    let list = frames(trace).list;
    list.iter()
        .map(|frame| (frame.sequence, frame.end.0, frame.fate))
        .collect()
}

#[test]
fn reports_of_one_number_are_one_frame_with_the_best_fate() {
    let trace = page()
        .reported(1, (0, 30), "DROPPED", true)
        .reported(1, (0, 20), "PRESENTED_PARTIAL", true)
        .reported(2, (20, 40), "DROPPED", true)
        .reported(3, (40, 60), "DROPPED", false)
        .reported(4, (60, 70), "NO_UPDATE_DESIRED", false)
        .reported(5, (70, 90), "PRESENTED_ALL", false);
    let expected = [
        (Some(1), 20, Fate::PresentedInPart),
        (Some(2), 40, Fate::Dropped),
        (Some(3), 60, Fate::NoDamage),
        (Some(4), 70, Fate::NotWanted),
        (Some(5), 90, Fate::Presented),
    ];
    assert_eq!(fates(&trace), expected);
    let frames = frames(&trace);
    // The frame that was presented in part lacked an animation of the main thread.
    assert_eq!((frames.reports, frames.dropped_reports), (6, 3));
}

#[test]
fn a_number_that_comes_again_later_is_another_frame() {
    let trace = page()
        .instant(3_000_000)
        .reported(1, (0, 20), "PRESENTED_ALL", false)
        .reported(1, (2_000_000, 2_000_020), "PRESENTED_ALL", false);
    assert_eq!(fates(&trace).len(), 2);
}

#[test]
fn ids_are_used_again_and_both_names_of_the_key_are_known() {
    let edge = |phase: &str, ts: i64, args: &str| {
        format!(
            r#"{{"ph":"{phase}","cat":"cc","name":"PipelineReporter","id2":{{"local":"0x1"}},"pid":7,"tid":9,"ts":{ts},"args":{args}}}"#
        )
    };
    let report = |key: &str, sequence: u64| {
        format!(r#"{{"{key}":{{"frame_sequence":{sequence},"state":"STATE_PRESENTED_ALL"}}}}"#)
    };
    let trace = page()
        .event(edge("b", 10, &report("chrome_frame_reporter", 1)))
        .event(edge("e", 20, "{}"))
        .event(edge("b", 20, &report("frame_reporter", 2)))
        .event(edge("e", 30, "{}"))
        // One that is not over when the recording is has no fate.
        .event(edge("b", 40, &report("frame_reporter", 3)));
    let expected = [(Some(1), 20, Fate::Presented), (Some(2), 30, Fate::Presented)];
    assert_eq!(fates(&trace), expected);
}

#[test]
fn intervals_are_between_presentations_and_idleness_breaks_them() {
    let trace = page()
        .wanted(0, true)
        .reported(1, (0, 20), "PRESENTED_ALL", false)
        .reported(2, (16, 36), "PRESENTED_PARTIAL", false)
        .reported(3, (32, 40), "DROPPED", true)
        .reported(4, (48, 70), "PRESENTED_ALL", false)
        .wanted(80, false)
        .wanted(500, true)
        .reported(5, (500, 520), "PRESENTED_ALL", false);
    let frames = frames(&trace);
    let intervals: Vec<i64> = frames.intervals.lengths.iter().map(|length| length.0).collect();
    assert_eq!((intervals, frames.breaks), (vec![16, 34], 1));
}

#[test]
fn a_freeze_is_where_there_was_something_to_show() {
    let frozen = |trace: &TestTrace| {
        frames(trace)
            .freeze
            .map(|freeze| (freeze.start.0, freeze.length.0))
    };
    let trace = page()
        .wanted(10, true)
        .reported(1, (10, 30), "PRESENTED_ALL", false)
        .reported(2, (30, 130), "PRESENTED_ALL", false)
        .wanted(140, false);
    assert_eq!(frozen(&trace), Some((30, 100)));
    // A frame in which nothing was to be seen ends it as well.
    let still = trace.reported(3, (60, 80), "NO_UPDATE_DESIRED", false);
    assert_eq!(frozen(&still), Some((30, 50)));
    // Frames wanted up to the end of the window and never shown: it freezes there.
    let to_the_end = page()
        .wanted(10, true)
        .reported(1, (10, 30), "PRESENTED_ALL", false);
    assert_eq!(frozen(&to_the_end), Some((30, 999_970)));
}

#[test]
fn frames_of_other_layer_trees_are_not_the_pages() {
    let other = page().reported(1, (0, 20), "PRESENTED_ALL", false);
    let foreign = TestTrace {
        events: other
            .events
            .iter()
            .map(|event| event.replace(r#""layer_tree_host_id":1"#, r#""layer_tree_host_id":2"#))
            .collect(),
    };
    assert_eq!(fates(&other).len(), 1);
    assert_eq!(
        foreign.analysis().frames.pipeline.reason(),
        Some(Reason::NoEventInWindow)
    );
}
