use super::SnapshotOut;
use std::fs;
use std::io::Write as _;

#[test]
fn a_snapshot_gets_its_name_only_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.heapsnapshot");
    fs::write(&path, "old").unwrap();
    let out = SnapshotOut::begin(&path).unwrap();
    out.file().unwrap().write_all(b"half").unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    drop(out);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");

    let out = SnapshotOut::begin(&path).unwrap();
    out.file().unwrap().write_all(b"whole").unwrap();
    assert!(!out.is_gzip() && out.is_regular());
    assert_eq!(out.finish().unwrap(), path);
    assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn stdout_is_for_the_answer() {
    let problem = SnapshotOut::begin("-".as_ref()).err().unwrap();
    assert_eq!(
        problem.to_string(),
        "a snapshot is not written to stdout\n  at `--out`\nhint: name a file: stdout is for the answer"
    );
}
