use super::{Destination, OUTPUT};
use std::fs;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn checking_leaves_nothing_and_writing_leaves_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("answer.json");
    let destination = Destination::check(Some(&path)).expect("it can be written");
    assert_eq!(names(folder.path()), Vec::<String>::new());
    let Destination::File(file) = destination else {
        panic!("{destination:?} is no file");
    };
    Destination::write(&file, b"one", OUTPUT).expect("it can be written");
    Destination::write(&file, b"two", OUTPUT).expect("it can be replaced");
    assert_eq!(names(folder.path()), ["answer.json"]);
    assert_eq!(fs::read(&path).expect("the file"), b"two");
}

#[test]
fn a_folder_and_a_missing_folder_are_errors_that_name_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = Destination::check(Some(folder.path())).expect_err("a folder is no file");
    assert!(problem.what.ends_with("is a folder, not a file"), "{problem}");
    let missing = folder.path().join("missing").join("answer.json");
    let problem = Destination::check(Some(&missing)).expect_err("there is no such folder");
    assert!(problem.what.contains("missing"), "{problem}");
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_and_a_device_a_device() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().join("real.json");
    fs::write(&real, "old").expect("a file");
    let link = folder.path().join("link.json");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let Ok(Destination::File(file)) = Destination::check(Some(&link)) else {
        panic!("a link to a file is a file");
    };
    Destination::write(&file, b"new", OUTPUT).expect("it can be written");
    assert!(link.is_symlink());
    assert_eq!(fs::read(&real).expect("the file"), b"new");
    assert_eq!(
        Destination::check(Some(Path::new("/dev/null"))),
        Ok(Destination::Device("/dev/null".into()))
    );
    Destination::write_into(Path::new("/dev/null"), b"gone", OUTPUT).expect("it takes everything");
}

#[test]
fn without_a_file_or_with_a_dash_it_is_stdout() {
    assert_eq!(Destination::check(None), Ok(Destination::Stdout));
    assert_eq!(Destination::check(Some(Path::new("-"))), Ok(Destination::Stdout));
}
