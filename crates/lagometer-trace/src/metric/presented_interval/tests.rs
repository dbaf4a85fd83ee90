use crate::test_trace::{FRAME, TestTrace, reason, value};
use lagometer_metric::Reason;

/// A page of one second with presented and dropped frames.
fn page() -> TestTrace {
    TestTrace::started(0)
        .instant(1_000_000)
        .layer_tree(FRAME, 1)
        .reported(1, (0, 20_000), "PRESENTED_ALL", false)
        .reported(2, (20_000, 40_000), "PRESENTED_ALL", false)
        .reported(3, (40_000, 60_000), "DROPPED", true)
        .reported(4, (60_000, 90_000), "PRESENTED_PARTIAL", true)
        .wanted(90_001, false)
}

#[test]
fn it_is_the_time_between_presentations() {
    let intervals = page().analysis().metrics.presented_interval;
    assert_eq!(value(&intervals.count), 2.0);
    assert_eq!(
        (value(&intervals.mean), value(&intervals.max)),
        (35_000.0, 50_000.0)
    );
}

#[test]
fn one_frame_has_no_interval() {
    let trace = TestTrace::started(0)
        .instant(1_000_000)
        .layer_tree(FRAME, 1)
        .reported(1, (0, 20_000), "PRESENTED_ALL", false);
    let intervals = trace.analysis().metrics.presented_interval;
    assert_eq!(reason(&intervals.count), Reason::TooFewFrames);
}
