//! Wrong usage and bad input: exit 2, nothing on stdout, and what, where and what to do on stderr.

use crate::program::{Given, data, lagometer};

/// The whole text is held in a snapshot; these hold for all.
fn check(name: &str, given: Given) {
    assert_eq!(given.code, 2, "{}", given.whole());
    assert_eq!(given.stdout, "", "an error is no answer");
    assert!(given.stderr.starts_with("error: "), "{}", given.stderr);
    assert!(!given.stderr.contains("panicked"), "{}", given.stderr);
    assert!(!given.stderr.contains("backtrace"), "{}", given.stderr);
    insta::assert_snapshot!(name, given.stderr);
}

#[test]
fn usage() {
    check("usage_unknown_command", lagometer(&["traec", "grid.json"]).run());
    check(
        "usage_unknown_flag",
        lagometer(&["trace", "grid.json", "--slcie", "1s"]).run(),
    );
    check("usage_no_file", lagometer(&["trace"]).run());
    check(
        "usage_bad_duration",
        lagometer(&["trace", "grid.json", "--slice", "long"]).run(),
    );
    check(
        "usage_no_slice",
        lagometer(&["trace", "grid.json", "--slice", "0ms"]).run(),
    );
    check(
        "usage_bad_window",
        lagometer(&["trace", "grid.json", "--window", "1s"]).run(),
    );
    check(
        "usage_bad_rounds",
        lagometer(&["run", "a.yaml", "--rounds", "0"]).run(),
    );
    check(
        "usage_bad_url",
        lagometer(&["run", "a.yaml", "--url", "localhost:5173"]).run(),
    );
    check(
        "usage_capture_without_once",
        lagometer(&["capture", "page", "http://localhost/"]).run(),
    );
    check(
        "usage_capture_to_stdout",
        lagometer(&["capture", "page", "--once", "http://localhost/", "--out", "-"]).run(),
    );
    check(
        "usage_capture_to_folder",
        lagometer(&["capture", "page", "--once", "http://localhost/", "--out", "."]).run(),
    );
    check(
        "usage_capture_of_nothing",
        lagometer(&["capture", "page", "--once", "no-such-scenario.yaml"]).run(),
    );
    check(
        "usage_quiet_and_verbose",
        lagometer(&["trace", "grid.json", "-q", "-v"]).run(),
    );
    let log = lagometer(&["trace", "grid.json"])
        .env("LAGOMETER_LOG", "lagometer=loud")
        .run();
    check("usage_bad_log_filter", log);
}

#[test]
fn traces_that_are_none() {
    check("trace_missing", lagometer(&["trace", "no-such-file.json"]).run());
    check("trace_folder", lagometer(&["trace", "."]).run());
    check("trace_empty", lagometer(&["trace", "-"]).run());
    check("trace_text", lagometer(&["trace", "-"]).stdin("hello\n").run());
    check("trace_number", lagometer(&["trace", "-"]).stdin("42").run());
    let profile = r#"{"nodes":[],"startTime":1,"endTime":2,"samples":[],"timeDeltas":[]}"#;
    check(
        "trace_is_a_cpu_profile",
        lagometer(&["trace", "-"]).stdin(profile).run(),
    );
    let snapshot = r#"{"snapshot":{"meta":{}},"nodes":[],"edges":[],"strings":[]}"#;
    check(
        "trace_is_a_heap_snapshot",
        lagometer(&["trace", "-"]).stdin(snapshot).run(),
    );
    let broken = r#"{"traceEvents":[{"ph":"X","ts":1,,"dur":2}]}"#;
    check("trace_syntax", lagometer(&["trace", "-"]).stdin(broken).run());
}

#[test]
fn windows_that_are_not_there() {
    let window = |window: &str| lagometer(&["trace", "grid.json", "--window", window]).run();
    check("window_no_such_mark", window("grid:start..grid:stop"));
    check("window_backwards", window("grid:end..grid:start"));
}

#[test]
fn metrics_that_do_not_exist() {
    check("metric_nearest", lagometer(&["metrics", "long_taks"]).run());
    check(
        "metric_far",
        lagometer(&["metrics", "largest_contentful_paint"]).run(),
    );
}

#[test]
fn answers_that_cannot_be_written() {
    check(
        "output_folder",
        lagometer(&["trace", "grid.json", "-o", "."]).run(),
    );
    check(
        "output_no_folder",
        lagometer(&["trace", "grid.json", "-o", "no-such-folder/answer.json"]).run(),
    );
    assert!(!data().join("no-such-folder").exists());
}

/// Everything about a run that can be known without a browser is said before one is started.
#[test]
fn runs_that_cannot_start() {
    let run = |scenario: &str| lagometer(&["run", "-"]).stdin(scenario).run();
    check(
        "scenario_unknown_key",
        run("name: a\nurl: http://localhost/\nactoins: []\n"),
    );
    check(
        "scenario_unknown_key_in_step",
        run("name: a\nurl: http://localhost/\nactions:\n  - typeText: x\n    selector: '#a'\n"),
    );
    check("scenario_no_actions", run("name: a\nurl: http://localhost/\n"));
    check("scenario_yaml", run("name: [a\n"));
    check("scenario_empty", run(""));
    check(
        "scenario_no_utf8",
        lagometer(&["run", "-"]).stdin(b"name: \xff".to_vec()).run(),
    );
    check(
        "scenario_missing",
        lagometer(&["run", "no-such-scenario.yaml"]).run(),
    );
    let serve = "name: a\nserve: ./no-such-folder\nactions: [{sleep: 1}]\n";
    check("scenario_no_served_folder", run(serve));
}

#[test]
fn results_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("results"), "a file in the place of the folder").expect("a file");
    let scenario = "name: a\nurl: about:blank\nactions: [{sleep: 1}]\n";
    std::fs::write(folder.path().join("a.yaml"), scenario).expect("a file");
    let given = lagometer(&["run", "a.yaml", "--results", "results"])
        .within(folder.path())
        .run();
    check("results_is_a_file", given);
    if cfg!(target_os = "linux") {
        // Nobody can make a folder there, not even root.
        let given = lagometer(&["run", "a.yaml", "--results", "/proc/results"])
            .within(folder.path())
            .run();
        assert_eq!(given.code, 2);
        assert!(
            given
                .stderr
                .starts_with("error: cannot write to the results folder"),
            "{}",
            given.stderr
        );
        assert!(given.stderr.contains("at /proc/results"), "{}", given.stderr);
    }
}

#[test]
fn folders_that_are_no_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let inspect = |name: &str| lagometer(&["inspect", name]).within(folder.path()).run();
    std::fs::create_dir_all(folder.path().join("empty")).expect("a folder");
    check("inspect_empty_folder", inspect("empty"));
    lagometer_record::Store::open(&folder.path().join("results"))
        .and_then(|store| store.rebuild_index())
        .expect("a results folder");
    check("inspect_results_folder", inspect("results"));
    std::fs::create_dir_all(folder.path().join("damaged")).expect("a folder");
    std::fs::write(folder.path().join("damaged/record.json"), "{\"kind\":").expect("a file");
    check("inspect_damaged_run", inspect("damaged"));
    check("inspect_missing", inspect("no-such-file"));
}
