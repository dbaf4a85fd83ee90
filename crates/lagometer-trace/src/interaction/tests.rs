use super::*;
use crate::test_trace::{PAGE, TestTrace, between, options};

/// A page in a trace from 0 to one second.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000_000)
}

fn found_with(trace: &TestTrace, options: &crate::Options) -> Vec<Interaction> {
    trace.analysis_with(options).metrics.inp.list
}

fn found(trace: &TestTrace) -> Vec<Interaction> {
    found_with(trace, &options())
}

/// Id, start and duration of each.
fn spans(found: &[Interaction]) -> Vec<(u64, i64, i64)> {
    let span = |interaction: &Interaction| (interaction.id, interaction.start.0, interaction.duration.0);
    found.iter().map(span).collect()
}

fn parts(input_delay: i64, processing: i64, presentation: i64) -> Option<InteractionParts> {
    Some(InteractionParts {
        input_delay: Micros(input_delay),
        processing: Micros(processing),
        presentation: Micros(presentation),
    })
}

#[test]
fn events_of_one_interaction_are_one_and_its_longest_event_stands_for_it() {
    let trace = page()
        .input((PAGE, "0x1"), "keydown", 9, (1_000, 41_000), (500, 20_500))
        .input((PAGE, "0x2"), "keyup", 9, (60_000, 66_000), (100, 200));
    let found = found(&trace);
    assert_eq!(spans(&found), [(9, 1_000, 40_000)]);
    assert_eq!(found[0].event_type, "keydown");
    assert_eq!(found[0].parts, parts(500, 20_000, 19_500));
    let events = found[0].events.iter();
    let events: Vec<_> = events
        .map(|event| (event.event_type.as_str(), event.duration.0))
        .collect();
    assert_eq!(events, [("keydown", 40_000), ("keyup", 6_000)]);
}

#[test]
fn handlers_of_events_presented_together_are_waited_for_together() {
    let trace = page()
        .input((PAGE, "0x1"), "pointerdown", 9, (1_000, 41_000), (2_000, 2_100))
        .input((PAGE, "0x2"), "click", 9, (1_200, 41_000), (2_000, 30_000));
    assert_eq!(found(&trace)[0].parts, parts(2_000, 28_200, 9_800));
    assert_eq!(found(&trace)[0].event_type, "pointerdown");
}

#[test]
fn handlers_of_earlier_events_are_input_delay_and_those_of_later_ones_processing() {
    let trace = page()
        .input((PAGE, "0x1"), "keydown", 1, (1_000, 41_000), (1_000, 20_000))
        .input((PAGE, "0x2"), "keydown", 2, (9_000, 41_000), (13_000, 22_000))
        .input((PAGE, "0x3"), "keydown", 3, (9_500, 40_000), (0, 30_000));
    let found = found(&trace);
    assert_eq!(found[0].parts, parts(1_000, 29_000, 10_000));
    assert_eq!(found[1].parts, parts(13_000, 9_000, 10_000));
    assert_eq!(found[2].parts, parts(0, 30_000, 500));
}

#[test]
fn of_equally_long_events_the_one_handled_longest_stands_for_it() {
    let trace = page()
        .input((PAGE, "0x1"), "keypress", 9, (1_000, 41_000), (4_000, 5_000))
        .input((PAGE, "0x2"), "keydown", 9, (1_000, 41_000), (1_000, 4_000));
    assert_eq!(found(&trace)[0].event_type, "keydown");
}

#[test]
fn ids_that_are_used_again_pair_with_the_last_begun() {
    let trace = page()
        .input((PAGE, "0x1"), "click", 1, (1_000, 5_000), (0, 1_000))
        .input((PAGE, "0x1"), "click", 2, (5_000, 8_000), (0, 1_000))
        .input((PAGE, "0x1"), "click", 3, (20_000, 50_000), (0, 1_000))
        .input((PAGE, "0x1"), "click", 4, (25_000, 40_000), (0, 1_000));
    let expected = [
        (1, 1_000, 4_000),
        (2, 5_000, 3_000),
        (3, 20_000, 30_000),
        (4, 25_000, 15_000),
    ];
    assert_eq!(spans(&found(&trace)), expected);
}

#[test]
fn what_is_no_interaction_uses_ids_and_is_not_listed() {
    let short = r#"{"data":{"type":"click","interactionId":5,"duration":0.9}}"#;
    let trace = page()
        .input((PAGE, "0x1"), "mousemove", 0, (1_000, 9_000), (0, 1_000))
        .input((PAGE, "0x1"), "click", 2, (2_000, 5_000), (0, 1_000))
        .input_edge("b", (PAGE, "0x2"), 3_000, short)
        .input_edge("e", (PAGE, "0x2"), 5_000, "{}")
        .input_edge("e", (PAGE, "0x3"), 6_000, "{}")
        .input_edge("b", (PAGE, "0x4"), 7_000, short);
    assert_eq!(spans(&found(&trace)), [(2, 2_000, 3_000)]);
}

#[test]
fn frames_inside_the_page_belong_to_it_wherever_they_are_and_other_pages_do_not() {
    let inner = r#"{"ph":"I","name":"FrameCommittedInBrowser","pid":1,"tid":1,"ts":5,"args":{"data":{"frame":"F8","parent":"F","processId":8,"url":"http://c/"}}}"#;
    let trace = page()
        .event(inner)
        .committed(6, "F9", 9)
        .input((8, "0x1"), "click", 2, (3_000, 5_000), (0, 1_000))
        .input((9, "0x1"), "click", 2, (2_000, 7_000), (0, 1_000))
        .input((PAGE, "0x1"), "click", 2, (1_000, 9_000), (0, 1_000));
    let found = found(&trace);
    assert_eq!(spans(&found), [(2, 1_000, 8_000), (2, 3_000, 2_000)]);
    assert_eq!((found[0].pid, found[1].pid), (PAGE, 8));
}

#[test]
fn an_interaction_belongs_to_the_window_in_which_it_began() {
    let trace = page()
        .input((PAGE, "0x1"), "click", 1, (90, 2_200), (0, 10))
        .input((PAGE, "0x2"), "click", 2, (100, 2_200), (0, 10))
        .input((PAGE, "0x3"), "keydown", 3, (200, 1_400), (0, 10))
        .input((PAGE, "0x5"), "keyup", 3, (300, 9_000), (0, 10))
        .input((PAGE, "0x4"), "click", 4, (201, 2_200), (0, 10));
    let inside = found_with(&trace, &between(100, 200));
    assert_eq!(spans(&inside), [(2, 100, 2_100), (3, 300, 8_700)]);
}

#[test]
fn an_event_that_does_not_say_when_it_was_handled_has_no_parts() {
    let begin = r#"{"data":{"type":"click","interactionId":18446744073709551615}}"#;
    let trace = page()
        .input_edge("b", (PAGE, "0x1"), 100, begin)
        .input_edge("e", (PAGE, "0x1"), 5_100, "{}");
    let found = found(&trace);
    assert_eq!((found[0].id, found[0].parts), (u64::MAX, None));
}

#[test]
fn handlers_that_seem_to_run_outside_are_clipped() {
    let trace = page().input((PAGE, "0x1"), "click", 1, (1_000, 9_000), (-500, 8_700));
    assert_eq!(found(&trace)[0].parts, parts(0, 8_000, 0));
}

#[test]
fn an_interaction_without_an_end_is_told_and_in_no_number() {
    let data = |interaction: u64| {
        format!(r#"{{"data":{{"type":"click","interactionId":{interaction},"frame":"F","timeStamp":1}}}}"#)
    };
    let trace = page()
        .input((PAGE, "0x1"), "keydown", 9, (1_000, 41_000), (500, 20_500))
        .input_edge("b", (PAGE, "0x2"), 50_000, &data(10))
        .input_edge("b", (PAGE, "0x3"), 60_000, &data(0))
        .input_edge("b", (99, "0x4"), 60_000, &data(11))
        .input_edge("e", (PAGE, "0x5"), 70_000, "{}");
    let analysis = trace.analysis();
    let notes = analysis.notes.iter();
    let notes: Vec<_> = notes.map(|note| (note.code, note.count, note.warning)).collect();
    assert_eq!(
        notes,
        [
            ("interaction-without-end", 1, true),
            ("input-without-end", 2, false),
            ("input-end-without-begin", 1, false)
        ]
    );
    assert_eq!(spans(&found(&trace)), [(9, 1_000, 40_000)]);
    // Outside the window it touches no number.
    let before = trace.analysis_with(&between(0, 45_000)).notes;
    let before: Vec<_> = before.iter().map(|note| (note.code, note.count)).collect();
    assert_eq!(before, [("input-without-end", 3), ("input-end-without-begin", 1)]);
}

#[test]
fn the_older_phases_of_asynchronous_events_pair_as_well() {
    let trace = page()
        .input((PAGE, "0x1"), "keydown", 9, (1_000, 41_000), (500, 20_500))
        .text()
        .replace(r#""ph":"b""#, r#""ph":"S""#)
        .replace(r#""ph":"e""#, r#""ph":"F""#);
    let recording = crate::read(trace.as_bytes(), 0, &crate::Limits::default()).unwrap();
    let analysis = crate::analyze(&recording.facts, &options()).unwrap();
    assert_eq!(spans(&analysis.metrics.inp.list), [(9, 1_000, 40_000)]);
}
