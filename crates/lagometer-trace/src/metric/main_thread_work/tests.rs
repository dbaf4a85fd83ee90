use super::*;
use crate::test_trace::{PAGE, TestTrace, reason, value};

fn event(trace: TestTrace, category: &str, name: &str, ts: i64, dur: i64) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"X","cat":"{category}","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"dur":{dur}}}"#
    ))
}

#[test]
fn each_kind_has_its_own_time() {
    let trace = TestTrace::started(1).task(10, 100);
    let trace = event(trace, "devtools.timeline", "FunctionCall", 20, 50);
    let trace = event(trace, "devtools.timeline", "Layout", 30, 10);
    let kinds = trace.analysis().metrics.main_thread_work.kinds;
    let found: Vec<f64> = kinds.iter().map(|(_, time)| value(time)).collect();
    assert_eq!(found, [40.0, 10.0, 0.0, 0.0, 0.0, 0.0, 50.0]);
}

#[test]
fn without_the_category_kinds_are_not_known() {
    let kinds = TestTrace::started(1)
        .task(10, 100)
        .analysis()
        .metrics
        .main_thread_work
        .kinds;
    assert!(kinds.iter().all(|(_, time)| reason(time) == Reason::CategoryOff));
    let kinds = TestTrace::empty()
        .instant(5)
        .instant(9)
        .analysis()
        .metrics
        .main_thread_work
        .kinds;
    assert!(kinds.iter().all(|(_, time)| reason(time) == Reason::NoMainThread));
}
