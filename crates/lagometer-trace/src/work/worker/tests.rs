use super::*;
use crate::test_trace::{PAGE, TestTrace, between};

fn thread(trace: TestTrace, pid: i64, tid: i64, name: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"M","name":"thread_name","pid":{pid},"tid":{tid},"args":{{"name":"{name}"}}}}"#
    ))
}

fn task(trace: TestTrace, pid: i64, tid: i64, ts: i64, dur: i64) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"X","name":"RunTask","pid":{pid},"tid":{tid},"ts":{ts},"dur":{dur}}}"#
    ))
}

fn session(trace: TestTrace, pid: i64, tid: i64, url: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"I","name":"TracingSessionIdForWorker","pid":{pid},"tid":{tid},"ts":5,"args":{{"data":{{"url":"{url}","workerThreadId":{tid}}}}}}}"#
    ))
}

fn busy(worker: &Worker) -> i64 {
    worker.busy.clone().into_result().unwrap().0
}

#[test]
fn each_thread_of_a_worker_is_told_with_its_tasks() {
    let trace = thread(TestTrace::started(1), PAGE, 20, "DedicatedWorker thread");
    let trace = thread(trace, PAGE, 21, "DedicatedWorker thread");
    let trace = thread(trace, 9, 30, "ServiceWorker thread");
    let trace = thread(trace, PAGE, 40, "ThreadPoolForegroundWorker");
    let trace = session(
        session(trace, PAGE, 20, "https://a/w.js"),
        9,
        30,
        "https://a/sw.js",
    );
    let trace = task(
        task(task(trace, PAGE, 20, 100, 50), PAGE, 20, 120, 50),
        PAGE,
        20,
        300,
        10,
    );
    let trace = task(trace, 9, 30, 200, 400);
    let analysis = trace.instant(1_000).analysis();
    let [service, page, idle] = &analysis.workers[..] else {
        panic!("{:?}", analysis.workers);
    };
    assert_eq!(
        (service.pid, service.tid, service.kind),
        (9, 30, WorkerKind::Service)
    );
    assert_eq!(service.url.as_deref(), Some("https://a/sw.js"));
    assert!(!service.is_in_page_process && page.is_in_page_process);
    assert_eq!((busy(service), service.tasks), (400, 1));
    // Two that overlap are both tasks, and the time that they share is one.
    assert_eq!((busy(page), page.tasks), (80, 3));
    assert_eq!(page.longest, Measured::Value(Micros(50)));
    assert_eq!((idle.tid, idle.tasks, idle.url.as_ref()), (21, 0, None));
    assert_eq!(idle.busy.reason(), Some(Reason::NoEventInWindow));
}

#[test]
fn tasks_of_a_worker_are_clipped_to_the_window() {
    let trace = thread(TestTrace::started(0), PAGE, 20, "DedicatedWorker thread");
    let trace = task(task(trace, PAGE, 20, 100, 100), PAGE, 20, 500, 100).instant(1_000);
    let analysis = trace.analysis_with(&between(150, 400));
    assert_eq!((busy(&analysis.workers[0]), analysis.workers[0].tasks), (50, 1));
}

#[test]
fn a_session_without_a_thread_is_counted_as_odd() {
    let event = r#"{"ph":"I","name":"TracingSessionIdForWorker","pid":7,"tid":8,"ts":5,"args":{"data":{}}}"#;
    let facts = TestTrace::started(1).event(event).recording().facts;
    assert!(facts.workers.is_empty());
    assert_eq!(facts.oddities().len(), 1);
}
