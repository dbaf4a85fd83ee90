use crate::test_trace::{FRAME, TestTrace, reason, value};
use lagometer_metric::Reason;

#[test]
fn intervals_have_all_statistics() {
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[10_000, 20_000, 50_000, 60_000])
        .instant(100_000);
    let summary = trace.analysis().metrics.frame_interval.summary;
    assert_eq!(
        (value(&summary.count), value(&summary.median), value(&summary.max)),
        (3.0, 10_000.0, 30_000.0)
    );
    assert!((value(&summary.mean) - 50_000.0 / 3.0).abs() < 1e-9);
    assert_eq!(value(&summary.p95), 30_000.0);
}

#[test]
fn fewer_than_two_frames_give_none_of_them() {
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[10_000])
        .instant(100_000);
    let summary = trace.analysis().metrics.frame_interval.summary;
    for absent in [
        &summary.count,
        &summary.mean,
        &summary.median,
        &summary.p95,
        &summary.max,
    ] {
        assert_eq!(reason(absent), Reason::TooFewFrames);
    }
}

#[test]
fn intervals_that_are_all_idle_give_none_and_say_so() {
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[10_000, 20_000])
        .wanted(15_000, false)
        .instant(100_000);
    let absence = trace
        .analysis()
        .metrics
        .frame_interval
        .summary
        .mean
        .into_result()
        .unwrap_err();
    assert_eq!(absence.reason, Reason::TooFewFrames);
    assert_eq!(absence.detail, "2 drawn, idle between in 1 of 1 cases");
}

#[test]
fn the_list_says_which_are_late() {
    let options = crate::Options {
        refresh_hz: Some(50.0),
        ..crate::test_trace::options()
    };
    let trace = TestTrace::started(0)
        .layer_tree(FRAME, 1)
        .drawn(&[10_000, 30_000, 60_000])
        .instant(100_000);
    let list = |options| {
        let list = trace.analysis_with(options).metrics.frame_interval.list;
        list.iter()
            .map(|interval| (interval.start.0, interval.length.0, interval.late))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        list(&options),
        [(10_000, 20_000, Some(false)), (30_000, 30_000, Some(true))]
    );
    assert_eq!(list(&crate::test_trace::options())[1], (30_000, 30_000, None));
}
