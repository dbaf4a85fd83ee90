use super::around;
use std::fs;
use std::path::Path;

const COMMIT: &str = "9f31c02a5de1b6a0f4c4f3de5fb5f5a2fbd0c0de";
const OTHER: &str = "4be77d1a5de1b6a0f4c4f3de5fb5f5a2fbd0c0de";

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
}

/// Writes these files, and asks from `from`.
fn check(files: &[(&str, &str)], from: &str, expect: Option<&str>) {
    let root = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        write(
            root.path(),
            path,
            &text.replace("ROOT", &root.path().display().to_string()),
        );
    }
    fs::create_dir_all(root.path().join(from)).expect("it can be made");
    let found = around(&root.path().join(from));
    assert_eq!(
        found.as_ref().map(|state| state.commit.as_str()),
        expect,
        "{files:?}"
    );
    assert!(
        found.is_none_or(|state| state.dirty.is_none()),
        "nobody looked whether it is dirty"
    );
}

#[test]
fn the_commit_is_found_from_a_folder_below() {
    let line = format!("{COMMIT}\n");
    let files = [
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/refs/heads/main", line.as_str()),
    ];
    check(&files, ".", Some(COMMIT));
    check(&files, "scenarios/deep", Some(COMMIT));
    check(&[(".git/HEAD", &line)], "scenarios", Some(COMMIT));
}

#[test]
fn a_packed_ref_counts_where_there_is_no_loose_one() {
    let packed =
        format!("# pack-refs with: peeled\n{OTHER} refs/heads/main-2\n{COMMIT} refs/heads/main\n^{OTHER}\n");
    let head = (".git/HEAD", "ref: refs/heads/main\n");
    check(&[head, (".git/packed-refs", &packed)], ".", Some(COMMIT));
    check(
        &[
            head,
            (".git/packed-refs", &packed),
            (".git/refs/heads/main", OTHER),
        ],
        ".",
        Some(OTHER),
    );
}

#[test]
fn a_worktree_has_its_own_head_and_the_refs_of_its_repository() {
    let files = [
        ("tree/.git", "gitdir: ROOT/repository/.git/worktrees/tree\n"),
        ("repository/.git/worktrees/tree/HEAD", "ref: refs/heads/side\n"),
        ("repository/.git/worktrees/tree/commondir", "../..\n"),
        ("repository/.git/HEAD", "ref: refs/heads/main\n"),
        ("repository/.git/refs/heads/main", OTHER),
        ("repository/.git/refs/heads/side", COMMIT),
    ];
    check(&files, "tree", Some(COMMIT));
}

#[test]
fn what_is_not_known_is_absent() {
    check(&[(".git/description", "")], ".", None);
    check(&[(".git/HEAD", "ref: refs/heads/main\n")], ".", None);
    check(&[(".git/HEAD", "no hash\n")], ".", None);
    check(&[(".git/HEAD", &COMMIT[..39])], ".", None);
    check(&[(".git", "gitdir: /nowhere/at/all\n")], ".", None);
    let loop_of_refs = [
        (".git/HEAD", "ref: refs/heads/a"),
        (".git/refs/heads/a", "ref: refs/heads/a"),
    ];
    check(&loop_of_refs, ".", None);
    // A ref that leads out of its folder is not followed.
    check(&[(".git/HEAD", "ref: ../secret"), ("secret", COMMIT)], ".", None);
    check(
        &[(".git/HEAD", "ref: refs/../../secret"), ("secret", COMMIT)],
        ".",
        None,
    );
}
