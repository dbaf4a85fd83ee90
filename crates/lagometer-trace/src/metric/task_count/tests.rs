use crate::test_trace::{TestTrace, between, value};

#[test]
fn top_level_tasks_with_a_part_inside_count() {
    let trace = TestTrace::started(0)
        .task(0, 100)
        .task(10, 20)
        .task(90, 100)
        .task(300, 0)
        .task(400, 100)
        .instant(1_000);
    assert_eq!(value(&trace.analysis().metrics.task_count), 3.0);
    assert_eq!(
        value(&trace.analysis_with(&between(190, 400)).metrics.task_count),
        0.0
    );
    assert_eq!(
        value(&trace.analysis_with(&between(189, 401)).metrics.task_count),
        2.0
    );
}

#[test]
fn a_task_under_two_names_counts_once() {
    let doubled = r#"{"ph":"X","cat":"toplevel","name":"ThreadControllerImpl::RunTask","pid":7,"tid":7,"ts":0,"dur":101}"#;
    let trace = TestTrace::started(0).task(0, 100).event(doubled);
    let analysis = trace.analysis();
    assert_eq!(value(&analysis.metrics.task_count), 1.0);
    assert_eq!(value(&analysis.metrics.busy_time), 100.0);
    assert_eq!(analysis.task_name, Some("RunTask"));
}

#[test]
fn older_names_are_tasks_too() {
    for name in [
        "ThreadControllerImpl::RunTask",
        "ThreadControllerImpl::DoWork",
        "TaskQueueManager::ProcessTaskFromWorkQueue",
    ] {
        let task = format!(r#"{{"ph":"X","name":"{name}","pid":7,"tid":7,"ts":10,"dur":20}}"#);
        let analysis = TestTrace::started(0).event(task).analysis();
        assert_eq!(
            (value(&analysis.metrics.task_count), analysis.task_name),
            (1.0, Some(name))
        );
    }
}
