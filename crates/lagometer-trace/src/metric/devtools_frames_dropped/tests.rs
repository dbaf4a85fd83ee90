use crate::test_trace::{TestTrace, reason, value};
use lagometer_metric::Reason;

#[test]
fn a_frame_of_which_a_part_was_shown_is_dropped() {
    assert_eq!(
        value(
            &TestTrace::with_three_frames()
                .analysis()
                .metrics
                .devtools_frames_dropped
        ),
        1.0
    );
}

#[test]
fn without_frames_there_is_a_reason() {
    let metrics = TestTrace::started(0).instant(1_000).analysis().metrics;
    assert_eq!(reason(&metrics.devtools_frames_dropped), Reason::CategoryOff);
}
