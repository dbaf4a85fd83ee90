use super::*;
use crate::RecordsDocument;

fn refusal(json: &str) -> String {
    match load::<RecordsDocument>(json.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(document) => panic!("{document:?}"),
    }
}

#[test]
fn a_document_of_this_version_loads() {
    let json = r#"{"kind":"records","format_version":1,"records":[]}"#;
    assert!(
        load::<RecordsDocument>(json.as_bytes())
            .unwrap()
            .records
            .is_empty()
    );
}

#[test]
fn newer_versions_are_refused_before_their_fields_are_read() {
    assert_eq!(
        refusal(r#"{"kind":"records","format_version":2,"records":"now a text"}"#),
        "the `records` has format version 2; this lagometer reads up to 1"
    );
    assert!(matches!(
        load::<RecordsDocument>(br#"{"kind":"records","format_version":4294967295}"#),
        Err(LoadError::Newer {
            kind: "records",
            found: u32::MAX,
            known: 1
        })
    ));
}

#[test]
fn another_document_is_named() {
    assert_eq!(
        refusal(r#"{"kind":"summary","format_version":99}"#),
        "the document is a `summary`, not a `records`"
    );
}

/// There never was a version 0: what says so was not written by any lagometer.
#[test]
fn version_zero_is_refused() {
    assert_eq!(
        refusal(r#"{"kind":"records","format_version":0,"records":[]}"#),
        "the `records` has format version 0, which never was"
    );
}

#[test]
fn what_is_no_document_says_where() {
    let check = |json: &str, expect: &str| {
        assert_eq!(
            refusal(json),
            format!("failed to read a `records` document: {expect}")
        );
    };
    check("", "EOF while parsing a value at line 1 column 0");
    check("{}", "missing field `kind` at line 1 column 2");
    check(
        r#"{"kind":"records"}"#,
        "missing field `format_version` at line 1 column 18",
    );
    check(
        r#"{"kind":"records","format_version":-1}"#,
        "invalid value: integer `-1`, expected u32 at line 1 column 37",
    );
    check(
        "{\"kind\":\"records\",\"format_version\":1,\n\"records\":[{\"id\":1}]}",
        "invalid type: integer `1`, expected a string at line 2 column 18",
    );
    check(
        r#"{"kind":"records","format_version":1,"records":[]} x"#,
        "trailing characters at line 1 column 52",
    );
    check("\u{feff}{}", "expected value at line 1 column 1");
}
