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

/// Groups are split by place, and none is left without members.
#[test]
fn groups_by_location_have_members() {
    let groups = |arguments: &[&str]| {
        let document = json(&[&["heap", "groups", "page.heapsnapshot", "--all"], arguments].concat());
        let groups = document["groups"].as_array().expect("a list").iter();
        let counts = groups.map(|group| group["count"].as_u64().expect("a number"));
        counts.collect::<Vec<u64>>()
    };
    let (together, split) = (groups(&[]), groups(&["--by-location"]));
    assert!(split.iter().all(|count| *count > 0), "{split:?}");
    assert_eq!(together.iter().sum::<u64>(), split.iter().sum::<u64>());
    assert_eq!(together.len(), split.len());
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
fn the_root_and_what_is_not_reachable_have_no_dominator() {
    for (id, reason) in [("1", "root"), ("29", "unreachable")] {
        let document = json(&["heap", "object", "page.heapsnapshot", id]);
        assert_eq!(document["dominator"], Value::Null);
        assert_eq!(document["dominator_reason"], reason);
        for format in ["table", "markdown"] {
            let given = lagometer(&["heap", "object", "page.heapsnapshot", id, "--format", format]).run();
            let said = format!("dominated by n/a, {reason}\n");
            assert!(given.stdout.contains(&said), "{}", given.stdout);
        }
    }
}

#[test]
fn what_is_not_reachable_has_no_path() {
    let given = lagometer(&["heap", "path", "page.heapsnapshot", "29"]).run();
    assert_eq!(given.code, 0);
    insta::assert_snapshot!(given.stdout, @r"
    Lost @29   500 B shallow, retained n/a, unreachable
    no path: the object is not reachable, and only what is reachable is kept alive
    retained: by snapshot-strong-v1; need not equal Chrome's
    weak maps: keys and values are taken as held; sizes may be high
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

/// What the program says of a text on stdin, or that it answers.
fn said(text: impl Into<Vec<u8>>, arguments: &[&str]) -> String {
    let given = lagometer(&[&["heap", "summary", "-"], arguments].concat());
    let given = given.stdin(text.into()).run();
    match given.code {
        0 => "answered\n".to_owned(),
        2 => {
            assert_eq!(given.stdout, "", "nothing is answered in part");
            given.stderr
        }
        _ => given.whole(),
    }
}

/// A list whose items are all held from the root as well.
fn list(items: u64) -> String {
    let meta = r#"{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["synthetic","object"],"string","number","number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}"#;
    let nodes = (1..=items).map(|item| format!(",1,0,{},16,{}", 2 * item + 1, u64::from(item < items)));
    let nodes: String = nodes.collect();
    let held = (1..=items).map(|item| format!("1,{item},{},", item * 5));
    let next = (2..=items).map(|item| format!("2,0,{},", item * 5));
    let edges: String = held.chain(next).collect();
    let edges = edges.trim_end_matches(',');
    let (nodes_total, edges_total) = (items + 1, 2 * items - 1);
    format!(
        "{meta},\"node_count\":{nodes_total},\"edge_count\":{edges_total}}},\"nodes\":[0,0,1,0,{items}{nodes}],\"edges\":[{edges}],\"strings\":[\"\"]}}"
    )
}

#[test]
fn every_limit_is_an_option_that_its_error_names() {
    let path = crate::program::data().join("page.heapsnapshot");
    let page = std::fs::read_to_string(path).expect("the data is there");
    let check = |arguments: &[&str], error: &str| assert_eq!(said(page.as_str(), arguments), error);
    check(
        &["--max-nodes", "17"],
        "error: more objects than the limit of `17`\n  at -: byte 1019, snapshot.node_count\n\
         hint: raise `--max-nodes`; limits bound work, not time or memory\n",
    );
    check(
        &["--max-edges", "22"],
        "error: more edges than the limit of `22`\n  at -: byte 1035, snapshot.edge_count\n\
         hint: raise `--max-edges`; limits bound work, not time or memory\n",
    );
    check(
        &["--max-strings", "37"],
        "error: more strings than the limit of `37`\n  at -: byte 2433, strings[37]\n\
         hint: raise `--max-strings`; limits bound work, not time or memory\n",
    );
    check(
        &["--max-value", "1000"],
        "error: a value with more characters than the limit of `1000`\n  at -: byte 12, snapshot\n\
         hint: raise `--max-value`; limits bound work, not time or memory\n",
    );
    check(
        &["--max-depth", "1"],
        "error: nested deeper than the limit of `1`\n  at -: byte 126, snapshot\n\
         hint: raise `--max-depth`; limits bound work, not time or memory\n",
    );
    let within = [
        "--max-nodes",
        "18",
        "--max-edges",
        "23",
        "--max-strings",
        "38",
        "--max-value",
        "1500",
        "--max-depth",
        "4",
        "--max-file",
        "1",
    ];
    check(&within, "answered\n");
    assert_eq!(
        said(page.clone() + &" ".repeat(1 << 20), &["--max-file", "1"]),
        "error: more bytes than the limit of `1048576`\n  at -: byte 1048576\n\
         hint: raise `--max-file`; limits bound work, not time or memory\n"
    );
    // Every item is looked at from the root and from the one before, and every way back to the root is
    // shortened: more than a step for each object and edge.
    let list = list(1_000);
    assert_eq!(
        said(list.as_str(), &["--max-work", "1"]),
        "error: more steps in the search for dominators, as a multiple of objects and\n  \
         edges, than the limit of `1`\n  at -: edges\n\
         hint: raise `--max-work`; limits bound work, not time or memory\n"
    );
    assert_eq!(said(list, &["--max-work", "2"]), "answered\n");
}

/// Rows end where their text does, and what is left out is said.
#[test]
fn a_list_says_where_its_text_became_too_long() {
    let listed = |arguments: &[&str]| {
        let document = json(&[&["heap"], arguments].concat());
        let stop = &document["stop_reason"];
        (
            document["complete"].clone(),
            stop.as_str().map(str::to_owned),
            document["listed"].as_u64(),
        )
    };
    let stopped = |rows| (Value::Bool(false), Some("text".to_owned()), Some(rows));
    for (command, limit, rows) in [
        ("objects", "600", 3),
        ("groups", "600", 1),
        ("detached", "800", 1),
        ("allocations", "800", 1),
        ("cycles", "10", 0),
    ] {
        let found = listed(&[command, "page.heapsnapshot", "--max-text", limit]);
        assert_eq!(found, stopped(rows), "{command}");
    }
    let (complete, stop, rows) = listed(&["objects", "page.heapsnapshot", "--max-text", "100000"]);
    assert_eq!((complete, stop, rows), (Value::Bool(true), None, Some(18)));
    let edges = json(&["heap", "object", "page.heapsnapshot", "5", "--max-text", "500"]);
    assert_eq!(edges["edges"]["stop_reason"], "text");
    assert_eq!(
        (&edges["edges"]["total"], &edges["edges"]["listed"]),
        (&6.into(), &1.into())
    );
    let made = json(&["heap", "object", "page.heapsnapshot", "11", "--max-text", "500"]);
    assert_eq!(made["allocation"]["reason"], "text");
    let parts = json(&[
        "heap",
        "dominators",
        "page.heapsnapshot",
        "5",
        "--max-text",
        "500",
    ]);
    assert_eq!(parts["stop_reason"], "text");
    // What is not listed is still in the sum.
    assert_eq!(parts["rest_bytes"], 5592 - 40 - 2128);
    let path = json(&["heap", "path", "page.heapsnapshot", "15", "--max-text", "600"]);
    assert_eq!(
        (&path["complete"], &path["stop_reason"]),
        (&false.into(), &"text".into())
    );
    let paths = json(&["heap", "paths", "page.heapsnapshot", "15", "--max-text", "2000"]);
    assert_eq!(
        (&paths["complete"], &paths["stop_reason"]),
        (&false.into(), &"text".into())
    );
    assert_eq!(paths["paths"].as_array().map(Vec::len), Some(1));
}

#[test]
fn of_a_long_path_both_ends_are_shown() {
    let path = json(&["heap", "path", "page.heapsnapshot", "15", "--depth", "3"]);
    assert_eq!(
        (&path["complete"], &path["stop_reason"]),
        (&false.into(), &"depth".into())
    );
    let path = &path["paths"][0];
    assert_eq!((&path["edges"], &path["left_out"]), (&6.into(), &3.into()));
    let ids: Vec<&str> = path["steps"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|step| step["object"]["id"].as_str())
        .collect();
    assert_eq!(ids, ["1", "3", "11", "15"]);
}

/// What is no V8 heap snapshot is refused by its name.
#[test]
fn other_kinds_of_heaps_are_named() {
    let check = |text: &[u8], error: &str| assert_eq!(said(text, &[]), error);
    let take = "hint: take a heap snapshot in the Memory panel of DevTools, or with\n  \
                `v8.writeHeapSnapshot()` in Node\n";
    check(
        b"JAVA PROFILE 1.0.2\0\0\0\0\x04",
        &format!(
            "error: - is a heap dump of a Java virtual machine (HPROF), not a heap snapshot\n  \
             at byte 0: `JAVA PROFILE`\n{take}"
        ),
    );
    check(
        br#"{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"selfSize":0,"id":1,"children":[]},"samples":[]}"#,
        "error: - is a sampling heap profile, not a heap snapshot\n  at byte 0: object with `head.selfSize`\n\
         hint: lagometer cpu -\n",
    );
    check(
        br#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}}],"samples":[1],"timeDeltas":[1]}"#,
        "error: - is a CPU profile, not a heap snapshot\n  at byte 0: object with `nodes` and `samples`\n\
         hint: lagometer cpu -\n",
    );
    check(
        br#"{"traceEvents":[]}"#,
        "error: - is a Chrome trace, not a heap snapshot\n  at byte 0: object with `traceEvents`\n\
         hint: lagometer trace -\n",
    );
    check(
        b"PK\x03\x04",
        "error: - is a zip archive, not a heap snapshot\n  at byte 0: bytes 50 4b 03 04\n\
         hint: unpack it first; gzip is the only packing that is read\n",
    );
    check(
        b"",
        &format!("error: - is empty, not a heap snapshot\n  at byte 0: no bytes\n{take}"),
    );
    check(
        br#"{"fileType":"heap"}"#,
        "error: the file is no V8 heap snapshot: it has no `snapshot` with `meta`\n  at -: byte 19\n\
         hint: `lagometer inspect -` tells what it is\n",
    );
}

/// The same bytes give the same answer: from run to run, plain, packed or from a pipe, on one processor
/// or several, for every question in every form.
#[test]
fn an_answer_is_the_same_to_the_byte_however_it_is_asked_for() {
    use std::io::Write as _;
    let text = std::fs::read(crate::program::data().join("page.heapsnapshot")).expect("the data is there");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&text).expect("memory takes it");
    let packed = encoder.finish().expect("memory takes it");
    let questions: [&[&str]; 11] = [
        &["summary", "-"],
        &["groups", "-", "--all", "--by-location"],
        &["objects", "-"],
        &["object", "-", "11"],
        &["dominators", "-", "5"],
        &["dominators", "-", "5", "--export", "svg"],
        &["path", "-", "15"],
        &["paths", "-", "15"],
        &["cycles", "-"],
        &["detached", "-"],
        &["allocations", "-"],
    ];
    for question in questions {
        for format in ["table", "markdown", "json"] {
            let arguments = [&["heap"], question, &["--rules-text", "--format", format]].concat();
            let ask = |input: &[u8]| {
                let given = lagometer(&arguments).stdin(input).run();
                assert_eq!(given.code, 0, "{}", given.whole());
                given.stdout
            };
            let first = ask(&text);
            let one = lagometer(&arguments).stdin(&text[..]).on_one_processor().run();
            assert_eq!(
                first, one.stdout,
                "{question:?} {format}: again, on one processor"
            );
            // JSON says what the container was.
            if format != "json" {
                assert_eq!(first, ask(&packed), "{question:?} {format}: packed");
            }
        }
    }
}

/// Every command that the guide shows gives what the guide shows.
#[test]
fn the_guide_shows_what_the_program_prints() {
    let path = crate::program::data().join("../../../../docs/heap.md");
    let guide = std::fs::read_to_string(path).expect("the guide is there");
    let shown: Vec<&str> = guide.split("```text\n").skip(1).collect();
    assert!(shown.len() >= 9, "{} commands", shown.len());
    for block in shown {
        let (block, _) = block.split_once("```\n").expect("a block ends");
        let (command, output) = block.split_once('\n').expect("a command and its output");
        let arguments = command.strip_prefix("$ lagometer ").expect("a command");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let given = lagometer(&arguments).run();
        assert_eq!((given.code, given.stdout.as_str()), (0, output), "{command}");
    }
}
