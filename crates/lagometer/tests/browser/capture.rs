//! A page's heap is captured: whole, or not at all.

use crate::processes;
use crate::program::{Bench, Given, Running};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io::Read as _;
use std::time::Duration;

/// Elements that are in no document, each kept by a listener's closure, or so many objects that writing
/// them takes a while.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>heap</title><script>
const wanted = new URLSearchParams(location.search);
globalThis.kept = [];
for (let at = 0; at < Number(wanted.get("listeners")); at += 1) {
  const row = document.createElement("section");
  const view = { at, cells: new Array(100).fill(at) };
  row.addEventListener("click", function onRowClick() { return view.cells; });
  kept.push(row);
}
for (let at = 0; at < Number(wanted.get("objects")); at += 1) kept.push({ at, inner: [{}, `\u{1f34f}${at}`] });
document.documentElement.dataset.ready = "";
</script>"#;

/// A scenario of that page.
fn bench(query: &str) -> Option<Bench> {
    let bench = Bench::new()?;
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("page.html"), PAGE).expect("a page");
    bench.scenario(&format!(
        "name: heap\nserve: ./site\nurl: /page.html?{query}\n\
         prepare: [{{ waitForElement: '[data-ready]', timeout: 20s }}]\nactions: [{{ sleep: 1 }}]\n"
    ));
    Some(bench)
}

fn json(given: &Given) -> Value {
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    serde_json::from_str(&given.stdout).expect("JSON")
}

#[test]
fn a_known_leak_shows_exactly() {
    const LISTENERS: u64 = 137;
    let Some(bench) = bench(&format!("listeners={LISTENERS}")) else {
        return;
    };
    for (out, container) in [("page.heapsnapshot", "plain"), ("page.heapsnapshot.gz", "gzip")] {
        let capture = [
            "capture",
            "page",
            "--once",
            "scenario.yaml",
            "--out",
            out,
            "--format",
            "json",
        ];
        let given = bench.start_command(&capture).wait();
        let answer = json(&given);
        given.check_nothing_to_tell();
        let file = fs::read(bench.path().join(out)).expect("the file");
        assert_eq!(answer["file"]["container"], container);
        assert_eq!(answer["file"]["bytes"], file.len());
        let sha256: String = Sha256::digest(&file)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(answer["file"]["sha256"], sha256.as_str());
        assert_eq!(answer["next"], format!("lagometer heap summary {out}"));

        let summary = bench
            .start_command(&["heap", "summary", out, "--format", "json"])
            .wait();
        let summary = json(&summary);
        assert_eq!(answer["nodes"]["value"], summary["nodes"]);
        assert_eq!(answer["edges"]["value"], summary["edges"]);
        assert_eq!(answer["file"]["sha256"], summary["input"]["sha256"]);

        let groups = ["heap", "groups", out, "--name", "onRowClick", "--format", "json"];
        let groups = json(&bench.start_command(&groups).wait());
        let groups = groups["groups"].as_array().expect("groups");
        assert_eq!(groups.len(), 1, "{groups:?}");
        assert_eq!(groups[0]["count"], LISTENERS, "a closure for each listener");
        let detached = json(
            &bench
                .start_command(&["heap", "summary", out, "--format", "json"])
                .wait(),
        );
        let detached = detached["detached"]["nodes"]["value"].as_u64().expect("a number");
        assert!(detached >= LISTENERS, "{detached} detached nodes");
    }
    bench.check_nothing_is_left();
}

#[test]
fn an_address_will_do_and_a_file_that_is_there_is_replaced() {
    let Some(bench) = bench("listeners=1") else { return };
    fs::write(bench.path().join("page.heapsnapshot"), "old").expect("a file");
    let page = bench.path().join("site/page.html");
    let address = format!("file://{}?listeners=1", page.display());
    let given = bench
        .start_command(&["capture", "page", "--once", &address])
        .wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(
        given.stdout.contains("lagometer heap summary page.heapsnapshot"),
        "{}",
        given.stdout
    );
    let file = fs::read(bench.path().join("page.heapsnapshot")).expect("the file");
    assert!(file.starts_with(b"{\"snapshot\":"));
    bench.check_nothing_is_left();
}

#[test]
fn what_has_another_heap_is_named() {
    let Some(bench) = bench("listeners=1") else { return };
    let site = bench.path().join("site");
    fs::write(site.join("worker.js"), "postMessage(1)").expect("a file");
    let page = "<script>new Worker('worker.js').onmessage = () => { document.documentElement.dataset.ready = '' }</script>";
    fs::write(site.join("page.html"), page).expect("a page");
    let capture = ["capture", "page", "--once", "scenario.yaml", "--format", "json"];
    let answer = json(&bench.start_command(&capture).wait());
    let others = answer["other_heaps"].as_array().expect("a list");
    assert_eq!(others.len(), 1, "{others:?}");
    assert_eq!(others[0]["type"], "worker");
}

#[test]
fn a_full_disk_is_told() {
    let Some(bench) = bench("listeners=1") else { return };
    let given = bench
        .start_command(&["capture", "page", "--once", "scenario.yaml", "--out", "/dev/full"])
        .wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(
        given.said("failed to write the heap snapshot `/dev/full`"),
        "{}",
        given.stderr
    );
    assert!(given.said("No space left on device"), "{}", given.stderr);
    bench.check_nothing_is_left();
}

/// The names in the bench's folder that a capture may leave.
fn files(bench: &Bench) -> Vec<String> {
    let entries = fs::read_dir(bench.path()).expect("the folder");
    let names = entries.map(|entry| {
        entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned()
    });
    names.filter(|name| name.contains("heapsnapshot")).collect()
}

/// A capture of which a part is on disk.
fn under_way() -> Option<(Bench, Running)> {
    let bench = bench("objects=60000")?;
    let mut running = bench.start_command(&["capture", "page", "--once", "scenario.yaml"]);
    running.until("a part of the snapshot", || {
        let written = files(&bench).into_iter().find(|name| name.starts_with('.'));
        let length = written.and_then(|name| Some(fs::metadata(bench.path().join(name)).ok()?.len()));
        length.is_some_and(|length| length > 200_000)
    });
    Some((bench, running))
}

fn check_nothing_kept(bench: &Bench, given: &Given, said: &str) {
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said(said), "{}", given.stderr);
    assert_eq!(given.stdout, "");
    assert_eq!(files(bench), Vec::<String>::new());
    bench.check_nothing_is_left();
}

#[test]
fn interrupted_midway_it_leaves_nothing() {
    for signals in [1, 2] {
        let Some((bench, mut running)) = under_way() else {
            return;
        };
        for _ in 0..signals {
            running.signal("INT");
        }
        let given = running.wait();
        check_nothing_kept(&bench, &given, "interrupted");
    }
}

#[test]
fn the_browser_is_killed_midway() {
    let Some((bench, running)) = under_way() else {
        return;
    };
    let browser = processes::browser(&bench.temporary()).expect("the browser's process");
    processes::signal(browser.id, "KILL");
    check_nothing_kept(&bench, &running.wait(), "the browser ended unexpectedly");
}

#[test]
fn the_renderer_crashes_midway() {
    let Some((bench, running)) = under_way() else {
        return;
    };
    for renderer in processes::renderers(&bench.temporary()) {
        processes::signal(renderer.id, "KILL");
    }
    check_nothing_kept(&bench, &running.wait(), "renderer process crashed");
}

/// The peak of the program's own memory so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_kib(running: &Running) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", running.id())).expect("it runs");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .expect("the peak");
    let digits = line.split_ascii_whitespace().nth(1).expect("a number");
    digits.parse().expect("a number")
}

/// A disk that takes nothing for a while makes the browser wait, and the memory does not grow: half of the
/// snapshot would be more than all that the program may have.
#[cfg(target_os = "linux")]
#[test]
fn a_slow_disk_makes_the_browser_wait() {
    let Some(bench) = bench("objects=60000") else {
        return;
    };
    let pipe = bench.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let capture = [
        "capture",
        "page",
        "--once",
        "scenario.yaml",
        "--out",
        "pipe",
        "--format",
        "json",
    ];
    let running = bench.start_command(&capture);
    let mut reader = fs::File::open(&pipe).expect("the other end");
    let mut first = vec![0; 100_000];
    reader.read_exact(&mut first).expect("the beginning");
    std::thread::sleep(Duration::from_secs(2));
    let waiting = peak_kib(&running);
    let mut rest = Vec::new();
    // The peak is read before the program ends.
    let mut piece = vec![0; 1 << 20];
    let mut peak = waiting;
    loop {
        match reader.read(&mut piece).expect("more") {
            0 => break,
            length => rest.extend_from_slice(&piece[..length]),
        }
        peak = peak.max(peak_kib(&running));
    }
    let answer = json(&running.wait());
    let length = (first.len() + rest.len()) as u64;
    assert_eq!(answer["file"]["bytes"], length);
    assert_eq!(answer["next"], Value::Null, "a pipe is not read again");
    assert!(length > 20 << 20, "{length} bytes are too few to tell anything");
    assert!(
        peak < 40 << 10,
        "{peak} KiB at the peak, {waiting} KiB while nothing was taken"
    );
}
