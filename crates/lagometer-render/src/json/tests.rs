use super::*;
use crate::test_documents::{DEFINITIONS, HOSTILE, everything_absent, grid_sort, inspection};
use serde_json::Value;

fn parse(text: &str) -> Value {
    assert!(text.ends_with("}\n"));
    assert!(
        !text.contains('\x1b'),
        "a control character is written as an escape"
    );
    serde_json::from_str(text).unwrap()
}

#[test]
fn documents_name_their_kind_and_hold_everything() {
    let (summary, _) = grid_sort();
    let trace = parse(&trace(&everything_absent()));
    assert_eq!(trace["kind"], "trace");
    assert_eq!(trace["metrics"]["total_blocking_time"]["value"], Value::Null);
    assert_eq!(
        trace["metrics"]["total_blocking_time"]["reason"],
        "no-main-thread"
    );
    let run = parse(&run(&summary));
    assert_eq!(run["kind"], "summary");
    // What no table shows is there.
    assert_eq!(
        run["variants"]["head"]["metrics"]["event_listeners/growth"]["value"],
        0
    );
    let metrics = parse(&metrics(DEFINITIONS));
    assert_eq!(metrics["kind"], "metrics");
    assert_eq!(metrics["metrics"].as_array().unwrap().len(), DEFINITIONS.len());
    assert_eq!(metrics["metrics"][2]["gate"]["absolute"], 10_000.0);
}

#[test]
fn names_of_strangers_come_back_as_they_were() {
    let mut document = inspection();
    document.name = HOSTILE.to_owned();
    assert_eq!(parse(&inspect(&document))["name"], HOSTILE);
}
