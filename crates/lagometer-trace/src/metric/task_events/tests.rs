use crate::test_trace::{TestTrace, between, value};

#[test]
fn every_task_event_that_starts_inside_counts() {
    let instant = r#"{"ph":"I","name":"RunTask","pid":7,"tid":7,"ts":50}"#;
    let open = r#"{"ph":"B","name":"RunTask","pid":7,"tid":7,"ts":900}"#;
    let trace = TestTrace::started(0)
        .task(0, 100)
        .task(10, 20)
        .task(300, 0)
        .event(instant)
        .event(open)
        .instant(1_000);
    assert_eq!(value(&trace.analysis().metrics.task_events), 5.0);
    assert_eq!(
        value(&trace.analysis_with(&between(10, 300)).metrics.task_events),
        3.0
    );
}

#[test]
fn the_last_event_of_a_trace_is_in_the_whole_of_it() {
    let trace = TestTrace::started(0).instant(500).task(1_000, 0);
    assert_eq!(value(&trace.analysis().metrics.task_events), 1.0);
}
