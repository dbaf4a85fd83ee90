//! The extra round with CPU samples: what it says, and that nothing of it reaches the numbers or ends a
//! run.

use crate::program::{Bench, Given, NOTICES, Running};
use crate::server::Server;
use lagometer_report::{Outcome, RoundState, SummaryDocument};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A page whose click keeps one function busy, in a script that was written as another one.
fn site(bench: &Bench) {
    let site = bench.path().join("site");
    fs::create_dir_all(&site).expect("a folder");
    let page = "<!doctype html><title>t</title><link rel=icon href=data:,><button id=go>Go</button>\
                <script src=app.min.js></script>";
    fs::write(site.join("index.html"), page).expect("it can be written");
    // Line 2 of the script is line 4 of the source, with the name `sumUp` at its bracket.
    let script = "document.querySelector('#go').onclick=()=>{s(250);document.body.dataset.done=''};\n\
                  function s(m){let e=performance.now()+m,x=0;while(performance.now()<e)x+=Math.sqrt(x+1);return x}\n\
                  document.body.dataset.ready='';\n//# sourceMappingURL=app.min.js.map\n";
    fs::write(site.join("app.min.js"), script).expect("it can be written");
    let map = r#"{"version":3,"sources":["src/sum.js"],"sourcesContent":["// The source.\n\n\nfunction sumUp(ms) {\n}\n"],"names":["sumUp"],"mappings":";AAGA,UAASA"}"#;
    fs::write(site.join("app.min.js.map"), map).expect("it can be written");
}

const STEPS: &str = "prepare:\n  - waitForElement: \"[data-ready]\"\nactions:\n  - click: \"#go\"\n  \
                     - waitForElement: \"[data-done]\"\nrounds: 1\nwarmup: 0\n";

fn summary(bench: &Bench) -> SummaryDocument {
    let file = bench.run_folder().join("summary.json");
    lagometer_report::version::load(&fs::read(file).expect("a summary")).expect("it loads")
}

/// `lagometer cpu` of the only run.
fn cpu(bench: &Bench, arguments: &[&str]) -> Given {
    let results = bench.results();
    let results = results.to_str().expect("UTF-8");
    let all: Vec<&str> = ["cpu", "last", "--results", results]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    bench.start_command(&all).wait()
}

#[test]
fn the_extra_round_names_the_function_as_it_was_written() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let scenario = bench.scenario(&format!("name: extra\nserve: ./site\n{STEPS}"));
    let given = bench.start_diagnosed(&scenario, &[], &[]).wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    for text in [
        "where the time went   1 extra round with CPU samples, not in the numbers above",
        "sumUp",
        "/src/sum.js:4:",
        "long task",
    ] {
        assert!(given.stdout.contains(text), "{text}: {}", given.stdout);
    }
    bench.check_nothing_is_left();
    bench.check_record_and_disk_agree();

    let record = bench.record();
    assert_eq!((record.outcome, record.rounds.len()), (Outcome::Complete, 1));
    let diagnosis = record.diagnosis.as_ref().expect("an extra round");
    assert_eq!((diagnosis.number, diagnosis.state), (2, RoundState::Valid));
    let summary = summary(&bench);
    let variant = &summary.variants["head"];
    assert_eq!(variant.rounds.measured, 1);
    assert_eq!(variant.series_round, Some(1));
    let hotspots = summary.hotspots.expect("hotspots");
    assert_eq!(hotspots.functions[0].name, "sumUp");
    let tasks = hotspots.long_tasks.expect("long tasks");
    assert_eq!(tasks.tasks[0].functions[0].name, "sumUp", "{tasks:?}");

    // The folder that was served may go: what it gave is kept, and the page says it too.
    assert!(!diagnosis.sources.is_empty());
    fs::remove_dir_all(bench.path().join("site")).expect("it can be removed");
    let again = cpu(&bench, &["--format", "json"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let document: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!(document["functions"][0]["name"], "sumUp");
    assert_eq!(document["functions"][0]["original"]["value"]["line"], 4);
    let page = fs::read_to_string(bench.run_folder().join("report.html")).expect("a page");
    assert!(page.contains("Where the time went") && page.contains("sumUp"));
}

#[test]
fn without_the_extra_round_nothing_is_said_of_it() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let scenario = bench.scenario(&format!("name: extra\nserve: ./site\n{STEPS}"));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(!given.stdout.contains("where the time went"), "{}", given.stdout);
    assert_eq!(bench.record().diagnosis, None);
    let again = cpu(&bench, &[]);
    assert_eq!(again.code, Some(2), "{}", again.stdout);
    assert!(again.said("has no round with CPU samples"), "{}", again.stderr);
}

#[test]
fn without_traces_the_answer_stays() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let scenario = bench.scenario(&format!("name: extra\nserve: ./site\n{STEPS}"));
    let given = bench
        .start_diagnosed(&scenario, &["--keep-traces", "none"], &[])
        .wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_record_and_disk_agree();
    let diagnosis = bench.record().diagnosis.expect("an extra round");
    assert_eq!(diagnosis.trace, None);
    let answer = fs::read_to_string(bench.run_folder().join(diagnosis.cpu.expect("an answer")));
    assert!(answer.expect("a file").contains("sumUp"));
    let again = cpu(&bench, &[]);
    assert_eq!(again.code, Some(2), "{}", again.stdout);
    assert!(again.said("has not kept the trace"), "{}", again.stderr);
}

fn until_actions(running: &mut Running, server: &Server, round: usize) {
    running.until("the actions of a round", || server.asked("/actions") == round);
}

#[test]
fn an_extra_round_that_fails_fails_no_run() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let steps = "actions:\n  - evaluate: await fetch('/actions')\n  - sleep: 500\nrounds: 1\nwarmup: 0\n";
    let scenario = bench.scenario(&format!("name: extra\nurl: {}\n{steps}", server.url()));
    let mut running = bench.start_diagnosed(&scenario, &[], &[NOTICES]);
    until_actions(&mut running, &server, 1);
    // The page is loaded; it cannot be loaded again.
    server.stop();
    let given = running.wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(
        given.stdout.contains("where the time went   n/a"),
        "{}",
        given.stdout
    );
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Complete);
    let diagnosis = record.diagnosis.expect("an extra round");
    assert_eq!(diagnosis.state, RoundState::Failed);
    assert_eq!(
        diagnosis.reasons[0].code, "navigation-failed",
        "{:?}",
        diagnosis.reasons
    );
    assert!(summary(&bench).hotspots.is_none());
    bench.check_nothing_is_left();
    bench.check_record_and_disk_agree();
}

#[test]
fn interrupted_in_the_extra_round_the_measured_ones_are_answered() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let steps = "actions:\n  - evaluate: await fetch('/actions')\n  - sleep: 1500\nrounds: 1\nwarmup: 0\n";
    let scenario = bench.scenario(&format!("name: extra\nurl: {}\n{steps}", server.url()));
    let mut running = bench.start_diagnosed(&scenario, &[], &[NOTICES]);
    until_actions(&mut running, &server, 2);
    running.signal("INT");
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("1 round kept"), "{}", given.stderr);
    assert!(given.stdout.contains("extra"), "{}", given.stdout);
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Interrupted);
    assert_eq!(record.rounds.len(), 1);
    assert_eq!(record.diagnosis, None);
    assert!(record.files.summary.is_some());
    bench.check_nothing_is_left();
    bench.check_record_and_disk_agree();
}

/// Killed in it, the run leaves what is finished, and a record that says so.
#[test]
fn killed_in_the_extra_round_the_rounds_are_on_the_disk() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let steps = "actions:\n  - evaluate: await fetch('/actions')\n  - sleep: 1500\nrounds: 1\nwarmup: 0\n";
    let scenario = bench.scenario(&format!("name: extra\nurl: {}\n{steps}", server.url()));
    let mut running = bench.start_diagnosed(&scenario, &[], &[NOTICES]);
    until_actions(&mut running, &server, 2);
    running.signal("KILL");
    running.wait();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Interrupted);
    assert_eq!(record.rounds[0].state, RoundState::Valid);
}

/// What a scenario keeps secret stands in the script that fills `localStorage`.
#[test]
fn no_secret_is_recorded_with_the_scripts() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let secret = "s3cr3t-of-the-test";
    let scenario = bench.scenario(&format!(
        "name: extra\nserve: ./site\ninstall:\n  localStorage: {{ key: \"${{LAGOMETER_TEST_SECRET}}\" }}\n{STEPS}"
    ));
    let variables = [("LAGOMETER_TEST_SECRET", secret)];
    let given = bench.start_diagnosed(&scenario, &[], &variables).wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    // The function is named all the same, by the folder that was served.
    assert!(given.stdout.contains("sumUp"), "{}", given.stdout);
    let mut folders = vec![bench.run_folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            assert!(!unpacked(&path).contains(secret), "{}", path.display());
        }
    }
}

fn unpacked(path: &Path) -> String {
    let bytes = fs::read(path).expect("it can be read");
    if path.extension().is_some_and(|ending| ending == "gz") {
        let mut text = String::new();
        let mut unpacking = flate2::read::MultiGzDecoder::new(&bytes[..]);
        std::io::Read::read_to_string(&mut unpacking, &mut text).expect("gzip of text");
        return text;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
