use super::*;
use crate::Store;
use crate::tests::{NOVEMBER, record, round, samples, summary, time};
use lagometer_report::{RoundEntry, RoundRole, RoundState};
use std::fs;

fn begun() -> (tempfile::TempDir, RunFolder, RecordDocument) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (run, record) = store
        .begin(time(NOVEMBER), record("grid"), "name: grid\n")
        .unwrap();
    (folder, run, record)
}

#[test]
fn documents_come_back_as_they_were_written() {
    let (_folder, run, mut record) = begun();
    assert_eq!(run.write_round(&round(3)).unwrap(), "rounds/003/round.json");
    assert_eq!(
        run.write_samples(3, &samples()).unwrap(),
        "rounds/003/samples.json"
    );
    record.files.summary = Some(run.write_summary(&summary(run.id())).unwrap());
    run.write_record(&record).unwrap();

    let moved = RunFolder::at(run.path()).unwrap();
    assert_eq!(moved.id(), run.id());
    assert_eq!(moved.load_record().unwrap(), record);
    assert_eq!(moved.load_summary().unwrap(), summary(run.id()));
    assert_eq!(moved.load_round("rounds/003/round.json").unwrap(), round(3));
    assert_eq!(moved.load_samples("rounds/003/samples.json").unwrap(), samples());
}

#[test]
fn the_page_and_the_pictures_of_failed_rounds_lie_beside_the_record() {
    let (_folder, run, mut record) = begun();
    assert_eq!(run.write_report("<!doctype html>\n").unwrap(), "report.html");
    assert_eq!(
        fs::read(run.path().join("report.html")).unwrap(),
        b"<!doctype html>\n"
    );

    let entry = |number, state| RoundEntry {
        number,
        variant: "head".to_owned(),
        role: RoundRole::Measured,
        state,
        reasons: Vec::new(),
        round: layout::round(number),
        trace: None,
        samples: None,
    };
    record.rounds = vec![
        entry(1, RoundState::Failed),
        entry(2, RoundState::Failed),
        entry(3, RoundState::Valid),
    ];
    for number in [2, 3] {
        fs::write(run.round_folder(number).unwrap().join("failure.png"), b"png").unwrap();
    }
    let pictures = run.failure_pictures(&record);
    assert_eq!(pictures, [(2, "rounds/002/failure.png".to_owned())]);
    assert_eq!(run.failure_consoles(&record), []);
    let console = run.round_folder(1).unwrap().join("console.txt");
    fs::write(console, b"12:00:00 error").unwrap();
    let consoles = run.failure_consoles(&record);
    assert_eq!(consoles, [(1, "rounds/001/console.txt".to_owned())]);
}

#[test]
fn a_run_can_be_moved() {
    let (folder, run, record) = begun();
    let elsewhere = folder.path().join("artifact");
    fs::rename(run.path(), &elsewhere).unwrap();
    let moved = RunFolder::at(&elsewhere).unwrap();
    assert_eq!(moved.id(), record.id);
    assert_eq!(moved.load_record().unwrap(), record);
}

/// Everything in the folder, so that nothing else lies there.
#[test]
fn a_run_lies_as_the_design_says() {
    let (_folder, run, _) = begun();
    for number in [1, 12, 1_000] {
        run.write_round(&round(number)).unwrap();
        run.write_samples(number, &samples()).unwrap();
        let folder = run.round_folder(number).unwrap();
        fs::write(folder.join("trace.part"), b"x").unwrap();
        run.finish(
            &folder.join("trace.part"),
            &run.path().join(layout::trace(number)),
        )
        .unwrap();
    }
    run.write_summary(&summary(run.id())).unwrap();
    let mut found = Vec::new();
    let mut folders = vec![run.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(run.path()).unwrap();
                found.push(relative.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    insta::assert_snapshot!(found.join("\n"), @r"
    record.json
    rounds/001/round.json
    rounds/001/samples.json
    rounds/001/trace.json.gz
    rounds/012/round.json
    rounds/012/samples.json
    rounds/012/trace.json.gz
    rounds/1000/round.json
    rounds/1000/samples.json
    rounds/1000/trace.json.gz
    scenario.yaml
    summary.json
    ");
}

#[test]
fn only_files_of_the_run_are_finished() {
    let (folder, run, _) = begun();
    let inside = run.round_folder(1).unwrap().join("a.part");
    fs::write(&inside, b"x").unwrap();
    let outside = folder.path().join("b");
    for (from, to) in [
        (inside.clone(), outside.clone()),
        (outside, inside.clone()),
        (inside.clone(), run.path().join("rounds/../../b")),
        (inside.clone(), PathBuf::from("b")),
    ] {
        let error = run.finish(&from, &to).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{error}");
    }
    assert!(inside.exists());
}

#[test]
fn paths_in_a_record_stay_in_the_run() {
    let (_folder, run, _) = begun();
    assert_eq!(
        run.file("rounds/001/trace.json.gz").unwrap(),
        run.path().join("rounds/001/trace.json.gz")
    );
    for path in ["", ".", "..", "../x", "rounds/../../x", "/etc/passwd", "./x"] {
        let error = run.file(path).unwrap_err();
        assert_eq!(
            error.what(),
            format!("the path `{path}` leads out of the run's folder")
        );
    }
    assert!(run.load_round("../../records.json").is_err());
}

#[test]
fn a_run_without_a_summary_says_so() {
    let (_folder, run, _) = begun();
    let error = run.load_summary().unwrap_err();
    assert_eq!(error.what(), "the run has no summary: no round of it is valid");
}

#[test]
fn documents_that_cannot_be_loaded_say_why() {
    let (_folder, run, _) = begun();
    let path = run.path().join("record.json");
    let check = |json: &str, expect: &str| {
        fs::write(&path, json).unwrap();
        let error = run.load_record().unwrap_err();
        assert_eq!(error.what(), expect);
        assert_eq!(error.place(), Some(path.display().to_string().as_str()));
        error.hint().expect("something can be done")
    };
    let hint = check(
        r#"{"kind":"record","format_version":2,"new":true}"#,
        "the `record` has format version 2; this lagometer reads up to 1",
    );
    assert_eq!(hint, "it was written by a newer lagometer; read it with that one");
    check(
        r#"{"kind":"summary","format_version":1}"#,
        "the document is a `summary`, not a `record`",
    );
    check(
        r#"{"kind":"record""#,
        "failed to read a `record` document: EOF while parsing an object at line 1 column 16",
    );
    fs::remove_file(&path).unwrap();
    assert_eq!(
        run.load_record().unwrap_err().what(),
        "failed to read: there is no such file"
    );
    assert!(RunFolder::at(run.path()).is_err());
}

#[test]
fn a_document_of_many_megabytes_is_no_document() {
    let (_folder, run, _) = begun();
    let file = fs::File::create(run.path().join("record.json")).unwrap();
    // A hole: it takes no room on the disk.
    file.set_len(MAX_DOCUMENT_BYTES + 1).unwrap();
    let error = run.load_record().unwrap_err();
    assert_eq!(
        error.what(),
        "the file is larger than 67108864 bytes, so it is no stored document"
    );
}
