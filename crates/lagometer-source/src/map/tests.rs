use super::*;
use proptest::prelude::*;
use srcmap_sourcemap::SourceMapBuilder;

fn at(line: u32, column: u32) -> Position {
    Position { line, column }
}

fn parse(text: &str) -> Map {
    Map::parse(text.as_bytes()).unwrap()
}

fn found(map: &Map, line: u32, column: u32) -> Option<(String, Position)> {
    let original = map.original(at(line, column))?;
    Some((map.source(original.source).to_owned(), original.position))
}

#[test]
fn a_line_without_mappings_is_not_answered_by_the_line_before() {
    let map = parse(r#"{"version":3,"sources":["a.ts"],"mappings":"AAAA;;IACA"}"#);
    assert_eq!(found(&map, 1, 50), Some(("a.ts".into(), at(1, 1))));
    assert_eq!(found(&map, 2, 1), None);
    assert_eq!(found(&map, 3, 4), None);
    assert_eq!(found(&map, 3, 5), Some(("a.ts".into(), at(2, 1))));
    assert_eq!(found(&map, 4, 1), None);
}

#[test]
fn a_mapping_without_a_source_ends_what_is_before_it() {
    // Column 0 is mapped, column 4 is not of any source.
    let map = parse(r#"{"version":3,"sources":["a.ts"],"mappings":"AAAA,I"}"#);
    assert_eq!(found(&map, 1, 4), Some(("a.ts".into(), at(1, 1))));
    assert_eq!(found(&map, 1, 5), None);
}

#[test]
fn sections_lie_where_their_offset_says_however_far() {
    let inner = r#"{"version":3,"sources":["a.ts"],"sourceRoot":"src","mappings":"AAAA;AACA"}"#;
    let map = parse(&format!(
        r#"{{"version":3,"sections":[
            {{"offset":{{"line":1,"column":10}},"map":{inner}}},
            {{"offset":{{"line":4000000000,"column":0}},"map":{inner}}}]}}"#
    ));
    assert_eq!(found(&map, 2, 10), None, "one column before the section");
    assert_eq!(found(&map, 2, 11), Some(("src/a.ts".into(), at(1, 1))));
    assert_eq!(found(&map, 3, 1), Some(("src/a.ts".into(), at(2, 1))));
    assert_eq!(map.original(at(2, 15)).unwrap().begins, at(2, 11));
    assert_eq!(found(&map, 4_000_000_001, 1), Some(("src/a.ts".into(), at(1, 1))));
}

#[test]
fn broken_maps_say_what_is_wrong() {
    let section = |offset: &str, map: &str| {
        let good = r#"{"version":3,"sources":[],"mappings":""}"#;
        format!(
            r#"{{"version":3,"sections":[{{"offset":{{"line":5,"column":0}},"map":{good}}},
            {{"offset":{offset}{map}}}]}}"#
        )
    };
    let nested = format!(
        ",\"map\":{}",
        section("{\"line\":9,\"column\":0}", ",\"map\":{\"version\":3}")
    );
    let deep = format!(
        r#"{{"version":3,"sources":["a"],"mappings":"","scopes":"{}"}}"#,
        "BAAA,".repeat(3_000)
    );
    for (text, expected) in [
        ("<!doctype html>".to_owned(), "expected value at line 1 column 1"),
        (
            "{\"version\":3".to_owned(),
            "EOF while parsing an object at line 1 column 12",
        ),
        ("{}".to_owned(), "missing field `version` at line 1 column 2"),
        (
            "{\"version\":2}".to_owned(),
            "version 2, and only version 3 is known",
        ),
        (
            section("{\"line\":5,\"column\":0}", ",\"map\":{\"version\":3}"),
            "section 1 begins before the one in front of it",
        ),
        (
            section("{\"line\":9,\"column\":0}", &nested),
            "section 1 is an index map or only a URL, which is not followed",
        ),
        (
            section("{\"line\":9,\"column\":0}", ",\"url\":\"x.map\""),
            "section 1 is an index map or only a URL, which is not followed",
        ),
        (deep, "`scopes` nested deeper than 2000"),
    ] {
        let error = Map::parse(text.as_bytes()).err().unwrap().to_string();
        assert_eq!(error, expected);
    }
    let error = Map::parse(b"{\"version\":\xff}").err().unwrap().to_string();
    assert_eq!(error, "not UTF-8 from byte 11");
}

#[test]
fn the_line_against_script_inclusion_and_a_byte_order_mark_are_passed_over() {
    let map = "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"AAAA\"}";
    assert!(found(&parse(&format!(")]}}'\n{map}")), 1, 1).is_some());
    assert!(found(&parse(&format!("\u{feff}{map}")), 1, 1).is_some());
}

#[test]
fn a_root_stands_before_what_is_relative() {
    for (root, source, expected) in [
        (Some("src"), Some("a.ts"), "src/a.ts"),
        (Some("src/"), Some("a.ts"), "src/a.ts"),
        (Some(""), Some("a.ts"), "a.ts"),
        (None, Some("a.ts"), "a.ts"),
        (Some("src"), Some("/a.ts"), "/a.ts"),
        (Some("src"), Some("webpack:///a.ts"), "webpack:///a.ts"),
        (Some("src"), None, "src/"),
    ] {
        assert_eq!(with_root(root, source), expected);
    }
}

#[test]
fn both_spellings_of_the_ignore_list_count() {
    for key in ["ignoreList", "x_google_ignoreList"] {
        let map = parse(&format!(
            r#"{{"version":3,"sources":["a","b"],"mappings":"AAAA,CCAA","{key}":[1]}}"#
        ));
        let ignored = |column| map.is_ignored(map.original(at(1, column)).unwrap().source);
        assert_eq!([ignored(1), ignored(2)], [false, true]);
    }
}

#[test]
fn a_line_is_of_one_original_line_or_of_none() {
    let map = parse(r#"{"version":3,"sources":["a.ts"],"mappings":"AAAA,CAAC;AACA,CACA;"}"#);
    let line = |line| map.only_line(line).map(|(_, line)| line);
    assert_eq!([line(1), line(2), line(3), line(9)], [Some(1), None, None, None]);
}

#[derive(Clone, Debug)]
struct Given {
    line: u32,
    column: u32,
    original: (u32, u32),
}

fn given() -> impl Strategy<Value = Vec<Given>> {
    let one = (0_u32..6, 0_u32..20, (0_u32..9, 0_u32..9));
    let one = one.prop_map(|(line, column, original)| Given {
        line,
        column,
        original,
    });
    prop::collection::vec(one, 0..40).prop_map(|mut given| {
        given.sort_by_key(|given| (given.line, given.column));
        given.dedup_by_key(|given| (given.line, given.column));
        given
    })
}

proptest! {
    /// The slow and obvious way: of all mappings of the line, the last that is not behind.
    #[test]
    fn a_lookup_is_the_last_mapping_before_it_on_its_line(given in given(), line in 0_u32..8, column in 0_u32..25) {
        let mappings = given.iter().map(|given| Mapping {
            generated_line: given.line,
            generated_column: given.column,
            source: 0,
            original_line: given.original.0,
            original_column: given.original.1,
            name: u32::MAX,
            is_range_mapping: false,
        });
        let json = SourceMapBuilder::new().sources(["a"]).mappings(mappings).build().to_json();
        let map = parse(&json);
        let expected = given
            .iter()
            .filter(|given| given.line == line && given.column <= column)
            .max_by_key(|given| given.column)
            .map(|given| Position::from_zero_based(given.original.0, given.original.1));
        let found = map.original(Position::from_zero_based(line, column)).map(|found| found.position);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_text_makes_a_map_panic(text in ".{0,200}", mappings in "[A-Za-z0-9+/,;]{0,200}", scopes in "[A-Za-z,]{0,100}") {
        let _ = Map::parse(text.as_bytes());
        let json = format!(r#"{{"version":3,"sources":["a","b"],"names":["n"],"mappings":"{mappings}","scopes":"{scopes}"}}"#);
        if let Ok(map) = Map::parse(json.as_bytes()) {
            for line in 0..6 {
                for column in [0, 1, 5, 1_000, u32::MAX] {
                    let _ = map.original(Position { line, column });
                    let _ = map.scope_name(Position { line, column });
                }
            }
        }
        let json = format!(r#"{{"version":3,"sources":["a","b"],"names":["n"],"mappings":"{mappings}"}}"#);
        let _ = Map::parse(json.as_bytes());
    }
}
