//! `history` over a results folder of stored documents, whole and damaged.

use crate::program::lagometer;
use lagometer_record::{Store, UnixTime};
use lagometer_report::version::load;
use lagometer_report::{RecordDocument, SummaryDocument};
use std::fs;
use std::path::{Path, PathBuf};

/// A stored run of an older version: what is read back must be what is listed.
fn old(file: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lagometer-report/test_data/v1");
    fs::read(path.join(file)).expect("the stored document")
}

/// Makes a results folder with a run at each of these times.
fn results(folder: &Path, times: &[u64]) -> Vec<PathBuf> {
    let store = Store::open(&folder.join("results")).expect("a results folder");
    let mut made = Vec::new();
    for time in times {
        let record: RecordDocument = load(&old("record.json")).expect("a record");
        let started = UnixTime::new(*time).expect("a time");
        let (run, mut record) = store.begin(started, record, "name: x\n").expect("a run");
        let mut summary: SummaryDocument = load(&old("summary.json")).expect("a summary");
        summary.run = record.id.clone();
        let head = summary.variants.get_mut("head").expect("the one variant");
        let value = head.window.clone();
        for id in ["main_thread_cpu_time", "total_blocking_time"] {
            head.metrics.insert(id.to_owned(), value.clone());
        }
        record.files.summary = Some(run.write_summary(&summary).expect("it is written"));
        run.write_record(&record).expect("it is written");
        made.push(run.path().to_owned());
    }
    made
}

#[test]
fn runs_are_listed_newest_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = results(folder.path(), &[1_795_962_612, 1_795_962_612, 1_796_000_000]);
    fs::write(runs[1].join("record.json"), "{").expect("it can be damaged");
    fs::write(runs[0].join("summary.json"), "").expect("it can be damaged");
    fs::create_dir(folder.path().join("results/runs/nothing")).expect("a folder");
    let given = lagometer(&["history", "--results", "results"])
        .within(folder.path())
        .run();
    assert_eq!((given.code, given.stderr.as_str()), (0, ""), "{}", given.whole());
    insta::assert_snapshot!("history", given.stdout);
    assert!(
        !folder.path().join("results/records.json").exists(),
        "nothing is written"
    );

    let given = lagometer(&[
        "history",
        "--results",
        "results",
        "--limit",
        "1",
        "--format",
        "json",
    ])
    .within(folder.path())
    .run();
    let document: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
    assert_eq!(
        (document["total"].as_u64(), document["listed"].as_u64()),
        (Some(2), Some(1))
    );
    assert_eq!(
        document["runs"][0]["record"],
        "runs/2026-11-30-005320-grid-sort/record.json"
    );

    let given = lagometer(&["history", "--results", "results", "--format", "markdown"])
        .within(folder.path())
        .run();
    insta::assert_snapshot!("history_markdown", given.stdout);
}

#[test]
fn what_is_not_there_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let given = lagometer(&["history"]).within(folder.path()).run();
    assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{}", given.whole());
    insta::assert_snapshot!("history_no_folder", given.stderr);
    results(folder.path(), &[1_795_962_612]);
    let given = lagometer(&["history", "--results", "results", "--scenario", "grid-srot"])
        .within(folder.path())
        .run();
    assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{}", given.whole());
    insta::assert_snapshot!("history_no_scenario", given.stderr);
}
