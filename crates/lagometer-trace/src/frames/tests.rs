use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace, value};

fn frames_of(trace: &TestTrace) -> Result<Frames, NotAvailable> {
    let facts = trace.recording().facts;
    let analysis = crate::analyze(&facts, &crate::test_trace::options()).unwrap();
    let (Measured::Value(main_thread), Measured::Value(window)) =
        (analysis.main_thread, analysis.window.window)
    else {
        panic!("no page or no window");
    };
    frames(&facts, &page_frames(&facts, &main_thread), &main_thread, window)
}

fn intervals_of(trace: &TestTrace) -> (Vec<i64>, u64) {
    let frames = frames_of(trace).unwrap();
    (
        frames.intervals.lengths.iter().map(|length| length.0).collect(),
        frames.breaks,
    )
}

/// A page whose window is from 0 to 1 000 000.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000_000).layer_tree(FRAME, 1)
}

#[test]
fn intervals_are_between_sorted_frames() {
    assert_eq!(
        intervals_of(&page().drawn(&[66_000, 16_000, 33_000])),
        (vec![17_000, 33_000], 0)
    );
}

#[test]
fn frames_of_other_layer_trees_and_processes_are_not_the_pages() {
    let foreign = r#"{"ph":"I","name":"DrawFrame","pid":1,"tid":9,"ts":20000,"args":{"layerTreeId":1}}"#;
    let trace = page()
        .drawn(&[16_000, 33_000])
        .frame("DrawFrame", 25_000, 2)
        .event(foreign);
    assert_eq!(intervals_of(&trace), (vec![17_000], 0));
}

#[test]
fn without_a_known_layer_tree_the_only_one_is_taken_and_several_are_not() {
    let trace = TestTrace::started(0).instant(1_000_000).drawn(&[16_000, 33_000]);
    assert_eq!(intervals_of(&trace), (vec![17_000], 0));
    let why = frames_of(&trace.frame("DrawFrame", 40_000, 2)).unwrap_err();
    assert_eq!(why.reason, Reason::FieldMissing);
}

#[test]
fn idleness_breaks_an_interval() {
    let trace = page()
        .wanted(5_000, true)
        .drawn(&[16_000, 33_000, 500_000, 517_000])
        .wanted(40_000, false)
        .wanted(490_000, true);
    assert_eq!(intervals_of(&trace), (vec![17_000, 17_000], 1));
}

#[test]
fn a_stop_at_the_later_frame_breaks_nothing_and_at_the_earlier_one_it_does() {
    let later = page().drawn(&[10_000, 20_000]).wanted(20_000, false);
    assert_eq!(intervals_of(&later), (vec![10_000], 0));
    let earlier = page().drawn(&[10_000, 20_000]).wanted(10_000, false);
    assert_eq!(intervals_of(&earlier), (vec![], 1));
}

#[test]
fn lower_case_instants_and_asynchronous_begins_are_frames_and_their_ends_are_not() {
    let frame = |phase: &str, ts: i64| {
        format!(
            r#"{{"ph":"{phase}","name":"DrawFrame","id":"0x1","pid":{PAGE},"tid":9,"ts":{ts},"args":{{"layerTreeId":1}}}}"#
        )
    };
    let trace = page()
        .event(frame("i", 10_000))
        .event(frame("b", 20_000))
        .event(frame("e", 25_000))
        .event(frame("b", 30_000));
    assert_eq!(intervals_of(&trace), (vec![10_000, 10_000], 0));
}

#[test]
fn no_category_no_frame_and_one_frame_are_told_apart() {
    assert_eq!(frames_of(&page()).unwrap_err().reason, Reason::CategoryOff);
    let begun = page().frame("BeginFrame", 10, 1);
    assert_eq!(frames_of(&begun).unwrap_err().reason, Reason::NoEventInWindow);
    let one = frames_of(&page().drawn(&[10_000])).unwrap();
    let why = intervals(&one).unwrap_err();
    assert_eq!(
        (why.reason, why.detail.as_str()),
        (Reason::TooFewFrames, "1 drawn")
    );
}

#[test]
fn the_time_in_which_frames_are_wanted_is_counted() {
    let wanted = |trace: &TestTrace| frames_of(trace).unwrap().wanted.0;
    let drawn = page().drawn(&[10_000, 20_000]);
    assert_eq!(
        wanted(&drawn),
        1_000_000,
        "without a change it was the same all the time"
    );
    assert_eq!(
        wanted(&drawn.clone().wanted(400_000, false)),
        400_000,
        "before the first change it was the other way"
    );
    assert_eq!(wanted(&drawn.clone().wanted(400_000, true)), 600_000);
    let changes = drawn
        .wanted(100_000, true)
        .wanted(300_000, false)
        .wanted(900_000, true);
    assert_eq!(wanted(&changes), 300_000);
}

#[test]
fn a_move_to_another_process_is_a_break() {
    let other = |ts: i64| {
        format!(r#"{{"ph":"I","name":"DrawFrame","pid":8,"tid":9,"ts":{ts},"args":{{"layerTreeId":1}}}}"#)
    };
    let trace = page()
        .renderer(8, 8)
        .committed(500_000, FRAME, 8)
        .drawn(&[100_000, 110_000, 600_000])
        .event(other(400_000))
        .event(other(700_000))
        .event(other(720_000));
    assert_eq!(intervals_of(&trace), (vec![10_000, 20_000], 1));
}

fn begun(step: i64, count: i64) -> TestTrace {
    (0..count).fold(page(), |trace, at| {
        trace.frame("BeginFrame", 1_000 + at * step, 1)
    })
}

fn refresh(trace: &TestTrace) -> Measured<f64> {
    trace.analysis().refresh
}

#[test]
fn the_refresh_rate_is_estimated_from_begun_frames() {
    assert_eq!(value(&refresh(&begun(16_667, 31))), 60.0);
    assert_eq!(value(&refresh(&begun(8_300, 31))), 120.0);
    assert_eq!(value(&refresh(&begun(13_600, 31))), 75.0);
}

#[test]
fn too_few_or_odd_intervals_give_no_rate() {
    assert_eq!(
        refresh(&begun(16_667, 30)).reason(),
        Some(Reason::RefreshRateUnknown)
    );
    assert_eq!(
        refresh(&begun(18_500, 40)).reason(),
        Some(Reason::RefreshRateUnknown)
    );
    // Intervals across idleness say nothing.
    let idle = (0..31).fold(begun(16_667, 31), |trace, at| {
        trace.wanted(1_500 + at * 16_667, false)
    });
    assert_eq!(refresh(&idle).reason(), Some(Reason::RefreshRateUnknown));
}

#[test]
fn a_given_rate_goes_before_a_measured_and_that_before_an_estimated_one() {
    let trace = begun(16_667, 31);
    let with = |refresh_hz, measured_refresh_hz| {
        let options = crate::Options {
            refresh_hz,
            measured_refresh_hz,
            ..crate::test_trace::options()
        };
        let analysis = trace.analysis_with(&options);
        (value(&analysis.refresh), analysis.refresh_source.unwrap().code())
    };
    assert_eq!(with(Some(144.0), Some(120.0)), (144.0, "option"));
    assert_eq!(with(None, Some(120.0)), (120.0, "measured"));
    assert_eq!(with(None, None), (60.0, "trace"));
}
