//! However a run ends, no process, no profile folder and no half-written file is left, and finished
//! rounds are kept.

use crate::processes;
use crate::program::{Bench, Given, NOTICES, Running};
use crate::server::Server;
use lagometer_report::{Outcome, RoundState};
use std::path::Path;
use std::time::Duration;

/// A run under way, of a page that tells the server how far it is.
struct Scene {
    bench: Bench,
    server: Server,
    running: Running,
}

impl Scene {
    /// Three rounds that wait in their actions. They are told apart by how often the server heard of it.
    fn with_wait(wait_ms: u32, arguments: &[&str]) -> Option<Scene> {
        let steps = format!(
            "prepare:\n  - waitForElement: \"[data-ready]\"\nactions:\n  \
             - evaluate: await fetch('/actions')\n  - sleep: {wait_ms}\nafter:\n  \
             - evaluate: await fetch('/after')\nrounds: 3\nwarmup: 0\n"
        );
        Scene::of(&steps, arguments)
    }

    fn of(steps: &str, arguments: &[&str]) -> Option<Scene> {
        let bench = Bench::new()?;
        let server = Server::start();
        let scenario = bench.scenario(&format!("name: kills\nurl: {}\n{steps}", server.url()));
        let running = bench.start_with(&scenario, arguments, &[NOTICES]);
        Some(Scene {
            bench,
            server,
            running,
        })
    }

    /// Waits until the page of this round is in its actions.
    fn until_round(&mut self, round: usize) {
        let server = &self.server;
        self.running
            .until("the actions of a round", || server.asked("/actions") == round);
    }

    fn until_file(&mut self, what: &str, wanted: fn(&Path) -> bool) {
        let results = self.bench.results();
        self.running.until(what, || {
            let runs = std::fs::read_dir(results.join("runs"));
            let mut runs = runs.into_iter().flatten().flatten();
            runs.any(|run| wanted(&run.path().join("rounds/001")))
        });
    }

    fn wait(self) -> (Bench, Given) {
        let given = self.running.wait();
        self.bench.check_nothing_is_left();
        (self.bench, given)
    }
}

/// A stage of a run by its name, and how to come there.
type Stage = (&'static str, fn() -> Option<Scene>);

/// The places in a run at which somebody may press Ctrl-C.
const STAGES: [Stage; 6] = [
    ("launch", at_launch),
    ("prepare", in_prepare),
    ("actions", in_actions),
    ("stream", while_the_trace_is_streamed),
    ("after", in_after),
    ("between", between_rounds),
];

fn at_launch() -> Option<Scene> {
    let mut scene = Scene::with_wait(100, &[])?;
    let temporary = scene.bench.temporary();
    scene.running.until("the browser's process", || {
        processes::browser(&temporary).is_some()
    });
    Some(scene)
}

fn in_prepare() -> Option<Scene> {
    let steps = "prepare:\n  - evaluate: await fetch('/prepare')\n  - waitForElement: \"[data-never]\"\n    \
                 timeout: 60s\nactions: [{ sleep: 10 }]\n";
    let mut scene = Scene::of(steps, &[])?;
    let server = &scene.server;
    scene
        .running
        .until("the page being prepared", || server.asked("/prepare") > 0);
    Some(scene)
}

/// In the second round: the first is kept, and answered.
fn in_actions() -> Option<Scene> {
    let mut scene = Scene::with_wait(1_500, &[])?;
    scene.until_round(2);
    Some(scene)
}

fn while_the_trace_is_streamed() -> Option<Scene> {
    let mut scene = Scene::with_wait(300, &[])?;
    scene.until_file("a file of the trace", |round| {
        let files = std::fs::read_dir(round).into_iter().flatten().flatten();
        files
            .into_iter()
            .any(|file| file.file_name().to_string_lossy().contains("trace"))
    });
    Some(scene)
}

fn in_after() -> Option<Scene> {
    let steps = "actions: [{ sleep: 10 }]\nafter:\n  - evaluate: await fetch('/after')\n  - sleep: 60s\n";
    let mut scene = Scene::of(steps, &[])?;
    let server = &scene.server;
    scene
        .running
        .until("what follows the window", || server.asked("/after") > 0);
    Some(scene)
}

fn between_rounds() -> Option<Scene> {
    let mut scene = Scene::with_wait(300, &[])?;
    scene.until_file("the first round's file", |round| {
        round.join("round.json").is_file()
    });
    Some(scene)
}

/// Ending a browser takes well under a second where there are processors for it; a run that is
/// interrupted gives it ten.
const CLEANED_UP: Duration = Duration::from_secs(12);
/// The second Ctrl-C waits for nothing but the end of the processes.
const AT_ONCE: Duration = Duration::from_secs(5);

/// What is left of a run that somebody interrupted.
fn check_interrupted(stage: &str, bench: &Bench, given: &Given, limit: Duration) {
    assert_eq!(given.code, Some(5), "{stage}: {}", given.stderr);
    assert!(given.said("interrupted"), "{stage}: {}", given.stderr);
    let after = given.after_signal.expect("it was signalled");
    assert!(after < limit, "{stage}: {after:?}");
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Interrupted, "{stage}");
    bench.check_record_and_disk_agree();
    let kept = match stage {
        "launch" | "prepare" | "after" => 0,
        "actions" | "between" => 1,
        // The trace may be whole by the time the signal comes.
        _ => record.rounds.len(),
    };
    // Between rounds the next one may be done as well.
    assert!(
        record.rounds.len() == kept || stage == "between",
        "{stage}: {:?}",
        record.rounds
    );
    for round in &record.rounds {
        assert_eq!(round.state, RoundState::Valid, "{stage}: {:?}", round.reasons);
    }
}

#[test]
fn interrupted_at_each_stage() {
    for (stage, reach) in STAGES {
        let Some(mut scene) = reach() else { return };
        // Both signals that ask a program to end are heard.
        scene
            .running
            .signal(if stage == "prepare" { "TERM" } else { "INT" });
        let (bench, given) = scene.wait();
        check_interrupted(stage, &bench, &given, CLEANED_UP);
        if stage == "actions" {
            assert!(
                given.stdout.contains("kills"),
                "the finished round is answered: {}",
                given.stdout
            );
            assert!(given.said("1 round kept"), "{}", given.stderr);
            assert!(bench.record().files.summary.is_some());
        }
    }
}

#[test]
fn interrupted_twice_at_each_stage() {
    for (stage, reach) in STAGES {
        let Some(mut scene) = reach() else { return };
        scene.running.signal("INT");
        scene.running.signal("INT");
        let (bench, given) = scene.wait();
        check_interrupted(stage, &bench, &given, AT_ONCE);
    }
}

/// A browser that dies is started again once, and its round repeated.
#[test]
fn the_browser_is_killed_once() {
    let Some(mut scene) = Scene::with_wait(800, &["--format", "json"]) else {
        return;
    };
    scene.until_round(2);
    let browser = processes::browser(&scene.bench.temporary()).expect("the browser's process");
    processes::signal(browser.id, "KILL");
    let (bench, given) = scene.wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    given.check_noticed_in_time("browser-died", 1);
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
    let Some(mut scene) = Scene::with_wait(800, &[]) else {
        return;
    };
    for round in [2, 3] {
        scene.until_round(round);
        let browser = processes::browser(&scene.bench.temporary()).expect("the browser's process");
        processes::signal(browser.id, "KILL");
    }
    let (bench, given) = scene.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("browser ended"), "{}", given.stderr);
    given.check_noticed_in_time("browser-died", 2);
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
    let Some(mut scene) = Scene::with_wait(800, &[]) else {
        return;
    };
    for round in [2, 3] {
        scene.until_round(round);
        for renderer in processes::renderers(&scene.bench.temporary()) {
            processes::signal(renderer.id, "KILL");
        }
    }
    let (bench, given) = scene.wait();
    given.check_noticed_in_time("renderer-crashed", 2);
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
