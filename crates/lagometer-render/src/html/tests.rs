use super::*;
use crate::test_documents::{
    DEFINITIONS, HOSTILE, animation, budgets, diagnostic, everything_absent, grid_sort, interaction, loading,
    long_tasks, number, page_capture, round, round_document, shares, with_settled_heap, with_work,
};
use crate::test_tags::{Tag, tags};
use lagometer_metric::Unit;
use lagometer_report::{
    Failure, FrameInterval, Interaction, KeptSnapshot, Mark, Network, Outcome, RawNumber, RecordDocument,
    RoundDocument, RoundRole, RoundState, RunValue, Series, SourceState, StateReason, SummaryDocument,
    Throttling, TraceDocument, UnitName, UserTiming, Variant,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

mod contrast;

/// The page of a run that lies in its folder.
fn page(summary: Option<&SummaryDocument>, record: &RecordDocument) -> String {
    let run = ReportRun {
        record,
        summary,
        series: &BTreeMap::new(),
        folder: "",
        pictures: &[],
        consoles: &[],
    };
    report(&[Subject::Run(run)], DEFINITIONS)
}

/// The page without its style sheet, for snapshots.
fn content(page: &str) -> String {
    let (head, rest) = page.split_once("<style>").expect("it has a style sheet");
    let (_, rest) = rest.split_once("</style>").expect("it ends");
    format!("{head}<style/>{rest}")
}

fn timing(name: &str, samples: &[(i64, i64)]) -> UserTiming {
    UserTiming {
        name: name.to_owned(),
        samples_us: samples.iter().map(|(_, length)| *length).collect(),
        starts_us: samples.iter().map(|(start, _)| *start).collect(),
        open: 0,
        threw: 0,
        details: Vec::new(),
        open_starts_us: Vec::new(),
    }
}

fn head(summary: &mut SummaryDocument) -> &mut Variant {
    summary.variants.get_mut("head").expect("it is there")
}

/// The run of the target text with everything that a page can show.
fn full() -> (SummaryDocument, RecordDocument) {
    let (mut summary, mut record) = grid_sort();
    let variant = head(&mut summary);
    for value in variant.metrics.values_mut() {
        if let (Some(value_at), Some(min), Some(max)) = (value.value, value.min, value.max) {
            value.rounds = vec![Some(min), Some(value_at), None, Some(max)];
        }
    }
    variant.series_user_timings = vec![timing("sort", &[(4_000, 165_200), (300_000, 90_000)])];
    variant.marks = vec![
        Mark {
            name: "ready".to_owned(),
            at_us: 1_500,
            detail: None,
        },
        Mark {
            name: "painted".to_owned(),
            at_us: 170_000,
            detail: None,
        },
    ];
    variant.marks_total = 2;
    variant.interactions = vec![
        Interaction {
            start_us: 400_000,
            input_delay_us: None,
            is_inp: false,
            ..interaction()
        },
        interaction(),
    ];
    with_settled_heap(variant);
    variant.frame_intervals = [
        (0, 16_700, false),
        (16_700, 133_400, true),
        (150_100, 16_600, false),
    ]
    .map(|(start_us, interval_us, late)| FrameInterval {
        start_us,
        interval_us,
        late: Some(late),
    })
    .to_vec();
    variant.frame_intervals_total = 3;
    let heap = [None, Some(1_320_148.0), Some(1_550_446.0), Some(1_500_000.0)];
    variant.series.insert(
        "js_heap".to_owned(),
        Series {
            unit: UnitName(Unit::Bytes),
            values: heap.map(|value| value.map(RawNumber)).to_vec(),
            ..shares(&[])
        },
    );
    summary.budgets = budgets();
    summary.diagnostics = vec![
        diagnostic("open-tasks-at-end", 6, "tasks open at the end", false),
        diagnostic("contention", 1, "27 % of the busy time was waiting", true),
    ];
    record.rounds = vec![
        round(1, RoundRole::Warmup, RoundState::Valid, &[]),
        round(
            2,
            RoundRole::Measured,
            RoundState::Invalid,
            &[("mark-missing", "no `lagometer:end:grid-sort` in the trace")],
        ),
        round(7, RoundRole::Measured, RoundState::Valid, &[]),
    ];
    record.rounds[2].trace = Some("rounds/007/trace.json.gz".to_owned());
    record.rounds[2].samples = Some("rounds/007/samples.json".to_owned());
    record.files.snapshots = vec![KeptSnapshot {
        name: "sorted".to_owned(),
        step: "after step 1".to_owned(),
        file: "rounds/008/sorted.heapsnapshot.gz".to_owned(),
        bytes: 8_910_112,
        sha256: "3f5a".repeat(16),
        text_bytes: 59_512_398,
        nodes: number(785_996.0, Unit::Count),
        edges: number(3_411_207.0, Unit::Count),
    }];
    record.files.other_heaps = page_capture().other_heaps;
    record.source = Some(SourceState {
        commit: "9f31c02".to_owned(),
        dirty: Some(true),
    });
    let environment = record.environment.as_mut().expect("it is there");
    environment.flags = vec!["--headless=new".to_owned(), "--mute-audio".to_owned()];
    (environment.load_1m, environment.memory_bytes) = (Some(0.42), Some(8 << 30));
    environment.throttling = Some(Throttling {
        cpu_slowdown: 4.0,
        network: Some(Network {
            download_bytes_per_s: Some(204_800.0),
            upload_bytes_per_s: None,
            latency_ms: 100,
        }),
    });
    (environment.cache, environment.visibility) = (Some("cold".to_owned()), Some("visible".to_owned()));
    record.scenario.url = Some("http://localhost:5173/".to_owned());
    (summary, record)
}

/// A run that failed at its second round, before it had a number.
fn failed() -> RecordDocument {
    let (_, mut record) = grid_sort();
    record.outcome = Outcome::Failed;
    record.failure = Some(Failure {
        code: "no-match".to_owned(),
        text: "nothing matched `#sort` in 5 s".to_owned(),
        place: Some("grid.yaml:9:9, actions step 1".to_owned()),
        hint: Some("look at failure.png".to_owned()),
    });
    record.rounds = vec![round(
        1,
        RoundRole::Measured,
        RoundState::Failed,
        &[("no-match", "nothing matched `#sort` in 5 s")],
    )];
    record.files.summary = None;
    record
}

/// Everything that a stranger names says something bad.
fn hostile() -> (SummaryDocument, RecordDocument) {
    let (mut summary, mut record) = full();
    let evil = "</title></style><script>alert(1)</script>\"' onload=x";
    let evil = format!("{evil}{HOSTILE}");
    record.scenario.name.clone_from(&evil);
    record.scenario.file = "javascript:alert(1)".to_owned();
    record.rounds[2].trace = Some("../../../etc/passwd".to_owned());
    record.rounds[2].round = "https://evil.example/".to_owned();
    record.rounds[1].reasons[0].text.clone_from(&evil);
    record.rounds[1].reasons[0].code.clone_from(&evil);
    let snapshot = &mut record.files.snapshots[0];
    for text in [&mut snapshot.name, &mut snapshot.step, &mut snapshot.sha256] {
        text.clone_from(&evil);
    }
    snapshot.file = format!("javascript:alert(1)/../$(x){evil}");
    record.files.other_heaps[0].url = Some(evil.clone());
    let environment = record.environment.as_mut().expect("it is there");
    environment.browser.clone_from(&evil);
    environment.gpu = Some(evil.clone());
    environment.flags = vec![evil.clone()];
    let variant = head(&mut summary);
    let sort = variant.metrics["user_timing:sort/median"].clone();
    variant.metrics.insert(format!("user_timing:{evil}/median"), sort);
    variant.series_user_timings[0].name.clone_from(&evil);
    variant.marks[0].name.clone_from(&evil);
    variant.interactions[0].event_type.clone_from(&evil);
    variant.long_tasks[0].inside = vec![evil.clone()];
    let busy = variant.series["busy_rate"].clone();
    variant.series.insert(evil.clone(), busy);
    variant.metrics.get_mut("mean_fps").expect("it is there").detail = Some(evil.clone());
    summary.budgets[0].metric = format!("user_timing:{evil}/median");
    summary.diagnostics[0].text.clone_from(&evil);
    summary.diagnostics[1].text = evil;
    (summary, record)
}

/// The same in a trace.
fn hostile_trace() -> TraceDocument {
    let mut document = long_tasks();
    let evil = format!("</title></style><script>alert(1)</script>\"' onload=x{HOSTILE}");
    document.input.name.clone_from(&evil);
    document.input.browser = Some(evil.clone());
    document.analysis.user_timings[0].name.clone_from(&evil);
    document.analysis.user_timings[0].open = 1;
    document.analysis.interactions[0].event_type.clone_from(&evil);
    document.analysis.long_tasks[0].inside = vec![evil.clone()];
    let value = document.analysis.metrics["user_timing:task/mean"].clone();
    document
        .analysis
        .metrics
        .insert(format!("user_timing:{evil}/mean"), value);
    document.diagnostics = vec![
        diagnostic(&evil, 1, &evil, true),
        diagnostic("a", 2, &evil, false),
    ];
    document
}

/// A trace that tells of everything, every name of it evil.
fn hostile_told() -> TraceDocument {
    let evil = format!("</title></style><script>alert(1)</script>\"' onload=x{HOSTILE}");
    let mut document = told(&evil, &evil);
    let analysis = &mut document.analysis;
    analysis.interactions[0].event_type.clone_from(&evil);
    analysis.interactions[0].duration_us = 900_000;
    analysis.workers[0].kind.clone_from(&evil);
    analysis.memory[0].process_name = Some(evil.clone());
    analysis.console.timings[0].name.clone_from(&evil);
    analysis.console.stamps[0].name = evil;
    document
}

/// Every page of these tests.
fn pages() -> Vec<(&'static str, String)> {
    let (full_summary, full_record) = full();
    let (hostile_summary, hostile_record) = hostile();
    let (mut bare_summary, mut bare_record) = grid_sort();
    (bare_record.environment, bare_record.rounds) = (None, Vec::new());
    let variant = head(&mut bare_summary);
    (variant.series_round, variant.series_window_us) = (None, None);
    variant.metrics = BTreeMap::new();
    let several = [
        ReportRun {
            record: &full_record,
            summary: Some(&full_summary),
            series: &BTreeMap::new(),
            folder: "results/runs/a/",
            pictures: &[],
            consoles: &[],
        },
        ReportRun {
            record: &hostile_record,
            summary: Some(&hostile_summary),
            series: &BTreeMap::new(),
            folder: "results/runs/b/",
            pictures: &[],
            consoles: &[],
        },
    ];
    let mut two_variants = full_summary.clone();
    let base = two_variants.variants["head"].clone();
    two_variants.variants.insert("base".to_owned(), base);
    let (whole_trace, absent_trace, hostile_trace) = (long_tasks(), everything_absent(), hostile_trace());
    let told_trace = hostile_told();
    vec![
        ("full", page(Some(&full_summary), &full_record)),
        ("failed", page(None, &failed())),
        ("hostile", page(Some(&hostile_summary), &hostile_record)),
        ("bare", page(Some(&bare_summary), &bare_record)),
        ("several", report(&several.map(Subject::Run), DEFINITIONS)),
        ("none", report(&[], DEFINITIONS)),
        ("trace", report(&[Subject::Trace(&whole_trace)], DEFINITIONS)),
        ("told trace", report(&[Subject::Trace(&told_trace)], DEFINITIONS)),
        ("absent", report(&[Subject::Trace(&absent_trace)], DEFINITIONS)),
        (
            "hostile trace",
            report(&[Subject::Trace(&hostile_trace)], DEFINITIONS),
        ),
        (
            "both",
            report(
                &[Subject::Run(several[0]), Subject::Trace(&whole_trace)],
                DEFINITIONS,
            ),
        ),
        ("variants", page(Some(&two_variants), &full_record)),
    ]
}

#[test]
fn a_whole_page_looks_like_this() {
    let (summary, record) = full();
    insta::assert_snapshot!("full", content(&page(Some(&summary), &record)));
}

#[test]
fn a_trace_on_a_page_looks_like_this() {
    let page = report(&[Subject::Trace(&long_tasks())], DEFINITIONS);
    insta::assert_snapshot!("trace", content(&page));
}

/// A recording that tells of everything that a page shows.
fn told(name: &str, url: &str) -> TraceDocument {
    let mut document = with_work(name, url);
    document.analysis.loading = loading(url);
    document.analysis.frames = Some(animation());
    document
}

#[test]
fn every_part_of_a_recording_has_a_section() {
    let page = report(
        &[Subject::Trace(&told("FunctionCall", "http://a/list.js"))],
        DEFINITIONS,
    );
    for part in ["work", "loading", "frames", "threads", "console"] {
        assert!(page.contains(&format!("<section id=\"{part}\"")), "{part}");
        assert!(page.contains(&format!("href=\"#{part}\"")), "{part}");
    }
    insta::assert_snapshot!("told", content(&page));
}

#[test]
fn a_run_shows_the_same_of_the_round_that_stands_for_the_others() {
    let (summary, record) = full();
    let round = RoundDocument {
        analysis: Some(told("FunctionCall", "http://a/list.js").analysis),
        ..round_document(7)
    };
    let series = BTreeMap::from([("head".to_owned(), round)]);
    let run = ReportRun {
        record: &record,
        summary: Some(&summary),
        series: &series,
        folder: "",
        pictures: &[],
        consoles: &[],
    };
    let shown = report(&[Subject::Run(run)], DEFINITIONS);
    let (_, detail) = shown
        .split_once("<section id=\"round-head\"")
        .expect("the section");
    let (detail, _) = detail.split_once("</section>").expect("its end");
    for title in [
        "Round 7 in detail",
        "Main thread work",
        "Loading",
        "Frames",
        "Workers and memory",
        "Console",
    ] {
        assert!(detail.contains(title), "{title}");
    }
    let tags = tags(&shown).unwrap();
    check_tags("run with its round", &tags);
    // A run of which only the record and the summary were kept says so.
    let bare = page(Some(&summary), &record);
    assert!(
        bare.contains("<code>rounds/007/round.json</code> could not be read"),
        "{bare}"
    );
}

#[test]
fn events_that_rounds_lost_stand_on_top() {
    let (mut summary, mut record) = full();
    summary.diagnostics = vec![diagnostic(
        "rounds-dropped",
        1,
        "1 of 3 rounds does not count",
        true,
    )];
    record.rounds[1].reasons = vec![StateReason {
        invalidates: Some(true),
        code: "data-loss".to_owned(),
        text: "buffer of 1.0 MiB full, 1,330 chunks discarded".to_owned(),
        amount_us: None,
    }];
    let page = page(Some(&summary), &record);
    let warning = page.find("round 2 invalid: data-loss: buffer of 1.0 MiB full");
    let answer = page.find("Main values</h2>").expect("the answer");
    assert!(
        warning.expect("the warning") < answer,
        "it stands before the numbers"
    );
    assert!(page.contains("<code>data-loss</code>"), "and at the round");
}

#[test]
fn a_lost_trace_and_foreign_rules_are_named_on_top() {
    let mut document = long_tasks();
    document.capture.lost = Some(true);
    document.capture.chunks_discarded = Some(1_330);
    document.analysis.options.rules = "devtools".to_owned();
    let page = report(&[Subject::Trace(&document)], DEFINITIONS);
    let answer = page.find("Main values</h2>").expect("the answer");
    for words in ["1,330 chunks discarded", "partial trace", "Rules of devtools"] {
        assert!(page.find(words).expect(words) < answer, "{words}");
    }
}

#[test]
fn what_a_page_wrote_into_marks_and_measures_is_shown_and_cut() {
    let mut document = long_tasks();
    let analysis = &mut document.analysis;
    analysis.marks = vec![Mark {
        name: "ready".to_owned(),
        at_us: 1_500,
        detail: Some(serde_json::Value::from("x".repeat(500))),
    }];
    analysis.marks_total = 1;
    analysis.user_timings[0].details = vec![Some(serde_json::Value::from(5_000))];
    let page = report(&[Subject::Trace(&document)], DEFINITIONS);
    assert!(page.contains("<bdi>5000</bdi>"), "{page}");
    let kept = format!("<bdi>&quot;{}…</bdi>", "x".repeat(199));
    assert!(
        page.contains(&kept) || page.contains(&kept.replace("&quot;", "\"")),
        "{page}"
    );
}

#[test]
fn a_failed_run_says_why_and_shows_the_page() {
    let record = failed();
    let run = ReportRun {
        record: &record,
        summary: None,
        series: &BTreeMap::new(),
        folder: "",
        pictures: &[(1, "rounds/001/failure.png".to_owned())],
        consoles: &[(1, "rounds/001/console.txt".to_owned())],
    };
    insta::assert_snapshot!("failed", content(&report(&[Subject::Run(run)], DEFINITIONS)));
}

#[test]
fn without_browser_rounds_and_numbers_it_says_so() {
    let (name, page) = pages().remove(3);
    assert_eq!(name, "bare");
    for words in [
        "no number was measured",
        "no round is valid: there is nothing to draw",
        "no round was finished",
        "the browser did not start",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn names_of_strangers_are_inert() {
    let (summary, record) = hostile();
    let page = page(Some(&summary), &record);
    insta::assert_snapshot!("hostile", content(&page));
    assert!(!page.contains("evil.example/\""), "no link leaves the folder");
    assert!(!page.contains('\u{202e}'), "nothing turns the text around");
}

/// Checks of every page: it is well formed, loads nothing, runs nothing, and every link inside it
/// leads somewhere.
#[test]
fn every_page_is_well_formed_and_loads_nothing() {
    for (name, page) in pages() {
        let tags = tags(&page).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        check_tags(name, &tags);
    }
}

/// The elements that a page may have.
const ALLOWED: &[&str] = &[
    "a",
    "article",
    "b",
    "bdi",
    "body",
    "caption",
    "circle",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "head",
    "header",
    "html",
    "img",
    "li",
    "line",
    "link",
    "main",
    "meta",
    "nav",
    "ol",
    "p",
    "path",
    "rect",
    "section",
    "span",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "ul",
];

fn check_tags(name: &str, tags: &[Tag]) {
    let mut ids = BTreeSet::new();
    for tag in tags {
        assert!(ALLOWED.contains(&tag.name.as_str()), "{name}: <{}>", tag.name);
        for (attribute, value) in &tag.attributes {
            assert!(!attribute.starts_with("on"), "{name}: {attribute}");
            assert_ne!(attribute, "style", "{name}");
            if ["href", "src"].contains(&attribute.as_str()) {
                let is_relative =
                    value.starts_with('#') || value.starts_with("./") || value.starts_with("results/");
                assert!(
                    is_relative || (tag.name == "link" && value == NO_ICON),
                    "{name}: {value}"
                );
            }
            if attribute == "id" {
                assert!(ids.insert(value.clone()), "{name}: two elements are `{value}`");
            }
        }
    }
    for tag in tags {
        let targets = tag
            .attributes
            .iter()
            .filter_map(|(attribute, value)| match attribute.as_str() {
                "href" => value.strip_prefix('#'),
                "aria-labelledby" => Some(value.as_str()),
                _ => None,
            });
        for target in targets {
            assert!(ids.contains(target), "{name}: `{target}` is nowhere");
        }
    }
}

/// What reads a page aloud needs a heading for everything, in order, and words for every drawing.
#[test]
fn every_page_can_be_read_aloud() {
    for (name, page) in pages() {
        let tags = tags(&page).expect("checked elsewhere");
        let heading = |tag: &Tag| match tag.name.as_str() {
            "h1" => Some(1),
            "h2" => Some(2),
            "h3" => Some(3),
            _ => None,
        };
        let levels: Vec<u8> = tags.iter().filter_map(heading).collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{name}");
        assert_eq!(levels[0], 1, "{name}");
        assert!(
            levels.windows(2).all(|pair| pair[1] <= pair[0] + 1),
            "{name}: {levels:?}"
        );
        for tag in &tags {
            let has = |wanted: &str| tag.attributes.iter().any(|(attribute, _)| attribute == wanted);
            match tag.name.as_str() {
                "svg" => {
                    let inside_another = has("viewBox") && has("preserveAspectRatio");
                    assert!(
                        inside_another || has("aria-label") || has("aria-hidden"),
                        "{name}"
                    );
                }
                "img" => assert!(has("alt"), "{name}"),
                "html" => assert!(has("lang"), "{name}"),
                _ => {}
            }
        }
        let count = |wanted: &str| tags.iter().filter(|tag| tag.name == wanted).count();
        assert_eq!(count("table"), count("caption"), "{name}");
        assert_eq!(count("main"), 1, "{name}");
    }
}

/// What is absent says why, at its place; and the rule of every number stands at it.
#[test]
fn reasons_and_rules_stand_at_the_numbers() {
    let (summary, record) = full();
    let page = page(Some(&summary), &record);
    assert!(page.contains(r#"<td class="number median absent" role="cell">n/a</td>"#));
    assert!(page.contains("not-continuous: no frame in 76 % of window"));
    let rules = page.matches("The rule in one sentence.").count();
    // Once in the table of main numbers, once in that of all.
    let metrics: BTreeSet<String> = summary.variants["head"]
        .metrics
        .keys()
        .map(|id| lagometer_metric::MetricId::parse(id).metric)
        .collect();
    let explaining = 1;
    assert_eq!(rules, 2 * metrics.len() - explaining);
}

#[test]
fn budgets_that_do_not_hold_stand_first() {
    let (mut summary, record) = full();
    let html = page(Some(&summary), &record);
    let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(html.contains("Budget exceeded: 2 of 5 budgets; 1 cannot be judged."));
    assert!(at(">exceeded<") < at(">met<") && at(">met<") < at("Main values</h2>"));
    summary.budgets.retain(|budget| budget.met == Some(true));
    let html = page(Some(&summary), &record);
    assert!(html.contains("All 2 are met.") && !html.contains(">exceeded<"));
}

#[test]
fn warnings_stand_before_the_numbers_and_notes_behind() {
    let (summary, record) = full();
    let page = page(Some(&summary), &record);
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("27 % of the busy time") < at("Main values</h2>"));
    assert!(at("open-tasks-at-end") > at("Conditions</h2>"));
}

fn any_value() -> impl Strategy<Value = RunValue> {
    let numbers = prop::collection::vec(
        prop::option::of(prop::num::f64::NORMAL | prop::num::f64::ZERO),
        0..5,
    );
    (prop::option::of(prop::num::f64::NORMAL), numbers, any::<String>()).prop_map(
        |(value, rounds, detail)| {
            let raw = value.map(RawNumber);
            RunValue {
                value: raw,
                unit: UnitName(Unit::Bytes),
                reason: value.is_none().then(|| "no-sample".to_owned()),
                detail: value.is_none().then_some(detail),
                n: rounds.len() as u32,
                min: raw,
                max: raw,
                rounds: rounds.into_iter().map(|round| round.map(RawNumber)).collect(),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Names, times and numbers of any kind make a page that is well formed.
    #[test]
    fn any_document_is_well_formed(
        name in any::<String>(),
        values in prop::collection::vec((any::<String>(), any_value()), 0..6),
        times in prop::collection::vec((any::<i64>(), any::<i64>()), 0..6),
        window in any::<i64>(),
    ) {
        let (mut summary, mut record) = full();
        record.scenario.name.clone_from(&name);
        record.scenario.file.clone_from(&name);
        let variant = head(&mut summary);
        for (name, value) in values {
            variant.metrics.insert(format!("user_timing:{name}/median"), value.clone());
            variant.metrics.insert(name, value);
        }
        variant.series_window_us = Some(window);
        variant.series_user_timings = vec![timing(&name, &times)];
        for (start, length) in &times {
            variant.marks.push(Mark { name: name.clone(), at_us: *start, detail: None });
            variant.frame_intervals.push(FrameInterval { start_us: *start, interval_us: *length, late: None });
            variant.long_tasks[0].cpu = number(1.0, Unit::Microseconds);
            (variant.long_tasks[0].start_us, variant.long_tasks[0].duration_us) = (*start, *length);
        }
        let page = page(Some(&summary), &record);
        let tags = tags(&page).map_err(TestCaseError::fail)?;
        check_tags("any", &tags);
        prop_assert!(!page.contains("NaN"));
    }
}
