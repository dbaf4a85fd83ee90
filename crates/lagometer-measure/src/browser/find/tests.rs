use super::{Surroundings, find_in};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn program(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

struct Machine {
    root: tempfile::TempDir,
    surroundings: Surroundings,
}

impl Machine {
    fn new() -> Machine {
        let root = tempfile::tempdir().unwrap();
        for folder in ["first", "second", "usual"] {
            fs::create_dir(root.path().join(folder)).unwrap();
        }
        let surroundings = Surroundings {
            variable: None,
            path: vec![root.path().join("first"), root.path().join("second")],
            folders: vec![root.path().join("usual/chrome")],
        };
        Machine { root, surroundings }
    }

    fn program(&self, name: &str) -> PathBuf {
        program(self.root.path(), name)
    }

    fn find(&self, explicit: Option<&Path>) -> Result<PathBuf, String> {
        match find_in(explicit, &self.surroundings) {
            Ok(choice) => Ok(choice.program),
            Err(error) => Err(format!("{}: {error}", error.code())),
        }
    }
}

#[test]
fn an_explicit_path_wins_over_everything() {
    let mut machine = Machine::new();
    let explicit = machine.program("mine");
    machine.surroundings.variable = Some(machine.program("other").into());
    machine.program("first/google-chrome");
    assert_eq!(machine.find(Some(&explicit)), Ok(explicit));
}

#[test]
fn an_explicit_path_that_is_missing_is_refused_though_others_exist() {
    let machine = Machine::new();
    machine.program("first/google-chrome");
    let missing = machine.root.path().join("missing");
    assert_eq!(
        machine.find(Some(&missing)),
        Err(format!("no-browser: no browser at `{}`", missing.display()))
    );
}

#[test]
fn a_folder_or_a_file_that_is_no_program_is_refused() {
    let machine = Machine::new();
    let plain = machine.root.path().join("plain");
    fs::write(&plain, "text").unwrap();
    assert!(machine.find(Some(&plain)).is_err());
    assert!(machine.find(Some(machine.root.path())).is_err());
}

#[test]
fn the_variable_wins_over_path_and_may_be_a_bare_name() {
    let mut machine = Machine::new();
    machine.program("first/google-chrome");
    let chromium = machine.program("second/chromium");
    machine.surroundings.variable = Some(OsString::from("chromium"));
    assert_eq!(machine.find(None), Ok(chromium));
}

#[test]
fn on_path_the_name_decides_before_the_folder() {
    let machine = Machine::new();
    machine.program("first/chromium");
    let chrome = machine.program("second/google-chrome");
    assert_eq!(machine.find(None), Ok(chrome));
}

#[test]
fn the_usual_folders_come_last() {
    let machine = Machine::new();
    let usual = machine.program("usual/chrome");
    assert_eq!(machine.find(None), Ok(usual));
    let edge = machine.program("second/microsoft-edge");
    assert_eq!(machine.find(None), Ok(edge));
}

#[test]
fn nothing_found_says_where_it_looked() {
    let machine = Machine::new();
    let error = find_in(None, &machine.surroundings).unwrap_err();
    insta::assert_snapshot!(
        format!("{error}\n{}\n{}", error.place().unwrap(), error.hint().unwrap()),
        @"
    no Chrome, Chromium or Edge found
    looked at --browser, LAGOMETER_BROWSER, PATH, the usual folders
    `apt-get install chromium`, or `lagometer run --browser PATH SCENARIO`
    "
    );
}

#[test]
fn the_stubs_of_a_snap_are_passed_over() {
    let machine = Machine::new();
    fs::create_dir(machine.root.path().join("bin")).unwrap();
    let snap = machine.program("bin/snap");
    std::os::unix::fs::symlink(&snap, machine.root.path().join("first/chromium-browser")).unwrap();
    let script = machine.program("second/chromium-browser");
    let text = "#!/bin/sh\necho \"Command '$0' requires the chromium snap to be installed.\" >&2\nexit 1\n";
    fs::write(script, text).unwrap();
    assert!(machine.find(None).is_err());
    let edge = machine.program("second/microsoft-edge");
    assert_eq!(machine.find(None), Ok(edge));
}
