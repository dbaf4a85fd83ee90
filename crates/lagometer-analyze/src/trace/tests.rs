use super::*;
use crate::parse_window;

fn options() -> TraceOptions {
    TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: true,
        strict: false,
        limits: Limits::default(),
    }
}

fn of_with(bytes: &[u8], options: &TraceOptions) -> Result<TraceDocument, Error> {
    let source = Source {
        name: "a.json".to_owned(),
        bytes_on_disk: Some(bytes.len() as u64),
        reader: Box::new(bytes),
    };
    trace(source, options)
}

fn of(text: &str) -> TraceDocument {
    of_with(text.as_bytes(), &options()).unwrap()
}

const PAGE: &str = r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#;
const TASK: &str =
    r#"{"ph":"X","cat":"toplevel","name":"RunTask","pid":7,"tid":7,"ts":1000,"dur":80000,"tdur":60000}"#;
const MARK: &str = r#"{"ph":"I","cat":"blink.user_timing","name":"go","pid":7,"tid":7,"ts":21000,"args":{}}"#;

fn page() -> String {
    format!(r#"{{"traceEvents":[{PAGE},{TASK},{MARK}]}}"#)
}

/// What, where, what to do: as the binary prints it.
fn said(error: &Error) -> String {
    let place = error.place().map(|place| format!("\n  at {place}"));
    let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
    format!(
        "error: {}{}{}",
        error.what(),
        place.unwrap_or_default(),
        hint.unwrap_or_default()
    )
}

#[test]
fn the_document_says_what_was_read() {
    let text = page();
    let document = of(&text);
    let input = &document.input;
    assert_eq!(
        (input.bytes, input.text_bytes),
        (text.len() as u64, text.len() as u64)
    );
    assert_eq!(
        (input.form.as_str(), input.container.as_str(), input.events),
        ("object", "plain", 3)
    );
    assert_eq!(
        (input.complete, &input.partial, &input.browser),
        (true, &None, &None)
    );
    assert_eq!(input.sha256.as_ref().map(String::len), Some(64));
    assert_eq!((document.kind, document.format_version), ("trace", 1));
    let array = of(&format!("[{PAGE},{TASK}]"));
    assert_eq!((array.input.form.as_str(), array.capture.lost), ("array", None));
    let unhashed = TraceOptions {
        hash: false,
        ..options()
    };
    assert_eq!(of_with(text.as_bytes(), &unhashed).unwrap().input.sha256, None);
}

#[test]
fn every_metric_is_there_with_the_version_of_its_rule() {
    let analysis = of(&page()).analysis;
    for definition in lagometer_trace::metric::DEFINITIONS {
        assert_eq!(analysis.rule_versions[definition.id], definition.rule_version);
        for statistic in definition.statistics {
            let id = lagometer_metric::MetricId::statistic(definition.id, *statistic).to_string();
            // A user timing has a name, and there is none here.
            let expected = definition.id != "user_timing";
            assert_eq!(analysis.metrics.contains_key(&id), expected, "{id}");
        }
        if definition.statistics.is_empty() {
            // Work has a number for each kind, and none without.
            let id = match definition.id {
                "main_thread_work" => "main_thread_work:scripting",
                id => id,
            };
            assert!(analysis.metrics.contains_key(id), "{id}");
        }
    }
}

#[test]
fn a_byte_order_mark_moves_nothing_but_the_offsets() {
    let marked = format!("\u{feff}{}", page());
    assert_eq!(of(&marked).analysis, of(&page()).analysis);
    let error = of_with("\u{feff}[{x".as_bytes(), &options()).unwrap_err();
    assert_eq!(error.at.byte, Some(5));
}

#[test]
fn a_cut_file_is_partial_and_what_is_nowhere_is_not_the_recordings_fault() {
    let text = page();
    let document = of(&text[..text.len() - 5]);
    let partial = document.input.partial.as_ref().unwrap();
    assert_eq!(partial.byte, text.len() as u64 - 5);
    assert_eq!(partial.text, "the input ends inside an event");
    let value = &document.analysis.metrics["frame_interval/p95"];
    assert_eq!(value.reason.as_deref(), Some("file-truncated"));
    let detail = value.detail.as_deref().unwrap();
    assert!(
        detail.contains("category-off: disabled-by-default-devtools.timeline.frame"),
        "{detail}"
    );
    // Behind the events a cut takes nothing away.
    let rest = of(&text[..text.len() - 1]);
    assert_eq!(
        rest.analysis.metrics["frame_interval/p95"].reason.as_deref(),
        Some("category-off")
    );
    assert!(!rest.input.complete);
}

#[test]
fn a_series_starts_with_the_window_and_says_where_it_is_absent() {
    let heap = r#"{"ph":"I","name":"UpdateCounters","pid":7,"tid":7,"ts":500000,"args":{"data":{"jsHeapSizeUsed":9}}}"#;
    let end = r#"{"ph":"I","name":"x","pid":7,"tid":7,"ts":901000}"#;
    let document = of(&format!("[{PAGE},{TASK},{heap},{end}]"));
    let series = &document.analysis.series["js_heap"];
    assert_eq!((series.start_us, series.step_us), (0, 200_000));
    let values: Vec<Option<f64>> = series
        .values
        .iter()
        .map(|value| value.map(|value| value.0))
        .collect();
    assert_eq!(values, [None, None, Some(9.0), Some(9.0), Some(9.0)]);
    let absent = &series.absent[0];
    assert_eq!(
        (absent.from, absent.to, absent.reason.as_str()),
        (0, 2, "no-sample-yet")
    );
    assert_eq!(document.analysis.series["busy_rate"].absent, []);
}

#[test]
fn an_unverified_chrome_is_noted() {
    let with = |major: u32| {
        let document = of(&format!(
            r#"{{"metadata":{{"user-agent":"Mozilla/5.0 HeadlessChrome/{major}.0.0.0 Safari"}},"traceEvents":[{TASK}]}}"#
        ));
        let noted = document
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == "chrome-not-verified");
        (document.input.browser.unwrap(), noted)
    };
    assert_eq!(with(156), ("Chrome 156".to_owned(), false));
    assert_eq!(with(131), ("Chrome 131".to_owned(), true));
}

#[test]
fn a_user_timing_that_is_open_has_no_duration_and_is_listed() {
    let begin = r#"{"ph":"b","cat":"blink.user_timing","name":"load","id2":{"local":"0x1"},"pid":7,"tid":7,"ts":2000,"args":{}}"#;
    let document = of(&format!("[{PAGE},{TASK},{begin}]"));
    let timing = &document.analysis.user_timings[0];
    assert_eq!(
        (timing.name.as_str(), timing.open, timing.samples_us.len()),
        ("load", 1, 0)
    );
    let median = &document.analysis.metrics["user_timing:load/median"];
    assert_eq!(median.reason.as_deref(), Some("unclosed-measure"));
    assert_eq!(
        document.analysis.metrics["user_timing:load/count"]
            .value
            .unwrap()
            .0,
        0.0
    );
}

#[test]
fn every_error_says_what_where_and_what_to_do() {
    let text = page();
    let with = |text: &str, change: &dyn Fn(&mut TraceOptions)| {
        let mut options = options();
        change(&mut options);
        said(&of_with(text.as_bytes(), &options).unwrap_err())
    };
    let plain = |text: &str| with(text, &|_| {});
    let windowed = |window: &str| with(&text, &|options| options.window = parse_window(window).unwrap());
    let errors = [
        plain(""),
        plain("[{\"ph\":\"X\",}]"),
        plain("{\"traceEvents\":7}"),
        plain("{\"metadata\":{},\"traceEvents\":[],\"traceEvents\":[]}"),
        plain("[{\"ph\":\"X\",\"ts\":1e999}]"),
        plain("{\"metadata\":{\"a\":[1,"),
        plain("{\"nodes\":[],\"samples\":[],\"timeDeltas\":[]}"),
        windowed("stop..go"),
        windowed("go..0.01s"),
        windowed("9s.."),
        windowed("a..b..c"),
        with(&text, &|options| options.slice = Micros(0)),
        with(&text, &|options| {
            options.slice = Micros(1);
            options.limits.slices = 1_000;
        }),
        with(&text, &|options| options.limits.kept_bytes = 50),
        with(&text[..text.len() - 5], &|options| options.strict = true),
    ];
    insta::assert_snapshot!(errors.join("\n\n"));
}
