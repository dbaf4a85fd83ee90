use crate::test_trace::{TestTrace, reason, value};
use lagometer_metric::Reason;

fn task(ts: i64, dur: i64, tdur: i64) -> String {
    format!(r#"{{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":{ts},"dur":{dur},"tdur":{tdur}}}"#)
}

#[test]
fn it_is_the_share_of_busy_time_without_a_processor() {
    let trace = TestTrace::started(0)
        .event(task(0, 100, 90))
        .event(task(200, 300, 110));
    assert_eq!(value(&trace.analysis().metrics.contention), 0.5);
}

#[test]
fn the_grain_of_the_clocks_does_not_make_it_negative() {
    let trace = TestTrace::started(0).event(task(0, 100, 103));
    assert_eq!(value(&trace.analysis().metrics.contention), 0.0);
}

#[test]
fn without_thread_time_or_tasks_it_is_absent() {
    let lacking = r#"{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":200,"dur":5}"#;
    let trace = TestTrace::started(0).event(task(0, 100, 50)).event(lacking);
    assert_eq!(reason(&trace.analysis().metrics.contention), Reason::NoThreadTime);
    let idle = TestTrace::started(0).task_on(8, 0, 5).instant(1_000);
    assert_eq!(
        reason(&idle.analysis().metrics.contention),
        Reason::NoEventInWindow
    );
}
