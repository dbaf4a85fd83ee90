//! Browsers and pages that die in the middle.

use crate::lab::{
    Failed, assert_nothing_left, find, in_browser, launch, processes, profiles, runtime, turn, with_lab,
};
use std::time::{Duration, Instant};

const WAITING: &str = "name: w\nserve: .\nurl: /w.html\nprepare: [{waitForElement: p}]\nactions:\n";

fn kill(pid: u32) {
    let status = std::process::Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// From the moment at which the browser, or the end of its pipe, said what happened.
fn since_it_could_be_known(failed: &Failed) -> Duration {
    let noticed = failed.noticed.expect("the round had begun");
    noticed.after.expect("it is known when it happened")
}

/// Kills the browser while the round is in its actions; gives back the error's code.
fn killed_in(actions: &str) {
    with_lab(async |lab| {
        lab.file("w.html", "<!doctype html><p>p");
        let pid = lab.browser.process_id();
        let socket = std::fs::read_link(profiles()[0].join("SingletonSocket")).unwrap();
        // The page says when its actions have begun: how long that takes depends on the machine.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let killer = async {
            listener.accept().await.unwrap();
            tokio::time::sleep(Duration::from_millis(500)).await;
            kill(pid);
            Instant::now()
        };
        let yaml = format!(
            "{WAITING}  - evaluate: \"fetch('http://{address}/', {{ mode: 'no-cors' }}).catch(() => {{}})\"\n{actions}"
        );
        let round = async {
            let result = lab.round(&yaml).await;
            (result, Instant::now())
        };
        let ((result, ended), killed) = tokio::join!(round, killer);
        let Err(failed) = result else {
            panic!("the round succeeded in a dead browser")
        };
        assert_eq!(failed.error.code(), "browser-died", "{}", failed.error);
        assert!(since_it_could_be_known(&failed) < Duration::from_secs(2));
        assert!(failed.error.cleanup.is_empty(), "{:?}", failed.error.cleanup);
        assert!(
            failed.error.place().unwrap().contains("actions step 2"),
            "{:?}",
            failed.error.place()
        );
        assert!(
            ended > killed && ended - killed < Duration::from_secs(2),
            "{:?}",
            ended - killed
        );
        assert!(crate::lab::names(failed.folder.path()).is_empty());
        let problems = lab.browser.close().await;
        assert!(problems.is_empty(), "{problems:?}");
        assert!(!socket.parent().unwrap().exists(), "{}", socket.display());
        assert_nothing_left();
    });
}

#[test]
fn a_browser_that_is_killed_while_a_step_looks_is_noticed_at_once() {
    killed_in("  - waitForElement: '#never'\n    timeout: 60s");
}

#[test]
fn a_browser_that_is_killed_while_nothing_is_asked_is_noticed_at_once() {
    killed_in("  - sleep: 60s");
}

#[test]
fn a_browser_that_is_killed_while_a_call_is_pending_is_noticed_at_once() {
    killed_in("  - evaluate: await new Promise(() => {})\n    timeout: 60s");
}

#[test]
fn a_crash_of_the_renderer_is_noticed_at_once_and_the_next_round_works() {
    in_browser(async |lab| {
        lab.file("w.html", "<!doctype html><p>p");
        lab.still_works().await;
        let crashes = [
            ("actions", format!("{WAITING}  - navigate: chrome://crash")),
            ("actions", format!("{WAITING}  - measure: m\n    steps: [{{navigate: 'chrome://crash'}}]")),
            ("prepare", "name: w\nserve: .\nurl: /w.html\nprepare: [{navigate: 'chrome://crash'}]\nactions: [{sleep: 1}]".to_owned()),
        ];
        for (part, yaml) in crashes {
            let start = Instant::now();
            let failed = lab.bad_round(&yaml).await;
            assert_eq!(
                failed.error.code(),
                "renderer-crashed",
                "{part}: {}",
                failed.error
            );
            assert!(
                failed.error.cleanup.is_empty(),
                "{part}: {:?}",
                failed.error.cleanup
            );
            assert!(
                failed.error.place().unwrap().contains(part),
                "{:?}",
                failed.error.place()
            );
            assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
            lab.still_works().await;
        }
    });
}

#[test]
fn a_page_whose_renderer_is_killed_while_a_step_waits_is_noticed_within_two_seconds() {
    in_browser(async |lab| {
        lab.file("w.html", "<!doctype html><p>p");
        lab.still_works().await;
        let before = renderers();
        let yaml = format!("{WAITING}  - sleep: 60s");
        let killer = async {
            tokio::time::sleep(Duration::from_millis(1500)).await;
            let new: Vec<u32> = renderers()
                .into_iter()
                .filter(|pid| !before.contains(pid))
                .collect();
            assert!(!new.is_empty());
            for pid in new {
                kill(pid);
            }
            Instant::now()
        };
        let (result, killed) = tokio::join!(async { (lab.round(&yaml).await, Instant::now()) }, killer);
        let (Err(failed), ended) = result else {
            panic!("the round succeeded without a renderer")
        };
        assert_eq!(failed.error.code(), "renderer-crashed", "{}", failed.error);
        assert!(since_it_could_be_known(&failed) < Duration::from_secs(2));
        assert!(ended - killed < Duration::from_secs(2), "{:?}", ended - killed);
        lab.still_works().await;
    });
}

/// The renderers of our browsers.
fn renderers() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let line =
            String::from_utf8_lossy(&std::fs::read(entry.path().join("cmdline")).ok()?).replace('\0', " ");
        (line.contains("--type=renderer") && processes().contains(&line)).then_some(pid)
    });
    pids.collect()
}

#[test]
fn dropping_a_browser_leaves_nothing() {
    with_lab(async |lab| {
        assert!(!processes().is_empty());
        assert_eq!(profiles().len(), 1);
        drop(lab);
    });
}

#[test]
fn a_panic_leaves_nothing() {
    if find().is_none() {
        return;
    }
    let panicked = std::panic::catch_unwind(|| {
        with_lab(async |lab| {
            lab.file("w.html", "<!doctype html><p>p");
            panic!("on purpose, inside a round's caller");
        });
    });
    assert!(panicked.is_err());
    drop(turn());
}

#[test]
fn a_runtime_that_ends_first_leaves_nothing() {
    let Some(choice) = find() else { return };
    let _turn = turn();
    let browser = runtime().block_on(launch(&choice));
    drop(browser);
}
