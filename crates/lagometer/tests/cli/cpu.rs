//! `cpu` on a small profile whose numbers can be computed by hand, and on cut and foreign ones.

use crate::program::{data, lagometer};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let given = lagometer(&[arguments, &["--format", "json"]].concat()).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    serde_json::from_str(&given.stdout).expect("JSON")
}

fn function<'d>(document: &'d Value, name: &str) -> &'d Value {
    let functions = document["functions"].as_array().expect("functions");
    functions
        .iter()
        .find(|function| function["name"] == name)
        .unwrap_or_else(|| panic!("no `{name}`"))
}

#[test]
fn numbers_of_the_profile() {
    let document = json(&["cpu", "sort.cpuprofile"]);
    assert_eq!(document["kind"], "cpu");
    assert_eq!(document["format_version"], 1);
    assert_eq!(document["inputs"][0]["form"], "nodes");
    let time = &document["time"];
    let of = |name: &str| time[name].as_i64().expect("a time");
    let parts = [
        "functions_us",
        "gc_us",
        "program_us",
        "idle_us",
        "root_us",
        "unattributed_us",
    ];
    assert_eq!(of("sampled_us"), parts.iter().map(|part| of(part)).sum::<i64>());
    assert_eq!(of("start_gap_us"), 800);
    assert_eq!(
        document["basis"]["value"].as_i64(),
        Some(of("sampled_us") - of("idle_us"))
    );
    let click = function(&document, "onClick");
    assert_eq!(
        (&click["samples"], &click["self"]["value"]),
        (&0.into(), &0.into())
    );
    assert_eq!(click["total"]["value"].as_i64(), Some(of("functions_us")));
    // Places are 1-based, and a recursive function counts once a sample.
    let visit = function(&document, "visit");
    assert_eq!(visit["generated"]["line"], 71);
    assert_eq!(visit["generated"]["column"], 15);
    assert_eq!(visit["samples"], 62);
    assert_eq!(visit["self"]["value"], visit["total"]["value"]);
    // Too few samples for a label; they say how uncertain they are.
    let format = function(&document, "format");
    assert_eq!(format["labels"].as_array().map(Vec::len), Some(0));
    assert!(format["error"].is_number());
}

#[test]
fn several_files_are_added_up() {
    let one = json(&["cpu", "sort.cpuprofile"]);
    let two = json(&["cpu", "sort.cpuprofile", "sort.cpuprofile"]);
    let own = |document: &Value| {
        function(document, "sortRows")["self"]["value"]
            .as_i64()
            .expect("a time")
    };
    assert_eq!(own(&two), 2 * own(&one));
    assert_eq!(two["profiles"].as_array().map(Vec::len), Some(2));
    assert_eq!(two["total"], one["total"]);
    let second = json(&["cpu", "sort.cpuprofile", "sort.cpuprofile", "--profile", "1"]);
    assert_eq!(own(&second), own(&one));
    assert_eq!(second["profiles"][0]["chosen"], false);
}

#[test]
fn sort_and_basis_are_options() {
    let total = json(&["cpu", "sort.cpuprofile", "--sort", "total"]);
    assert_eq!(total["functions"][0]["name"], "onClick");
    let sampled = json(&["cpu", "sort.cpuprofile", "--basis", "sampled"]);
    assert_eq!(sampled["basis"]["value"], sampled["time"]["sampled_us"]);
    let panel = json(&["cpu", "sort.cpuprofile", "--rules", "devtools"]);
    assert_eq!(panel["options"]["rules"], "devtools");
    // The collector stands on the stack before it.
    assert!(
        function(&panel, "visit")["total"]["value"].as_i64()
            > function(&panel, "visit")["self"]["value"].as_i64()
    );
}

#[test]
fn forms_of_the_answer() {
    insta::assert_snapshot!("cpu_table", lagometer(&["cpu", "sort.cpuprofile"]).run().stdout);
    let some = lagometer(&["cpu", "sort.cpuprofile", "--top", "2", "--skip", "1", "-v"]).run();
    insta::assert_snapshot!("cpu_top_skip_verbose", some.stdout);
    let markdown = lagometer(&["cpu", "sort.cpuprofile", "--format", "markdown"]).run();
    insta::assert_snapshot!("cpu_markdown", markdown.stdout);
}

#[test]
fn views_of_calls_and_groups() {
    let mut texts = String::new();
    for view in [
        "top-down",
        "bottom-up",
        "lines",
        "files",
        "packages",
        "domains",
        "categories",
        "threads",
    ] {
        let given = lagometer(&["cpu", "sort.cpuprofile", "--view", view]).run();
        assert_eq!(given.code, 0, "{}", given.whole());
        texts.push_str(&format!("{view}\n{}\n", given.stdout));
    }
    let both = lagometer(&["cpu", "sort.cpuprofile", "--function", "visit"]).run();
    texts.push_str(&format!("--function visit\n{}\n", both.stdout));
    insta::assert_snapshot!("cpu_views", texts);
    let markdown = lagometer(&[
        "cpu",
        "sort.cpuprofile",
        "--view",
        "top-down",
        "--format",
        "markdown",
    ])
    .run();
    insta::assert_snapshot!("cpu_top_down_markdown", markdown.stdout);
}

#[test]
fn exports_hold_all_that_was_sampled() {
    let whole = json(&["cpu", "sort.cpuprofile"]);
    let sampled = whole["time"]["sampled_us"].as_i64().expect("a time");
    let folded = lagometer(&["cpu", "sort.cpuprofile", "--export", "folded"]).run();
    let weight = |line: &str| {
        line.rsplit(' ')
            .next()
            .and_then(|weight| weight.parse::<i64>().ok())
    };
    let sum: i64 = folded
        .stdout
        .lines()
        .map(|line| weight(line).expect("a weight"))
        .sum();
    assert_eq!(sum, sampled);
    let speedscope = lagometer(&["cpu", "sort.cpuprofile", "--export", "speedscope"]).run();
    let file: Value = serde_json::from_str(&speedscope.stdout).expect("JSON");
    assert_eq!(file["profiles"][0]["endValue"].as_i64(), Some(sampled));
    let svg = lagometer(&["cpu", "sort.cpuprofile", "--export", "svg"]).run();
    assert!(
        svg.stdout.starts_with("<svg ") && svg.stdout.contains(">sortRows<"),
        "{}",
        svg.stdout
    );
    let both = lagometer(&["cpu", "sort.cpuprofile", "--export", "svg", "--format", "json"]).run();
    assert_eq!(both.code, 2, "{}", both.whole());
}

#[test]
fn filters_change_what_is_counted() {
    let whole = json(&["cpu", "sort.cpuprofile"]);
    let functions_us = |document: &Value| document["time"]["functions_us"].as_i64().expect("a time");
    let own = |document: &Value, name: &str| {
        function(document, name)["self"]["value"]
            .as_i64()
            .expect("a time")
    };
    let focus = json(&["cpu", "sort.cpuprofile", "--focus", "^sort"]);
    assert_eq!(functions_us(&focus), own(&whole, "sortRows") + own(&whole, ""));
    let ignore = json(&["cpu", "sort.cpuprofile", "--ignore", "^sort"]);
    assert_eq!(functions_us(&ignore) + functions_us(&focus), functions_us(&whole));
    // What is hidden is its caller's.
    let hide = json(&["cpu", "sort.cpuprofile", "--hide", "^visit$"]);
    assert_eq!(functions_us(&hide), functions_us(&whole));
    assert_eq!(own(&hide, "onClick"), own(&whole, "visit"));
    let half = json(&["cpu", "sort.cpuprofile", "--window", "..100ms"]);
    assert!(functions_us(&half) < functions_us(&whole));
    assert_eq!(half["options"]["window"]["end_us"], 100_000);
}

#[test]
fn a_cut_file_is_answered_and_strict_makes_it_an_error() {
    let whole = std::fs::read(data().join("sort.cpuprofile")).expect("the profile");
    let cut = whole[..whole.len() - 200].to_vec();
    let lenient = lagometer(&["cpu", "-"]).stdin(cut.clone()).run();
    assert_eq!(lenient.code, 0, "{}", lenient.whole());
    assert!(
        lenient.stdout.starts_with("warning: the file is not whole"),
        "{}",
        lenient.stdout
    );
    let strict = lagometer(&["cpu", "-", "--strict"]).stdin(cut).run();
    assert_eq!((strict.code, strict.stdout), (2, lenient.stdout));
}

#[test]
fn what_cannot_be_answered_says_why() {
    let errors = [
        (&["cpu", "grid.json"][..], ""),
        (&["cpu", "sort.cpuprofile", "--profile", "3"], ""),
        (&["cpu", "sort.cpuprofile", "--thread", "Worker"], ""),
        (&["cpu", "sort.cpuprofile", "--max-samples", "9"], ""),
        (&["cpu", "sort.cpuprofile", "--focus", "a("], ""),
        (&["cpu", "sort.cpuprofile", "--function", "sort"], ""),
        (&["cpu", "sort.cpuprofile", "--window", "here..there"], ""),
        (&["cpu", "-"], r#"{"nodes":[{"id":1}]}"#),
        (&["cpu", "-"], r#"{"nodes":[],"samples":[]"#),
    ];
    let mut texts = String::new();
    for (arguments, stdin) in errors {
        let given = lagometer(arguments).stdin(stdin).run();
        assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{arguments:?}");
        texts.push_str(&format!("{}\n{}\n", arguments.join(" "), given.stderr));
    }
    insta::assert_snapshot!("cpu_errors", texts);
}

/// What DevTools opens: the same self times, and the lines of each call.
#[test]
fn a_profile_that_was_exported_is_read_again() {
    let whole = json(&["cpu", "sort.cpuprofile"]);
    let exported = lagometer(&["cpu", "sort.cpuprofile", "--export", "cpuprofile"]).run();
    assert_eq!(exported.code, 0, "{}", exported.whole());
    let again = lagometer(&["cpu", "-", "--format", "json"])
        .stdin(exported.stdout.as_bytes())
        .run();
    let again: Value = serde_json::from_str(&again.stdout).expect("JSON");
    let own = |document: &Value| {
        let functions = document["functions"].as_array().expect("functions").iter();
        let row = |function: &Value| {
            (
                function["name"].clone(),
                function["generated"].clone(),
                function["self"]["value"].clone(),
                function["hot_lines"].clone(),
            )
        };
        functions.map(row).collect::<Vec<_>>()
    };
    assert_eq!(own(&again), own(&whole));
    for part in ["sampled_us", "gc_us", "idle_us", "program_us"] {
        assert_eq!(again["time"][part], whole["time"][part], "{part}");
    }
    let in_time = lagometer(&["cpu", "sort.cpuprofile", "--export", "svg", "--order", "time"]).run();
    assert!(in_time.stdout.contains(">sortRows<"), "{}", in_time.stdout);
    assert!(!in_time.stdout.contains("<script"));
}

#[test]
fn what_has_no_order_of_time_is_refused() {
    let mut texts = String::new();
    for arguments in [
        &[
            "cpu",
            "sort.cpuprofile",
            "sort.cpuprofile",
            "--export",
            "cpuprofile",
        ][..],
        &["cpu", "sort.cpuprofile", "--export", "folded", "--order", "time"],
        &[
            "cpu",
            "sort.cpuprofile",
            "--export",
            "svg",
            "--order",
            "time",
            "--rules",
            "devtools",
        ],
        &["cpu", "sort.cpuprofile", "--order", "time"],
        &["cpu", "diff", "--base", "sort.cpuprofile"],
    ] {
        let given = lagometer(arguments).run();
        assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{arguments:?}");
        texts.push_str(&format!("{}\n{}\n", arguments.join(" "), given.stderr));
    }
    insta::assert_snapshot!("cpu_no_order", texts);
}

/// A profile of functions of `/src/rows.ts`, each at a line and with so many samples of 1 ms.
fn profile(functions: &[(&str, u32, usize)]) -> String {
    let mut nodes = vec![serde_json::json!({
        "id": 1,
        "callFrame": {"functionName": "(root)", "scriptId": "0", "url": "", "lineNumber": -1, "columnNumber": -1},
        "children": (2..functions.len() + 2).collect::<Vec<_>>(),
    })];
    let mut samples = Vec::new();
    for ((name, line, count), id) in functions.iter().zip(2..) {
        let frame = match name.starts_with('(') {
            true => {
                serde_json::json!({"functionName": name, "scriptId": "0", "url": "", "lineNumber": -1, "columnNumber": -1})
            }
            false => {
                serde_json::json!({"functionName": name, "scriptId": "7", "url": "http://localhost:5173/src/rows.ts", "lineNumber": line - 1, "columnNumber": 16})
            }
        };
        nodes.push(serde_json::json!({"id": id, "callFrame": frame}));
        samples.extend(std::iter::repeat_n(id, *count));
    }
    let deltas = vec![1_000; samples.len()];
    let end = 1_000 * (samples.len() + 1);
    serde_json::json!({"nodes": nodes, "samples": samples, "timeDeltas": deltas, "startTime": 0, "endTime": end}).to_string()
}

#[test]
fn two_sides_are_compared_and_noise_is_not_claimed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: String, functions: &[(&str, u32, usize)]| {
        std::fs::write(folder.path().join(&name), profile(functions)).expect("a file");
        name
    };
    let gc = "(garbage collector)";
    let base: Vec<String> = [96, 98, 95]
        .iter()
        .enumerate()
        .map(|(at, clone)| {
            write(
                format!("base-{at}.cpuprofile"),
                &[
                    ("cloneRows", 42, *clone),
                    ("compareRows", 18, 60),
                    (gc, 0, 7),
                    ("oldRow", 90, 20),
                ],
            )
        })
        .collect();
    let head: Vec<String> = [149, 151, 153]
        .iter()
        .enumerate()
        .map(|(at, clone)| {
            write(
                format!("head-{at}.cpuprofile"),
                &[
                    ("cloneRows", 44, *clone),
                    ("compareRows", 20, 62),
                    (gc, 0, 8),
                    ("measureRow", 9, 40),
                ],
            )
        })
        .collect();
    let run = |more: &[&str]| {
        let mut arguments = vec!["cpu", "diff", "--base"];
        arguments.extend(base.iter().map(String::as_str));
        arguments.push("--head");
        arguments.extend(head.iter().map(String::as_str));
        arguments.extend(more);
        let given = lagometer(&arguments).within(folder.path()).run();
        assert_eq!(given.code, 0, "{}", given.whole());
        given.stdout
    };
    insta::assert_snapshot!("cpu_diff_table", run(&[]));
    insta::assert_snapshot!("cpu_diff_by_package", run(&["--by", "package", "--top", "1"]));
    insta::assert_snapshot!("cpu_diff_markdown", run(&["--format", "markdown"]));
    let document: Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
    assert_eq!(document["kind"], "cpu-diff");
    assert_eq!(document["rows"][0]["verdict"], "more");
    assert_eq!(
        document["rows"][0]["self"]["head"]["values"]
            .as_array()
            .map(Vec::len),
        Some(3)
    );
    let svg = run(&["--export", "svg"]);
    assert!(svg.starts_with("<svg ") && svg.contains("cloneRows"), "{svg}");
}

/// The recordings of the extra round, of pages with a planted fault.
fn fault(case: &str) -> String {
    format!(
        "{}/../../fixtures/chromium-156/{case}/trace.json.gz",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn long_tasks_of_a_trace_name_their_functions() {
    let trace = fault("fault-dispatcher");
    let table = lagometer(&["cpu", &trace, "--top", "1"]).run();
    assert_eq!(table.code, 0, "{}", table.whole());
    // From the list of long tasks on: above it stands the path, which is this machine's.
    let of = |text: &str, from: &str| {
        let at = text.find(from).unwrap_or_else(|| panic!("no `{from}` in {text}"));
        let end = text[at..]
            .find("\nnote: ")
            .map_or(text.len(), |length| at + length);
        text[at..end].to_owned()
    };
    let markdown = lagometer(&["cpu", &trace, "--top", "1", "--format", "markdown"]).run();
    insta::assert_snapshot!(
        "cpu_long_tasks",
        of(&table.stdout, "long tasks") + "\n\n" + &of(&markdown.stdout, "long tasks: ")
    );
    let document = json(&["cpu", &trace]);
    let tasks = &document["long_tasks"];
    assert_eq!(tasks["tasks"][0]["functions"][0]["name"], "scoreRecord");
    // A profile has no tasks, and other rules give samples to other stacks.
    assert!(json(&["cpu", "sort.cpuprofile"]).get("long_tasks").is_none());
    let devtools = json(&["cpu", &trace, "--rules", "devtools"]);
    assert!(devtools.get("long_tasks").is_none());
    // What is left out by a filter is left out there too.
    let ignored = json(&["cpu", &trace, "--ignore", "scoreRecord"]);
    let named = ignored["long_tasks"].to_string();
    assert!(
        !named.contains("scoreRecord") && named.contains("parseRecord"),
        "{named}"
    );
}

#[test]
fn a_run_that_is_not_there_is_said_so() {
    let given = lagometer(&["cpu", "no-such-run"]).run();
    assert_eq!(given.code, 2);
    let told = "`no-such-run` is no file, so it was looked for among the runs";
    assert!(given.stderr.contains(told), "{}", given.stderr);
}
