use super::*;
use crate::loading::LoadingFacts;
use crate::test_trace::{FRAME, PAGE, TestTrace};
use lagometer_metric::Measured;

fn event(trace: TestTrace, name: &str, ts: i64, data: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"I","cat":"devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{"data":{{{data}}}}}}}"#
    ))
}

fn sent(trace: TestTrace, ts: i64, id: &str, method: &str, url: &str) -> TestTrace {
    let data = format!(r#""requestId":"{id}","frame":"{FRAME}","requestMethod":"{method}","url":"{url}""#);
    event(trace, "ResourceSendRequest", ts, &data)
}

fn answered(trace: TestTrace, ts: i64, id: &str, status: i64, more: &str) -> TestTrace {
    let data = format!(r#""requestId":"{id}","statusCode":{status}{more}"#);
    event(trace, "ResourceReceiveResponse", ts, &data)
}

fn over(trace: TestTrace, ts: i64, id: &str, more: &str) -> TestTrace {
    event(
        trace,
        "ResourceFinish",
        ts,
        &format!(r#""requestId":"{id}"{more}"#),
    )
}

fn found(trace: &TestTrace) -> Vec<(i64, i64)> {
    let recording = crate::read(trace.text().as_bytes(), 0, &crate::Limits::default()).unwrap();
    let main_thread = match crate::main_thread::find(&recording.facts, None) {
        Measured::Value(main_thread) => main_thread,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    };
    let LoadingFacts { requests: events, .. } = &recording.facts.loading;
    assert!(!events.is_empty());
    let requests = requests(&recording.facts, &main_thread);
    requests.iter().map(|one| (one.start.0, one.end.0)).collect()
}

#[test]
fn a_request_lasts_as_the_network_saw_it() {
    let trace = sent(TestTrace::started(0), 100, "1", "GET", "http://a/");
    let trace = answered(trace, 200, "1", 200, r#","timing":{"requestTime":0.000090}"#);
    let trace = over(trace, 400, "1", r#","finishTime":0.000350,"didFail":false"#);
    assert_eq!(found(&trace), [(90, 350)]);
    let plain = over(
        sent(TestTrace::started(0), 100, "1", "GET", "http://a/"),
        400,
        "1",
        "",
    );
    assert_eq!(found(&plain), [(100, 400)]);
}

#[test]
fn a_redirect_ends_where_the_next_request_starts() {
    let trace = sent(TestTrace::started(0), 100, "1", "GET", "http://a/");
    let trace = sent(trace, 200, "1", "GET", "https://a/");
    assert_eq!(found(&over(trace, 400, "1", "")), [(100, 200), (200, 400)]);
}

#[test]
fn what_a_page_does_not_wait_for_does_not_count() {
    let mut trace = TestTrace::started(0);
    let urls = [
        "data:x",
        "blob:http://a/1",
        "chrome-extension://x/y",
        "wss://a/",
        "file:///a",
    ];
    for (at, url) in urls.iter().enumerate() {
        let id = at.to_string();
        trace = over(sent(trace, 100, &id, "GET", url), 200, &id, "");
    }
    trace = over(sent(trace, 100, "p", "POST", "http://a/"), 200, "p", "");
    trace = over(
        sent(trace, 100, "f", "GET", "http://a/"),
        200,
        "f",
        r#","didFail":true"#,
    );
    trace = answered(sent(trace, 100, "n", "GET", "http://a/"), 150, "n", 404, "");
    trace = over(trace, 200, "n", "");
    // One that never ends, and one whose start came before the trace.
    trace = over(sent(trace, 100, "o", "GET", "http://a/"), 200, "unknown", "");
    assert_eq!(found(&trace), []);
}
