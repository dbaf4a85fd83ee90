//! `snapshot` steps: taken in a pass of their own, kept with the run.

use crate::processes;
use crate::program::{Bench, Running};
use lagometer_report::{Outcome, RoundState, SummaryDocument};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::Path;

/// Each click adds a listener with a closure to an element in no document.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><button id="add">add</button><script>
globalThis.kept = [];
add.onclick = () => {
  const row = document.createElement("section");
  const cells = new Array(100).fill(kept.length);
  row.addEventListener("click", function onRowClick() { return cells; });
  kept.push(row);
  document.title = kept.length;
};
for (let at = 0; at < Number(new URLSearchParams(location.search).get("objects")); at += 1) kept.push({ at, inner: [{}] });
if (location.search === "?worker") globalThis.worker = new Worker("worker.js");
</script>"#;

fn bench(query: &str, steps: &str) -> Option<(Bench, std::path::PathBuf)> {
    let bench = Bench::new()?;
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("page.html"), PAGE).expect("a page");
    fs::write(site.join("worker.js"), "onmessage = () => {};").expect("a script");
    let scenario =
        format!("name: rows\nserve: ./site\nurl: /page.html?{query}\nrounds: 1\nwarmup: 0\n{steps}");
    let scenario = bench.scenario(&scenario);
    Some((bench, scenario))
}

/// How many closures of the listeners are in a snapshot.
fn listeners(bench: &Bench, file: &str) -> u64 {
    let file = file.to_owned();
    let groups = [
        "heap",
        "groups",
        file.as_str(),
        "--name",
        "onRowClick",
        "--format",
        "json",
    ];
    let given = bench.start_command(&groups).wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let groups: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
    let groups = groups["groups"].as_array().expect("groups");
    groups
        .iter()
        .map(|group| group["count"].as_u64().expect("a number"))
        .sum()
}

#[test]
fn a_scenario_takes_snapshots_wherever_they_stand() {
    let steps = "\
prepare:
  - waitForElement: '#add'
  - snapshot: before
actions:
  - measure: add
    steps: [{ click: '#add' }, { snapshot: in-measure }, { waitForFrames: 1 }]
  - repeat: 2
    steps: [{ click: '#add' }, { click: '#add' }, { snapshot: added }]
after:
  - snapshot: after
";
    let Some((bench, scenario)) = bench("", steps) else {
        return;
    };
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    given.check_nothing_to_tell();
    let record = bench.record();
    assert_eq!((record.outcome, record.rounds.len()), (Outcome::Complete, 1));
    let run = bench.run_folder();
    let expected = [
        ("before", "prepare step 2", "before", 0),
        ("in-measure", "actions step 1.2", "in-measure", 1),
        ("added", "actions step 2.3", "added", 3),
        ("added", "actions step 2.3", "added.2", 5),
        ("after", "after step 1", "after", 5),
    ];
    let snapshots = &record.files.snapshots;
    assert_eq!(snapshots.len(), expected.len(), "{snapshots:?}");
    for (snapshot, (name, step, file, count)) in snapshots.iter().zip(expected) {
        assert_eq!((snapshot.name.as_str(), snapshot.step.as_str()), (name, step));
        assert_eq!(snapshot.file, format!("rounds/002/{file}.heapsnapshot.gz"));
        let path = run.join(&snapshot.file);
        let bytes = fs::read(&path).expect("the file");
        assert_eq!(snapshot.bytes, bytes.len() as u64);
        let sha256: String = Sha256::digest(&bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(snapshot.sha256, sha256);
        let path = path.display().to_string();
        assert!(given.stdout.contains(&path), "{path} in {}", given.stdout);
        assert_eq!(listeners(&bench, &path), count, "{file}");
    }
    // The round did the same, and took none.
    let files = fs::read_dir(run.join("rounds/001")).expect("the round");
    for file in files {
        let name = file.expect("an entry").file_name();
        assert!(!name.to_string_lossy().contains("heapsnapshot"), "{name:?}");
    }
    bench.check_nothing_is_left();
}

/// In the answer of a program, on the page, and in what lies in the folder: the same list.
#[test]
fn snapshots_and_the_heaps_that_are_not_in_them_are_listed_everywhere() {
    let steps = "prepare: [{ waitForElement: '#add' }]\nactions: [{ waitForFrames: 2 }]\nafter: [{ snapshot: after }]\n";
    let Some((bench, scenario)) = bench("worker", steps) else {
        return;
    };
    let given = bench.run(&scenario, &["--format", "json"]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(given.said("not in the heap snapshots"), "{}", given.stderr);
    let summary: SummaryDocument = serde_json::from_str(&given.stdout).expect("a summary");
    let files = bench.record().files;
    let [snapshot] = files.snapshots.as_slice() else {
        panic!("{:?}", files.snapshots);
    };
    let [nodes, edges] = [&snapshot.nodes, &snapshot.edges].map(|count| count.value.map(|raw| raw.0));
    assert!(edges > nodes && nodes > Some(1_000.0), "{snapshot:?}");
    let [other] = files.other_heaps.as_slice() else {
        panic!("{:?}", files.other_heaps);
    };
    assert_eq!(other.kind, "worker");
    let url = other.url.as_deref().expect("an address");
    assert!(url.ends_with("/worker.js"), "{url}");
    assert_eq!(summary.snapshots, files.snapshots);
    assert_eq!(summary.other_heaps, files.other_heaps);

    let report = bench.run_folder().join(files.report.expect("a page"));
    let page = fs::read_to_string(report).expect("the page");
    let command = "lagometer heap summary rounds/002/after.heapsnapshot.gz";
    for said in [command, snapshot.sha256.as_str(), "not in them: ", url] {
        assert!(page.contains(said), "{said}");
    }
    bench.check_nothing_is_left();
}

/// What `docs/heap-capture.md` shows: 40 rows before, and 400 more that are kept after they have left the list.
#[test]
fn the_example_shows_what_keeps_its_rows() {
    let Some(bench) = Bench::new() else { return };
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/growing-list/heap.yaml");
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let run = bench.run_folder();
    for (name, rows) in [("before", 40), ("after", 440)] {
        let file = run
            .join(format!("rounds/002/{name}.heapsnapshot.gz"))
            .display()
            .to_string();
        let groups = [
            "heap",
            "groups",
            file.as_str(),
            "--kind",
            "native",
            "--name",
            "<li>",
            "--format",
            "json",
        ];
        let given = bench.start_command(&groups).wait();
        let groups: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
        assert_eq!(groups["groups"][0]["count"], rows, "{name}: {}", groups["groups"]);
    }
    bench.check_nothing_is_left();
}

/// A run whose pass has begun to write.
fn under_way() -> Option<(Bench, Running)> {
    let steps = "prepare:\n  - waitForElement: '#add'\n    timeout: 20s\nactions: [{ sleep: 1 }]\n\
                 after:\n  - snapshot: small\n    timeout: 60s\n";
    let (bench, scenario) = bench("objects=60000", steps)?;
    let mut running = bench.start(&scenario, &[]);
    let runs = bench.results().join("runs");
    running.until("a part of the snapshot", || {
        let runs = fs::read_dir(&runs).into_iter().flatten().flatten();
        let written = |run: fs::DirEntry| {
            let file = run.path().join("rounds/002/small.heapsnapshot.gz.tmp");
            fs::metadata(file).is_ok_and(|file| file.len() > 100_000)
        };
        runs.into_iter().any(written)
    });
    Some((bench, running))
}

/// The rounds are kept, and of the pass there is nothing.
fn check_rounds_kept(bench: &Bench, outcome: Outcome) {
    let record = bench.record();
    assert_eq!(record.outcome, outcome);
    assert_eq!(record.rounds.len(), 1);
    assert_eq!(
        record.rounds[0].state,
        RoundState::Valid,
        "{:?}",
        record.rounds[0].reasons
    );
    assert_eq!(record.files.snapshots, Vec::new());
    bench.check_record_and_disk_agree();
    bench.check_nothing_is_left();
}

#[test]
fn a_pass_that_is_interrupted_keeps_the_rounds() {
    let Some((bench, mut running)) = under_way() else {
        return;
    };
    running.signal("INT");
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("interrupted"), "{}", given.stderr);
    assert!(
        given.stdout.contains("rows"),
        "the round is answered: {}",
        given.stdout
    );
    check_rounds_kept(&bench, Outcome::Interrupted);
}

#[test]
fn a_browser_that_is_killed_in_the_pass_keeps_the_rounds() {
    let Some((bench, running)) = under_way() else {
        return;
    };
    let browser = processes::browser(&bench.temporary()).expect("the browser's process");
    processes::signal(browser.id, "KILL");
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("the browser ended unexpectedly"), "{}", given.stderr);
    assert!(given.said("after step 1 `snapshot`"), "{}", given.stderr);
    assert!(
        given.said("in the extra pass that takes the heap snapshots"),
        "{}",
        given.stderr
    );
    check_rounds_kept(&bench, Outcome::Failed);
}

#[test]
fn a_snapshot_that_takes_too_long_says_so() {
    let steps = "prepare: [{ waitForElement: '#add' }]\nactions: [{ sleep: 1 }]\nafter:\n  - snapshot: small\n    timeout: 5ms\n";
    let Some((bench, scenario)) = bench("", steps) else {
        return;
    };
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(
        given.said("the heap snapshot was not done in 5 ms"),
        "{}",
        given.stderr
    );
    assert!(
        given.said("scenario.yaml:9:5, after step 1 `snapshot`"),
        "{}",
        given.stderr
    );
    check_rounds_kept(&bench, Outcome::Failed);
}
