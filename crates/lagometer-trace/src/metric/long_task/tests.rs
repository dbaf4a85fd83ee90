use crate::test_trace::{TestTrace, between, options, reason, value};
use lagometer_metric::{Measured, Micros, Reason};

#[test]
fn fifty_milliseconds_are_long_and_a_microsecond_less_is_not() {
    // Chrome's own panel and the Long Tasks API have more than 50 ms: there this one is not long.
    let trace = TestTrace::started(0)
        .task(0, 50_000)
        .task(100_000, 49_999)
        .task(200_000, 50_001);
    let long = trace.analysis().metrics.long_task;
    assert_eq!(value(&long.summary.count), 2.0);
    assert_eq!(
        (value(&long.summary.total), value(&long.summary.max)),
        (100_001.0, 50_001.0)
    );
}

#[test]
fn the_part_inside_decides_and_the_list_has_the_whole() {
    let trace = TestTrace::started(0).task(0, 120_000).instant(1_000_000);
    let long = |from| trace.analysis_with(&between(from, 500_000)).metrics.long_task;
    let task = &long(70_000).list[0];
    assert_eq!(
        (task.start, task.duration, task.inside),
        (Micros(0), Micros(120_000), Micros(50_000))
    );
    assert_eq!(task.cpu, Measured::Value(60_000.0));
    assert_eq!(value(&long(70_001).summary.count), 0.0);
}

#[test]
fn the_threshold_is_an_option() {
    let options = crate::Options {
        long_task: Micros(10_000),
        ..options()
    };
    let trace = TestTrace::started(0).task(0, 10_000).task(20_000, 9_999);
    assert_eq!(
        value(&trace.analysis_with(&options).metrics.long_task.summary.count),
        1.0
    );
}

#[test]
fn no_long_task_is_a_count_of_zero_and_no_mean() {
    let long = TestTrace::started(0).task(0, 10).analysis().metrics.long_task;
    assert_eq!(
        (value(&long.summary.count), value(&long.summary.total)),
        (0.0, 0.0)
    );
    assert_eq!(reason(&long.summary.mean), Reason::NoSample);
    assert_eq!(reason(&long.summary.p95), Reason::NoSample);
}

#[test]
fn the_measures_that_hold_it_are_named() {
    let trace = TestTrace::started(0)
        .task(0, 60_000)
        .measure("b", 1_000, "inner", "0x1")
        .measure("e", 59_000, "inner", "0x1")
        .measure("b", 500, "outer", "0x2")
        .measure("e", 90_000, "outer", "0x2");
    assert_eq!(
        trace.analysis().metrics.long_task.list[0].within,
        ["outer", "inner"]
    );
}

#[test]
fn one_without_thread_time_says_so() {
    let task = r#"{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":0,"dur":60000}"#;
    let long = TestTrace::started(0).event(task).analysis().metrics.long_task;
    assert_eq!(long.list[0].cpu.reason(), Some(Reason::NoThreadTime));
}

#[test]
fn by_the_rules_of_devtools_fifty_milliseconds_are_not_long_and_nested_tasks_are() {
    let devtools = crate::Options {
        rules: crate::Rules::DevTools,
        ..options()
    };
    let trace = TestTrace::started(0)
        .task(0, 50_000)
        .task(100_000, 90_000)
        .task(110_000, 60_000);
    let count = |options: &crate::Options| {
        let metrics = trace.analysis_with(options).metrics;
        let long = value(&metrics.long_task.summary.count);
        (
            long,
            value(&metrics.total_blocking_time),
            value(&metrics.task_count),
        )
    };
    assert_eq!(count(&options()), (2.0, 40_000.0, 2.0));
    assert_eq!(count(&devtools), (2.0, 50_000.0, 2.0));
    let list = trace.analysis_with(&devtools).metrics.long_task.list;
    let starts: Vec<i64> = list.iter().map(|task| task.start.0).collect();
    assert_eq!(starts, [100_000, 110_000]);
}
