use super::*;
use crate::test_trace::TestTrace;
use std::io::Read;

/// Hands out at most so many bytes at once.
struct Chunks<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.size.min(into.len());
        self.bytes.read(&mut into[..length])
    }
}

fn of(text: &str) -> Result<Recording, Error> {
    read(text.as_bytes(), 0, &Limits::default())
}

fn refused(text: &str) -> String {
    let error = of(text).map(|recording| recording.facts.events()).unwrap_err();
    match error.at {
        Some(at) => format!("{error} at byte {at}"),
        None => error.to_string(),
    }
}

const EVENT: &str = r#"{"ph":"I","name":"x","pid":1,"tid":1,"ts":5}"#;

#[test]
fn every_form_gives_the_same_events() {
    let whole = [
        format!("[{EVENT},{EVENT}]"),
        format!("[{EVENT},{EVENT},]"),
        format!("{{\"traceEvents\":[{EVENT},{EVENT}]}}"),
        format!("{{\"metadata\":{{\"traceEvents\":[1]}},\"traceEvents\":[{EVENT},\n{EVENT}\n]\r\n}}\n"),
        format!("{{\"a\":\"\\\"traceEvents\\\":[\",\"traceEvents\":[{EVENT},{EVENT}],\"metadata\":null}}"),
    ];
    for text in whole {
        let recording = of(&text).unwrap();
        assert_eq!((recording.facts.events(), recording.cut), (2, None), "{text}");
    }
}

#[test]
fn a_trailing_comma_and_unknown_parts_are_counted() {
    let text = format!("{{\"displayTimeUnit\":\"ms\",\"mine\":{{}},\"traceEvents\":[{EVENT},]}}");
    let odd: Vec<(Odd, u64)> = {
        let oddities = of(&text).unwrap().facts.oddities();
        oddities.iter().map(|odd| (odd.kind, odd.count)).collect()
    };
    assert_eq!(odd, [(Odd::TrailingComma, 1), (Odd::UnknownKey, 1)]);
}

#[test]
fn events_of_an_unknown_phase_are_passed_over_and_counted() {
    let text = format!(r#"[{EVENT},{{"ph":"zz","name":"RunTask","ts":7}},{{"ph":"C","name":"c","ts":7}}]"#);
    let facts = of(&text).unwrap().facts;
    let odd: Vec<_> = facts.oddities().iter().map(|odd| (odd.kind, odd.count)).collect();
    assert_eq!((facts.events(), odd), (3, vec![(Odd::UnknownPhase, 1)]));
}

#[test]
fn empty_lists_are_traces_without_events() {
    for text in ["[]", "{\"traceEvents\":[]}", " [ ] "] {
        let recording = of(text).unwrap();
        assert_eq!((recording.facts.events(), recording.cut), (0, None), "{text}");
    }
}

#[test]
fn what_is_no_trace_is_refused_with_what_it_is() {
    assert_eq!(refused(""), "the input is empty at byte 0");
    assert_eq!(refused("{}"), "expected a trace, found an empty object at byte 0");
    assert_eq!(
        refused(r#"{"nodes":[],"samples":[1]}"#),
        "expected a trace, found an object with `nodes`, `samples` at byte 0"
    );
    assert_eq!(
        refused("[1,{\"a\":2}]"),
        "expected a trace, found an array without events at byte 0"
    );
    assert_eq!(refused(" 17"), "expected a trace, found a number at byte 1");
    assert_eq!(
        refused(r#"{"traceEvents":{}}"#),
        "expected `traceEvents` to be an array, found an object at byte 15"
    );
    assert_eq!(
        refused(r#"{"traceEvents":[],"traceEvents":[]}"#),
        "the file holds `traceEvents` twice at byte 19"
    );
}

#[test]
fn broken_json_is_refused_at_its_byte() {
    assert_eq!(
        refused("[{\"a\":1}x]"),
        "expected `,` or `]`, found `x` at byte 8"
    );
    assert_eq!(
        refused("[]x"),
        "expected the end of the input, found `x` at byte 2"
    );
    assert_eq!(
        refused("[{\"ts\":01}]"),
        "expected `,` or `}`, found `1` at byte 8"
    );
    assert_eq!(
        refused("[{\"ts\":1e999}]"),
        "the number in `ts` is out of range at byte 7"
    );
}

#[test]
fn the_base_offset_counts() {
    let error = read(&b"[1,x]"[..], 3, &Limits::default())
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error.at, Some(6));
}

#[test]
fn pieces_of_any_size_give_the_same() {
    let text = busy_trace().text();
    let options = crate::test_trace::options();
    let whole = crate::analyze(&of(&text).unwrap().facts, &options).unwrap();
    for size in [1, 7, 100] {
        let chunks = Chunks {
            bytes: text.as_bytes(),
            size,
        };
        let recording = read(chunks, 0, &Limits::default()).unwrap();
        assert_eq!(
            crate::analyze(&recording.facts, &options).unwrap(),
            whole,
            "{size}"
        );
    }
}

fn busy_trace() -> TestTrace {
    TestTrace::started(1_000)
        .task(1_000, 60_000)
        .heap(7, 2_000, 1_000_000)
        .mark(3_000, "lagometer:begin:\\u00e9")
        .measure("b", 4_000, "m", "0x1")
        .measure("e", 9_000, "m", "0x1")
        .drawn(&[10_000, 26_000])
}

#[test]
fn a_trace_that_is_cut_anywhere_is_partial_or_refused_with_a_place() {
    let trace = busy_trace();
    for (text, form, list) in [
        (
            format!("{}\n", trace.text()),
            Form::Object,
            "{\"traceEvents\":[".len(),
        ),
        (format!("[{}]", trace.events.join(",")), Form::Array, 1),
    ] {
        let closed = text.trim_end().len() - usize::from(form == Form::Object);
        for length in 0..text.trim_end().len() {
            let cut = &text.as_bytes()[..length];
            let result = read(cut, 0, &Limits::default());
            if length < list {
                assert!(result.map(|_| ()).unwrap_err().at.is_some(), "{length}");
                continue;
            }
            let recording = result.unwrap();
            let events = recording.facts.events() as usize;
            let Some(cut) = recording.cut else {
                panic!("{form:?} {length} is not told as cut");
            };
            assert_eq!(cut.at, length as u64, "{length}");
            assert!(cut.whole_to <= cut.at, "{length}");
            // As many as end before the cut.
            let whole = text[..length].matches("}\n").count() + text[..length].matches("},").count();
            assert!(
                events <= whole + 1 && events <= trace.events.len(),
                "{length}: {events} {whole}"
            );
            if length >= closed {
                assert_eq!((cut.inside, events), (CutInside::Rest, trace.events.len()));
            }
            // Whatever there is, it is answered.
            crate::analyze(&recording.facts, &crate::test_trace::options()).unwrap();
        }
        let recording = of(&text).unwrap();
        assert_eq!(
            (recording.cut, recording.facts.events() as usize),
            (None, trace.events.len())
        );
    }
}

#[test]
fn where_a_list_is_cut_is_told() {
    let cut = |text: &str| {
        let cut = of(text).unwrap().cut.unwrap();
        (cut.inside, cut.whole_to)
    };
    let end = 1 + EVENT.len() as u64;
    assert_eq!(cut(&format!("[{EVENT}")), (CutInside::List, end));
    assert_eq!(cut(&format!("[{EVENT} \n")), (CutInside::List, end));
    assert_eq!(cut(&format!("[{EVENT}, \n")), (CutInside::List, end));
    assert_eq!(cut(&format!("[{EVENT},{{")), (CutInside::Event, end));
    assert_eq!(cut(&format!("[{EVENT},{{\"name\":\"Ru")), (CutInside::Event, end));
    assert_eq!(cut("["), (CutInside::List, 1));
}

#[test]
fn a_container_that_ends_is_a_cut_and_another_error_is_an_error() {
    struct Breaks(io::ErrorKind);
    impl Read for Breaks {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(self.0, "the gzip data is cut off"))
        }
    }
    let start = format!("[{EVENT},");
    let cut = read(
        start.as_bytes().chain(Breaks(io::ErrorKind::UnexpectedEof)),
        0,
        &Limits::default(),
    );
    let cut = cut.unwrap().cut.unwrap();
    assert_eq!(cut.cause.as_deref(), Some("the gzip data is cut off"));
    let broken = read(
        start.as_bytes().chain(Breaks(io::ErrorKind::InvalidData)),
        0,
        &Limits::default(),
    );
    assert!(matches!(
        broken.map(|_| ()).unwrap_err().kind,
        ErrorKind::Json(lagometer_json::ErrorKind::Io(_))
    ));
}

#[test]
fn what_would_have_to_be_kept_is_bounded() {
    let tight = Limits {
        kept_bytes: 2_000,
        ..Limits::default()
    };
    let tasks = (0..200).fold(TestTrace::page(), |trace, at| trace.task(at * 10, 5));
    let error = read(tasks.text().as_bytes(), 0, &tight).map(|_| ()).unwrap_err();
    assert!(
        matches!(error.kind, ErrorKind::TooMuchToKeep { allowed: 2_000 }),
        "{error}"
    );
    assert!(error.at.is_some());
    let marks = (0..200).fold(TestTrace::page(), |trace, at| {
        trace.mark(at, &format!("mark {at}"))
    });
    assert!(read(marks.text().as_bytes(), 0, &tight).is_err());
    // What no metric needs is not kept, however much there is.
    let others = (0..10_000).fold(TestTrace::page(), |trace, at| trace.instant(at));
    assert!(read(others.text().as_bytes(), 0, &tight).is_ok());
}
