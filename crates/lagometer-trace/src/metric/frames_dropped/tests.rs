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
fn what_was_presented_in_part_is_not_dropped() {
    assert_eq!(value(&page().analysis().metrics.frames_dropped), 1.0);
}

#[test]
fn without_reports_there_is_a_reason() {
    let metrics = TestTrace::started(0).instant(1_000).analysis().metrics;
    assert_eq!(reason(&metrics.frames_dropped), Reason::CategoryOff);
}
