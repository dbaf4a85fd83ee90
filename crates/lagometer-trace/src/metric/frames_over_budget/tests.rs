use crate::test_trace::{FRAME, TestTrace, options, reason, value};
use lagometer_metric::Reason;

#[test]
fn more_than_the_budget_is_over_it() {
    let options = crate::Options {
        refresh_hz: Some(50.0),
        ..options()
    };
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[0, 20_000, 40_001, 60_000])
        .instant(1_000_000);
    assert_eq!(
        value(&trace.analysis_with(&options).metrics.frames_over_budget),
        1.0
    );
    assert_eq!(
        reason(&trace.analysis().metrics.frames_over_budget),
        Reason::RefreshRateUnknown
    );
}
