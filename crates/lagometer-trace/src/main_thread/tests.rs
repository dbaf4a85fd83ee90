use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace};

fn found(trace: &TestTrace) -> MainThread {
    found_with(trace, None)
}

fn found_with(trace: &TestTrace, frame: Option<&str>) -> MainThread {
    let hint = frame.map(|frame| PageHint {
        frame_id: frame.to_owned(),
    });
    match find(&trace.recording().facts, hint.as_ref()) {
        Measured::Value(found) => found,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

fn homes(found: &MainThread) -> Vec<(i64, Option<i64>, Option<i64>)> {
    let micros = |time: Option<Micros>| time.map(|time| time.0);
    let homes = found.homes.iter();
    homes
        .map(|home| (home.pid, micros(home.from), micros(home.to)))
        .collect()
}

fn how(found: &MainThread) -> (&'static str, &'static str) {
    (found.method.code(), found.confidence.code())
}

#[test]
fn the_main_frame_of_tracing_started_is_followed_through_its_commits() {
    let trace = TestTrace::started(100)
        .renderer(8, 80)
        .committed(200, FRAME, 8)
        .committed(300, "child", PAGE)
        .committed(400, FRAME, PAGE);
    let found = found(&trace);
    assert_eq!(how(&found), ("tracing-started-frame", "certain"));
    assert_eq!(
        homes(&found),
        [
            (7, None, Some(200)),
            (8, Some(200), Some(400)),
            (7, Some(400), None)
        ]
    );
    assert_eq!(found.homes[1].tid, 80);
    assert_eq!(found.frame_id.as_deref(), Some(FRAME));
}

#[test]
fn to_stay_in_a_process_is_no_move() {
    let trace = TestTrace::started(100).committed(200, FRAME, PAGE);
    assert_eq!(homes(&found(&trace)), [(7, None, None)]);
}

#[test]
fn the_order_of_the_file_does_not_matter() {
    let mut trace = TestTrace::started(100).renderer(8, 80).committed(200, FRAME, 8);
    let forward = found(&trace);
    trace.events.reverse();
    let mut backward = found(&trace);
    // Only where things lie in memory differs.
    for (home, other) in backward.homes.iter_mut().zip(&forward.homes) {
        home.thread = other.thread;
    }
    backward.frame = forward.frame;
    assert_eq!(forward, backward);
}

#[test]
fn of_several_frames_the_flags_tell_the_main_one() {
    let trace = TestTrace::page().renderer(8, 8).event(
        r#"{"ph":"I","name":"TracingStartedInBrowser","pid":1,"tid":1,"ts":1,"args":{"data":{"frames":[
        {"frame":"portal","processId":8,"url":"http://p/","isInPrimaryMainFrame":false,"isOutermostMainFrame":true},
        {"frame":"main","processId":7,"url":"http://a/","isInPrimaryMainFrame":true,"isOutermostMainFrame":true},
        {"frame":"child","parent":"main","processId":8,"url":"http://c/","isInPrimaryMainFrame":true,"isOutermostMainFrame":false}]}}}"#,
    );
    assert_eq!(found(&trace).frame_id.as_deref(), Some("main"));
}

#[test]
fn without_flags_the_frame_without_parent_and_with_url_is_the_main_one() {
    let trace = TestTrace::page().renderer(8, 8).event(
        r#"{"ph":"I","name":"TracingStartedInBrowser","pid":1,"tid":1,"ts":1,"args":{"data":{"frames":[
        {"frame":"main","processId":7,"url":"http://a/"},
        {"frame":"child","parent":"main","processId":8,"url":"http://c/"},
        {"frame":"empty","processId":8,"url":""}]}}}"#,
    );
    assert_eq!(found(&trace).frame_id.as_deref(), Some("main"));
}

#[test]
fn a_frame_that_waits_with_about_blank_has_no_home_there() {
    let trace = TestTrace::page()
        .renderer(8, 8)
        .tracing_started(100, &[(FRAME, PAGE, "about:blank")])
        .committed(200, FRAME, 8);
    let found = found(&trace);
    assert_eq!(homes(&found), [(8, Some(200), None)]);
    assert_eq!(
        found.rejected,
        [Rejected {
            pid: 7,
            tid: 7,
            why: Why::AboutBlank
        }]
    );
    // Where the page comes into the same process, that is its home from the start on.
    let same = TestTrace::page()
        .tracing_started(100, &[(FRAME, PAGE, "about:blank")])
        .committed(200, FRAME, PAGE);
    assert_eq!(homes(&self::found(&same)), [(7, None, None)]);
    // Where nothing else comes, it is all there is.
    let alone = TestTrace::page().tracing_started(100, &[(FRAME, PAGE, "about:blank")]);
    assert_eq!(homes(&self::found(&alone)), [(7, None, None)]);
}

#[test]
fn a_frame_that_is_listed_twice_is_in_the_process_that_recorded() {
    let frames = [(FRAME, 8, "http://old/"), (FRAME, PAGE, "http://a/")];
    let trace = TestTrace::page().tracing_started(100, &frames);
    assert_eq!(homes(&found(&trace)), [(7, None, None)]);
}

#[test]
fn a_pseudo_process_becomes_the_one_that_got_ready() {
    let trace = TestTrace::started(100)
        .renderer(8, 8)
        .event(r#"{"ph":"I","name":"FrameCommittedInBrowser","pid":1,"tid":1,"ts":200,"args":{"data":{"frame":"F","processPseudoId":"0x9","url":"http://b/"}}}"#)
        .event(r#"{"ph":"I","name":"ProcessReadyInBrowser","pid":1,"tid":1,"ts":300,"args":{"data":{"frame":"F","processId":8,"processPseudoId":"0x9"}}}"#);
    assert_eq!(
        homes(&found(&trace)),
        [(7, None, Some(200)), (8, Some(200), None)]
    );
}

#[test]
fn the_renderers_own_commit_counts_too() {
    let commit = r#"{"ph":"X","name":"CommitLoad","pid":8,"tid":8,"ts":200,"dur":3,"args":{"data":{"frame":"F","url":"http://b/","isMainFrame":true}}}"#;
    let trace = TestTrace::started(100).renderer(8, 8).event(commit);
    assert_eq!(
        homes(&found(&trace)),
        [(7, None, Some(200)), (8, Some(200), None)]
    );
}

#[test]
fn the_frame_that_cdp_gave_goes_first_and_is_held_against_the_trace() {
    let trace = TestTrace::started(100).renderer(8, 8).committed(150, "other", 8);
    let same = found_with(&trace, Some(FRAME));
    assert_eq!((how(&same), same.disagreement), (("cdp-frame", "certain"), None));
    let other = found_with(&trace, Some("other"));
    assert_eq!(
        (how(&other), homes(&other)),
        (("cdp-frame", "certain"), vec![(8, None, None)])
    );
    assert_eq!(other.disagreement.as_deref(), Some(FRAME));
    let unknown = found_with(&trace, Some("unknown"));
    assert_eq!(how(&unknown), ("tracing-started-frame", "certain"));
}

#[test]
fn without_frames_the_thread_of_tracing_started_in_page_is_taken() {
    let trace = TestTrace::page()
        .renderer(8, 8)
        .task_on(8, 1, 1_000)
        .event(r#"{"ph":"I","name":"TracingStartedInPage","pid":7,"tid":7,"ts":5,"args":{}}"#);
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("tracing-started-in-page", "likely"), vec![(7, None, None)])
    );
}

#[test]
fn our_mark_tells_the_thread() {
    let trace = TestTrace::page()
        .renderer(8, 8)
        .task_on(8, 1, 1_000)
        .mark(5, "lagometer:begin:x");
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("lagometer-mark", "likely"), vec![(7, None, None)])
    );
    assert_eq!(
        found.rejected,
        [Rejected {
            pid: 8,
            tid: 8,
            why: Why::LessTaskTime
        }]
    );
}

#[test]
fn the_only_renderer_is_taken_and_the_browsers_own_pages_never() {
    let trace = TestTrace::page()
        .renderer(8, 8)
        .process_name(8, "WebUI Top Renderer")
        .renderer(9, 9)
        .process_name(9, "Extension Renderer")
        .task_on(8, 1, 1_000);
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("only-renderer", "likely"), vec![(7, None, None)])
    );
    let why: Vec<Why> = found.rejected.iter().map(|rejected| rejected.why).collect();
    assert_eq!(why, [Why::WebUiProcess, Why::ExtensionProcess]);
}

#[test]
fn the_renderer_into_which_a_page_was_loaded_is_taken() {
    let navigation = r#"{"ph":"R","cat":"blink.user_timing","name":"navigationStart","pid":7,"tid":7,"ts":5,"args":{"frame":"F","data":{"isLoadingMainFrame":true,"documentLoaderURL":"http://a/"}}}"#;
    let trace = TestTrace::page()
        .renderer(8, 8)
        .task_on(8, 1, 1_000)
        .event(navigation);
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("navigation", "likely"), vec![(7, None, None)])
    );
}

#[test]
fn else_the_busiest_renderer_is_a_guess() {
    let trace = TestTrace::page().renderer(8, 8).task(1, 10).task_on(8, 1, 1_000);
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("most-task-time", "possible"), vec![(8, None, None)])
    );
}

#[test]
fn a_trace_that_names_no_thread_has_the_busiest_one() {
    let trace = TestTrace::empty().task(1, 10).task_on(8, 1, 1_000);
    let found = found(&trace);
    assert_eq!(
        (how(&found), homes(&found)),
        (("most-task-time", "possible"), vec![(8, None, None)])
    );
}

#[test]
fn a_trace_of_other_threads_has_no_main_thread() {
    let name = r#"{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"CrBrowserMain"}}"#;
    let trace = TestTrace::empty().event(name).task_on(1, 1, 10);
    let Measured::NotAvailable(why) = find(&trace.recording().facts, None) else {
        panic!("found");
    };
    assert_eq!(why.reason, Reason::NoMainThread);
    assert_eq!(why.detail, "none of 1 named threads is `CrRendererMain`");
}

#[test]
fn a_process_without_a_named_thread_has_the_one_with_tasks() {
    let trace = TestTrace::empty()
        .tracing_started(100, &[(FRAME, PAGE, "http://a/")])
        .task(200, 10);
    assert_eq!(homes(&found(&trace)), [(7, None, None)]);
}

#[test]
fn a_process_that_recorded_nothing_is_named() {
    let trace = TestTrace::started(100)
        .committed(200, FRAME, 8)
        .committed(300, FRAME, PAGE);
    let found = found(&trace);
    assert_eq!(found.without_thread, [8]);
    assert_eq!(homes(&found), [(7, None, Some(200)), (7, Some(300), None)]);
}
