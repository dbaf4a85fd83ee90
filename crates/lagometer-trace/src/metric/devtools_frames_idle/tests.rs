use crate::test_trace::{TestTrace, reason, value};
use lagometer_metric::Reason;

#[test]
fn a_frame_before_frames_were_wanted_is_idle() {
    assert_eq!(
        value(
            &TestTrace::with_three_frames()
                .analysis()
                .metrics
                .devtools_frames_idle
        ),
        1.0
    );
}

#[test]
fn without_frames_there_is_a_reason() {
    let metrics = TestTrace::started(0).instant(1_000).analysis().metrics;
    assert_eq!(reason(&metrics.devtools_frames_idle), Reason::CategoryOff);
}
