//! Every form that a trace comes in, through the one door: whole ones give one answer, what is tolerated
//! is counted, and what is cut off is told with its byte and answered as far as it goes.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use flate2::Compression;
use flate2::write::GzEncoder;
use lagometer_analyze::{Error, Limits, Rules, Source, TraceOptions, WindowChoice, trace};
use lagometer_report::TraceDocument;
use serde_json::{Value, json};
use std::io::{Read, Write as _};

/// Hands out at most so many bytes at once.
struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    size: usize,
}

impl Read for Pieces {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.size.min(into.len()).min(self.bytes.len() - self.at);
        into[..length].copy_from_slice(&self.bytes[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

fn answered(bytes: &[u8], size: usize) -> Result<TraceDocument, Error> {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    };
    let reader = Pieces {
        bytes: bytes.to_vec(),
        at: 0,
        size,
    };
    let source = Source {
        name: "-".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    };
    trace(source, &options)
}

/// The answer, which must not depend on the pieces that it comes in.
fn answer(bytes: &[u8]) -> TraceDocument {
    let whole = answered(bytes, usize::MAX).unwrap();
    for size in [1, 7, 100] {
        assert!(answered(bytes, size).unwrap() == whole, "in pieces of {size}");
    }
    whole
}

fn counted(document: &TraceDocument, code: &str) -> u64 {
    let found = document.diagnostics.iter().find(|found| found.code == code);
    found.map_or(0, |found| found.count)
}

/// A small page with something of everything that has ends, ids and times.
fn events() -> Vec<Value> {
    let on = |mut event: Value, tid: i64, ts: i64| {
        event["pid"] = json!(7);
        event["tid"] = json!(tid);
        event["ts"] = json!(ts);
        event
    };
    let task = |ts: i64, dur: i64| {
        on(
            json!({"ph":"X","cat":"disabled-by-default-devtools.timeline","name":"RunTask","dur":dur,"tdur":dur / 2}),
            7,
            ts,
        )
    };
    let timing = |ph: &str, ts: i64, name: &str, id: &str| {
        on(
            json!({"ph":ph,"cat":"blink.user_timing","name":name,"id2":{"local":id},"args":{}}),
            7,
            ts,
        )
    };
    let frame = |ts: i64| {
        on(
            json!({"ph":"I","cat":"disabled-by-default-devtools.timeline.frame","name":"DrawFrame","args":{"layerTreeId":1}}),
            9,
            ts,
        )
    };
    vec![
        json!({"ph":"M","name":"thread_name","pid":7,"tid":7,"ts":0,"args":{"name":"CrRendererMain"}}),
        on(
            json!({"ph":"I","cat":"disabled-by-default-devtools.timeline","name":"TracingStartedInBrowser","args":{"data":{"frames":[{"frame":"F","processId":7,"url":"http://a/","isInPrimaryMainFrame":true,"isOutermostMainFrame":true}]}}}),
            1,
            1_000,
        ),
        task(2_000, 60_000),
        task(5_000, 1_000),
        task(70_000, 80_000),
        task(200_000, 0),
        timing("b", 3_000, "größe \"x\"", "0x1"),
        timing("b", 4_000, "größe \"x\"", "0x2"),
        timing("e", 30_000, "größe \"x\"", "0x1"),
        timing("b", 90_000, "never", "0x3"),
        timing("e", 95_000, "größe \"x\"", "0x2"),
        on(
            json!({"ph":"I","cat":"disabled-by-default-devtools.timeline","name":"UpdateCounters","args":{"data":{"jsHeapSizeUsed":5_000_000,"nodes":28,"documents":1,"jsEventListeners":3}}}),
            7,
            100_000,
        ),
        frame(10_000),
        frame(26_000),
        frame(43_000),
        on(json!({"ph":"I","cat":"x","name":"end"}), 1, 210_000),
    ]
}

fn array(events: &[Value]) -> String {
    let lines: Vec<String> = events.iter().map(Value::to_string).collect();
    format!("[{}]", lines.join(",\n"))
}

fn object(events: &[Value]) -> String {
    format!("{{\"traceEvents\":{},\"displayTimeUnit\":\"ms\"}}", array(events))
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Megabytes of anything, with what looks like events and like the end of everything inside.
fn metadata() -> String {
    let decoys = r#""a":"\"traceEvents\":[{\"ph\":\"X\"","b":{"traceEvents":[{"ph":"X","name":"RunTask"}]},"c":[[[{"d":"]}]}"}]]]"#;
    let map = "AAAA;CAAC,\\n".repeat(300_000);
    format!(r#""metadata":{{{decoys},"sourceMaps":["{map}"],"product-version":"Chrome/156.0.1.2"}}"#)
}

/// Every number of an event in another writing; `write` gets it as text.
fn with_numbers(keys: &[&str], write: fn(i64) -> String) -> String {
    let texts = events().into_iter().map(|event| {
        let fields = event.as_object().unwrap().iter().map(|(key, value)| {
            let text = match value.as_i64() {
                Some(number) if keys.contains(&key.as_str()) => write(number),
                _ => value.to_string(),
            };
            format!("\"{key}\":{text}")
        });
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    });
    format!("[{}]", texts.collect::<Vec<_>>().join(","))
}

#[test]
fn whole_forms_give_one_answer() {
    let reference = answer(object(&events()).as_bytes());
    assert!(reference.input.complete && reference.diagnostics.iter().all(|found| !found.warning));
    let numbers = &reference.analysis.metrics;
    assert_eq!(numbers["long_task/count"].value.unwrap().0, 2.0);
    assert_eq!(numbers["busy_time"].value.unwrap().0, 140_000.0);
    assert_eq!(numbers["task_events"].value.unwrap().0, 4.0);
    assert_eq!(reference.analysis.frame_intervals_total, 2);
    assert_eq!(reference.analysis.user_timings[0].samples_us, [27_000, 91_000]);
    assert_eq!(reference.analysis.user_timings[1].open_starts_us, [89_000]);
    let times: &[&str] = &["ts", "dur", "tdur"];
    let ids: &[&str] = &["pid", "tid"];
    let mut reversed = events();
    reversed.reverse();
    let list = array(&events());
    let text = object(&events());
    let pretty = serde_json::to_string_pretty(&json!({"metadata": {}, "traceEvents": events()})).unwrap();
    let forms: Vec<(&str, Vec<u8>)> = vec![
        ("array", list.clone().into_bytes()),
        ("one line", list.replace('\n', "").into_bytes()),
        (
            "trailing comma",
            format!("{},\n]", list.strip_suffix(']').unwrap()).into_bytes(),
        ),
        ("pretty", pretty.clone().into_bytes()),
        ("CRLF", pretty.replace('\n', "\r\n").into_bytes()),
        ("byte order mark", format!("\u{feff}{text}").into_bytes()),
        (
            "metadata first",
            format!("{{{},\"traceEvents\":{list}}}", metadata()).into_bytes(),
        ),
        (
            "metadata last",
            format!("{{\"traceEvents\":{list},{}}}", metadata()).into_bytes(),
        ),
        ("gzip", packed(&text)),
        ("gzip members", {
            let (first, second) = text.split_at(text.len() / 2 + 1);
            [packed(first), packed(""), packed(second)].concat()
        }),
        ("gzip of a byte order mark", packed(&format!("\u{feff}{text}"))),
        (
            "floats",
            with_numbers(times, |number| format!("{number}.0")).into_bytes(),
        ),
        (
            "exponents",
            with_numbers(times, |number| format!("{}e-3", number * 1_000)).into_bytes(),
        ),
        (
            "strings",
            with_numbers(times, |number| format!("\"{number}\"")).into_bytes(),
        ),
        (
            "ids as strings",
            with_numbers(ids, |number| format!("\"{number}\"")).into_bytes(),
        ),
        ("any order", array(&reversed).into_bytes()),
    ];
    for (form, bytes) in forms {
        // Megabytes byte by byte take their time; one reader is enough there.
        let document = match bytes.len() > 100_000 {
            true => answered(&bytes, 100).unwrap(),
            false => answer(&bytes),
        };
        assert!(document.analysis == reference.analysis, "{form}");
        assert_eq!(document.input.events, events().len() as u64, "{form}");
        assert!(document.input.complete, "{form}");
        let expected = match form {
            "strings" => ("number-as-string", 16),
            "ids as strings" => ("number-as-string", 16),
            "trailing comma" => ("trailing-comma", 1),
            "byte order mark" | "gzip of a byte order mark" => ("byte-order-mark", 1),
            _ => ("", 0),
        };
        let tolerated: Vec<_> = {
            let known = reference
                .diagnostics
                .iter()
                .map(|found| &found.code)
                .collect::<Vec<_>>();
            let found = document.diagnostics.iter();
            let own =
                found.filter(|found| !known.contains(&&found.code) && found.code != "chrome-not-verified");
            own.map(|found| (found.code.as_str(), found.count)).collect()
        };
        match expected {
            (_, 0) => assert_eq!(tolerated, [], "{form}"),
            expected => assert_eq!(tolerated, [expected], "{form}"),
        }
    }
}

#[test]
fn cut_forms_are_told_with_their_byte_and_answered_as_far_as_they_go() {
    let text = object(&events());
    let in_string = text.find("never").unwrap() + 2;
    let list = array(&events());
    let unclosed = list.trim_end_matches(']').to_owned();
    for (form, cut, words) in [
        ("unclosed array", unclosed.clone(), "list of events is not closed"),
        (
            "unclosed with a comma",
            unclosed + ",\n",
            "list of events is not closed",
        ),
        ("in a string", text[..in_string].to_owned(), "inside an event"),
        (
            "behind the events",
            text[..text.len() - 3].to_owned(),
            "behind the events",
        ),
    ] {
        let document = answer(cut.as_bytes());
        let partial = document.input.partial.as_ref().unwrap();
        assert!(
            !document.input.complete && partial.text.contains(words),
            "{form}: {partial:?}"
        );
        assert_eq!(partial.byte, cut.len() as u64, "{form}");
        let whole = events().len() as u64;
        let expected = if form == "in a string" { 9 } else { whole };
        assert_eq!(document.input.events, expected, "{form}");
    }
    // Nine events are the same nine whether the file was cut or never longer.
    let nine = answer(array(&events()[..9]).as_bytes());
    let cut = answer(&text.as_bytes()[..in_string]);
    let values = |document: &TraceDocument| -> Vec<_> {
        let metrics = document.analysis.metrics.iter();
        metrics.map(|(id, value)| (id.clone(), value.value)).collect()
    };
    assert!(values(&cut) == values(&nine));
}

#[test]
fn a_small_file_is_answered_or_refused_with_a_place_wherever_it_is_cut() {
    let text = object(&events()[..6]);
    for bytes in [text.clone().into_bytes(), packed(&text)] {
        for length in 0..bytes.len() {
            match answered(&bytes[..length], 7) {
                Ok(document) => {
                    let partial = document.input.partial.unwrap();
                    assert!(partial.whole_to_byte <= partial.byte, "{length}");
                    assert!(partial.byte <= text.len() as u64, "{length}");
                }
                Err(error) => assert!(error.place().is_some(), "{length}: {error}"),
            }
        }
        assert!(answered(&bytes, 7).unwrap().input.complete);
    }
}

#[test]
fn ids_of_64_bits_are_told_apart_and_used_again() {
    let timing = |ph: &str, ts: i64, name: &str, id: &str| {
        format!(
            r#"{{"ph":"{ph}","cat":"blink.user_timing","name":"{name}","id":{id},"pid":7,"tid":7,"ts":{ts},"args":{{}}}}"#
        )
    };
    let thread = r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#;
    let task = r#"{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":0,"dur":1000}"#;
    let of = |texts: &[String]| {
        let text = format!("[{thread},{task},{}]", texts.join(","));
        let timings = answer(text.as_bytes()).analysis.user_timings;
        timings
            .into_iter()
            .map(|timing| (timing.name, timing.samples_us))
            .collect::<Vec<_>>()
    };
    // As doubles these two are one.
    let apart = of(&[
        timing("b", 10, "m", "9007199254740992"),
        timing("b", 20, "m", "9007199254740993"),
        timing("e", 50, "m", "9007199254740992"),
        timing("e", 90, "m", "\"9007199254740993\""),
    ]);
    assert_eq!(apart, [("m".to_owned(), vec![40, 70])]);
    let again = of(&[
        timing("b", 10, "a", "\"0xffffffffffffffff\""),
        timing("e", 20, "a", "\"0xffffffffffffffff\""),
        timing("S", 20, "b", "\"0xffffffffffffffff\""),
        timing("T", 25, "b", "\"0xffffffffffffffff\""),
        timing("F", 30, "b", "\"0xffffffffffffffff\""),
        timing("n", 40, "c", "\"0xffffffffffffffff\""),
    ]);
    assert_eq!(
        again,
        [
            ("a".to_owned(), vec![10]),
            ("b".to_owned(), vec![10]),
            ("c".to_owned(), vec![0])
        ]
    );
}

#[test]
fn tasks_that_are_doubled_nested_overlapping_open_or_without_length_count_by_the_rules() {
    let task = |name: &str, ph: &str, ts: i64, rest: &str| {
        format!(r#"{{"ph":"{ph}","cat":"toplevel","name":"{name}","pid":7,"tid":7,"ts":{ts}{rest}}}"#)
    };
    let texts = [
        r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#.to_owned(),
        // The same task under two names counts once.
        task("RunTask", "X", 0, r#","dur":60000"#),
        task("ThreadControllerImpl::RunTask", "X", 0, r#","dur":60000"#),
        // Nested, then partly overlapping.
        task("RunTask", "X", 10, r#","dur":55000"#),
        task("RunTask", "X", 50_000, r#","dur":50000"#),
        task("RunTask", "B", 110_000, ""),
        task("RunTask", "E", 120_000, ""),
        task("RunTask", "I", 130_000, ""),
        task("RunTask", "X", 131_000, r#","dur":0"#),
        task("RunTask", "B", 140_000, ""),
        task("x", "i", 150_000, ""),
    ];
    let document = answer(format!("[{}]", texts.join(",")).as_bytes());
    let number = |id: &str| document.analysis.metrics[id].value.unwrap().0;
    assert_eq!(number("busy_time"), 110_000.0);
    assert_eq!(number("task_count"), 3.0);
    assert_eq!(number("long_task/count"), 2.0);
    assert_eq!(number("total_blocking_time"), 10_000.0);
    assert_eq!(document.analysis.open_tasks[0].elapsed_us, 10_000);
    assert_eq!(counted(&document, "open-tasks-at-end"), 1);
}

#[test]
fn traces_of_node_and_hermes_are_answered_with_reasons() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lagometer-trace/fuzz-seeds");
    for (file, events) in [("node.json", 5), ("hermes.json", 3)] {
        let document = answer(&std::fs::read(format!("{folder}/{file}")).unwrap());
        assert!(
            document.input.complete && document.input.events == events,
            "{file}"
        );
        assert_eq!(
            document.analysis.main_thread.reason.as_deref(),
            Some("no-main-thread"),
            "{file}"
        );
        let reasons = document
            .analysis
            .metrics
            .values()
            .map(|value| value.reason.as_deref());
        assert!(
            reasons.clone().count() > 30 && reasons.flatten().all(|reason| !reason.is_empty()),
            "{file}"
        );
        assert!(
            document
                .analysis
                .metrics
                .values()
                .all(|value| value.value.is_none()),
            "{file}"
        );
    }
}
