use crate::test_trace::{FRAME, TestTrace, between, reason, value};
use lagometer_metric::Reason;

#[test]
fn it_is_the_union_of_the_tasks() {
    let trace = TestTrace::started(0)
        .task(0, 100)
        .task(50, 100)
        .task(60, 10)
        .task(300, 20);
    assert_eq!(value(&trace.analysis().metrics.busy_time), 170.0);
}

#[test]
fn a_process_counts_while_it_shows_the_page() {
    let trace = TestTrace::started(0)
        .renderer(8, 8)
        .committed(500, FRAME, 8)
        .task(100, 50)
        .task(480, 100)
        .task(900, 30)
        .task_on(8, 200, 70)
        .task_on(8, 490, 40);
    assert_eq!(value(&trace.analysis().metrics.busy_time), 50.0 + 20.0 + 30.0);
}

#[test]
fn a_task_that_never_ended_is_not_in_it() {
    let open = r#"{"ph":"B","name":"RunTask","pid":7,"tid":7,"ts":500}"#;
    let trace = TestTrace::started(0).task(0, 100).event(open).instant(1_000);
    let analysis = trace.analysis();
    assert_eq!(value(&analysis.metrics.busy_time), 100.0);
    assert_eq!(analysis.open_tasks.len(), 1);
    assert!(
        analysis
            .notes
            .iter()
            .any(|note| note.code == "open-task-on-main-thread" && note.warning)
    );
}

#[test]
fn a_window_clips() {
    let trace = TestTrace::started(0).task(100, 400).instant(1_000);
    assert_eq!(
        value(&trace.analysis_with(&between(200, 300)).metrics.busy_time),
        100.0
    );
}

#[test]
fn without_a_main_thread_it_is_absent() {
    let name = r#"{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"CrBrowserMain"}}"#;
    let trace = TestTrace::empty().event(name).task_on(1, 1, 10);
    assert_eq!(reason(&trace.analysis().metrics.busy_time), Reason::NoMainThread);
}
