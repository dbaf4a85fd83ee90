use crate::test_trace::{FRAME, TestTrace, options, reason, value};
use lagometer_metric::Reason;

fn late(hertz: f64, frames: &[i64]) -> f64 {
    let options = crate::Options {
        refresh_hz: Some(hertz),
        ..options()
    };
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(frames)
        .instant(1_000_000);
    value(&trace.analysis_with(&options).metrics.frames_late)
}

#[test]
fn one_and_a_half_budgets_are_late() {
    // At 50 Hz the budget is 20 000 us.
    assert_eq!(late(50.0, &[0, 29_999, 59_999, 90_000]), 2.0);
    assert_eq!(late(50.0, &[0, 20_001, 40_002]), 0.0);
    assert_eq!(late(100.0, &[0, 20_001, 40_002]), 2.0);
}

#[test]
fn without_a_refresh_rate_there_is_no_budget() {
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[0, 40_000])
        .instant(1_000_000);
    let metrics = trace.analysis().metrics;
    assert_eq!(reason(&metrics.frames_late), Reason::RefreshRateUnknown);
    assert_eq!(value(&metrics.frame_interval.summary.max), 40_000.0);
}
