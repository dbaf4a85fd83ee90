use super::*;
use lagometer_report::version::load;
use lagometer_report::{RecordDocument, RecordsDocument};

fn io_error(kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, "what the system says")
}

fn newer() -> LoadError {
    load::<RecordDocument>(br#"{"kind":"record","format_version":9}"#).unwrap_err()
}

fn foreign() -> LoadError {
    load::<RecordsDocument>(br#"{"kind":"inventory","format_version":1}"#).unwrap_err()
}

/// One of each, as somebody reads it.
#[test]
fn every_error_says_what_where_and_what_to_do() {
    let wanted = || "2026-11".to_owned();
    let some = |n: usize| (1..=n).map(|n| format!("2026-11-29-14301{n}-grid")).collect();
    let kinds = vec![
        ErrorKind::NotWritable {
            source: io_error(io::ErrorKind::PermissionDenied),
        },
        ErrorKind::DiskFull {
            source: io_error(io::ErrorKind::StorageFull),
        },
        ErrorKind::Write {
            source: io_error(io::ErrorKind::Other),
        },
        ErrorKind::Read {
            source: io_error(io::ErrorKind::Other),
        },
        ErrorKind::TooLarge { limit: 64 << 20 },
        ErrorKind::Document(newer()),
        ErrorKind::Document(foreign()),
        ErrorKind::ForeignIndex(foreign()),
        ErrorKind::NoRuns,
        ErrorKind::UnknownRun {
            wanted: wanted(),
            newest: "2026-12-01-080000-grid".to_owned(),
        },
        ErrorKind::AmbiguousRun {
            wanted: wanted(),
            some: some(2),
            total: 2,
        },
        ErrorKind::AmbiguousRun {
            wanted: wanted(),
            some: some(5),
            total: 7,
        },
        ErrorKind::NoSummary,
        ErrorKind::Name {
            name: "a/b".to_owned(),
        },
        ErrorKind::NoFreeId { tried: 10_000 },
        ErrorKind::TimeOutOfRange { seconds: u64::MAX },
        ErrorKind::Outside {
            path: "../../etc/passwd".to_owned(),
        },
    ];
    let texts: Vec<String> = kinds
        .into_iter()
        .map(|kind| {
            let error = Error::at("results/x", kind);
            let hint = error
                .hint()
                .map_or(String::new(), |hint| format!("\nhint: {hint}"));
            format!(
                "{}\n  at {}{hint}",
                error.what(),
                error.place().unwrap_or("nowhere")
            )
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn a_full_disk_is_told_from_other_failures() {
    let kind = |kind| Error::write(Path::new("a"), io_error(kind)).kind;
    assert!(matches!(
        kind(io::ErrorKind::StorageFull),
        ErrorKind::DiskFull { .. }
    ));
    assert!(matches!(
        kind(io::ErrorKind::QuotaExceeded),
        ErrorKind::DiskFull { .. }
    ));
    assert!(matches!(
        kind(io::ErrorKind::PermissionDenied),
        ErrorKind::Write { .. }
    ));
}

/// What the system really says when a disk is full.
#[cfg(target_os = "linux")]
#[test]
fn the_systems_word_for_a_full_disk_is_known() {
    use std::io::Write;
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let error = (&full).write_all(b"x").unwrap_err();
    let error = Error::write(Path::new("results/a.json"), error);
    assert!(matches!(error.kind, ErrorKind::DiskFull { .. }), "{error:?}");
    assert_eq!(error.to_string(), "results/a.json: the disk is full");
}
