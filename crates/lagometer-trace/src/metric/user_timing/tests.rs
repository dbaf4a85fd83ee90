use crate::test_trace::{TestTrace, reason, value};
use lagometer_metric::{Micros, Reason};

#[test]
fn samples_and_starts_are_in_order_of_start() {
    let trace = TestTrace::started(0)
        .measure("b", 500, "m", "0x1")
        .measure("e", 530, "m", "0x1")
        .measure("b", 100, "m", "0x2")
        .measure("e", 150, "m", "0x2")
        .measure("b", 200, "m", "0x3")
        .measure("e", 210, "m", "0x3")
        .instant(1_000);
    let timing = trace.analysis().metrics.user_timing.remove(0);
    assert_eq!(timing.samples, [50, 10, 30].map(Micros));
    assert_eq!(timing.starts, [100, 200, 500].map(Micros));
    let summary = timing.summary;
    assert_eq!(
        (
            value(&summary.count),
            value(&summary.total),
            value(&summary.median)
        ),
        (3.0, 90.0, 30.0)
    );
    assert_eq!(
        (value(&summary.mean), value(&summary.p95), value(&summary.max)),
        (30.0, 50.0, 50.0)
    );
}

#[test]
fn names_come_in_order_of_their_first_start() {
    let trace = TestTrace::started(0)
        .measure("n", 300, "a", "0x1")
        .measure("n", 100, "c", "0x2")
        .measure("n", 200, "b", "0x3")
        .instant(1_000);
    let names: Vec<String> = {
        let timings = trace.analysis().metrics.user_timing;
        timings.into_iter().map(|timing| timing.name).collect()
    };
    assert_eq!(names, ["c", "b", "a"]);
}

#[test]
fn only_open_ones_have_no_statistic_but_a_count_of_zero() {
    let trace = TestTrace::started(0).measure("b", 100, "m", "0x1").instant(1_000);
    let timing = trace.analysis().metrics.user_timing.remove(0);
    assert_eq!((value(&timing.summary.count), timing.open.len()), (0.0, 1));
    assert_eq!(reason(&timing.summary.median), Reason::UnclosedMeasure);
    assert_eq!(reason(&timing.summary.total), Reason::UnclosedMeasure);
}

#[test]
fn only_thrown_ones_have_no_statistic_but_a_count_of_zero() {
    let threw = r#"{"detail":"{\"lagometer\":{\"id\":\"1\",\"threw\":true}}"}"#;
    let trace = TestTrace::started(0)
        .measure_with("b", 100, "m", "0x1", threw)
        .measure("e", 200, "m", "0x1")
        .instant(1_000);
    let timing = trace.analysis().metrics.user_timing.remove(0);
    assert_eq!((value(&timing.summary.count), timing.threw), (0.0, 1));
    assert_eq!(reason(&timing.summary.median), Reason::AllThrew);
}
