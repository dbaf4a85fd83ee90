//! However a run ends, no process, no profile folder and no half-written file is left, and finished
//! rounds are kept.

use crate::processes;
use crate::program::{Bench, Given, Running};
use crate::server::Server;
use lagometer_report::{Outcome, RoundState};

/// Waits in its actions, and says when it is there. Rounds are told apart by how often it did.
fn scenario(server: &Server, wait_ms: u32) -> String {
    format!(
        "name: kills\nurl: {}\nprepare:\n  - waitForElement: \"[data-ready]\"\nactions:\n  \
         - evaluate: await fetch('/actions')\n  - sleep: {wait_ms}\nafter:\n  \
         - evaluate: await fetch('/after')\nrounds: 3\nwarmup: 0\n",
        server.url()
    )
}

fn check_interrupted(bench: &Bench, given: &Given, at_least_rounds: usize) {
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("interrupted"), "{}", given.stderr);
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Interrupted);
    assert!(record.rounds.len() >= at_least_rounds, "{:?}", record.rounds);
    bench.check_record_and_disk_agree();
}

/// Ctrl-C while the browser starts.
#[test]
fn interrupted_at_launch() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 100));
    let mut running = bench.start(&scenario, &[]);
    let temporary = bench.temporary();
    running.until("the browser's process", || {
        processes::browser(&temporary).is_some()
    });
    running.signal("INT");
    let given = running.wait();
    check_interrupted(&bench, &given, 0);
    assert_eq!(server.asked("/after"), 0, "no round was finished");
    assert!(bench.record().rounds.is_empty());
}

/// Ctrl-C while the page is prepared.
#[test]
fn interrupted_in_prepare() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let text = format!(
        "name: kills\nurl: {}\nprepare:\n  - evaluate: await fetch('/prepare')\n  \
         - waitForElement: \"[data-never]\"\n    timeout: 60s\nactions: [{{ sleep: 10 }}]\n",
        server.url()
    );
    let mut running = bench.start(&bench.scenario(&text), &[]);
    running.until("the page being prepared", || server.asked("/prepare") > 0);
    running.signal("TERM");
    let given = running.wait();
    check_interrupted(&bench, &given, 0);
}

/// Ctrl-C while the window is open, in the second round: the first is kept, and answered.
#[test]
fn interrupted_in_actions() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 1_500));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 2", || server.asked("/actions") == 2);
    running.signal("INT");
    let given = running.wait();
    check_interrupted(&bench, &given, 1);
    let record = bench.record();
    assert_eq!(record.rounds.len(), 1, "the round under way is not kept");
    assert_eq!(
        record.rounds[0].state,
        RoundState::Valid,
        "{:?}",
        record.rounds[0].reasons
    );
    assert!(
        given.stdout.contains("kills"),
        "the finished round is answered: {}",
        given.stdout
    );
    assert!(given.said("1 round kept"), "{}", given.stderr);
    assert!(record.files.summary.is_some());
}

/// Ctrl-C while the trace is being written.
#[test]
fn interrupted_while_the_trace_is_streamed() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 300));
    let mut running = bench.start(&scenario, &[]);
    let results = bench.results();
    running.until("a file of the trace", || has_trace(&results));
    running.signal("INT");
    let given = running.wait();
    check_interrupted(&bench, &given, 0);
}

fn has_trace(results: &std::path::Path) -> bool {
    let runs = std::fs::read_dir(results.join("runs"))
        .into_iter()
        .flatten()
        .flatten();
    runs.flat_map(|run| {
        std::fs::read_dir(run.path().join("rounds/001"))
            .into_iter()
            .flatten()
    })
    .flatten()
    .any(|file| file.file_name().to_string_lossy().contains("trace"))
}

/// Ctrl-C as soon as the first round lies on disk.
#[test]
fn interrupted_between_rounds() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 300));
    let mut running = bench.start(&scenario, &[]);
    let results = bench.results();
    running.until("the first round's file", || {
        let runs = std::fs::read_dir(results.join("runs"))
            .into_iter()
            .flatten()
            .flatten();
        runs.map(|run| run.path().join("rounds/001/round.json"))
            .any(|file| file.is_file())
    });
    running.signal("INT");
    let given = running.wait();
    check_interrupted(&bench, &given, 1);
}

/// The second Ctrl-C does not wait for anything.
#[test]
fn interrupted_twice() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 1_500));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 2", || server.asked("/actions") == 2);
    running.signal("INT");
    running.signal("INT");
    let given = running.wait();
    check_interrupted(&bench, &given, 1);
}

/// Waits until the page of this round is in its actions.
fn until_round(running: &mut Running, server: &Server, round: usize) {
    running.until("the actions of a round", || server.asked("/actions") == round);
}

/// A browser that dies is started again once, and its round repeated.
#[test]
fn the_browser_is_killed_once() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 800));
    let mut running = bench.start(&scenario, &["--format", "json"]);
    until_round(&mut running, &server, 2);
    let browser = processes::browser(&bench.temporary()).expect("the browser's process");
    processes::signal(browser.id, "KILL");
    let given = running.wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Complete);
    let failed: Vec<_> = record
        .rounds
        .iter()
        .filter(|round| round.state == RoundState::Failed)
        .collect();
    assert_eq!(failed.len(), 1, "{:?}", record.rounds);
    assert_eq!(failed[0].reasons[0].code, "browser-died");
    let summary: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
    assert_eq!(summary["variants"]["head"]["rounds"]["failed"], 1);
    assert_eq!(summary["variants"]["head"]["rounds"]["measured"], 3);
    bench.check_record_and_disk_agree();
}

/// A browser that dies again ends the run; the round before is kept.
#[test]
fn the_browser_is_killed_twice() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 800));
    let mut running = bench.start(&scenario, &[]);
    for round in [2, 3] {
        until_round(&mut running, &server, round);
        let browser = processes::browser(&bench.temporary()).expect("the browser's process");
        processes::signal(browser.id, "KILL");
    }
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("browser ended"), "{}", given.stderr);
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Failed);
    assert_eq!(record.failure.expect("a failure").code, "browser-died");
    let valid = record
        .rounds
        .iter()
        .filter(|round| round.state == RoundState::Valid)
        .count();
    assert_eq!((valid, record.rounds.len()), (1, 3));
    assert!(record.files.summary.is_some(), "the finished round has its value");
    bench.check_record_and_disk_agree();
}

/// A renderer that crashes fails its round; two in a row end the run.
#[test]
fn the_renderer_crashes() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&scenario(&server, 800));
    let mut running = bench.start(&scenario, &[]);
    for round in [2, 3] {
        until_round(&mut running, &server, round);
        for renderer in processes::renderers(&bench.temporary()) {
            processes::signal(renderer.id, "KILL");
        }
    }
    let given = running.wait();
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(given.code, Some(5), "{:?} {}", record.rounds, given.stderr);
    assert!(given.said("renderer process crashed"), "{}", given.stderr);
    assert_eq!(record.failure.expect("a failure").code, "renderer-crashed");
    let states: Vec<RoundState> = record.rounds.iter().map(|round| round.state).collect();
    assert_eq!(
        states,
        [RoundState::Valid, RoundState::Failed, RoundState::Failed]
    );
    bench.check_record_and_disk_agree();
}
