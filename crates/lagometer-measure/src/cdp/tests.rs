use super::protocol::{self, COMMANDS, EVENTS};
use super::words::LastWords;
use super::{CallReason, Connection};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};

/// The browser's side of a connection.
struct Other {
    reads: ReadHalf<DuplexStream>,
    writes: WriteHalf<DuplexStream>,
}

impl Other {
    async fn receive(&mut self) -> Value {
        let mut message = Vec::new();
        loop {
            let byte = self.reads.read_u8().await.unwrap();
            if byte == 0 {
                return serde_json::from_slice(&message).unwrap();
            }
            message.push(byte);
        }
    }

    async fn send(&mut self, text: &str) {
        self.writes.write_all(text.as_bytes()).await.unwrap();
        self.writes.write_u8(0).await.unwrap();
    }
}

fn connected() -> (Connection, Other) {
    let (ours, theirs) = duplex(1 << 16);
    let (our_reads, our_writes) = split(ours);
    let (reads, writes) = split(theirs);
    let connection = Connection::new(our_reads, our_writes, LastWords::default());
    (connection, Other { reads, writes })
}

const LIMIT: Duration = Duration::from_secs(5);

#[tokio::test]
async fn answers_find_their_calls_in_any_order_and_any_pieces() {
    let (connection, mut other) = connected();
    let version = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let context = connection.call(
        &protocol::TARGET_CREATE_BROWSER_CONTEXT,
        json!({"disposeOnDetach": true}),
    );
    let browser = async {
        let first = other.receive().await;
        let second = other.receive().await;
        assert_eq!(first["method"], "Browser.getVersion");
        assert_eq!(second["params"], json!({"disposeOnDetach": true}));
        let text = format!(
            "{{\"id\":{},\"result\":{{\"browserContextId\":\"c\"}}}}\0{{\"id\":{},\"result\":{{\"product\":\"p\"}}}}\0",
            second["id"], first["id"]
        );
        for piece in text.as_bytes().chunks(7) {
            other.writes.write_all(piece).await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    let (version, context, ()) = tokio::join!(version, context, browser);
    assert_eq!(version.unwrap().text("product").unwrap(), "p");
    assert_eq!(context.unwrap().text("browserContextId").unwrap(), "c");
}

#[tokio::test]
async fn a_large_message_arrives_whole() {
    let (connection, mut other) = connected();
    let data = "x".repeat(3 << 20);
    let call = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let browser = async {
        let id = other.receive().await["id"].clone();
        other
            .send(&json!({"id": id, "result": {"product": data}}).to_string())
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    assert_eq!(reply.unwrap().text("product").unwrap().len(), 3 << 20);
}

#[tokio::test]
async fn a_refusal_and_a_missing_field_are_errors_that_name_the_command() {
    let (connection, mut other) = connected();
    let call = connection.call(&protocol::TRACING_START, json!({}));
    let browser = async {
        let id = other.receive().await["id"].clone();
        other
            .send(&json!({"id": id, "error": {"code": -32000, "message": "already started"}}).to_string())
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    let error = reply.unwrap_err();
    assert_eq!(
        error.to_string(),
        "unexpected answer of the browser: `Tracing.start` failed: already started (-32000)"
    );

    let call = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let browser = async {
        let id = other.receive().await["id"].clone();
        other.send(&json!({"id": id, "result": {}}).to_string()).await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    let error = reply.unwrap().text("product").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`Browser.getVersion`: the answer lacks a usable `product`"),
        "{error}"
    );
}

#[tokio::test]
async fn a_closed_pipe_fails_what_is_pending_and_everything_after() {
    let (connection, mut other) = connected();
    let call = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let browser = async {
        other.receive().await;
        drop(other);
    };
    let (reply, ()) = tokio::join!(call, browser);
    assert!(matches!(reply.unwrap_err().reason, CallReason::Closed(_)));
    let later = connection.call(&protocol::BROWSER_GET_VERSION, json!({})).await;
    assert!(matches!(later.unwrap_err().reason, CallReason::Closed(_)));
}

#[tokio::test]
async fn a_crash_fails_the_calls_of_its_session_only_and_is_remembered() {
    let (connection, mut other) = connected();
    let crashed = connection.session("a");
    let healthy = connection.session("b");
    let lost = crashed.call(&protocol::PAGE_ENABLE, json!({}));
    let pause = crashed.pause(Duration::from_secs(60));
    let answered = healthy.call(&protocol::PAGE_ENABLE, json!({}));
    let browser = async {
        other.receive().await;
        let id = other.receive().await["id"].clone();
        other
            .send(r#"{"method":"Inspector.targetCrashed","params":{},"sessionId":"a"}"#)
            .await;
        other
            .send(&json!({"id": id, "result": {}, "sessionId": "b"}).to_string())
            .await;
    };
    let (lost, pause, answered, ()) = tokio::join!(lost, pause, answered, browser);
    assert_eq!(lost.unwrap_err().reason, CallReason::Crashed);
    assert_eq!(pause.unwrap_err().reason, CallReason::Crashed);
    answered.unwrap();
    // Detaching afterwards does not hide what happened.
    other
        .send(r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"a"}}"#)
        .await;
    healthy.pause(Duration::from_millis(20)).await.unwrap();
    let later = crashed.call(&protocol::PAGE_ENABLE, json!({})).await;
    assert_eq!(later.unwrap_err().reason, CallReason::Crashed);
}

#[tokio::test]
async fn a_crashed_session_still_stops_its_trace_where_that_is_asked_for() {
    let (connection, mut other) = connected();
    let session = connection.session("a");
    other
        .send(r#"{"method":"Inspector.targetCrashed","params":{},"sessionId":"a"}"#)
        .await;
    assert_eq!(
        session.pause(LIMIT).await.unwrap_err().reason,
        CallReason::Crashed
    );
    let call = session.call_even_if_crashed(&protocol::TRACING_END, json!({}), LIMIT);
    let browser = async {
        let message = other.receive().await;
        assert_eq!(message["sessionId"], "a");
        other
            .send(&json!({"id": message["id"], "result": {}, "sessionId": "a"}).to_string())
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    reply.unwrap();
}

#[tokio::test]
async fn no_event_that_was_asked_for_is_lost_and_no_other_is_kept() {
    let (connection, mut other) = connected();
    let session = connection.session("a");
    let mut events = session.events(&[protocol::PAGE_LOAD_EVENT_FIRED]);
    for number in 0..5000 {
        other
            .send(&format!(
                r#"{{"method":"Page.loadEventFired","params":{{"n":{number}}},"sessionId":"a"}}"#
            ))
            .await;
        other
            .send(r#"{"method":"Page.frameNavigated","params":{},"sessionId":"a"}"#)
            .await;
        other
            .send(r#"{"method":"Page.loadEventFired","params":{"n":-1},"sessionId":"b"}"#)
            .await;
    }
    for number in 0..5000 {
        assert_eq!(session.next(&mut events).await.unwrap().params["n"], number);
    }
    other
        .send(r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"a"}}"#)
        .await;
    assert_eq!(
        session.next(&mut events).await.unwrap_err().reason,
        CallReason::Detached
    );
}

#[tokio::test]
async fn an_answer_with_a_lone_surrogate_fails_its_call_instead_of_hanging() {
    let (connection, mut other) = connected();
    let call = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let browser = async {
        let id = other.receive().await["id"].clone();
        other
            .send(r#"{"method":"Page.frameNavigated","params":{"x":"\ud800"}}"#)
            .await;
        other
            .send(&format!(r#"{{"id":{id},"result":{{"product":"\ud800"}}}}"#))
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    assert!(matches!(reply.unwrap_err().reason, CallReason::Unreadable(_)));
}

#[tokio::test]
async fn a_call_without_an_answer_ends_in_time_and_its_late_answer_is_dropped() {
    let (connection, mut other) = connected();
    let late = connection
        .call_within(
            &protocol::BROWSER_GET_VERSION,
            json!({}),
            Duration::from_millis(20),
        )
        .await;
    assert_eq!(
        late.unwrap_err().reason,
        CallReason::TimedOut(Duration::from_millis(20))
    );
    let id = other.receive().await["id"].clone();
    other
        .send(&json!({"id": id, "result": {"product": "late"}}).to_string())
        .await;
    let call = connection.call(&protocol::BROWSER_GET_VERSION, json!({}));
    let browser = async {
        let id = other.receive().await["id"].clone();
        other
            .send(&json!({"id": id, "result": {"product": "next"}}).to_string())
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    assert_eq!(reply.unwrap().text("product").unwrap(), "next");
}

#[test]
fn no_command_or_event_stands_twice_in_the_list() {
    let mut names: Vec<&str> = COMMANDS
        .iter()
        .map(|command| command.name)
        .chain(EVENTS.iter().map(|event| event.name))
        .collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

fn chunk_message(session: &str, chunk: &str) -> String {
    let params = json!({"chunk": chunk});
    format!(
        "{{\"method\":\"HeapProfiler.addHeapSnapshotChunk\",\"params\":{params},\"sessionId\":\"{session}\"}}"
    )
}

#[tokio::test]
async fn chunks_come_in_order_and_only_to_their_own_session() {
    let (connection, mut other) = connected();
    let session = connection.session("s");
    let (chunks, mut received) = session.chunks();
    let mut texts = Vec::new();
    let browser = async {
        for (session, chunk) in [("s", "one \"1\""), ("other", "no"), ("s", "two")] {
            other.send(&chunk_message(session, chunk)).await;
        }
    };
    let reading = async {
        while texts.len() < 2 {
            let chunk = received.recv().await.unwrap();
            texts.push(String::from_utf8(chunk.escaped().unwrap().to_vec()).unwrap());
        }
    };
    tokio::join!(browser, reading);
    assert_eq!(texts, [r#"one \"1\""#, "two"]);
    assert!(chunks.end(), "none is missing");
    assert!(received.recv().await.is_none());
}

#[tokio::test]
async fn who_does_not_take_chunks_makes_the_browser_wait() {
    let (connection, mut other) = connected();
    let session = connection.session("s");
    let (chunks, mut received) = session.chunks();
    let text = chunk_message("s", &"x".repeat(1 << 20));
    let mut sent = 0;
    let sending = async {
        for _ in 0..10 {
            other.send(&text).await;
            sent += 1;
        }
    };
    let waited = tokio::time::timeout(Duration::from_millis(500), sending).await;
    assert!(waited.is_err(), "the pipe is not read to its end");
    // Two wait, one is held, the next one begins to come.
    assert!(sent <= 4, "{sent} messages were taken");
    assert!(received.recv().await.is_some());
    // Who has gone makes nobody wait.
    drop(received);
    let call = connection.call_within(&protocol::BROWSER_GET_VERSION, json!({}), LIMIT);
    let browser = async {
        // What was cut off is no message; the next one is.
        other.writes.write_u8(0).await.unwrap();
        for _ in 0..10 {
            other.send(&text).await;
        }
        let id = other.receive().await["id"].clone();
        other
            .send(&json!({"id": id, "result": {"product": "p"}}).to_string())
            .await;
    };
    let (reply, ()) = tokio::join!(call, browser);
    assert_eq!(reply.unwrap().text("product").unwrap(), "p");
    drop(chunks);
}

#[tokio::test]
async fn a_chunk_in_an_unknown_order_is_known_to_be_missing() {
    let (connection, mut other) = connected();
    let session = connection.session("s");
    let (chunks, _received) = session.chunks();
    let padding = "x".repeat(300);
    let text = format!(
        "{{\"params\":{{\"chunk\":\"{padding}\"}},\"sessionId\":\"s\",\"method\":\"HeapProfiler.addHeapSnapshotChunk\"}}"
    );
    let mut reports = session.events(&[protocol::HEAP_PROFILER_REPORT_PROGRESS]);
    other.send(&text).await;
    let report = json!({"method": protocol::HEAP_PROFILER_REPORT_PROGRESS.name, "sessionId": "s", "params": {"done": 1}});
    other.send(&report.to_string()).await;
    assert!(reports.next().await.is_some());
    assert!(!chunks.end());
}
