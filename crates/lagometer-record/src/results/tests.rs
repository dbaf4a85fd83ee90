use super::*;
use crate::tests::{NOVEMBER, record, time};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::thread;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    (folder, store)
}

fn begin(store: &Store, seconds: u64, name: &str) -> String {
    let (run, _) = store.begin(time(seconds), record(name), "x").unwrap();
    run.id().to_owned()
}

#[test]
fn a_run_begins_with_its_record_and_its_scenario() {
    let (folder, store) = store();
    let (run, record) = store
        .begin(time(NOVEMBER), record("grid-sort"), "name: grid-sort\n")
        .unwrap();
    assert_eq!(record.id, "2026-11-29-143012-grid-sort");
    assert_eq!(record.started_at, "2026-11-29T14:30:12Z");
    assert_eq!(record.scenario.file, "scenario.yaml");
    assert_eq!(run.path(), folder.path().join("runs/2026-11-29-143012-grid-sort"));
    assert_eq!(
        fs::read_to_string(run.path().join("scenario.yaml")).unwrap(),
        "name: grid-sort\n"
    );
    assert_eq!(store.load_record(&record.id).unwrap(), record);
}

#[test]
fn a_taken_id_gets_a_number() {
    let (_folder, store) = store();
    assert_eq!(begin(&store, NOVEMBER, "grid"), "2026-11-29-143012-grid");
    assert_eq!(begin(&store, NOVEMBER, "grid"), "2026-11-29-143012-grid-2");
    assert_eq!(begin(&store, NOVEMBER, "grid"), "2026-11-29-143012-grid-3");
    assert_eq!(begin(&store, NOVEMBER, "other"), "2026-11-29-143012-other");
    assert_eq!(begin(&store, NOVEMBER + 1, "grid"), "2026-11-29-143013-grid");
}

#[test]
fn no_two_runs_share_a_folder() {
    const THREADS: usize = 8;
    const RUNS: usize = 8;
    let (_folder, store) = store();
    let ids: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    (0..RUNS)
                        .map(|_| begin(&store, NOVEMBER, "grid"))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), THREADS * RUNS);
}

#[test]
fn names_that_are_no_part_of_a_folder_are_refused() {
    let (folder, store) = store();
    for name in ["", "a/b", "..", "a b", "a\\b", "ä", &"x".repeat(65)] {
        let error = store.begin(time(NOVEMBER), record(name), "x").unwrap_err();
        assert_eq!(
            error.what(),
            format!("the name `{name}` cannot be part of a folder's name")
        );
    }
    assert_eq!(fs::read_dir(folder.path().join("runs")).unwrap().count(), 0);
    begin(&store, NOVEMBER, &"x".repeat(64));
}

#[test]
fn opening_makes_the_folder_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("a/b/lagometer-results");
    let store = Store::open(&results).unwrap();
    assert_eq!(store.path(), results);
    let inside: Vec<_> = fs::read_dir(&results)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(inside, ["runs"]);
    assert_eq!(fs::read_dir(results.join("runs")).unwrap().count(), 0);
}

#[test]
fn a_folder_that_cannot_be_written_is_known_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"x").unwrap();
    // A file in its place, and a file above it: neither root nor anybody else can write there.
    for results in [file.clone(), file.join("results")] {
        let error = Store::open(&results).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::NotWritable { .. }), "{error:?}");
        assert_eq!(error.place(), Some(results.display().to_string().as_str()));
        assert_eq!(
            error.hint().as_deref(),
            Some("name another folder with `--results DIR`")
        );
    }
    // The folder for the runs is a file.
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("runs"), b"x").unwrap();
    assert!(matches!(
        Store::open(&taken).unwrap_err().kind,
        ErrorKind::NotWritable { .. }
    ));
}

/// Root may write everywhere, so there it is only told that nothing was shown.
#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_known_at_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    fs::create_dir_all(results.join("runs")).unwrap();
    fs::set_permissions(&results, fs::Permissions::from_mode(0o555)).unwrap();
    let may_write_anywhere = fs::write(results.join("probe"), b"").is_ok();
    let opened = Store::open(&results);
    fs::set_permissions(&results, fs::Permissions::from_mode(0o755)).unwrap();
    if may_write_anywhere {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: this user may write into folders without permission"
        );
        return;
    }
    assert!(matches!(opened.unwrap_err().kind, ErrorKind::NotWritable { .. }));
}

#[test]
fn a_run_that_cannot_begin_leaves_no_folder() {
    let (folder, store) = store();
    fs::remove_dir(folder.path().join("runs")).unwrap();
    fs::write(folder.path().join("runs"), b"x").unwrap();
    let error = store.begin(time(NOVEMBER), record("grid"), "x").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Write { .. }), "{error:?}");
}

#[test]
fn runs_are_found_by_id_start_and_last() {
    let (folder, store) = store();
    let first = begin(&store, NOVEMBER, "grid");
    let second = begin(&store, NOVEMBER, "grid");
    let later = begin(&store, NOVEMBER + 86_400, "list");
    // No runs, and so never meant.
    fs::create_dir(folder.path().join("runs/zzz")).unwrap();
    fs::create_dir(folder.path().join("runs/2026-99")).unwrap();
    fs::create_dir(folder.path().join("runs/2026-12-01-000000-a b")).unwrap();
    fs::create_dir(folder.path().join("runs/2026-12-01-00000-ä-grid")).unwrap();
    fs::write(folder.path().join("runs/2099-01-01-000000-file"), b"").unwrap();
    let check = |wanted: &str, expect: &str| assert_eq!(store.find(wanted).unwrap().id(), expect, "{wanted}");
    check("last", &later);
    check("2026-11-30", &later);
    check(&first, &first);
    check(&second, &second);
    check(&later, &later);

    let error = store.find("2026-11-29").unwrap_err();
    assert_eq!(error.what(), "`2026-11-29` is the start of 2 runs");
    assert_eq!(
        error.hint().as_deref(),
        Some("write more of it: `2026-11-29-143012-grid`, `2026-11-29-143012-grid-2`")
    );
    for unknown in ["2025", "", "zzz", "2026-99", "..", "/", "2099-01-01-000000-file"] {
        let error = store.find(unknown).unwrap_err();
        assert_eq!(error.what(), format!("no run is called `{unknown}`"));
        assert_eq!(
            error.hint().as_deref(),
            Some("the newest is `2026-11-30-143012-list`; an id, a unique start of one, or `last`")
        );
    }
}

#[test]
fn of_runs_of_one_second_the_last_is_the_one_that_began_last() {
    let (_folder, store) = store();
    for _ in 0..11 {
        begin(&store, NOVEMBER, "grid");
    }
    assert_eq!(store.find("last").unwrap().id(), "2026-11-29-143012-grid-11");
}

#[test]
fn an_empty_folder_has_no_last_run() {
    let (folder, store) = store();
    assert_eq!(store.find("last").unwrap_err().what(), "there are no runs yet");
    let missing = Store::reading(&folder.path().join("missing"));
    assert_eq!(
        missing.load_record("last").unwrap_err().what(),
        "there are no runs yet"
    );
    assert!(!missing.path().exists(), "reading makes no folder");
}

#[test]
fn a_damaged_last_run_is_not_passed_over() {
    let (_folder, store) = store();
    begin(&store, NOVEMBER, "good");
    let (run, _) = store.begin(time(NOVEMBER + 1), record("bad"), "x").unwrap();
    fs::write(run.path().join("record.json"), b"{").unwrap();
    let error = store.load_record("last").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Document(_)), "{error:?}");
    assert!(error.at.ends_with("record.json"));
}
