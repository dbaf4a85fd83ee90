use super::*;
use crate::metric::Cls;
use crate::test_trace::{FRAME, PAGE, TestTrace};

fn shift(trace: TestTrace, (pid, frame): (i64, &str), ts: i64, data: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"I","cat":"loading","name":"LayoutShift","pid":{pid},"tid":{pid},"ts":{ts},"args":{{"frame":"{frame}","data":{{{data}}}}}}}"#
    ))
}

fn scored(trace: TestTrace, ts: i64, score: f64) -> TestTrace {
    shift(
        trace,
        (PAGE, FRAME),
        ts,
        &format!(r#""weighted_score_delta":{score}"#),
    )
}

fn navigation(trace: TestTrace, ts: i64, id: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"R","cat":"blink.user_timing","name":"navigationStart","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{"frame":"{FRAME}","data":{{"documentLoaderURL":"http://{id}/","isLoadingMainFrame":true,"navigationId":"{id}"}}}}}}"#
    ))
}

fn cls(trace: TestTrace) -> Cls {
    trace.task(0, 10).instant(20_000_000).analysis().metrics.cls
}

fn reason(value: &Measured<f64>) -> Option<&'static str> {
    value.reason().map(|reason| reason.code())
}

#[test]
fn it_is_the_worst_window_and_each_navigation_has_its_own() {
    let trace = scored(TestTrace::started(0), 100_000, 0.125);
    let trace = scored(navigation(trace, 200_000, "A"), 300_000, 0.25);
    let trace = scored(scored(trace, 900_000, 0.25), 4_000_000, 0.375);
    let found = cls(scored(navigation(trace, 5_000_000, "B"), 5_000_001, 0.0625));
    assert_eq!(found.value, Measured::Value(0.5));
    assert_eq!(found.list, [Measured::Value(0.5), Measured::Value(0.0625)]);
    let clusters = found.clusters.iter();
    let clusters: Vec<_> = clusters
        .map(|one| (one.score, one.shifts_total, one.navigation.as_deref()))
        .collect();
    assert_eq!(
        clusters,
        [
            (0.125, 1, None),
            (0.5, 2, Some("A")),
            (0.375, 1, Some("A")),
            (0.0625, 1, Some("B"))
        ]
    );
}

#[test]
fn what_follows_an_input_or_is_of_another_page_does_not_count() {
    let after_input = r#""weighted_score_delta":0.5,"had_recent_input":true"#;
    let trace = shift(TestTrace::started(0), (PAGE, FRAME), 100, after_input);
    let trace = shift(trace, (99, "other"), 200, r#""weighted_score_delta":0.5"#);
    // A frame inside the page, in a process of its own.
    let trace = trace.event(
        r#"{"ph":"I","name":"FrameCommittedInBrowser","pid":1,"tid":1,"ts":50,"args":{"data":{"frame":"inner","parent":"F","processId":88,"url":"http://b/"}}}"#,
    );
    let found = cls(shift(trace, (88, "inner"), 300, r#""weighted_score_delta":0.25"#));
    assert_eq!(found.value, Measured::Value(0.25));
}

#[test]
fn nothing_moved_is_zero_only_where_shifts_were_recorded() {
    assert_eq!(reason(&cls(TestTrace::started(0)).value), Some("category-off"));
    let recorded = TestTrace::started(0)
        .event(r#"{"ph":"X","cat":"loading","name":"x","pid":7,"tid":7,"ts":10,"dur":5,"args":{}}"#);
    assert_eq!(cls(recorded).value, Measured::Value(0.0));
    // An event of both categories is there where the other one is recorded.
    let other = TestTrace::started(0).event(
        r#"{"ph":"R","cat":"loading,rail,devtools.timeline","name":"firstPaint","pid":7,"tid":7,"ts":10,"args":{}}"#,
    );
    assert_eq!(reason(&cls(other).value), Some("category-off"));
}

#[test]
fn a_shift_without_a_score_makes_the_sum_unknown_and_an_impossible_one_is_left_out() {
    let old = shift(TestTrace::started(0), (PAGE, FRAME), 100, r#""score":0.5"#);
    assert_eq!(reason(&cls(old).value), Some("field-missing"));
    for score in ["-0.5", "1e300", "1e999"] {
        let data = format!(r#""weighted_score_delta":{score}"#);
        let trace = shift(TestTrace::started(0), (PAGE, FRAME), 100, &data);
        let value = cls(scored(trace, 200, 0.25)).value;
        let is_known = value == Measured::Value(0.25) || reason(&value) == Some("field-missing");
        assert!(is_known, "{score}: {value:?}");
    }
}
