//! `heap` on a small snapshot whose numbers can be computed by hand, and on what is none.

use crate::program::lagometer;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let given = lagometer(&[arguments, &["--format", "json"]].concat()).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    serde_json::from_str(&given.stdout).expect("JSON")
}

fn refused(arguments: &[&str]) -> String {
    let given = lagometer(arguments).run();
    assert_eq!(given.code, 2, "{}", given.whole());
    assert_eq!(given.stdout, "", "nothing is answered in part");
    given.stderr
}

/// By hand, from the drawing in the data's README.
#[test]
fn numbers_of_the_summary() {
    let document = json(&["heap", "summary", "page.heapsnapshot"]);
    assert_eq!(document["kind"], "heap-summary");
    assert_eq!(document["rules"], "snapshot-strong-v1");
    assert_eq!(document["nodes"], 18);
    assert_eq!(document["shallow_bytes"], 6156);
    assert_eq!(document["unreachable"]["bytes"], 500);
    assert_eq!(document["unreachable"]["retained"]["reason"], "unreachable");
    assert_eq!(document["detached"]["nodes"]["value"], 2);
    assert_eq!(document["detached"]["group_retained"]["value"], 1200);
    assert_eq!(document["weakmap_pair_edges"], 2);
    assert_eq!(document["weakmap_pairs"], 1);
    assert_eq!(document["self_edges"], 1);
    assert_eq!(document["root"]["retained"]["value"], 5656);
}

/// The two items are held by the array and by each other: they retain nothing alone of the text that
/// both have, and all of it together.
#[test]
fn a_group_retains_what_its_members_hold_together() {
    let document = json(&["heap", "groups", "page.heapsnapshot", "--name", "Item"]);
    let group = &document["groups"][0];
    assert_eq!((&group["kind"], &group["count"]), (&"object".into(), &2.into()));
    assert_eq!(group["largest"]["value"], 32);
    assert_eq!(group["group_retained"]["value"], 32 + 32 + 2024);
}

#[test]
fn forms_of_the_answers() {
    for (name, arguments) in [
        ("summary", &["summary", "page.heapsnapshot"][..]),
        ("groups", &["groups", "page.heapsnapshot", "--all"]),
        ("path", &["path", "page.heapsnapshot", "@21"]),
        ("paths", &["paths", "page.heapsnapshot", "15", "--paths", "2"]),
        ("objects", &["objects", "page.heapsnapshot", "--top", "5"]),
        ("object", &["object", "page.heapsnapshot", "11"]),
        (
            "dominators",
            &["dominators", "page.heapsnapshot", "5", "--top", "3"],
        ),
        ("cycles", &["cycles", "page.heapsnapshot"]),
        ("detached", &["detached", "page.heapsnapshot"]),
        ("allocations", &["allocations", "page.heapsnapshot"]),
    ] {
        let heap = [&["heap"], arguments].concat();
        let table = lagometer(&[&heap[..], &["--rules-text"]].concat()).run();
        assert_eq!(table.stderr, "");
        insta::assert_snapshot!(format!("heap_{name}_table"), table.stdout);
        let markdown = lagometer(&[&heap[..], &["--format", "markdown"]].concat()).run();
        insta::assert_snapshot!(format!("heap_{name}_markdown"), markdown.stdout);
        let wide = lagometer(&[&heap[..], &["--format", "json"]].concat()).run();
        insta::assert_snapshot!(format!("heap_{name}_json"), wide.stdout);
    }
}

#[test]
fn what_is_not_reachable_has_no_path() {
    let given = lagometer(&["heap", "path", "page.heapsnapshot", "29"]).run();
    assert_eq!(given.code, 0);
    insta::assert_snapshot!(given.stdout, @r"
    Lost @29   500 B shallow, retained n/a, unreachable
    no path: the object is not reachable, and only what is reachable is kept alive
    ");
}

#[test]
fn refusals_say_what_where_and_what_to_do() {
    insta::assert_snapshot!(refused(&["heap", "path", "page.heapsnapshot", "4"]), @r"
    error: no object has the id `4`
      at page.heapsnapshot
    hint: `lagometer heap objects page.heapsnapshot` lists objects with their ids
    ");
    insta::assert_snapshot!(refused(&["heap", "summary", "page.heapsnapshot", "--max-nodes", "10"]), @r"
    error: more objects than the limit of `10`
      at page.heapsnapshot: byte 1019, snapshot.node_count
    hint: raise `--max-nodes`; limits bound work, not time or memory
    ");
    insta::assert_snapshot!(refused(&["heap", "summary", "grid.json"]), @r"
    error: grid.json is a Chrome trace, not a heap snapshot
      at byte 0: object with `traceEvents`
    hint: lagometer trace grid.json
    ");
}

#[test]
fn a_snapshot_may_be_packed_or_come_from_stdin() {
    use std::io::Write as _;
    let text = std::fs::read(crate::program::data().join("page.heapsnapshot")).expect("the data is there");
    let plain = lagometer(&["heap", "groups", "-"]).stdin(text.clone()).run();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&text).expect("memory takes it");
    let packed = encoder.finish().expect("memory takes it");
    let unpacked = lagometer(&["heap", "groups", "-"]).stdin(packed.clone()).run();
    assert_eq!(plain.code, 0, "{}", plain.whole());
    assert_eq!(plain.stdout, unpacked.stdout);
    let cut = lagometer(&["heap", "groups", "-"])
        .stdin(&packed[..packed.len() / 2])
        .run();
    assert_eq!(cut.code, 2);
    assert!(
        cut.stderr.starts_with("error: the gzip data is cut off\n"),
        "{}",
        cut.stderr
    );
}

/// What an object retains falls into parts, none of which is counted twice.
#[test]
fn parts_of_what_is_retained_add_up() {
    let document = json(&["heap", "dominators", "page.heapsnapshot", "5", "--top", "2"]);
    let bytes = |value: &Value| value.as_u64().expect("a number");
    let listed = document["objects"].as_array().expect("a list").iter();
    let listed: u64 = listed.map(|row| bytes(&row["object"]["retained"]["value"])).sum();
    let whole = bytes(&document["object"]["retained"]["value"]);
    assert_eq!(
        bytes(&document["own_bytes"]) + listed + bytes(&document["rest_bytes"]),
        whole
    );
    assert_eq!(document["stop_reason"], "rows");
}

#[test]
fn a_filter_leaves_what_it_says() {
    let ids = |arguments: &[&str]| {
        let document = json(
            &[
                &["heap", "objects", "page.heapsnapshot", "--sort", "id"],
                arguments,
            ]
            .concat(),
        );
        let rows = document["objects"].as_array().expect("a list").iter();
        let ids: Vec<String> = rows
            .map(|row| row["object"]["id"].as_str().expect("a text").to_owned())
            .collect();
        ids.join(" ")
    };
    assert_eq!(ids(&["--kind", "closure"]), "17");
    assert_eq!(ids(&["--name", "Item"]), "11 13");
    assert_eq!(ids(&["--regex", "^<"]), "19 21 35");
    assert_eq!(ids(&["--detached"]), "19 21");
    assert_eq!(ids(&["--min-shallow", "1000"]), "15 19 23");
    assert_eq!(ids(&["--min-retained", "5000"]), "1 3 5");
    assert_eq!(ids(&["--max-distance", "1"]), "1 3");
}

#[test]
fn an_object_without_a_record_is_told_from_a_file_without_one() {
    let reason = |text: &str, id: &str| {
        let given = lagometer(&["heap", "object", "-", id, "--format", "json"])
            .stdin(text)
            .run();
        let document: Value = serde_json::from_str(&given.stdout).expect("JSON");
        document["allocation"]["reason"].clone()
    };
    let path = crate::program::data().join("page.heapsnapshot");
    let text = std::fs::read_to_string(path).expect("the data is there");
    assert_eq!(reason(&text, "11"), Value::Null);
    assert_eq!(reason(&text, "5"), "no-record");
    let (before, rest) = text.split_once("\"trace_tree\":").expect("there is one");
    let (_, after) = rest.split_once(",\n\"samples\"").expect("there are some");
    let untold = format!("{before}\"trace_tree\":[],\n\"samples\"{after}");
    assert_eq!(reason(&untold, "5"), "not-recorded");
}

/// A treemap of the window: the parts of each object add up to what it retains, and none is a script.
#[test]
fn what_goes_with_an_object_is_drawn() {
    let drawn = |arguments: &[&str]| {
        let given = lagometer(&[&["heap", "dominators", "page.heapsnapshot"], arguments].concat()).run();
        assert_eq!((given.code, given.stderr.as_str()), (0, ""));
        given.stdout
    };
    let whole = drawn(&["5", "--export", "svg"]);
    assert!(!whole.contains("<script"));
    insta::assert_snapshot!("heap_dominators_svg", whole);
    let first = drawn(&["5", "--export", "svg", "--top", "1"]);
    assert!(first.contains("<title>5 others\n"), "{first}");
    let lost = drawn(&["29", "--export", "svg"]);
    assert!(lost.contains("not reachable"), "{lost}");
}

/// The map and the source that it holds are written by hand: see the data's README.
#[test]
fn functions_and_constructors_are_shown_where_they_were_written() {
    let shown = |arguments: &[&str], line: &str| {
        let given = lagometer(&[arguments, &["--source-map", "leak.js.map"]].concat()).run();
        assert_eq!((given.code, given.stderr.as_str()), (0, ""));
        let found = given.stdout.lines().any(|found| found.contains(line));
        assert!(found, "no `{line}`: {}", given.stdout);
    };
    let listener = "../src/leak.ts:10:28 onRowScroll";
    shown(&["heap", "object", "page.heapsnapshot", "17"], listener);
    let groups = &["heap", "groups", "page.heapsnapshot"];
    shown(groups, &format!("closure onScroll  {listener}"));
    shown(groups, "object Store  ../src/leak.ts:1:14");
    shown(&["heap", "path", "page.heapsnapshot", "17"], listener);
    shown(&["heap", "objects", "page.heapsnapshot"], listener);
    shown(&["heap", "dominators", "page.heapsnapshot", "5"], listener);
    let drawing = &["heap", "dominators", "page.heapsnapshot", "5", "--export", "svg"];
    shown(drawing, listener);
    let made = "fillRows ../src/leak.ts:4:25 < startPage ../src/leak.ts:7:25 < (root)";
    shown(&["heap", "object", "page.heapsnapshot", "11"], made);
    shown(&["heap", "allocations", "page.heapsnapshot"], made);
    let rooted = &["heap", "groups", "page.heapsnapshot", "--source-root", "app"];
    // From `app` the source `../src/leak.ts` is beside it.
    shown(rooted, "object Store  src/leak.ts:1:14");
    let document = json(&["heap", "object", "page.heapsnapshot", "17"]);
    let original = &document["object"]["place"]["original"];
    assert_eq!(original["value"], Value::Null);
    assert_eq!(original["reason"], "no-script-text");
}

#[test]
fn a_source_map_that_is_missing_is_a_note() {
    let given = lagometer(&[
        "heap",
        "object",
        "page.heapsnapshot",
        "17",
        "--source-map",
        "leak.js=none.map",
    ])
    .run();
    assert_eq!(given.code, 0);
    assert!(
        given.stdout.contains("source map `none.map` was not found"),
        "{}",
        given.stdout
    );
}

/// Node writes no names of scripts beside its locations: the number is what is shown, and what a map
/// can be given for.
#[test]
fn a_script_without_a_name_is_called_by_its_number() {
    let path = crate::program::data().join("page.heapsnapshot");
    let text = std::fs::read_to_string(path).expect("the data is there");
    let text = text.replace("https://example.test/js/leak.js", "");
    let shown = |arguments: &[&str]| {
        let given = lagometer(&[&["heap", "groups", "-", "--name", "Store"], arguments].concat());
        given.stdin(text.clone()).run().stdout
    };
    assert!(shown(&[]).contains("object Store  script 4:1:6"));
    assert!(shown(&["--source-map", "script 4=leak.js.map"]).contains("object Store  ../src/leak.ts:1:14"));
}
