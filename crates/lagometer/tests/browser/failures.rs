//! Runs that cannot succeed say so, in time, and leave nothing.

use crate::program::Bench;
use lagometer_report::Outcome;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder that holds `corpus` and `cases`, where it is there.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    folder.join("cases").is_dir().then_some(folder)
}

/// A page that works for ever and never says that it is ready.
const NEVER_READY: &str = "<!doctype html><meta charset=utf-8><main data-state=no>waiting</main>\n\
    <script>setInterval(() => { const end = performance.now() + 15; while (performance.now() < end); }, 100)</script>";

fn check_never_ready(bench: &Bench, page: &str, selector: &str) {
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("page.html"), page).expect("a page");
    let scenario = bench.scenario(&format!(
        "name: never-ready\nserve: ./site\nurl: /page.html\nprepare:\n  - waitForElement: '{selector}'\n    \
         timeout: 2s\nactions:\n  - sleep: 500\n"
    ));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.took < Duration::from_secs(20), "it took {:?}", given.took);
    assert_eq!(given.stdout, "", "there is no number");
    assert!(
        given.stderr.starts_with("error: page not ready"),
        "{}",
        given.stderr
    );
    assert!(
        given.stderr.contains(selector),
        "the condition is named: {}",
        given.stderr
    );
    assert!(
        given.stderr.contains("scenario.yaml:5:5"),
        "its place is named: {}",
        given.stderr
    );
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Failed);
    assert_eq!(record.failure.expect("a failure").code, "page-not-ready");
    assert_eq!(record.files.summary, None);
    bench.check_record_and_disk_agree();
    let index = fs::read_to_string(bench.results().join("records.json")).expect("the index");
    assert!(
        !index.contains("\"complete\""),
        "no record counts as success: {index}"
    );
}

#[test]
fn a_page_that_is_never_ready() {
    let Some(bench) = Bench::new() else { return };
    check_never_ready(&bench, NEVER_READY, "[data-state=\"ready\"]");
}

#[test]
fn the_shared_case_never_ready() {
    let Some(shared) = shared() else {
        let _ = writeln!(std::io::stderr(), "skipped, there is no folder with shared cases");
        return;
    };
    let Some(bench) = Bench::new() else { return };
    let page = fs::read_to_string(shared.join("cases/other/05-never-ready/page.html")).expect("the page");
    check_never_ready(&bench, &page, "[data-page-ready=\"true\"]");
}

/// A step that fails in the first round would fail in every round: the run ends at once.
#[test]
fn a_step_without_a_match_and_an_exception() {
    let Some(bench) = Bench::new() else { return };
    let server = crate::server::Server::start();
    let scenario = bench.scenario(&format!(
        "name: no-match\nurl: {}\nactions:\n  - click: '#nothing'\n    timeout: 500\n",
        server.url()
    ));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.stderr.contains("`#nothing`"), "{}", given.stderr);
    assert!(
        given.said("scenario.yaml:4:5, actions step 1"),
        "{}",
        given.stderr
    );
    assert!(given.said("no measured round kept"), "{}", given.stderr);
    assert_eq!(bench.record().rounds.len(), 1);
    bench.check_nothing_is_left();

    let scenario = bench.scenario(&format!(
        "name: throws\nurl: {}\nactions:\n  - evaluate: throw new Error('out of rows')\n",
        server.url()
    ));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.stderr.contains("out of rows"), "{}", given.stderr);
    bench.check_nothing_is_left();
}

#[test]
fn a_server_that_is_not_there() {
    let Some(bench) = Bench::new() else { return };
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port that nobody listens on any more");
    let scenario = bench.scenario(&format!(
        "name: gone\nurl: http://{free}/\nactions: [{{ sleep: 10 }}]\n"
    ));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("failed to load"), "{}", given.stderr);
    bench.check_nothing_is_left();
}

/// The results folder goes away while a round runs, as an unplugged disk would.
#[test]
fn results_that_vanish() {
    let Some(bench) = Bench::new() else { return };
    let server = crate::server::Server::start();
    let scenario = bench.scenario(&format!(
        "name: vanish\nurl: {}\nactions:\n  - evaluate: await fetch('/actions')\n  - sleep: 1000\n",
        server.url()
    ));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 1", || server.asked("/actions") == 1);
    fs::remove_dir_all(bench.results()).expect("it can be removed");
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("failed to write"), "{}", given.stderr);
    bench.check_nothing_is_left();
}

/// What is no browser, and what is not there at all, needs no browser to be told.
#[test]
fn no_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(
        path.join("a.yaml"),
        "name: a\nurl: about:blank\nactions: [{ sleep: 1 }]\n",
    )
    .expect("a file");
    let run = |browser: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_lagometer"))
            .args(["run", "a.yaml", "--browser", browser])
            .current_dir(path)
            .output()
            .expect("the program starts")
    };
    let given = run("/nonexistent/chromium");
    let stderr = String::from_utf8_lossy(&given.stderr);
    assert_eq!(given.status.code(), Some(5), "{stderr}");
    assert!(
        stderr.starts_with("error: no browser at `/nonexistent/chromium`"),
        "{stderr}"
    );
    let given = run("/bin/false");
    let stderr = String::from_utf8_lossy(&given.stderr);
    assert_eq!(given.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("failed to start `/bin/false`"), "{stderr}");
}
