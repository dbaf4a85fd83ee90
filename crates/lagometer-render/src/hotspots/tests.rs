use crate::html::{self, ReportRun, Subject};
use crate::test_documents::{DEFINITIONS, grid_sort};
use crate::{Style, markdown, table};
use lagometer_report::{DiagnosisEntry, Hotspots, RoundDocument, RoundState, StateReason};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn share(us: i64, share: f64) -> Value {
    json!({"value": us, "unit": "us", "share": share})
}

fn function(rank: u64, name: &str, place: (&str, u32, u32), own: (i64, f64), total: (i64, f64)) -> Value {
    json!({
        "id": format!("f-{rank}"), "rank": rank, "name": name, "name_source": "map-name",
        "generated_name": "a", "role": null,
        "generated": {"url": "http://localhost:5173/app.js", "line": 1, "column": 9000 + rank},
        "original": {"value": {"source": place.0, "line": place.1, "column": place.2, "ignored": false},
                     "unit": "position"},
        "native": false, "self": share(own.0, own.1), "total": share(total.0, total.1),
        "self_js": {"value": own.0, "unit": "us"}, "forced_layout": null, "samples": 400, "error": null,
        "hot_lines": [], "labels": [], "excerpt": null,
    })
}

/// The extra round of the run that the documents of the project show.
fn hotspots() -> Hotspots {
    let of_task = json!({
        "id": "f-1", "name": "cloneRows", "self": share(96_400, 0.797), "total": share(96_400, 0.797),
        "samples": 400,
        "hot_line": {"line": 1, "samples": 390, "us": 95_000,
                     "original": {"source": "src/rows.ts", "line": 44, "column": null, "ignored": false}},
        "forced": {"us": 1_200, "events": 3},
    });
    let hotspots = json!({
        "round": 13, "document": "rounds/013/cpu.json",
        "interval": {"median": {"value": 170, "unit": "us"}, "p95": {"value": 210, "unit": "us"}, "samples": 900},
        "basis": {"name": "active", "value": 148_700, "unit": "us"},
        "time": {"sampled_us": 300_000, "functions_us": 120_000, "gc_us": 8_000, "program_us": 20_700,
                 "idle_us": 151_300, "root_us": 0, "unattributed_us": 0, "start_gap_us": 0},
        "total": 40,
        "functions": [
            function(1, "cloneRows", ("src/rows.ts", 42, 17), (96_400, 0.648), (96_400, 0.648)),
            function(2, "compareRows", ("src/sort.ts", 18, 10), (19_500, 0.131), (19_500, 0.131)),
            function(3, "sortRows", ("src/sort.ts", 7, 17), (700, 0.005), (116_600, 0.784)),
        ],
        "long_tasks": {"least_us": 50_000, "total": 1, "listed": 1, "tasks": [{
            "rank": 1, "start_us": 6_000, "duration_us": 121_000, "inside_us": 121_000,
            "cpu": {"value": 104_200, "unit": "us"}, "inside": ["sort"], "samples": 700,
            "functions_us": 116_600, "gc_us": 3_000, "program_us": 1_400, "functions_total": 3,
            "functions": [of_task],
        }]},
        "diagnostics": [],
    });
    serde_json::from_value(hotspots).expect("it is as the contract says")
}

#[test]
fn a_run_ends_with_where_the_time_went() {
    let (mut summary, record) = grid_sort();
    summary.hotspots = Some(hotspots());
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    let expected = "
where the time went   1 extra round with CPU samples, not in the numbers above
      self      %      total      %
   96.4 ms   64.8    96.4 ms   64.8   cloneRows    src/rows.ts:42:17
   19.5 ms   13.1    19.5 ms   13.1   compareRows  src/sort.ts:18:10
    0.7 ms    0.5   116.6 ms   78.4   sortRows     src/sort.ts:7:17
long task   121.0 ms at 6.0 ms there: cloneRows 96.4 ms line 44 (forced 1.2 ms
            of style and layout in 3 events)
";
    assert!(text.contains(expected), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn markdown_and_the_page_say_the_same_and_where_it_is_from() {
    let (mut summary, record) = grid_sort();
    summary.hotspots = Some(hotspots());
    let text = markdown::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    let row = "| 96.4 ms | 64.8 | 96.4 ms | 64.8 | `cloneRows` | `src/rows.ts:42:17` |  |";
    let task =
        "| 121.0 ms | 6.0 ms | `sort` | 96.4 ms | 79.7 % | `cloneRows` | `src/rows.ts:42:17` | line 44 |";
    for part in [
        "**where the time went** 1 extra round with CPU samples",
        row,
        task,
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let run = ReportRun {
        summary: Some(&summary),
        ..report_run(&record)
    };
    let page = html::report(&[Subject::Run(run)], DEFINITIONS);
    for part in [
        "Where the time went",
        "<strong>1 extra round with CPU samples, not in the numbers above</strong>",
        "<bdi>cloneRows</bdi>",
        "./rounds/013/cpu.json",
        "Long tasks of that round with their functions",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn names_of_strangers_are_shown_and_do_nothing() {
    let (mut summary, record) = grid_sort();
    let mut found = hotspots();
    found.functions[0].name = "<img src=x>`|\u{1b}[31m".to_owned();
    summary.hotspots = Some(found);
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    assert!(!text.contains('\u{1b}'), "{text}");
    let run = ReportRun {
        summary: Some(&summary),
        ..report_run(&record)
    };
    let page = html::report(&[Subject::Run(run)], DEFINITIONS);
    assert!(!page.contains("<img src=x>"));
}

#[test]
fn an_extra_round_that_says_nothing_says_why() {
    let (summary, mut record) = grid_sort();
    record.diagnosis = Some(DiagnosisEntry {
        number: 13,
        variant: "head".to_owned(),
        state: RoundState::Failed,
        reasons: vec![StateReason {
            code: "no-match".to_owned(),
            text: "nothing matched `#sort` in 5 s".to_owned(),
            amount_us: None,
            invalidates: Some(true),
        }],
        trace: None,
        samples: None,
        cpu: None,
        sources: Vec::new(),
    });
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    let expected = "where the time went   n/a  no-match: nothing matched `#sort` in 5 s\n";
    assert!(text.contains(expected), "{text}");
    let text = markdown::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    assert!(text.contains("**where the time went** n/a no-match"), "{text}");
    let page = html::report(&[Subject::Run(report_run(&record))], DEFINITIONS);
    assert!(page.contains("The extra round with CPU samples says nothing"));
    // Without such a round nothing is said of it.
    let (summary, record) = grid_sort();
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    assert!(!text.contains("where the time went"), "{text}");
}

fn report_run(record: &lagometer_report::RecordDocument) -> ReportRun<'_> {
    static NO_SERIES: BTreeMap<String, RoundDocument> = BTreeMap::new();
    ReportRun {
        record,
        summary: None,
        folder: "",
        pictures: &[],
        series: &NO_SERIES,
        consoles: &[],
    }
}
