//! Rounds that are told to stop.

use crate::lab::{Lab, in_browser, names};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Starts a round, waits until `when` says that it is time, stops it; gives back what is left in its
/// folder.
async fn stopped(lab: &Lab, yaml: &str, when: impl AsyncFnOnce(&Path)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let (sender, cancel) = watch::channel(false);
    let stopper = async {
        when(&path).await;
        sender.send(true).unwrap();
        Instant::now()
    };
    let round = async { (lab.round_in(folder, yaml, cancel).await, Instant::now()) };
    let ((result, ended), asked) = tokio::join!(round, stopper);
    let Err(failed) = result else {
        panic!("the round ended before it was stopped")
    };
    assert_eq!(failed.error.code(), "interrupted", "{}", failed.error);
    assert!(failed.error.cleanup.is_empty(), "{:?}", failed.error.cleanup);
    let took = ended.duration_since(asked);
    assert!(took < Duration::from_secs(3), "{took:?}");
    lab.still_works().await;
    names(failed.folder.path())
}

async fn after(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

const NOTHING: Vec<String> = Vec::new();

#[test]
fn a_round_stops_wherever_it_is_and_leaves_nothing() {
    in_browser(async |lab| {
        lab.file("c.html", "<!doctype html><p>p");
        lab.still_works().await;
        let head = "name: c\nserve: .\nurl: /c.html\n";

        let loading = "name: c\nserve: .\nurl: /c.html\nprepare: [{sleep: 60s}]\nactions: [{sleep: 1}]";
        assert_eq!(stopped(lab, loading, async |_| after(20).await).await, NOTHING);
        assert_eq!(stopped(lab, loading, async |_| after(1000).await).await, NOTHING);

        let actions = format!("{head}actions: [{{sleep: 60s}}]");
        assert_eq!(stopped(lab, &actions, async |_| after(1500).await).await, NOTHING);
        let pending =
            format!("{head}actions:\n  - evaluate: await new Promise(() => {{}})\n    timeout: 60s");
        assert_eq!(stopped(lab, &pending, async |_| after(1500).await).await, NOTHING);
        let settle = format!("{head}actions: [{{sleep: 1}}]\nsettle: 60s");
        assert_eq!(stopped(lab, &settle, async |_| after(1500).await).await, NOTHING);

        // The window is closed and its trace whole: that stays, though the round is not.
        let later = format!("{head}actions: [{{sleep: 1}}]\nafter: [{{sleep: 60s}}]");
        assert_eq!(
            stopped(lab, &later, async |_| after(2500).await).await,
            ["trace.json.gz"]
        );
    });
}

#[test]
fn a_round_that_is_stopped_while_its_trace_streams_leaves_nothing() {
    in_browser(async |lab| {
        lab.file("c.html", "<!doctype html><p>p");
        // Some hundred thousand events with names that do not pack well take seconds to come.
        let actions = "actions:\n  - evaluate: |\n      for (let i = 0; i < 150000; i++) performance.mark(`${i}-${Math.random()}-${Math.random()}`)\n    timeout: 60s";
        let yaml = format!("name: c\nserve: .\nurl: /c.html\n{actions}");
        let streaming = async |folder: &Path| {
            let start = Instant::now();
            while std::fs::metadata(folder.join("trace.json.gz.tmp")).map_or(0, |file| file.len()) == 0 {
                assert!(start.elapsed() < Duration::from_secs(60), "the trace never came");
                after(1).await;
            }
        };
        assert_eq!(stopped(lab, &yaml, streaming).await, NOTHING);
    });
}

#[test]
fn a_round_that_is_stopped_while_the_refresh_rate_is_measured_leaves_no_page() {
    in_browser(async |lab| {
        lab.file("c.html", "<!doctype html><p>p");
        let yaml = "name: c\nserve: .\nurl: /c.html\nactions: [{sleep: 60s}]";
        // The first round of a browser begins with it. That no page is left shows in the trace of the
        // next round, which would hold it.
        assert_eq!(stopped(lab, yaml, async |_| after(400).await).await, NOTHING);
        let next = lab
            .good_round("name: c\nserve: .\nurl: /c.html\nactions: [{sleep: 1}]")
            .await;
        assert_eq!(next.renderers(), 1);
    });
}

#[test]
fn a_round_that_was_stopped_before_it_began_opens_nothing() {
    in_browser(async |lab| {
        let (_sender, cancel) = watch::channel(true);
        let start = Instant::now();
        let result = lab
            .round_until("name: c\nserve: .\nurl: /c.html\nactions: [{sleep: 1}]", cancel)
            .await;
        assert_eq!(result.err().unwrap().error.code(), "interrupted");
        assert!(start.elapsed() < Duration::from_millis(100));
    });
}
