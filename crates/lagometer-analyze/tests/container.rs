//! What a trace is wrapped in changes no number, and what stands around it is counted.
#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as expected"
)]

use flate2::Compression;
use flate2::write::GzEncoder;
use lagometer_analyze::{Error, Limits, Rules, Source, TraceOptions, WindowChoice, trace};
use lagometer_report::TraceDocument;
use std::io::Write;

const TEXT: &str = r#"{"traceEvents":[
{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}},
{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":1000,"dur":80000,"tdur":60000},
{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":101000,"dur":20000,"tdur":20000}]}"#;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn read(bytes: &[u8]) -> Result<TraceDocument, Error> {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: true,
        strict: false,
        limits: Limits::default(),
    };
    let source = Source {
        name: "trace".to_owned(),
        bytes_on_disk: Some(bytes.len() as u64),
        reader: Box::new(bytes),
    };
    trace(source, &options)
}

/// The codes and counts of what a container brings with it.
fn around(document: &TraceDocument) -> Vec<(&str, u64)> {
    let codes = ["byte-order-mark", "gzip-padding", "bytes-after-gzip"];
    let found = document.diagnostics.iter();
    found
        .filter(|diagnostic| codes.contains(&diagnostic.code.as_str()))
        .map(|diagnostic| (diagnostic.code.as_str(), diagnostic.count))
        .collect()
}

#[test]
fn container_changes_no_number() {
    let plain = read(TEXT.as_bytes()).unwrap();
    assert_eq!(around(&plain), []);
    assert!(plain.input.complete);
    let (head, tail) = TEXT.as_bytes().split_at(100);
    let padded = [gzip(TEXT.as_bytes()), vec![0; 512]].concat();
    let trailing = [gzip(TEXT.as_bytes()), b"junk".to_vec()].concat();
    let marked = [b"\xef\xbb\xbf", TEXT.as_bytes()].concat();
    let check = |bytes: Vec<u8>, expected: &[(&str, u64)]| {
        let document = read(&bytes).unwrap();
        assert_eq!(around(&document), expected);
        assert_eq!(document.analysis, plain.analysis);
        assert_eq!(document.input.bytes, bytes.len() as u64);
        assert!(document.input.complete);
    };
    check(gzip(TEXT.as_bytes()), &[]);
    check([gzip(head), gzip(tail)].concat(), &[]);
    check(padded, &[("gzip-padding", 512)]);
    check(trailing, &[("bytes-after-gzip", 4)]);
    check(gzip(&marked), &[("byte-order-mark", 1)]);
    check(marked, &[("byte-order-mark", 1)]);
}

#[test]
fn damaged_gzip_gives_what_comes_before_it() {
    let mut packed = gzip(TEXT.as_bytes());
    let cut = read(&packed[..packed.len() - 20]).unwrap();
    let partial = cut.input.partial.unwrap();
    assert!(
        partial.text.starts_with("the gzip data is cut off"),
        "{}",
        partial.text
    );
    assert!(partial.whole_to_byte <= partial.byte);
    let at = packed.len() - 6;
    packed[at] ^= 1;
    let said = match read(&packed) {
        Ok(document) => document.input.partial.unwrap().text,
        Err(error) => error.what(),
    };
    assert!(said.contains("checksum"), "{said}");
}
