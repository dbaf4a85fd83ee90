use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace, options};
use crate::{Bound, ErrorKind, TraceAnalysis, WindowChoice, WindowError};
use lagometer_metric::Measured;

/// An event of the loading of a page.
fn event(trace: TestTrace, name: &str, pid: i64, ts: i64, args: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"R","cat":"loading,rail,devtools.timeline","name":"{name}","pid":{pid},"tid":{pid},"ts":{ts},"args":{args}}}"#
    ))
}

fn navigation(trace: TestTrace, ts: i64, frame: &str, id: &str, url: &str) -> TestTrace {
    let args = format!(
        r#"{{"frame":"{frame}","data":{{"documentLoaderURL":"{url}","isLoadingMainFrame":true,"navigationId":"{id}"}}}}"#
    );
    event(trace, "navigationStart", PAGE, ts, &args)
}

fn painted(trace: TestTrace, ts: i64, id: &str) -> TestTrace {
    let args = format!(r#"{{"frame":"{FRAME}","data":{{"navigationId":"{id}"}}}}"#);
    event(trace, "firstContentfulPaint", PAGE, ts, &args)
}

fn candidate(trace: TestTrace, ts: i64, id: &str, index: u64) -> TestTrace {
    let args = format!(
        r#"{{"frame":"{FRAME}","data":{{"navigationId":"{id}","candidateIndex":{index},"type":"image","size":7,"nodeId":3,"nodeName":"IMG"}}}}"#
    );
    event(trace, "largestContentfulPaint::Candidate", PAGE, ts, &args)
}

fn whole(trace: TestTrace) -> TraceAnalysis {
    trace.task(0, 10).instant(10_000_000).analysis()
}

fn fcp(analysis: &TraceAnalysis) -> Vec<Option<f64>> {
    let list = analysis.metrics.fcp.list.iter();
    list.map(|value| value.clone().into_result().ok()).collect()
}

#[test]
fn each_navigation_has_its_own_paints_and_the_last_one_stands_for_the_window() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = candidate(painted(trace, 5_000, "A"), 5_000, "A", 1);
    let trace = navigation(trace, 100_000, FRAME, "B", "http://b/");
    // A larger one that comes earlier in the file, and one of a navigation that nobody knows.
    let trace = candidate(candidate(trace, 190_000, "B", 2), 150_000, "B", 1);
    let analysis = whole(painted(painted(trace, 140_000, "B"), 150_000, "C"));
    assert_eq!(fcp(&analysis), [Some(4_000.0), Some(40_000.0)]);
    assert_eq!(analysis.metrics.fcp.value, Measured::Value(40_000.0));
    assert_eq!(analysis.metrics.lcp.value, Measured::Value(90_000.0));
    let [first, second] = &analysis.page_loads[..] else {
        panic!("{:?}", analysis.page_loads);
    };
    assert_eq!(
        (first.navigation.start.0, first.navigation.end.0),
        (1_000, 100_000)
    );
    assert_eq!(second.navigation.end.0, 10_000_000);
    assert!(second.navigation.is_main);
    let largest = second.largest_paint.as_ref().unwrap();
    assert_eq!(
        (largest.candidate_index, largest.element.as_deref()),
        (2, Some("IMG"))
    );
}

#[test]
fn an_image_is_named_by_what_its_node_showed_last() {
    let image = |trace: TestTrace, ts: i64, url: &str| {
        let args = format!(r#"{{"frame":"{FRAME}","data":{{"DOMNodeId":3,"imageUrl":"{url}"}}}}"#);
        event(trace, "LargestImagePaint::Candidate", PAGE, ts, &args)
    };
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = image(
        image(image(trace, 2_000, "1.png"), 5_000, "2.png"),
        6_000,
        "3.png",
    );
    let analysis = whole(candidate(trace, 5_000, "A", 1));
    let largest = analysis.page_loads[0].largest_paint.as_ref().unwrap();
    assert_eq!(largest.url.as_deref(), Some("2.png"));
}

#[test]
fn a_navigation_that_is_told_twice_or_of_no_address_is_one_or_none() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = navigation(trace, 2_000, FRAME, "A", "http://a/");
    let analysis = whole(navigation(trace, 3_000, FRAME, "B", ""));
    assert_eq!(analysis.page_loads.len(), 1);
    assert_eq!(analysis.page_loads[0].navigation.start.0, 1_000);
}

#[test]
fn a_frame_of_the_page_has_navigations_that_do_not_stand_for_it() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = navigation(painted(trace, 4_000, "A"), 5_000, "inner", "B", "http://b/");
    let analysis = whole(trace);
    let main: Vec<bool> = analysis
        .page_loads
        .iter()
        .map(|load| load.navigation.is_main)
        .collect();
    assert_eq!(main, [true, false]);
    assert_eq!(analysis.metrics.fcp.value, Measured::Value(3_000.0));
    let cls = analysis.metrics.cls.list[1].reason().map(|reason| reason.code());
    assert_eq!(cls, Some("category-off"));
}

#[test]
fn a_blank_page_at_the_end_does_not_stand_for_the_window() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = navigation(painted(trace, 4_000, "A"), 90_000, FRAME, "B", "about:blank");
    assert_eq!(whole(trace).metrics.fcp.value, Measured::Value(3_000.0));
}

#[test]
fn paints_without_a_navigation_go_with_the_last_one_of_their_frame() {
    let bare = |trace: TestTrace, ts: i64| {
        event(
            trace,
            "firstContentfulPaint",
            PAGE,
            ts,
            &format!(r#"{{"frame":"{FRAME}"}}"#),
        )
    };
    let start = |trace: TestTrace, ts: i64| {
        event(
            trace,
            "navigationStart",
            PAGE,
            ts,
            &format!(r#"{{"frame":"{FRAME}"}}"#),
        )
    };
    let trace = start(bare(start(TestTrace::started(0), 1_000), 1_500), 2_000);
    let analysis = whole(bare(bare(trace, 2_600), 3_000));
    assert_eq!(fcp(&analysis), [Some(500.0), Some(600.0)]);
    assert_eq!(analysis.page_loads[0].navigation.url, None);
}

#[test]
fn a_window_holds_the_navigations_that_start_in_it_and_says_so_where_none_does() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = painted(trace, 4_000, "A").task(0, 10).instant(10_000_000);
    let between = |from: i64, to: i64| {
        let mut options = options();
        options.window = WindowChoice::Between {
            from: Bound::Time(Micros(from)),
            to: Bound::Time(Micros(to)),
        };
        trace.clone().analysis_with(&options).metrics.fcp
    };
    assert_eq!(between(0, 5_000).value, Measured::Value(3_000.0));
    // A paint behind the end of the window is not in it.
    let reason = |from, to| between(from, to).value.reason().map(|reason| reason.code());
    assert_eq!(reason(0, 3_000), Some("no-event-in-window"));
    assert_eq!(reason(2_000, 9_000), Some("no-navigation"));
    let nothing = TestTrace::started(0)
        .task(0, 10)
        .instant(1_000)
        .analysis()
        .metrics;
    assert_eq!(
        nothing.fcp.value.reason().map(|reason| reason.code()),
        Some("category-off")
    );
}

#[test]
fn a_navigation_is_a_window() {
    let trace = navigation(TestTrace::started(0), 1_000, FRAME, "A", "http://a/");
    let trace = painted(trace.task(2_000, 60_000), 5_000, "A");
    let trace = navigation(trace, 100_000, FRAME, "B", "http://b/");
    let trace = painted(trace.task(200_000, 80_000), 140_000, "B").instant(10_000_000);
    let of = |number| {
        let options = crate::Options {
            window: WindowChoice::Navigation(number),
            ..options()
        };
        crate::analyze(&trace.recording().facts, &options)
    };
    let (first, second) = (of(1).unwrap(), of(2).unwrap());
    assert_eq!(first.window.from, "navigation:1");
    assert_eq!(first.window.to, "navigation:2");
    assert_eq!(fcp(&first), [Some(4_000.0)]);
    assert_eq!(
        first.metrics.total_blocking_time,
        Measured::Value(10_000.0),
        "that of its own task alone"
    );
    assert_eq!(second.window.to, "trace-end");
    assert_eq!(fcp(&second), [Some(40_000.0)]);
    assert_eq!(second.metrics.total_blocking_time, Measured::Value(30_000.0));
    for number in [0, 3] {
        let error = of(number).unwrap_err();
        let expected = WindowError::NoNavigation {
            number,
            navigations: 2,
        };
        assert!(matches!(error.kind, ErrorKind::Window(found) if found == expected));
    }
}
