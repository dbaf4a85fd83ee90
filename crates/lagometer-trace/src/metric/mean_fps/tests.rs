use crate::test_trace::{FRAME, TestTrace, reason, value};
use lagometer_metric::Reason;

/// A page whose window is from 0 to 1 000 000.
fn page() -> TestTrace {
    TestTrace::started(0).layer_tree(FRAME, 1).instant(1_000_000)
}

#[test]
fn it_is_one_second_by_the_mean_interval() {
    assert_eq!(
        value(&page().drawn(&[0, 10_000, 40_000]).analysis().metrics.mean_fps),
        50.0
    );
}

#[test]
fn a_page_that_is_still_for_a_part_of_the_window_has_none() {
    let trace = page().drawn(&[10_000, 20_000]);
    let still = trace.clone().wanted(240_000, false).analysis().metrics.mean_fps;
    let absence = still.into_result().unwrap_err();
    assert_eq!(
        (absence.reason, absence.detail.as_str()),
        (Reason::NotContinuous, "no frame in 76 % of window")
    );
    // Up to a twentieth of the window does not matter.
    assert_eq!(
        value(&trace.clone().wanted(950_000, false).analysis().metrics.mean_fps),
        100.0
    );
    assert_eq!(
        reason(&trace.wanted(949_999, false).analysis().metrics.mean_fps),
        Reason::NotContinuous
    );
}

#[test]
fn frames_at_one_time_have_no_rate() {
    assert_eq!(
        reason(&page().drawn(&[5, 5]).analysis().metrics.mean_fps),
        Reason::EqualTimestamps
    );
}
