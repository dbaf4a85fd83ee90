use crate::test_trace::{FRAME, TestTrace, reason, value};
use lagometer_metric::Reason;

/// A page with three frames that DevTools lists: a drawn one, one dropped in part, an idle one.
fn page() -> TestTrace {
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

#[test]
fn a_dropped_frame_of_which_a_part_was_shown_is_counted() {
    assert_eq!(value(&page().analysis().metrics.devtools_frames_partial), 1.0);
}

#[test]
fn without_frames_there_is_a_reason() {
    let metrics = TestTrace::started(0).instant(1_000).analysis().metrics;
    assert_eq!(reason(&metrics.devtools_frames_partial), Reason::CategoryOff);
}
