//! Cases of heap snapshots: expected values against the JSON of `heap summary` and `heap object`.

use super::{Answer, cases, number, text};
use crate::program::lagometer;
use serde_json::{Map, Value};
use std::path::Path;

/// The keys that are checked here.
const KEYS: [&str; 20] = [
    "node_count",
    "edge_count",
    "self_size_total",
    "reachable",
    "unreachable",
    "reachable_self_size",
    "unreachable_self_size",
    "retained_by_id",
    "distance_by_id",
    "retained_of_root",
    "ids_exact",
    "names",
    "strong_self_edges",
    "record_width",
    "bad_values",
    "nodes_array_length",
    "strings",
    "sum_of_edge_counts",
    "declared",
    "no_partial_tables",
];

/// The records that were found; the refusal says them, or those that were wanted.
const FOUND: [&str; 2] = ["edge_records", "node_records"];

#[test]
fn heaps_give_what_their_cases_expect() {
    let Some(cases) = cases("heap") else { return };
    assert!(cases.len() >= 5, "{} cases", cases.len());
    for case in &cases {
        for (answer, expected) in case.run(&["heap", "summary"]) {
            answer.nothing_is_passed_over(&expected, &[&KEYS[..], &FOUND].concat());
            match &answer.document {
                Some(document) => check(case.folder(), &answer, document, &expected),
                None => check_refusal(&answer, &expected),
            }
        }
    }
}

fn check(folder: &Path, answer: &Answer, document: &Value, expected: &Map<String, Value>) {
    let of = &answer.of;
    let counts = [
        ("node_count", "/nodes"),
        ("edge_count", "/edges"),
        ("self_size_total", "/shallow_bytes"),
        ("reachable", "/reachable/nodes"),
        ("reachable_self_size", "/reachable/bytes"),
        ("unreachable", "/unreachable/nodes"),
        ("unreachable_self_size", "/unreachable/bytes"),
        ("retained_of_root", concat!("/root", "/retained/value")),
        ("strong_self_edges", "/self_edges"),
    ];
    for (key, pointer) in counts {
        if let Some(wanted) = expected.get(key) {
            assert_eq!(document.pointer(pointer), Some(wanted), "{of}: {key}");
        }
    }
    // The record width is shown by every answer that is right: with another one nothing is.
    let object = |id: &str| {
        let input = text(&document["input"]["name"]);
        let given = lagometer(&["heap", "object", input, id, "--format", "json"]);
        let given = given.within(folder).run();
        assert_eq!(given.code, 0, "{of}: {}", given.whole());
        let document: Value = serde_json::from_str(&given.stdout).unwrap();
        document["object"].clone()
    };
    for (key, field) in [("retained_by_id", "retained"), ("distance_by_id", "distance")] {
        let wanted = expected.get(key).and_then(Value::as_object);
        for (id, wanted) in wanted.into_iter().flatten() {
            let found = object(id);
            assert_eq!(&found[field]["value"], wanted, "{of}: {key} of {id}");
            if wanted.is_null() {
                assert_eq!(found[field]["reason"], "unreachable", "{of}: {key} of {id}");
            }
        }
    }
    for id in expected
        .get("ids_exact")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        assert_eq!(&object(text(id))["id"], id, "{of}");
    }
    let names = expected.get("names").and_then(Value::as_object);
    for (id, name) in names.into_iter().flatten() {
        assert_eq!(&object(id)["name"], name, "{of}: name of {id}");
    }
}

/// What is refused is refused with the bad value, or with what it should have been.
fn check_refusal(answer: &Answer, expected: &Map<String, Value>) {
    let said = &answer.table.stderr;
    let says = |value: &Value| said.contains(&format!("`{}`", number(value)));
    if let Some(values) = expected.get("bad_values").and_then(Value::as_array) {
        assert!(
            values.iter().any(says),
            "{}: none of {values:?}: {said}",
            answer.of
        );
    }
    for key in [
        "record_width",
        "nodes_array_length",
        "strings",
        "declared",
        "sum_of_edge_counts",
    ] {
        if let Some(value) = expected.get(key) {
            assert!(says(value), "{}: no `{key}`: {said}", answer.of);
        }
    }
    let found = FOUND.iter().filter_map(|key| expected.get(*key));
    for value in found {
        assert!(says(value), "{}: no {value}: {said}", answer.of);
    }
}
