use crate::test_trace::{TestTrace, between, reason, value};
use lagometer_metric::Reason;

#[test]
fn it_is_the_sum_of_thread_time_over_top_level_tasks() {
    let trace = TestTrace::started(0)
        .task(0, 1_000)
        .task(10, 500)
        .task(2_000, 400);
    assert_eq!(value(&trace.analysis().metrics.main_thread_cpu_time), 700.0);
}

#[test]
fn that_of_a_cut_task_is_scaled_by_its_share_and_counted() {
    // Half of the time of each is on a processor.
    let trace = TestTrace::started(0)
        .task(0, 1_000)
        .task(2_000, 400)
        .instant(9_000);
    let analysis = trace.analysis_with(&between(750, 2_100));
    assert_eq!(value(&analysis.metrics.main_thread_cpu_time), 125.0 + 50.0);
    let cut = analysis
        .notes
        .iter()
        .find(|note| note.code == "task-cut-by-window");
    assert_eq!(cut.unwrap().count, 2);
}

#[test]
fn one_task_without_it_makes_it_absent() {
    let lacking = r#"{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":5000,"dur":5}"#;
    let trace = TestTrace::started(0).task(0, 1_000).event(lacking).instant(9_000);
    let metrics = trace.analysis().metrics;
    assert_eq!(reason(&metrics.main_thread_cpu_time), Reason::NoThreadTime);
    let absence = metrics.main_thread_cpu_time.into_result().unwrap_err();
    assert_eq!(absence.detail, "1 of 2 tasks lack `tdur`");
    // Outside of the window it does not matter.
    let before = trace.analysis_with(&between(0, 4_000)).metrics;
    assert_eq!(value(&before.main_thread_cpu_time), 500.0);
}

#[test]
fn the_thread_clock_of_begin_and_end_counts_too() {
    let edge = |phase: &str, ts: i64, tts: i64| {
        format!(r#"{{"ph":"{phase}","name":"RunTask","pid":7,"tid":7,"ts":{ts},"tts":{tts}}}"#)
    };
    let trace = TestTrace::started(0)
        .event(edge("B", 100, 10))
        .event(edge("E", 200, 40));
    assert_eq!(value(&trace.analysis().metrics.main_thread_cpu_time), 30.0);
}

#[test]
fn an_idle_page_used_none() {
    let trace = TestTrace::started(0).task_on(8, 0, 5).instant(1_000);
    assert_eq!(value(&trace.analysis().metrics.main_thread_cpu_time), 0.0);
}
