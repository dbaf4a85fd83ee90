use super::{MAX_REWRITES, rebuild_while};
use crate::tests::{NOVEMBER, entry, record, time};
use crate::{Index, Store};
use lagometer_report::version::load;
use lagometer_report::{Outcome, RecordsDocument, RoundRole, RoundState};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn stored(root: &Path) -> RecordsDocument {
    load(&fs::read(root.join("records.json")).unwrap()).unwrap()
}

fn ids(index: &RecordsDocument) -> Vec<&str> {
    index.records.iter().map(|entry| entry.id.as_str()).collect()
}

#[test]
fn the_index_tells_what_the_records_tell() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (run, mut record) = store.begin(time(NOVEMBER), record("grid"), "x").unwrap();
    record.outcome = Outcome::Complete;
    record.rounds = vec![
        entry(1, RoundRole::Warmup, RoundState::Valid),
        entry(2, RoundRole::Measured, RoundState::Valid),
        entry(3, RoundRole::Measured, RoundState::Invalid),
        entry(4, RoundRole::Measured, RoundState::Failed),
        entry(5, RoundRole::Measured, RoundState::Valid),
    ];
    run.write_record(&record).unwrap();
    let Index {
        document,
        diagnostics,
    } = store.rebuild_index().unwrap();
    assert_eq!(document, stored(folder.path()));
    assert!(diagnostics.is_empty());
    let text = fs::read_to_string(folder.path().join("records.json")).unwrap();
    insta::assert_snapshot!(text, @r#"
    {
      "kind": "records",
      "format_version": 1,
      "records": [
        {
          "id": "2026-11-29-143012-grid",
          "record": "runs/2026-11-29-143012-grid/record.json",
          "started_at": "2026-11-29T14:30:12Z",
          "scenario": "grid",
          "outcome": "complete",
          "variants": [
            "head"
          ],
          "rounds": 2
        }
      ]
    }
    "#);
}

#[test]
fn a_run_that_was_killed_is_listed_as_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(time(NOVEMBER), record("grid"), "x").unwrap();
    let index = store.rebuild_index().unwrap().document;
    assert_eq!(index.records[0].outcome, Outcome::Interrupted);
    assert_eq!(index.records[0].rounds, 0);
    assert!(index.records[0].variants.is_empty());
}

#[test]
fn what_is_no_run_is_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (good, _) = store.begin(time(NOVEMBER), record("good"), "x").unwrap();
    let (cut, _) = store.begin(time(NOVEMBER), record("cut"), "x").unwrap();
    let (newer, _) = store.begin(time(NOVEMBER), record("newer"), "x").unwrap();
    let runs = folder.path().join("runs");
    fs::write(cut.path().join("record.json"), "{\"kind\":\"rec").unwrap();
    fs::write(
        newer.path().join("record.json"),
        "{\"kind\":\"record\",\"format_version\":7}",
    )
    .unwrap();
    fs::create_dir(runs.join("photos")).unwrap();
    fs::create_dir(runs.join("more photos")).unwrap();
    fs::write(runs.join(".DS_Store"), "x").unwrap();
    fs::create_dir(runs.join("copy")).unwrap();
    fs::copy(good.path().join("record.json"), runs.join("copy/record.json")).unwrap();

    let Index {
        document,
        diagnostics,
    } = store.rebuild_index().unwrap();
    assert_eq!(ids(&document), ["2026-11-29-143012-good"]);
    let told: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| format!("{} x{}: {}", diagnostic.code, diagnostic.count, diagnostic.text))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    newer-record x1: `2026-11-29-143012-newer` the `record` has format version 7; this lagometer reads up to 1
    no-folder x1: `.DS_Store` is no folder
    no-record x2: `more photos` holds no record
    other-id x1: `copy` holds the run `2026-11-29-143012-good`
    unreadable-record x1: `2026-11-29-143012-cut` failed to read a `record` document: EOF while parsing a string at line 1 column 12
    ");
}

#[test]
fn a_lost_index_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(time(NOVEMBER), record("grid"), "x").unwrap();
    let before = store.rebuild_index().unwrap();
    fs::remove_file(folder.path().join("records.json")).unwrap();
    assert_eq!(store.rebuild_index().unwrap(), before);
    assert_eq!(store.rebuild_index().unwrap(), before, "and again");
}

#[test]
fn what_is_not_ours_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let path = folder.path().join("records.json");
    let check = |text: &str, expect: &str| {
        fs::write(&path, text).unwrap();
        assert_eq!(store.rebuild_index().unwrap_err().what(), expect);
        assert_eq!(
            Store::open(folder.path()).unwrap_err().what(),
            expect,
            "and it is said before any run"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    };
    check(
        "{\"kind\":\"records\",\"format_version\":2}",
        "the `records` has format version 2; this lagometer reads up to 1",
    );
    check(
        "{\"kind\":\"inventory\",\"format_version\":1}",
        "the file is no index of runs: the document is a `inventory`, not a `records`",
    );
    check(
        "[1, 2]",
        "the file is no index of runs: failed to read a `records` document: invalid type: integer `1`, expected a string at line 1 column 2",
    );
}

/// Several processes measure into one folder: the index is whole at every moment, and the last one
/// knows every run.
#[test]
fn concurrent_runs_make_one_whole_index() {
    const WRITERS: u64 = 4;
    const RUNS: u64 = 6;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.rebuild_index().unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = 0;
            while !done.load(Ordering::Relaxed) {
                stored(folder.path());
                seen += 1;
            }
            seen
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let store = &store;
                scope.spawn(move || {
                    for number in 0..RUNS {
                        // All in the same second: the ids collide.
                        let (run, mut record) = store.begin(time(NOVEMBER), record("grid"), "x").unwrap();
                        record.outcome = Outcome::Complete;
                        record.options.rounds = (writer * RUNS + number) as u32;
                        run.write_record(&record).unwrap();
                        store.rebuild_index().unwrap();
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
    let index = stored(folder.path());
    assert_eq!(index.records.len() as u64, WRITERS * RUNS, "{:?}", ids(&index));
    assert!(
        index
            .records
            .iter()
            .all(|entry| entry.outcome == Outcome::Complete)
    );
}

/// Between our reading and our writing another process ends a run and writes its index, which knows
/// more than ours: ours must not have the last word.
#[test]
fn a_run_that_ends_meanwhile_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(time(NOVEMBER), record("ours"), "x").unwrap();
    let mut others = vec!["third", "second"];
    let index = rebuild_while(folder.path(), &mut || {
        if let Some(name) = others.pop() {
            store.begin(time(NOVEMBER), record(name), "x").unwrap();
            store.rebuild_index().unwrap();
        }
    });
    let index = index.unwrap().document;
    assert_eq!(
        ids(&index),
        [
            "2026-11-29-143012-ours",
            "2026-11-29-143012-second",
            "2026-11-29-143012-third"
        ]
    );
    assert_eq!(stored(folder.path()), index);
}

/// Somebody who changes the runs for ever does not keep us for ever.
#[test]
fn writing_again_ends() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut begun = 0;
    rebuild_while(folder.path(), &mut || {
        begun += 1;
        store.begin(time(NOVEMBER), record("grid"), "x").unwrap();
    })
    .unwrap();
    assert_eq!(begun, MAX_REWRITES);
}
