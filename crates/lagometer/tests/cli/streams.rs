//! What goes where: stdout, stderr, files, pipes, colour.

use crate::program::{data, lagometer};
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

const ESCAPE: char = '\u{1b}';

#[test]
fn the_answer_is_on_stdout_and_nothing_is_on_stderr() {
    let given = lagometer(&["trace", "grid.json"]).run();
    assert_eq!((given.code, given.stderr.as_str()), (0, ""), "{}", given.whole());
    assert!(!given.stdout.is_empty());
    assert!(!given.stdout.contains(ESCAPE), "a pipe has no colour");
}

#[test]
fn colour_is_forced_or_refused_by_variables() {
    let forced = lagometer(&["trace", "grid.json"])
        .env("CLICOLOR_FORCE", "1")
        .run();
    assert!(forced.stdout.contains(ESCAPE));
    let refused = lagometer(&["trace", "grid.json"])
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .run();
    assert_eq!(refused.stdout, lagometer(&["trace", "grid.json"]).run().stdout);
    let json = lagometer(&["trace", "grid.json", "--format", "json"])
        .env("CLICOLOR_FORCE", "1")
        .run();
    assert!(!json.stdout.contains(ESCAPE), "JSON is a contract");
    let error = lagometer(&["trace", "no-such-file"])
        .env("CLICOLOR_FORCE", "1")
        .run();
    assert!(error.stderr.contains(ESCAPE));
}

#[test]
fn ascii_is_ascii() {
    let check = |call: crate::program::Call| {
        let given = call.run();
        assert_eq!(given.code, 0, "{}", given.whole());
        assert!(given.stdout.is_ascii(), "{}", given.stdout);
    };
    check(lagometer(&["trace", "grid.json", "--ascii"]));
    check(lagometer(&["trace", "grid.json"]).env("LC_ALL", "C"));
    check(lagometer(&["trace", "grid.json"]).env("TERM", "dumb"));
    let unicode = lagometer(&["trace", "grid.json"]).run().stdout;
    assert!(!unicode.is_ascii(), "without it bars are drawn: {unicode}");
}

#[test]
fn a_reader_that_leaves_early_is_success() {
    // Long enough to fill the pipe after the reader has gone.
    let mut child = Command::new(env!("CARGO_BIN_EXE_lagometer"))
        .args(["metrics", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut stdout = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut first).expect("a line");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(first.starts_with('{'), "{first}");
}

#[test]
fn a_file_holds_what_stdout_would_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer.json");
    let name = file.to_str().expect("UTF-8");
    let printed = lagometer(&["trace", "grid.json", "--format", "json"]).run();
    let written = lagometer(&["trace", "grid.json", "--format", "json", "-o", name]).run();
    assert_eq!(
        (written.code, written.stdout.as_str(), written.stderr.as_str()),
        (0, "", "")
    );
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), printed.stdout);
    let names = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 1, "no temporary file is left");
}

#[test]
fn stdin_and_gzip_give_the_numbers_of_the_plain_file() {
    let numbers = |text: &str| {
        let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
        (
            document["metrics"].clone(),
            document["long_tasks"].clone(),
            document["series"].clone(),
        )
    };
    let plain = lagometer(&["trace", "grid.json", "--format", "json"]).run();
    assert_eq!(plain.code, 0, "{}", plain.whole());
    let trace = std::fs::read(data().join("grid.json")).expect("the trace");
    let stdin = lagometer(&["trace", "-", "--format", "json"]).stdin(trace).run();
    assert_eq!(numbers(&stdin.stdout), numbers(&plain.stdout));
    let packed = Command::new("gzip")
        .args(["-nc", "grid.json"])
        .current_dir(data())
        .output()
        .expect("gzip is part of every Linux")
        .stdout;
    let packed = lagometer(&["trace", "-", "--format", "json"]).stdin(packed).run();
    assert_eq!(packed.code, 0, "{}", packed.whole());
    assert_eq!(numbers(&packed.stdout), numbers(&plain.stdout));
}

#[test]
fn logging_goes_to_stderr_and_never_into_the_answer() {
    let quiet = lagometer(&["trace", "grid.json", "--format", "json"]).run();
    let loud = lagometer(&["trace", "grid.json", "--format", "json", "-vv"])
        .env("LAGOMETER_LOG", "lagometer=trace")
        .run();
    assert_eq!(loud.stdout, quiet.stdout);
    assert!(
        loud.stderr.contains("lagometer"),
        "something is logged: {}",
        loud.stderr
    );
}
