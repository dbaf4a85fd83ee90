use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace, options, value};
use crate::{Options, Rules};

fn found(trace: &TestTrace) -> Measured<MainThread> {
    find_as_devtools(&trace.recording().facts)
}

fn of_page(trace: &TestTrace) -> MainThread {
    match found(trace) {
        Measured::Value(found) => found,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

fn devtools() -> Options {
    Options {
        rules: Rules::DevTools,
        ..options()
    }
}

#[test]
fn every_process_counts_over_the_whole_trace() {
    let trace = TestTrace::started(0)
        .renderer(8, 8)
        .committed(200_000, FRAME, 8)
        .task_on(PAGE, 100_000, 10_000)
        .task_on(PAGE, 300_000, 10_000)
        .task_on(8, 100_000, 10_000)
        .task_on(8, 400_000, 5_000);
    let busy = |options: &Options| value(&trace.analysis_with(options).metrics.busy_time);
    assert_eq!(busy(&options()), 15_000.0);
    let analysis = trace.analysis_with(&devtools());
    let each: Vec<(i64, u64, i64)> = analysis
        .threads
        .iter()
        .map(|work| (work.pid, work.events, work.busy.0))
        .collect();
    assert_eq!(each, [(PAGE, 2, 20_000), (8, 2, 15_000)]);
    // What both did at once is one time.
    assert_eq!(busy(&devtools()), 25_000.0);
}

#[test]
fn the_homes_are_still_one_after_the_other() {
    let trace = TestTrace::started(100)
        .renderer(8, 80)
        .committed(200, FRAME, 8)
        .committed(300, "child", PAGE);
    let homes: Vec<_> = of_page(&trace)
        .homes
        .iter()
        .map(|home| (home.pid, home.from.map(|from| from.0), home.to.map(|to| to.0)))
        .collect();
    assert_eq!(homes, [(PAGE, None, Some(200)), (8, Some(200), None)]);
}

#[test]
fn only_the_event_that_starts_the_trace_names_the_main_frame() {
    let named = TestTrace::page().task(0, 1_000);
    let Measured::NotAvailable(why) = found(&named) else {
        panic!("a frame out of nothing");
    };
    assert_eq!(why.reason, Reason::NoMainThread);
    assert!(why.detail.contains("TracingStartedInBrowser"), "{}", why.detail);
    let without_address = TestTrace::page().tracing_started(0, &[(FRAME, PAGE, "no address")]);
    assert_eq!(found(&without_address).reason(), Some(Reason::NoMainThread));
}

#[test]
fn older_names_are_no_tasks() {
    let older = r#"{"ph":"X","name":"ThreadControllerImpl::RunTask","pid":7,"tid":7,"ts":1000,"dur":5000}"#;
    let trace = TestTrace::started(0).event(older).instant(10_000);
    assert_eq!(value(&trace.analysis().metrics.busy_time), 5_000.0);
    assert_eq!(value(&trace.analysis_with(&devtools()).metrics.busy_time), 0.0);
}
