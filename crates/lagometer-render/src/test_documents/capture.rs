//! What was captured of a page.

use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{CapturedFile, CapturedOtherHeap, PageCaptureDocument, Value};

/// A packed snapshot of a page with other heaps.
pub(crate) fn page_capture() -> PageCaptureDocument {
    let other = |kind: &str, url: Option<&str>| CapturedOtherHeap {
        kind: kind.to_owned(),
        url: url.map(str::to_owned),
    };
    PageCaptureDocument {
        kind: "page-capture",
        format_version: 1,
        file: CapturedFile {
            name: "page.heapsnapshot.gz".to_owned(),
            container: "gzip".to_owned(),
            bytes: 8_910_112,
            sha256: "3f5a".repeat(16),
            text_bytes: 59_512_398,
        },
        nodes: Value::new(Measured::Value(785_996.0), Unit::Count),
        edges: Value::new(Measured::Value(3_305_614.0), Unit::Count),
        url: "http://localhost:5173/".to_owned(),
        browser: "Chromium 156.0.8078.108".to_owned(),
        v8: "15.6.75.63".to_owned(),
        other_heaps: vec![
            other("iframe", Some("https://ads.example/frame.html")),
            other("service_worker", Some("http://localhost:5173/sw.js")),
            other("worker", None),
            other("worker", None),
        ],
        next: Some("lagometer heap summary page.heapsnapshot.gz".to_owned()),
    }
}

/// A plain one into a pipe, whose head says nothing.
pub(crate) fn page_capture_into_pipe() -> PageCaptureDocument {
    let absent = |key: &str| {
        let detail = format!("the snapshot's head has no `{key}`");
        Value::new(Measured::absent(Reason::NotReported, detail), Unit::Count)
    };
    let whole = page_capture();
    PageCaptureDocument {
        file: CapturedFile {
            name: "pipe".to_owned(),
            container: "plain".to_owned(),
            bytes: 59_512_398,
            ..whole.file
        },
        nodes: absent("node_count"),
        edges: absent("edge_count"),
        other_heaps: Vec::new(),
        next: None,
        ..whole
    }
}
