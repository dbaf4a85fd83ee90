//! `report`: runs as a page.

use crate::program::{Given, data, lagometer};
use std::fs;
use std::path::Path;

const RUN: &str = "2026-11-29-143012-grid-sort";

/// A folder with the results of one run, as version 1 stored it.
fn results() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("lagometer-results/runs").join(RUN);
    fs::create_dir_all(&run).expect("it can be made");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lagometer-report/test_data/v1");
    for file in ["record.json", "summary.json"] {
        fs::copy(stored.join(file), run.join(file)).expect("a stored document");
    }
    folder
}

fn report(folder: &Path, arguments: &[&str]) -> Given {
    lagometer(&[&["report"], arguments].concat()).within(folder).run()
}

fn check_page(page: &str, way: &str) {
    assert!(page.starts_with("<!doctype html>\n"));
    assert!(page.contains(&format!("href=\"{way}summary.json\"")), "{page}");
    assert!(!page.contains("<script") && !page.contains("https://") && !page.contains("http://"));
}

#[test]
fn a_run_is_written_as_a_page_whose_links_lead_to_it() {
    let folder = results();
    let given = report(folder.path(), &["last"]);
    assert_eq!(given.code, 0, "{}", given.whole());
    assert_eq!(given.stdout, "");
    assert_eq!(given.stderr, "note: the page is report.html\n");
    let way = format!("./lagometer-results/runs/{RUN}/");
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    check_page(&page, &way);
    // The id, a start of it, and the folder itself are the same run.
    for wanted in [RUN, "2026-11-29", &way] {
        let given = report(folder.path(), &[wanted, "-o", "-", "-q"]);
        assert_eq!(
            (given.stdout.as_str(), given.stderr.as_str()),
            (page.as_str(), "")
        );
    }
}

#[test]
fn links_start_where_the_page_lies() {
    let folder = results();
    fs::create_dir_all(folder.path().join("out/deep")).expect("it can be made");
    let given = report(folder.path(), &["last", "-o", "out/deep/page.html"]);
    assert_eq!(given.code, 0, "{}", given.whole());
    let page = fs::read_to_string(folder.path().join("out/deep/page.html")).expect("the page");
    check_page(&page, &format!("../../lagometer-results/runs/{RUN}/"));
    let there = format!("lagometer-results/runs/{RUN}/again.html");
    assert_eq!(report(folder.path(), &["last", "-o", &there]).code, 0);
    let page = fs::read_to_string(folder.path().join(there)).expect("the page");
    check_page(&page, "./");
}

#[test]
fn examples_of_its_help_work() {
    let folder = results();
    let trace = std::fs::File::create(folder.path().join("trace.json.gz")).expect("it can be made");
    let packed = std::process::Command::new("gzip")
        .args(["-nc", "grid.json"])
        .current_dir(data())
        .stdout(trace)
        .status()
        .expect("gzip is part of every Linux");
    assert!(packed.success());
    let help = report(folder.path(), &["--help"]).stdout;
    let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let mut tried = 0;
    for example in examples.take_while(|line| !line.is_empty()) {
        let words: Vec<&str> = example.split_whitespace().skip(2).collect();
        let given = report(folder.path(), &words);
        assert_eq!(given.code, 0, "{example}: {}", given.whole());
        tried += 1;
    }
    assert_eq!(tried, 3);
    let two = fs::read_to_string(folder.path().join("two-runs.html")).expect("the page");
    assert_eq!(two.matches("<article").count(), 2);
}

#[test]
fn a_trace_is_a_page_too_alone_or_beside_runs() {
    let folder = results();
    let trace = data().join("grid.json");
    let trace = trace.to_str().expect("a path");
    let page = report(folder.path(), &[trace, "-o", "-"]).stdout;
    assert!(page.starts_with("<!doctype html>\n") && !page.contains("<script"));
    for words in [
        "total blocking time",
        "busy rate over time",
        ">90.0<span",
        "pid 4242 tid 4243",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let both = report(folder.path(), &["last", trace, "-o", "-"]).stdout;
    assert_eq!(both.matches("<article").count(), 2);
    assert!(both.contains("<h1>1 run, 1 trace</h1>"));
    // A cut one says so on top, and `--strict` makes it an error after the page is written.
    let whole = fs::read(trace).expect("the trace");
    let cut = whole[..whole.len() * 3 / 5].to_vec();
    let given = lagometer(&["report", "-", "-o", "-", "--strict"])
        .stdin(cut)
        .run();
    assert_eq!(given.code, 2);
    assert!(given.stdout.contains(">partial trace</span>"), "{}", given.stdout);
}

#[test]
fn a_window_and_rules_are_of_traces() {
    let folder = results();
    let trace = data().join("grid.json");
    let trace = trace.to_str().expect("a path");
    let asked = ["--window", "grid:start..grid:end", "--rules", "devtools"];
    let page = report(folder.path(), &[&[trace, "-o", "-"], &asked[..]].concat()).stdout;
    for words in ["grid:start to grid:end, 500.0 ms", "Rules of devtools"] {
        assert!(page.contains(words), "{words}");
    }
    let given = report(folder.path(), &[&["last"], &asked[..]].concat());
    insta::assert_snapshot!("report_window_of_run", given.whole());
    assert!(!folder.path().join("report.html").exists());
}

#[test]
fn what_is_no_run_is_said() {
    let folder = results();
    let check = |name: &str, arguments: &[&str]| {
        let given = report(folder.path(), arguments);
        insta::assert_snapshot!(name, given.whole());
        assert!(!folder.path().join("report.html").exists());
    };
    check("report_unknown_run", &["2025"]);
    check("report_no_results", &["last", "--results", "elsewhere"]);
    check("report_folder_without_run", &["lagometer-results"]);
    check("report_other_format", &["last", "--format", "json"]);
    check("report_nothing", &[]);
    check("report_no_such_file", &["trace.json"]);
}
