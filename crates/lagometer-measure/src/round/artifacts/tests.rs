use super::Folder;
use std::fs;
use std::io;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

#[test]
fn a_file_has_its_final_name_only_when_it_is_finished() {
    let root = tempfile::tempdir().unwrap();
    let folder = Folder::new(root.path(), &rename);
    let mut file = folder.begin("a.json").unwrap();
    file.append(b"one").unwrap();
    assert_eq!(names(root.path()), ["a.json.tmp"]);
    file.append(b" two").unwrap();
    assert_eq!(file.bytes, 7);
    folder.finish(file).unwrap();
    assert_eq!(names(root.path()), ["a.json"]);
    assert_eq!(fs::read_to_string(root.path().join("a.json")).unwrap(), "one two");
    assert!(folder.remove_temporary().is_empty());
    assert_eq!(names(root.path()), ["a.json"]);
}

#[test]
fn what_was_not_finished_is_removed() {
    let root = tempfile::tempdir().unwrap();
    let folder = Folder::new(root.path(), &rename);
    folder.write("kept.json", b"{}").unwrap();
    let _unfinished = folder.begin("trace").unwrap();
    assert!(folder.remove_temporary().is_empty());
    assert_eq!(names(root.path()), ["kept.json"]);
}

#[test]
fn a_file_that_cannot_be_finished_is_an_error_and_is_removed() {
    let root = tempfile::tempdir().unwrap();
    let refuse = |_: &Path, _: &Path| Err(io::Error::other("disk full"));
    let folder = Folder::new(root.path(), &refuse);
    let error = folder.write("a.json", b"{}").unwrap_err();
    assert_eq!(error.code(), "folder-not-writable");
    assert!(error.to_string().ends_with("disk full"), "{error}");
    assert!(folder.remove_temporary().is_empty());
    assert!(names(root.path()).is_empty());
}

#[test]
fn a_missing_folder_is_an_error_that_names_the_file() {
    let root = tempfile::tempdir().unwrap();
    let missing = root.path().join("missing");
    let error = Folder::new(&missing, &rename).write("a.json", b"").unwrap_err();
    assert_eq!(error.code(), "folder-not-writable");
    assert!(error.to_string().contains("a.json.tmp"), "{error}");
}
