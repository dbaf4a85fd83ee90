//! `trace` on a small trace whose numbers can be computed by hand, and on cut ones.

use crate::program::{data, lagometer};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let given = lagometer(&[arguments, &["--format", "json"]].concat()).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    serde_json::from_str(&given.stdout).expect("JSON")
}

/// By hand, from the table of tasks in the data's README.
#[test]
fn numbers_of_the_whole_trace() {
    let document = json(&["trace", "grid.json"]);
    let metric = |id: &str| document["metrics"][id]["value"].as_f64();
    assert_eq!(metric("long_task/count"), Some(2.0));
    assert_eq!(metric("long_task/total"), Some(190_000.0));
    assert_eq!(metric("total_blocking_time"), Some(90_000.0));
    assert_eq!(metric("main_thread_cpu_time"), Some(182_000.0));
    assert_eq!(metric("user_timing:sort/median"), Some(140_000.0));
    assert_eq!(metric("js_heap/growth"), Some(1_000_000.0));
    assert_eq!(document["main_thread"]["windows"][0]["pid"], 4242);
    assert_eq!(document["kind"], "trace");
    assert_eq!(document["format_version"], 1);
}

#[test]
fn window_slice_and_long_task_are_options() {
    let marks = json(&["trace", "grid.json", "--window", "grid:start..grid:end"]);
    let length = marks["window"]["end_us"]
        .as_i64()
        .zip(marks["window"]["start_us"].as_i64());
    assert_eq!(length.map(|(end, start)| end - start), Some(500_000));
    assert_eq!(marks["metrics"]["busy_rate/mean"]["value"].as_f64(), Some(0.44));
    let halves = json(&[
        "trace",
        "grid.json",
        "--window",
        "grid:start..grid:end",
        "--slice",
        "250ms",
    ]);
    assert_eq!(
        halves["series"]["busy_rate"]["values"].as_array().map(Vec::len),
        Some(2)
    );
    let longer = json(&["trace", "grid.json", "--long-task", "100ms"]);
    assert_eq!(longer["metrics"]["long_task/count"]["value"], 1);
    let none = json(&["trace", "grid.json", "--refresh-hz", "120"]);
    assert_eq!(none["options"]["refresh"]["value"].as_f64(), Some(120.0));
}

#[test]
fn forms_of_the_answer() {
    insta::assert_snapshot!("trace_table", lagometer(&["trace", "grid.json"]).run().stdout);
    let markdown = lagometer(&["trace", "grid.json", "--format", "markdown"]).run();
    insta::assert_snapshot!("trace_markdown", markdown.stdout);
}

#[test]
fn curves_are_plots_where_somebody_asks() {
    let plotted = lagometer(&["trace", "grid.json", "--plot"]).run();
    insta::assert_snapshot!("trace_plot", plotted.stdout);
    let dumb = lagometer(&["trace", "grid.json", "--plot"])
        .env("TERM", "dumb")
        .run();
    assert!(
        dumb.stdout.is_ascii() && dumb.stdout.contains(" 100.0 % +"),
        "{}",
        dumb.stdout
    );
    let markdown = lagometer(&["trace", "grid.json", "--plot", "--format", "markdown"]).run();
    assert!(
        markdown.stdout.contains("\n```text\nbusy rate   200 ms slices\n"),
        "{}",
        markdown.stdout
    );
    let json = lagometer(&["trace", "grid.json", "--plot", "--format", "json"]).run();
    assert_eq!((json.code, json.stdout.as_str()), (2, ""));
    assert!(json.stderr.contains("leave out `--plot`"), "{}", json.stderr);
}

/// No host of Markdown shows a picture that stands in the text.
#[test]
fn a_markdown_file_has_its_picture_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = data().join("grid.json");
    let trace = trace.to_str().expect("a path");
    let arguments = [
        "trace",
        trace,
        "--plot",
        "--format",
        "markdown",
        "-o",
        "an answer.md",
    ];
    let given = lagometer(&arguments).within(folder.path()).run();
    assert_eq!(
        given.whole(),
        "exit 0\n--- stdout\n--- stderr\nnote: the picture is an answer.plot.svg\n"
    );
    let text = std::fs::read_to_string(folder.path().join("an answer.md")).expect("the answer");
    assert!(text.contains("over time](an%20answer.plot.svg)\n"), "{text}");
    let svg = std::fs::read_to_string(folder.path().join("an answer.plot.svg")).expect("the picture");
    assert!(
        svg.starts_with("<svg xmlns=") && svg.contains(">busy rate</tspan>"),
        "{svg}"
    );
}

/// Cut anywhere after its first events, the answer is there, says `partial` on top, and exits with 0;
/// with `--strict` the same answer exits with 2.
#[test]
fn a_cut_file_is_answered_and_strict_makes_it_an_error() {
    let whole = std::fs::read(data().join("grid.json")).expect("the trace");
    for cut in [whole.len() * 3 / 5, whole.len() - 100] {
        let cut = whole[..cut].to_vec();
        let lenient = lagometer(&["trace", "-"]).stdin(cut.clone()).run();
        assert_eq!(lenient.code, 0, "{}", lenient.whole());
        let top: String = lenient.stdout.lines().take(3).collect();
        assert!(top.contains("partial"), "{}", lenient.stdout);
        let strict = lagometer(&["trace", "-", "--strict"]).stdin(cut.clone()).run();
        assert_eq!((strict.code, strict.stdout), (2, lenient.stdout));
        assert!(strict.stderr.starts_with("error: "), "{}", strict.stderr);
        let json = lagometer(&["trace", "-", "--format", "json"]).stdin(cut).run();
        let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
        assert_eq!(document["input"]["complete"], false);
        assert!(document["input"]["partial"]["byte"].is_u64());
    }
    let strict = lagometer(&["trace", "grid.json", "--strict"]).run();
    assert_eq!(strict.code, 0, "a whole file is fine");
}

#[test]
fn inspect_says_what_a_file_is() {
    let given = lagometer(&["inspect", "grid.json"]).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    insta::assert_snapshot!("inspect_trace", given.stdout);
    let json = lagometer(&["inspect", "-", "--format", "json"])
        .stdin(r#"{"nodes":[],"startTime":1,"endTime":2,"samples":[],"timeDeltas":[]}"#)
        .run();
    let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(document["found"], "cpu-profile");
}
