use crate::test_trace::{FRAME, TestTrace, options, reason, value};
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

fn counted(hertz: f64) -> f64 {
    let options = crate::Options {
        refresh_hz: Some(hertz),
        ..options()
    };
    value(&page().analysis_with(&options).metrics.presented_late)
}

#[test]
fn one_and_a_half_budgets_are_late() {
    // The intervals are 20 000 and 50 000 us.
    assert_eq!(counted(50.0), 1.0);
    assert_eq!(counted(75.0), 2.0);
    assert_eq!(counted(10.0), 0.0);
}

#[test]
fn without_a_refresh_rate_there_is_no_budget() {
    assert_eq!(
        reason(&page().analysis().metrics.presented_late),
        Reason::RefreshRateUnknown
    );
}
