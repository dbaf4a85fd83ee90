use super::*;
use crate::test_trace::{PAGE, TestTrace, between, options};

type Named = (String, Vec<(i64, i64)>, u64, u64);

fn timings(trace: &TestTrace, options: &crate::Options) -> Vec<Named> {
    let analysis = trace.analysis_with(options);
    let named = analysis.metrics.user_timing.into_iter();
    named
        .map(|timing| {
            let spans = timing.starts.iter().zip(&timing.samples);
            let spans = spans.map(|(start, sample)| (start.0, sample.0)).collect();
            (timing.name, spans, timing.open.len() as u64, timing.threw)
        })
        .collect()
}

fn whole(trace: &TestTrace) -> Vec<Named> {
    timings(trace, &options())
}

fn named(name: &str, spans: &[(i64, i64)], open: u64, threw: u64) -> Named {
    (name.to_owned(), spans.to_vec(), open, threw)
}

/// A page in a trace from 0 to 1 000.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000)
}

#[test]
fn overlapping_measures_of_one_name_pair_by_id() {
    let trace = page()
        .measure("b", 10, "m", "0x1")
        .measure("b", 20, "m", "0x2")
        .measure("e", 30, "m", "0x1")
        .measure("e", 60, "m", "0x2");
    assert_eq!(whole(&trace), [named("m", &[(10, 20), (20, 40)], 0, 0)]);
}

#[test]
fn one_id_that_is_begun_twice_pairs_the_last_begun_first() {
    let trace = page()
        .measure("b", 10, "m", "0x1")
        .measure("b", 20, "m", "0x1")
        .measure("e", 30, "m", "0x1")
        .measure("e", 60, "m", "0x1");
    assert_eq!(whole(&trace), [named("m", &[(10, 50), (20, 10)], 0, 0)]);
}

#[test]
fn an_id_that_is_used_again_by_another_name_pairs_by_name() {
    let trace = page()
        .measure("b", 10, "a", "0x1")
        .measure("e", 20, "a", "0x1")
        .measure("b", 20, "b", "0x1")
        .measure("e", 30, "b", "0x1");
    assert_eq!(
        whole(&trace),
        [named("a", &[(10, 10)], 0, 0), named("b", &[(20, 10)], 0, 0)]
    );
    let crossing = page()
        .measure("b", 10, "a", "0x1")
        .measure("b", 15, "b", "0x1")
        .measure("e", 20, "a", "0x1")
        .measure("e", 30, "b", "0x1");
    assert_eq!(
        whole(&crossing),
        [named("a", &[(10, 10)], 0, 0), named("b", &[(15, 15)], 0, 0)]
    );
}

#[test]
fn one_that_ends_where_the_next_of_its_name_begins_is_closed_first() {
    for events in [[("e", 20), ("b", 20)], [("b", 20), ("e", 20)]] {
        let trace = page().measure("b", 10, "m", "0x1");
        let trace = events
            .iter()
            .fold(trace, |trace, (phase, ts)| trace.measure(phase, *ts, "m", "0x1"));
        let trace = trace.measure("e", 50, "m", "0x1");
        assert_eq!(whole(&trace), [named("m", &[(10, 10), (20, 30)], 0, 0)]);
    }
}

#[test]
fn measures_of_no_length_are_measures() {
    let trace = page()
        .measure("n", 10, "m", "0x1")
        .measure("b", 20, "m", "0x2")
        .measure("e", 20, "m", "0x2");
    assert_eq!(whole(&trace), [named("m", &[(10, 0), (20, 0)], 0, 0)]);
}

#[test]
fn local_ids_of_other_processes_and_plain_ids_are_other_ids() {
    let foreign = |phase: &str, ts: i64| {
        format!(
            r#"{{"ph":"{phase}","cat":"blink.user_timing","name":"m","id2":{{"local":"0x1"}},"pid":8,"tid":8,"ts":{ts},"args":{{}}}}"#
        )
    };
    let plain = |phase: &str, ts: i64| {
        format!(
            r#"{{"ph":"{phase}","cat":"blink.user_timing","name":"m","id":"0x1","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{}}}}"#
        )
    };
    let trace = page()
        .measure("b", 10, "m", "0x1")
        .event(foreign("b", 15))
        .event(plain("b", 16))
        .event(foreign("e", 20))
        .event(plain("e", 25))
        .measure("e", 30, "m", "0x1");
    assert_eq!(whole(&trace), [named("m", &[(10, 20), (16, 9)], 0, 0)]);
}

#[test]
fn a_measure_without_end_is_open_and_an_end_without_begin_is_noted() {
    let trace = page().measure("b", 10, "m", "0x1").measure("e", 20, "x", "0x9");
    assert_eq!(whole(&trace), [named("m", &[], 1, 0)]);
    let notes = trace.analysis().notes;
    assert!(
        notes
            .iter()
            .any(|note| note.code == "measure-end-without-begin" && note.count == 1)
    );
}

#[test]
fn a_measure_belongs_to_the_window_in_which_it_ends() {
    let trace = page()
        .measure("b", 10, "before", "0x1")
        .measure("e", 90, "before", "0x1")
        .measure("b", 50, "into", "0x2")
        .measure("e", 150, "into", "0x2")
        .measure("b", 300, "edge", "0x3")
        .measure("e", 500, "edge", "0x3")
        .measure("b", 400, "beyond", "0x4")
        .measure("e", 600, "beyond", "0x4")
        .measure("b", 700, "after", "0x5")
        .measure("e", 800, "after", "0x5");
    let found = timings(&trace, &between(100, 500));
    let expected = [
        named("into", &[(50, 100)], 0, 0),
        named("edge", &[(300, 200)], 0, 0),
        named("beyond", &[], 1, 0),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_whole_trace_has_measures_that_end_beyond_its_last_event() {
    let trace = page()
        .measure("b", 10, "m", "0x1")
        .measure("e", 5_000, "m", "0x1");
    assert_eq!(whole(&trace), [named("m", &[(10, 4_990)], 0, 0)]);
}

const DETAIL: &str = r#"{"detail":"{\"lagometer\":{\"id\":\"ID\"}}","startTime":1.5}"#;
const THREW: &str = r#"{"detail":"{\"lagometer\":{\"threw\":true,\"id\":\"ID\"}}"}"#;

#[test]
fn one_of_ours_that_threw_is_counted_apart() {
    let trace = page()
        .mark(10, "lagometer:open:a-1:m")
        .mark(20, "lagometer:open:a-2:m")
        .measure_with("b", 10, "m", "0x1", &DETAIL.replace("ID", "a-1"))
        .measure("e", 30, "m", "0x1")
        .measure_with("b", 20, "m", "0x2", &THREW.replace("ID", "a-2"))
        .measure("e", 40, "m", "0x2");
    assert_eq!(whole(&trace), [named("m", &[(10, 20)], 0, 1)]);
}

#[test]
fn one_of_ours_that_never_ended_is_told_by_its_mark() {
    let trace = page()
        .mark(10, "lagometer:open:a-1:a:name/with colons")
        .mark(20, "lagometer:open:a-2:m")
        .measure_with("b", 20, "m", "0x2", &DETAIL.replace("ID", "a-2"))
        .measure("e", 40, "m", "0x2");
    assert_eq!(
        whole(&trace),
        [
            named("a:name/with colons", &[], 1, 0),
            named("m", &[(20, 20)], 0, 0)
        ]
    );
}

#[test]
fn one_of_ours_that_ends_after_the_window_is_open_once() {
    let trace = page()
        .mark(200, "lagometer:open:a-1:m")
        .measure_with("b", 200, "m", "0x1", &DETAIL.replace("ID", "a-1"))
        .measure("e", 600, "m", "0x1");
    assert_eq!(timings(&trace, &between(100, 500)), [named("m", &[], 1, 0)]);
}

#[test]
fn one_of_ours_that_began_before_the_recording_has_no_mark_and_is_open_all_the_same() {
    let trace = page()
        .measure_with("b", 200, "m", "0x1", &DETAIL.replace("ID", "a-1"))
        .measure("e", 600, "m", "0x1");
    assert_eq!(timings(&trace, &between(100, 500)), [named("m", &[], 1, 0)]);
}

#[test]
fn our_own_marks_and_measures_are_never_the_pages() {
    let trace = page()
        .mark(10, "lagometer:begin:x")
        .mark(900, "lagometer:end:x")
        .measure("b", 20, "lagometer:inner", "0x1")
        .measure("e", 30, "lagometer:inner", "0x1");
    assert_eq!(whole(&trace), []);
}

#[test]
fn a_detail_of_somebody_else_is_no_detail_of_ours() {
    for detail in [
        r#"{"detail":"lagometer"}"#,
        r#"{"detail":"{\"lagometer\":5}"}"#,
        r#"{"detail":"{\"lagometer\":{\"id\":7,\"threw\":\"x\"}}"}"#,
        r#"{"detail":{"lagometer":{"threw":true}}}"#,
        r#"{"lagometer":{"threw":true}}"#,
    ] {
        let trace = page()
            .measure_with("b", 10, "m", "0x1", detail)
            .measure("e", 20, "m", "0x1");
        assert_eq!(whole(&trace), [named("m", &[(10, 10)], 0, 0)], "{detail}");
    }
}

fn names(named: &[(&str, &[(i64, i64)])], stretches: &[(i64, i64)]) -> Vec<Vec<String>> {
    let named: Vec<NamedMeasures> = named
        .iter()
        .map(|(name, spans)| NamedMeasures {
            name: (*name).to_owned(),
            measures: spans
                .iter()
                .map(|(start, end)| Measure {
                    start: Micros(*start),
                    end: Micros(*end),
                    detail: None,
                })
                .collect(),
            details: Vec::new(),
            open: Vec::new(),
            threw: 0,
        })
        .collect();
    let stretches: Vec<(Micros, Micros)> = stretches.iter().map(|(a, b)| (Micros(*a), Micros(*b))).collect();
    holding(&named, &stretches)
}

#[test]
fn what_holds_half_of_a_task_holds_it_outermost_first() {
    let measures: &[(&str, &[(i64, i64)])] = &[
        ("inner", &[(105, 199), (300, 310)]),
        ("outer", &[(0, 1_000)]),
        ("half", &[(150, 400)]),
        ("less", &[(151, 400)]),
        ("past", &[(0, 120)]),
    ];
    let found = names(measures, &[(100, 200), (500, 600), (2_000, 2_001)]);
    assert_eq!(found, [vec!["outer", "inner", "half"], vec!["outer"], vec![]]);
}

proptest::proptest! {
    #[test]
    fn the_sweep_finds_what_looking_at_all_pairs_finds(
        spans in proptest::collection::vec((0_i64..60, 0_i64..40), 0..12),
        tasks in proptest::collection::vec((0_i64..60, 1_i64..30), 0..6),
    ) {
        let spans: Vec<(i64, i64)> = spans.iter().map(|(start, length)| (*start, start + length)).collect();
        let mut tasks: Vec<(i64, i64)> = tasks.iter().map(|(start, length)| (*start, start + length)).collect();
        tasks.sort_unstable();
        let found = names(&[("m", &spans)], &tasks);
        for (task, found) in tasks.iter().zip(found) {
            let holds = |span: &&(i64, i64)| 2 * (span.1.min(task.1) - span.0.max(task.0)) >= task.1 - task.0;
            let expected = spans.iter().filter(holds).count().min(LISTED);
            proptest::prop_assert_eq!(found.len(), expected);
        }
    }
}

#[test]
fn the_pages_marks_inside_are_listed_without_ours() {
    let foreign = r#"{"ph":"I","cat":"blink.user_timing","name":"x","pid":8,"tid":8,"ts":200,"args":{}}"#;
    let trace = page()
        .mark(300, "b")
        .mark(200, "a")
        .mark(250, "lagometer:open:1:m")
        .mark(700, "late")
        // Those of the browser: by name, or in more than one category.
        .mark(220, "domInteractive")
        .event(
            foreign
                .replace("blink.user_timing", "blink.user_timing,rail")
                .replace("8", "7"),
        )
        .event(foreign);
    let marks = |options: &crate::Options| {
        let analysis = trace.analysis_with(options);
        let names: Vec<(String, i64)> = analysis
            .marks
            .into_iter()
            .map(|mark| (mark.name, mark.ts.0))
            .collect();
        (names, analysis.marks_total)
    };
    let expected = vec![("a".to_owned(), 200), ("b".to_owned(), 300)];
    assert_eq!(marks(&between(200, 300)), (expected, 2));
    assert_eq!(marks(&options()).1, 3);
}

#[test]
fn more_marks_than_are_listed_are_counted() {
    let trace = (0..1_500).fold(page(), |trace, ts| trace.mark(ts, "m"));
    let analysis = trace.analysis();
    assert_eq!((analysis.marks.len(), analysis.marks_total), (1_000, 1_500));
}

#[test]
fn long_names_are_listed_short_and_endless_ones_are_left_out() {
    let long = "é".repeat(1_000);
    let trace = page().measure("n", 10, &long, "0x1").mark(20, &long);
    let analysis = trace.analysis();
    assert_eq!(analysis.metrics.user_timing[0].name, long);
    assert_eq!(analysis.marks[0].name, format!("{}…", "é".repeat(128)));
    let endless = page()
        .measure("n", 10, &"x".repeat(5_000), "0x1")
        .mark(20, &"y".repeat(5_000));
    assert_eq!((whole(&endless), endless.analysis().marks), (vec![], vec![]));
    let odd = endless.recording().facts.oddities();
    assert!(
        odd.iter()
            .any(|odd| odd.kind == crate::Odd::NameTooLong && odd.count == 2)
    );
}

/// What Chrome writes for `performance.measure(name, {detail})`.
fn detail(json: &str) -> String {
    format!(
        r#"{{"detail":{},"startTime":1.5}}"#,
        serde_json::Value::from(json)
    )
}

#[test]
fn details_of_measures_and_marks_are_kept_as_the_page_wrote_them() {
    let mark = |ts: i64, data: &str| {
        format!(
            r#"{{"ph":"I","cat":"blink.user_timing","name":"k","pid":{PAGE},"tid":{PAGE},"ts":{ts},"args":{{"data":{{{data}}}}}}}"#
        )
    };
    let trace = page()
        .measure_with("b", 30, "m", "0x1", &detail(r#"{"rows":[1,"\u00e9"]}"#))
        .measure("e", 40, "m", "0x1")
        .measure_with("b", 10, "m", "0x2", &detail("null"))
        .measure("e", 20, "m", "0x2")
        .measure_with("n", 50, "m", "0x3", r#"{"detail":{"not":"a string"}}"#)
        .event(mark(60, r#""detail":"17","startTime":1"#))
        .event(mark(70, r#""startTime":1"#));
    let analysis = trace.analysis();
    let details = &analysis.metrics.user_timing[0].details;
    let rows = r#"{"rows":[1,"\u00e9"]}"#.to_owned();
    assert_eq!(
        details,
        &[None, Some(rows), Some(r#"{"not":"a string"}"#.to_owned())]
    );
    let marks = analysis.marks.iter();
    let marks: Vec<_> = marks.map(|mark| mark.detail.as_deref()).collect();
    assert_eq!(marks, [Some("17"), None]);
}

#[test]
fn details_that_are_too_much_are_left_out_and_counted() {
    let long = format!("\"{}\"", "x".repeat(5_000));
    let trace = page()
        .measure_with("n", 10, "m", "0x1", &detail(&long))
        .measure_with("n", 20, "m", "0x1", &detail("1"));
    let left_out = |trace: &TestTrace| {
        let oddities = trace.recording().facts.oddities();
        let left_out = oddities.iter().find(|odd| odd.kind.code() == "detail-left-out");
        left_out.map_or(0, |odd| odd.count)
    };
    assert_eq!(
        trace.analysis().metrics.user_timing[0].details,
        [None, Some("1".to_owned())]
    );
    assert_eq!(left_out(&trace), 1);
    // 270 of almost 4 KiB are more than 1 MiB.
    let many = (0..270).fold(page(), |trace, at| {
        let text = format!("\"{at:04000}\"");
        trace.measure_with("n", at, "m", "0x1", &detail(&text))
    });
    assert_eq!(left_out(&many), 8);
}
