use super::*;
use crate::test_trace::{PAGE, TestTrace, between, options};

/// A page in a trace from 0 to 1 000.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000)
}

fn stamp(pid: i64, ts: i64, data: &str) -> String {
    format!(
        r#"{{"ph":"I","cat":"devtools.timeline","name":"TimeStamp","pid":{pid},"tid":{pid},"ts":{ts},"args":{{"data":{{{data}}}}}}}"#
    )
}

fn timing(phase: &str, ts: i64, name: &str, id: &str) -> String {
    format!(
        r#"{{"ph":"{phase}","cat":"blink.console","name":"{name}","id2":{{"local":"{id}"}},"scope":"blink.console","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{}}}}"#
    )
}

#[test]
fn stamps_of_the_page_inside_are_listed() {
    let trace = page()
        .event(stamp(PAGE, 500, r#""message":"b","name":"b""#))
        .event(stamp(
            PAGE,
            100,
            r#""message":"a","start":40,"end":90,"track":"T""#,
        ))
        .event(stamp(
            PAGE,
            600,
            r#""message":"none","start":"","end":"","track":"""#,
        ))
        .event(stamp(99, 200, r#""message":"foreign""#))
        .event(stamp(PAGE, 300, ""));
    let analysis = trace.analysis();
    let stamps: Vec<_> = {
        let stamps = analysis.console_stamps.iter();
        stamps
            .map(|stamp| {
                (
                    stamp.name.as_str(),
                    stamp.ts.0,
                    stamp.span,
                    stamp.track.as_deref(),
                )
            })
            .collect()
    };
    let span = Some((Micros(40), Micros(90)));
    assert_eq!(
        stamps,
        [
            ("a", 100, span, Some("T")),
            ("b", 500, None, None),
            ("none", 600, None, None)
        ]
    );
    assert_eq!(analysis.console_stamps_total, 3);
    let oddities = trace.recording().facts.oddities();
    assert_eq!(oddities[0].kind.code(), "missing-argument");
    assert_eq!(trace.analysis_with(&between(0, 200)).console_stamps_total, 1);
}

#[test]
fn timings_of_the_console_pair_by_id_and_are_no_measures() {
    let trace = page()
        .event(timing("b", 10, "load", "0x1"))
        .event(timing("b", 20, "load", "0x2"))
        .event(timing("e", 50, "load", "0x1"))
        .event(timing("b", 60, "never", "0x3"))
        .event(timing("e", 70, "alone", "0x4"))
        .event(r#"{"ph":"I","cat":"blink.console","name":"ConsoleMessage::Error","pid":7,"tid":7,"ts":80}"#);
    let analysis = trace.analysis_with(&options());
    let timings: Vec<_> = {
        let timings = analysis.metrics.console_timing.iter();
        timings
            .map(|timing| (timing.name.as_str(), timing.samples.clone(), timing.open.clone()))
            .collect()
    };
    assert_eq!(
        timings,
        [
            ("load", vec![Micros(40)], vec![Micros(20)]),
            ("never", vec![], vec![Micros(60)])
        ]
    );
    assert!(analysis.metrics.user_timing.is_empty());
    let alone = analysis
        .notes
        .iter()
        .find(|note| note.code == "console-end-without-begin");
    assert_eq!(alone.map(|note| note.count), Some(1));
}
