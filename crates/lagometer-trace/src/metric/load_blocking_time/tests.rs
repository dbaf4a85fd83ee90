use super::*;
use crate::metric::Metrics;
use crate::test_trace::{FRAME, PAGE, TestTrace};

fn step(trace: TestTrace, name: &str, ts: i64, data: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"R","cat":"blink.user_timing,devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{"frame":"{FRAME}","data":{{{data}}}}}}}"#
    ))
}

/// A page that is asked for at 1 ms, has content at 100 ms and is parsed at 150 ms.
fn loaded() -> TestTrace {
    let trace = TestTrace::started(0);
    let url = r#""documentLoaderURL":"http://a/","isLoadingMainFrame":true,"navigationId":"A""#;
    let trace = step(trace, "navigationStart", 1_000, url);
    let request = format!(r#""requestId":"1","frame":"{FRAME}","requestMethod":"GET","url":"http://a/""#);
    let trace = step(trace, "ResourceSendRequest", 1_000, &request);
    let trace = step(trace, "ResourceFinish", 50_000, r#""requestId":"1""#);
    let trace = step(trace, "firstContentfulPaint", 100_000, r#""navigationId":"A""#);
    step(trace, "domContentLoadedEventEnd", 150_000, "")
}

fn metrics(trace: TestTrace, end: i64) -> Metrics {
    trace.instant(end).analysis().metrics
}

fn detail(value: &Measured<f64>) -> String {
    match value {
        Measured::NotAvailable(why) => format!("{}: {}", why.reason.code(), why.detail),
        Measured::Value(value) => panic!("{value}"),
    }
}

#[test]
fn tasks_count_from_first_content_to_interactive() {
    // Before content, across it, after it, and after five quiet seconds.
    let trace = loaded()
        .task(10_000, 70_000)
        .task(90_000, 80_000)
        .task(300_000, 60_000);
    let metrics = metrics(trace.task(6_000_000, 90_000), 20_000_000);
    assert_eq!(metrics.tti.value, Measured::Value(359_000.0));
    // 20 ms of 70 inside, and 10 ms of 60.
    assert_eq!(
        metrics.load_blocking_time.to_interactive.value,
        Measured::Value(30_000.0)
    );
    assert_eq!(metrics.load_blocking_time.to_end, [Measured::Value(70_000.0)]);
}

#[test]
fn a_trace_that_ends_too_early_has_no_end_of_the_load() {
    let metrics = metrics(loaded().task(300_000, 60_000), 5_100_000);
    let why = "no-quiet-window: the main thread was never quiet for 5 s after first content";
    assert_eq!(detail(&metrics.tti.value), why);
    assert_eq!(detail(&metrics.load_blocking_time.to_interactive.value), why);
    assert_eq!(metrics.load_blocking_time.to_end, [Measured::Value(10_000.0)]);
}

#[test]
fn what_the_trace_lacks_is_named() {
    let events = |without: &str| {
        let mut trace = loaded().task(300_000, 60_000);
        trace.events.retain(|event| !event.contains(without));
        metrics(trace, 20_000_000)
    };
    let tti = |without: &str| detail(&events(without).tti.value);
    assert_eq!(
        tti("firstContentfulPaint"),
        "no-event-in-window: no `firstContentfulPaint` of the navigation"
    );
    assert_eq!(
        tti("domContentLoadedEventEnd"),
        "no-event-in-window: no `domContentLoadedEventEnd` of the navigation"
    );
    assert_eq!(tti("Resource"), "no-event-in-window: no `ResourceSendRequest`");
    assert_eq!(
        tti("navigationStart"),
        "no-navigation: no page was loaded in the window"
    );
}

#[test]
fn the_next_navigation_ends_what_is_known() {
    let url = r#""documentLoaderURL":"http://b/","isLoadingMainFrame":true,"navigationId":"B""#;
    let trace = step(loaded().task(300_000, 60_000), "navigationStart", 4_000_000, url);
    let metrics = metrics(trace.task(4_500_000, 90_000), 20_000_000);
    let reasons = metrics
        .tti
        .list
        .iter()
        .map(|value| value.reason().map(|reason| reason.code()));
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [Some("no-quiet-window"), Some("no-event-in-window")]
    );
    assert_eq!(metrics.load_blocking_time.to_end[0], Measured::Value(10_000.0));
}
