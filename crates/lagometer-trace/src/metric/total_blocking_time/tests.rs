use crate::test_trace::{TestTrace, between, value};

#[test]
fn what_is_beyond_fifty_milliseconds_is_summed() {
    let trace = TestTrace::started(0)
        .task(0, 80_000)
        .task(100_000, 49_999)
        .task(200_000, 50_000)
        .task(300_000, 50_001);
    assert_eq!(value(&trace.analysis().metrics.total_blocking_time), 30_001.0);
}

#[test]
fn tasks_are_clipped_before_fifty_milliseconds_are_taken_off() {
    let trace = TestTrace::started(0)
        .task(0, 200_000)
        .task(300_000, 200_000)
        .instant(600_000);
    let blocked = |from, to| {
        value(
            &trace
                .analysis_with(&between(from, to))
                .metrics
                .total_blocking_time,
        )
    };
    assert_eq!(blocked(100_000, 600_000), 50_000.0 + 150_000.0);
    assert_eq!(blocked(151_000, 340_000), 0.0);
    assert_eq!(blocked(0, 351_000), 150_000.0 + 1_000.0);
}

#[test]
fn nested_tasks_add_nothing_and_overlapping_ones_their_own() {
    let trace = TestTrace::started(0)
        .task(0, 100_000)
        .task(1_000, 90_000)
        .task(90_000, 60_010);
    assert_eq!(
        value(&trace.analysis().metrics.total_blocking_time),
        50_000.0 + 10_010.0
    );
}
