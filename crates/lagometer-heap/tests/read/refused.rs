//! Every refusal, with its whole text.

use crate::{TEXT, load};
use lagometer_heap::{Heap, Limits, read};

/// The text of the error, where the first `from` is `to`.
fn refused(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    match load(&TEXT.replacen(from, to, 1)) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => {
            let at = error.at.byte.expect("a refusal has a place");
            error
                .to_string()
                .replace(&format!("byte {at}"), &format!("byte {}", relative(at, from)))
        }
    }
}

/// A place relative to what was replaced, so that the tests do not hold long numbers.
fn relative(at: u64, from: &str) -> String {
    let start = TEXT.find(from).expect("looked at before") as i64;
    format!("{:+}", at as i64 - start)
}

#[test]
fn references_that_lead_nowhere() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "2,4,14\n,6",
        "2,4,15\n,6",
        "edge target `15` is not a multiple of the node record width `7` at byte +4, edges[1].to_node",
    );
    check(
        "2,4,14\n,6",
        "2,4,28\n,6",
        "edge target `28` is outside the array `nodes` of `28` numbers at byte +4, edges[1].to_node",
    );
    check(
        "2,4,14\n,6",
        "2,9,14\n,6",
        "string index `9` is outside the table of `6` strings at byte +2, edges[1].name_or_index",
    );
    check(
        "1,3,5,16",
        "1,6,5,16",
        "string index `6` is outside the table of `6` strings at byte +2, nodes[2].name",
    );
    check(
        "2,4,14\n,6",
        "7,4,14\n,6",
        "type index `7` is outside the list of `7` types at byte +0, edges[1].type",
    );
    check(
        "1,3,5,16",
        "3,3,5,16",
        "type index `3` is outside the list of `3` types at byte +0, nodes[2].type",
    );
    check(
        "[7,9,0,4]",
        "[8,9,0,4]",
        "object offset `8` is not a multiple of the node record width `7` at byte +1, locations[0].object_index",
    );
    check(
        "1,2,5,9,-1,12]",
        "1,7,5,9,-1,12]",
        "string index `7` is outside the table of `6` strings at byte +2, trace_function_infos[1].name",
    );
    check(
        "1,2,5,9,-1,12]",
        "1,2,8,9,-1,12]",
        "string index `8` is outside the table of `6` strings at byte +4, trace_function_infos[1].script_name",
    );
    check(
        "[2,1,3,48,[]]",
        "[2,2,3,48,[]]",
        "function index `2` is outside the list of `2` functions at byte +3, trace_tree[1].function_info_index",
    );
}

/// The table of strings comes last. What is said is the first index in the file that is too high, and
/// not the highest.
#[test]
fn the_first_of_several_wrong_indexes_is_named() {
    let several = TEXT
        .replace("2,4,14\n,6", "2,9,14\n,6")
        .replace("1,3,5,16", "1,7,5,16")
        .replace("1,3,7,64", "1,4000000000,7,64")
        .replace("1,2,5,9,-1,12]", "1,8,8,9,-1,12]");
    let at = several.find("7,5,16").unwrap();
    assert_eq!(
        load(&several).unwrap_err().to_string(),
        format!("string index `7` is outside the table of `6` strings at byte {at}, nodes[2].name")
    );
    // Behind the metadata the objects are read first, wherever they stand.
    let (head, arrays) = several.split_once(",\n\"nodes\"").unwrap();
    let (nodes, rest) = arrays.split_once(",\n\"edges\"").unwrap();
    let rest = rest.strip_suffix('}').unwrap();
    let head = head.strip_prefix('{').unwrap();
    let turned = format!("{{\"edges\"{rest},\"nodes\"{nodes},{head}}}");
    let at = turned.find("9,14\n,6").unwrap();
    assert_eq!(
        load(&turned).unwrap_err().to_string(),
        format!("string index `9` is outside the table of `6` strings at byte {at}, edges[1].name_or_index")
    );
}

#[test]
fn what_stands_there_twice() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "1,3,5,16",
        "1,3,3,16",
        "object id `3` is used twice at byte +4, nodes[2].id",
    );
    check(
        "\"samples\"",
        "\"nodes\":[],\"samples\"",
        "the key `nodes` stands there twice at byte +1, nodes",
    );
    check(
        "\"node_count\":4",
        "\"node_count\":4,\"node_count\":4",
        "the key `node_count` stands there twice at byte +16, snapshot.node_count",
    );
    check(
        "[\"type\",\"name\",",
        "[\"type\",\"type\",",
        "the field `type` is listed twice at byte +0, snapshot.meta.node_fields",
    );
    check(
        "[2,1,3,48,[]]",
        "[2,1,3,48,[],2,0,0,0,[]]",
        "call id `2` is used twice at byte +13, trace_tree[2].id",
    );
}

#[test]
fn counts_that_disagree() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "\"node_count\":4",
        "\"node_count\":5",
        "`node_count` says `5`, and there are `4` at byte +13, snapshot.node_count",
    );
    check(
        "\"node_count\":4",
        "\"node_count\":3",
        "`node_count` says `3`, and there are `4` at byte +113, nodes[3].type",
    );
    check(
        "\"edge_count\":4",
        "\"edge_count\":5",
        "`edge_count` says `5`, and there are `4` at byte +13, snapshot.edge_count",
    );
    check(
        "2,2,3,32,2",
        "2,2,3,32,1",
        "`edge_count` says `3`, and there are `4` at byte +57, edges",
    );
    check(
        "2,2,3,32,2",
        "2,2,3,32,9",
        "`edge_count` says `4`, and there are `10` at byte +9, nodes[1].edge_count",
    );
    check(
        ",1,3,7,64,1,0,0]",
        ",1,3,7,64,1,0]",
        "`nodes` has `27` numbers, no multiple of its record width `7` at byte +14, nodes[3].detachedness",
    );
    check(
        ",2,4,14],",
        ",2,4],",
        "`edges` has `11` numbers, no multiple of its record width `3` at byte +5, edges[3].to_node",
    );
    check(
        "[7,9,0,4]",
        "[7,9,0]",
        "`locations` has `3` numbers, no multiple of its record width `4` at byte +7, locations[0].column",
    );
    check(
        "[0,3,1000,7]",
        "[0,3,1000]",
        "`samples` has `3` numbers, no multiple of its record width `2` at byte +10, samples[1].last_assigned_id",
    );
    check(
        "1,2,5,9,-1,12]",
        "1,2,5,9,-1]",
        "`trace_function_infos` has `11` numbers, no multiple of its record width `6` at byte +11, \
         trace_function_infos[1].column",
    );
    check(
        "[2,1,3,48,[]]",
        "[2,1,3,48]",
        "`trace_tree` has `4` numbers, no multiple of its record width `5` at byte +10, trace_tree[2]",
    );
    check(
        "\"trace_function_count\":2",
        "\"trace_function_count\":3",
        "`trace_function_count` says `3`, and there are `2` at byte +23, snapshot.trace_function_count",
    );
}

#[test]
fn numbers_that_cannot_be() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    let not = "expected a whole number from 0 to 18446744073709551615, found";
    check(
        "2,2,3,32,2",
        "2,2,3,-32,2",
        &format!("{not} `-32` at byte +6, nodes[1].self_size"),
    );
    check(
        "2,2,3,32,2",
        "2,2,3,3.5,2",
        &format!("{not} `3.5` at byte +6, nodes[1].self_size"),
    );
    check(
        "2,2,3,32,2",
        "2,2,18446744073709551616,32,2",
        &format!("{not} `18446744073709551616` at byte +4, nodes[1].id"),
    );
    check(
        "2,2,3,32,2",
        "2,2,3,9007199254740992,2",
        "the sizes add up to more than `9007199254740991` bytes at byte +6, nodes[1].self_size",
    );
    check(
        "2,4,14\n,6",
        "2,4294967296,14\n,6",
        "`4294967296` is more than the largest possible `4294967295` at byte +2, edges[1].name_or_index",
    );
    check(
        "1,3,5,16,0,1,2",
        "1,3,5,16,0,1,3",
        "`3` is more than the largest possible `2` at byte +13, nodes[2].detachedness",
    );
    check(
        "1,2,5,9,-1,12]",
        "1,2,-5,9,-1,12]",
        &format!("{not} `-5` at byte +4, trace_function_infos[1].script_name"),
    );
}

#[test]
fn what_is_missing() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "\"self_size\"",
        "\"size\"",
        "`self_size` is missing at byte -20, snapshot.meta.node_fields",
    );
    check(
        "\"edge_fields\"",
        "\"edge_columns\"",
        "`edge_fields` is missing at byte -202, snapshot.meta",
    );
    check(
        "\"edge_count\":4,",
        "",
        "`edge_count` is missing at byte -663, snapshot",
    );
    check("\"edges\":", "\"hedges\":", "`edges` is missing at byte +234");
    check(
        "\"count\",\"size\"",
        "\"times\",\"size\"",
        "`count` is missing at byte -28, snapshot.meta.trace_node_fields",
    );
    check(
        "\"object_index\"",
        "\"object_offset\"",
        "`object_index` is missing at byte -1, snapshot.meta.location_fields",
    );
}

#[test]
fn a_root_that_is_none_and_an_edge_of_unknown_meaning() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "0,1,1,0,1,0,0",
        "1,1,1,0,1,0,0",
        "the root must be of type `synthetic`, and is `object` at byte +0, nodes[0].type",
    );
    check(
        "\"weak\"]",
        "\"soft\"]",
        "edge type `soft` is unknown at byte +474, edges[2].type",
    );
}

#[test]
fn broken_text() {
    let check = |from: &str, to: &str, error: &str| assert_eq!(refused(from, to), error);
    check(
        "\"Thing\"",
        "\"Th\\qing\"",
        "expected one of `\"\\/bfnrtu` after `\\`, found `q` at byte +4, strings[3]",
    );
    check(
        "\"app.js\"]}",
        "\"app.js\"]}}",
        "expected the end of the input, found `}` at byte +10",
    );
    check(
        "2,2,3,32,2",
        "2,2,3,32 2",
        "expected `,` or `]`, found `2` at byte +9, nodes[1].edge_count",
    );
    let mut bytes = TEXT.as_bytes().to_vec();
    let at = TEXT.find("Thing").unwrap();
    bytes[at] = 0xff;
    let error = read(&*bytes, 0, None, &Limits::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("invalid UTF-8 at byte {at}, strings[3]")
    );
}

#[test]
fn what_is_no_snapshot() {
    let text = |text: &str| load(text).unwrap_err().to_string();
    assert_eq!(
        text("[]"),
        "the file is no V8 heap snapshot: it has no `snapshot` with `meta` at byte 0"
    );
    assert_eq!(
        text(r#"{"head":{},"sample":[]}"#),
        "the file is no V8 heap snapshot: it has no `snapshot` with `meta` at byte 23"
    );
    assert_eq!(
        text(r#"{"snapshot":{"title":"x"},"nodes":[]}"#),
        "the file is no V8 heap snapshot: it has no `snapshot` with `meta` at byte 12, snapshot"
    );
}

#[test]
fn cut_anywhere_it_says_where_the_input_ends() {
    for end in 1..TEXT.len() {
        let error = load(&TEXT[..end]).unwrap_err();
        assert_eq!(error.at.byte, Some(end as u64), "{error}");
        assert!(
            error.to_string().starts_with("unexpected end of the input"),
            "{error}"
        );
    }
}

#[test]
fn a_limit_names_its_option() {
    let limited = |limits: Limits| {
        let error = read(TEXT.as_bytes(), 0, None, &limits).unwrap_err();
        error.to_string()
    };
    let limits = Limits::default();
    assert_eq!(
        limited(Limits { nodes: 3, ..limits }),
        "more objects than the limit of `3` at byte 673, snapshot.node_count"
    );
    assert_eq!(
        limited(Limits { edges: 3, ..limits }),
        "more edges than the limit of `3` at byte 688, snapshot.edge_count"
    );
    assert_eq!(
        limited(Limits { strings: 3, ..limits }),
        "more strings than the limit of `3` at byte 1000, strings[3]"
    );
    assert_eq!(
        limited(Limits {
            file_bytes: 1000,
            ..limits
        }),
        "more bytes than the limit of `1000` at byte 1000, strings[3]"
    );
    assert_eq!(
        limited(Limits {
            value_chars: 600,
            ..limits
        }),
        "a value with more characters than the limit of `600` at byte 12, snapshot"
    );
    assert_eq!(
        limited(Limits {
            metadata_depth: 1,
            ..limits
        }),
        "nested deeper than the limit of `1` at byte 126, snapshot"
    );
}

/// The top of the tree is no call.
#[test]
fn a_stack_of_calls_may_be_as_deep_as_the_limit_says() {
    let with = |calls: u32| {
        let calls = (0..=calls).rev().fold(String::new(), |below, call| {
            format!("{},1,0,0,[{below}]", call + 2)
        });
        let text = TEXT.replace("2,1,3,48,[]", &calls);
        let at = text.find(",1,0,0,[]").unwrap() + 7;
        let error = load(&text).map(drop);
        error.map_err(|error| error.to_string().replace(&format!("byte {at}"), "byte AT"))
    };
    assert_eq!(with(63), Ok(()));
    assert_eq!(
        with(64),
        Err("nested deeper than the limit of `64` at byte AT, trace_tree[66]".to_owned())
    );
}

#[test]
fn a_string_may_have_as_many_characters_as_the_limit_says() {
    let limits = Limits {
        value_chars: 2_000,
        ..Limits::default()
    };
    let with = |characters: usize| {
        let text = TEXT.replace("Thing", &"é".repeat(characters));
        let at = text.find("é").unwrap_or(0);
        read(text.as_bytes(), 0, None, &limits)
            .map(drop)
            .map_err(|error| error.to_string().replace(&format!("byte {at}"), "byte AT"))
    };
    assert_eq!(with(2_000), Ok(()));
    assert_eq!(
        with(2_001),
        Err("a string with more characters than the limit of `2000` at byte AT, strings[3]".to_owned())
    );
}

#[test]
fn dominators_are_searched_for_as_long_as_the_limit_says() {
    let with = |dominator_work| {
        let limits = Limits {
            dominator_work,
            ..Limits::default()
        };
        let error = Heap::new(load(TEXT).unwrap(), &limits).map(drop);
        error.map_err(|error| error.to_string())
    };
    assert_eq!(with(1), Ok(()));
    assert_eq!(
        with(0),
        Err(
            "more steps in the search for dominators, as a multiple of objects and edges, than the limit of `0` \
             at edges"
                .to_owned()
        )
    );
}
