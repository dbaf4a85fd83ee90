//! Budgets against a real run: met, exceeded, and of a value that is not there.

use crate::program::{Bench, Given};
use lagometer_report::{RecordDocument, SummaryDocument};
use std::fs;

/// A page whose button is busy for 120 ms.
const PAGE: &str = "<!doctype html><meta charset=utf-8><button id=go>go</button><input id=text><script>\n\
    const go = document.querySelector('#go');\n\
    go.addEventListener('click', () => { const end = performance.now() + 120; while (performance.now() < end);\n\
    go.textContent = document.querySelector('#text').value + ' done'; });</script>";

fn bench() -> Option<Bench> {
    let bench = Bench::new()?;
    fs::create_dir(bench.path().join("site")).expect("a folder");
    fs::write(bench.path().join("site/index.html"), PAGE).expect("a page");
    Some(bench)
}

fn run(bench: &Bench, budgets: &str, arguments: &[&str]) -> Given {
    // A new run each time, so that the folder of the only run is that one.
    let _ = fs::remove_dir_all(bench.results());
    let scenario = bench.scenario(&format!(
        "name: busy\nserve: ./site\nactions:\n  - measure: go\n    steps: [{{ click: '#go' }}]\nrounds: 2\n\
         warmup: 0\nbudgets:\n{budgets}"
    ));
    bench.run(&scenario, arguments)
}

fn summary(bench: &Bench) -> SummaryDocument {
    lagometer_record::RunFolder::at(&bench.run_folder())
        .and_then(|run| run.load_summary())
        .expect("the summary loads")
}

#[test]
fn a_budget_decides_the_exit_code() {
    let Some(bench) = bench() else { return };
    let met = "  - { metric: user_timing:go, max: 60s }\n  - { metric: long_task/count, max: 100 }\n";
    let given = run(&bench, met, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(given.stdout.contains("busy   2 rounds"), "{}", given.stdout);
    assert!(!given.stdout.contains("BUDGET"), "{}", given.stdout);
    assert_eq!(given.stdout.matches(": met, n 2").count(), 2, "{}", given.stdout);
    let budgets = summary(&bench).budgets;
    assert_eq!(budgets[0].metric, "user_timing:go/median");
    assert_eq!((budgets[0].met, budgets[0].n), (Some(true), 2));

    let exceeded =
        "  - { metric: total_blocking_time, max: 10ms }\n  - { metric: user_timing:go, max: 60s }\n";
    let junit = bench.path().join("junit.xml");
    let given = run(&bench, exceeded, &["--junit", junit.to_str().expect("UTF-8")]);
    assert_eq!(
        (given.code, given.stderr.as_str()),
        (Some(1), ""),
        "{}",
        given.stdout
    );
    assert!(
        given
            .stdout
            .starts_with("BUDGET EXCEEDED   1 of 2 budgets\nbudget  total blocking time ")
    );
    let xml = fs::read_to_string(&junit).expect("the report");
    assert!(
        xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\""),
        "{xml}"
    );
    assert!(xml.contains("<failure type=\"budget-exceeded\""), "{xml}");
    let breach = &summary(&bench).budgets[0];
    assert_eq!(breach.met, Some(false));
    assert!(breach.value.expect("a value").0 >= 70_000.0, "{breach:?}");

    let absent = "  - { metric: user_timing:gone, max: 1s }\n";
    let given = run(&bench, absent, &["--format", "json"]);
    assert_eq!(given.code, Some(4), "{}", given.stderr);
    let answer: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
    assert_eq!(answer["budgets"][0]["met"], serde_json::Value::Null);
    assert_eq!(
        answer["budgets"][0]["detail"],
        "no round has a `gone`; there is `go`"
    );
    bench.check_nothing_is_left();
}

#[test]
fn a_page_is_measured_by_its_address_alone() {
    let Some(bench) = bench() else { return };
    let page = format!("file://{}", bench.path().join("site/index.html").display());
    let arguments = [
        "--type",
        "#text=ac=me",
        "--click",
        "#go",
        "--rounds",
        "1",
        "--warmup",
        "0",
    ];
    let given = bench.run(page.as_ref(), &arguments);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(given.stdout.contains("interaction median"), "{}", given.stdout);
    let record: RecordDocument = bench.record();
    assert_eq!(record.scenario.name, "index-html");
    let value = &summary(&bench).variants["head"].metrics["user_timing:interaction/median"];
    assert!(value.value.expect("a value").0 >= 120_000.0, "{value:?}");
    // The copy in the run's folder is what was run.
    let copy = bench.run_folder().join("scenario.yaml");
    let text = fs::read_to_string(&copy).expect("the copy");
    let scenario = lagometer_measure::scenario::parse(&text, "scenario.yaml").expect("a scenario");
    assert_eq!(
        lagometer_measure::scenario::fingerprint(&scenario),
        record.scenario.sha256
    );
    let again = bench.path().join("again.yaml");
    fs::write(&again, &text).expect("it can be written");
    let _ = fs::remove_dir_all(bench.results());
    let given = bench.run(&again, &["--rounds", "1", "--warmup", "0"]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert_eq!(bench.record().scenario.sha256, record.scenario.sha256);
    bench.check_nothing_is_left();
}
