use crate::test_trace::{TestTrace, between, options, reason, value};
use lagometer_metric::{Measured, Micros, Reason};

#[test]
fn a_task_across_slices_is_split() {
    let trace = TestTrace::started(0).task(100_000, 350_000).instant(500_000);
    let rate = trace.analysis().metrics.busy_rate;
    assert_eq!(rate.slices, Measured::Value(vec![0.5, 1.0, 0.5]));
    assert_eq!(
        (value(&rate.count), value(&rate.mean), value(&rate.median)),
        (3.0, 0.7, 0.5)
    );
    assert_eq!((value(&rate.p95), value(&rate.max)), (1.0, 1.0));
}

#[test]
fn the_last_slice_counts_by_its_own_length() {
    let trace = TestTrace::started(0).task(200_000, 50_000);
    assert_eq!(
        trace.analysis().metrics.busy_rate.slices,
        Measured::Value(vec![0.0, 1.0])
    );
}

#[test]
fn overlap_is_counted_once() {
    let trace = TestTrace::started(0)
        .task(0, 100_000)
        .task(50_000, 100_000)
        .task(60_000, 10_000)
        .instant(200_000);
    assert_eq!(value(&trace.analysis().metrics.busy_rate.mean), 0.75);
}

#[test]
fn what_ran_before_the_start_is_in_no_rate() {
    let trace = TestTrace::started(1_000)
        .task(0, 900)
        .task(1_000, 500)
        .instant(2_000);
    let metrics = trace.analysis().metrics;
    assert_eq!(value(&metrics.busy_rate.mean), 0.5);
    assert_eq!(value(&metrics.busy_time), 1_400.0);
}

#[test]
fn the_length_of_a_slice_is_an_option() {
    let options = crate::Options {
        slice: Micros(100),
        ..options()
    };
    let trace = TestTrace::started(0).task(0, 150).instant(300);
    let rate = trace.analysis_with(&options).metrics.busy_rate;
    assert_eq!(rate.slices, Measured::Value(vec![1.0, 0.5, 0.0]));
}

#[test]
fn an_idle_page_has_zero_and_a_trace_without_tasks_has_nothing() {
    let idle = TestTrace::started(0).task_on(8, 10, 20).instant(1_000);
    assert_eq!(value(&idle.analysis().metrics.busy_rate.mean), 0.0);
    let without = TestTrace::page().instant(1).instant(1_000);
    let rate = without.analysis().metrics.busy_rate;
    assert_eq!(reason(&rate.mean), Reason::CategoryOff);
    assert_eq!(rate.slices.reason(), Some(Reason::CategoryOff));
    // The event of the start has the category of tasks.
    let rate = TestTrace::started(0).instant(1_000).analysis().metrics.busy_rate;
    assert_eq!(reason(&rate.mean), Reason::NoEventInWindow);
}

#[test]
fn a_window_clips() {
    let trace = TestTrace::started(0).task(100, 400).instant(1_000);
    let rate = trace.analysis_with(&between(200, 700)).metrics.busy_rate;
    assert_eq!(value(&rate.mean), 0.6);
}
