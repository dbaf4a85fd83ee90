//! Whole snapshots, in every form in which they come.

use crate::{TEXT, load};
use lagometer_heap::{
    Detachedness, EdgeKind, EdgeName, Limits, NodeOrdinal, OddityKind, Place, Samples, SnapshotObjectId, read,
};
use std::io::Read;

#[test]
fn every_part_is_found() {
    let snapshot = load(TEXT).unwrap();
    assert_eq!((snapshot.node_count(), snapshot.edge_count()), (4, 4));
    let make = snapshot.find(SnapshotObjectId(3)).unwrap();
    assert_eq!((snapshot.kind(make), snapshot.name(make)), ("closure", "make"));
    assert_eq!(snapshot.self_size(make), 32);
    let place = Place {
        script_id: 9,
        line: 1,
        column: 5,
        script: None,
    };
    assert_eq!(snapshot.place(make), Some(place));
    let edges: Vec<_> = snapshot.edges(make).collect();
    assert_eq!(edges[0].kind, EdgeKind::Property);
    assert_eq!(edges[0].name, EdgeName::Text("own"));
    assert!(edges[0].retaining && !edges[1].retaining);
    assert_eq!(snapshot.edge(edges[1].ordinal), edges[1]);
    let root = snapshot.edges(NodeOrdinal::ROOT).next().unwrap();
    assert_eq!(root.name, EdgeName::Index(7));
    let thing = NodeOrdinal(2);
    assert_eq!(snapshot.detachedness(thing), Detachedness::Detached);
    assert_eq!(snapshot.detached().collect::<Vec<_>>(), [thing]);
    let samples = Samples {
        count: 2,
        span_us: Some(1000),
    };
    assert_eq!(snapshot.form().samples, Some(samples));
    assert!(snapshot.oddities().is_empty());
}

#[test]
fn the_stack_of_an_allocation_goes_from_the_place_to_the_callers() {
    let snapshot = load(TEXT).unwrap();
    let allocations = snapshot.allocations();
    assert!(allocations.recorded());
    let call = allocations
        .find(snapshot.trace_node(NodeOrdinal(1)).unwrap())
        .unwrap();
    let stack: Vec<_> = allocations.stack(call).collect();
    assert_eq!(stack.len(), 2);
    assert_eq!((stack[0].count, stack[0].bytes), (3, 48));
    let function = allocations.function(stack[0]);
    assert_eq!(snapshot.strings().get(function.name), "make");
    assert_eq!((function.line, function.column), (-1, 12));
    assert_eq!(snapshot.trace_node(NodeOrdinal(3)), None);
}

/// Hands out so many bytes at a time.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let room = into.len().min(self.1);
        self.0.read(&mut into[..room])
    }
}

#[test]
fn it_does_not_matter_how_the_text_is_cut_into_reads() {
    let whole = format!("{:?}", load(TEXT).unwrap());
    for bytes in [1, 7, 100] {
        let snapshot = read(Dribble(TEXT.as_bytes(), bytes), 0, None, &Limits::default()).unwrap();
        assert_eq!(format!("{snapshot:?}"), whole);
    }
}

#[test]
fn metadata_may_stand_behind_the_arrays() {
    let (head, arrays) = TEXT.split_once(",\n\"nodes\"").unwrap();
    let (head, arrays) = (head.strip_prefix('{').unwrap(), arrays.strip_suffix('}').unwrap());
    let (nodes, rest) = arrays.split_once(",\n\"edges\"").unwrap();
    let turned = format!("{{\"edges\"{rest},\"nodes\"{nodes},{head}}}");
    assert_eq!(
        format!("{:?}", load(&turned).unwrap()),
        format!("{:?}", load(TEXT).unwrap())
    );
}

#[test]
fn what_is_unknown_is_counted() {
    let text = TEXT
        .replace("\"detachedness\"]", "\"detachedness\",\"age\"]")
        .replace(
            "\"synthetic\",\"object\",\"closure\"]",
            "\"synthetic\",\"object\",\"closure\",\"cloud\"]",
        )
        .replace("\"samples\"", "\"weather\":{\"wind\":[1,-2.5]},\"samples\"");
    let aged = text
        .replace("0,1,1,0,1,0,0", "0,1,1,0,1,0,0,9")
        .replace("2,2,3,32,2,2,0", "2,2,3,32,2,2,0,9")
        .replace("1,3,5,16,0,1,2", "1,3,5,16,0,1,2,9")
        .replace("1,3,7,64,1,0,0", "1,3,7,64,1,0,0,9")
        .replace(
            "[1,7,7\n,2,4,14\n,6,4,21\n,2,4,14]",
            "[1,7,8\n,2,4,16\n,6,4,24\n,2,4,16]",
        )
        .replace("\"locations\":[7,", "\"locations\":[8,");
    let snapshot = load(&aged).unwrap();
    let kinds: Vec<_> = snapshot
        .oddities()
        .iter()
        .map(|oddity| oddity.kind.clone())
        .collect();
    assert_eq!(
        kinds,
        [
            OddityKind::UnknownKey("weather".to_owned()),
            OddityKind::UnknownColumn("nodes.age".to_owned()),
            OddityKind::UnknownNodeType("cloud".to_owned()),
        ]
    );
}

#[test]
fn ids_are_exact_up_to_64_bits() {
    let text = TEXT
        .replace("1,3,5,16", "1,3,18446744073709551615,16")
        .replace("1,3,7,64", "1,3,4294967295,64");
    let snapshot = load(&text).unwrap();
    assert_eq!(snapshot.id(NodeOrdinal(2)).to_string(), "18446744073709551615");
    assert_eq!(snapshot.find(SnapshotObjectId(u64::MAX)), Some(NodeOrdinal(2)));
    assert_eq!(
        snapshot.find(SnapshotObjectId(4_294_967_295)),
        Some(NodeOrdinal(3))
    );
    assert_eq!(snapshot.find(SnapshotObjectId(4_294_967_294)), None);
}

#[test]
fn half_of_a_surrogate_pair_shows_as_its_escape() {
    let snapshot = load(&TEXT.replace("\"Thing\"", r#""a\uD83Dx\ud83d\ude00""#)).unwrap();
    assert_eq!(snapshot.name(NodeOrdinal(2)), "a\\ud83dx\u{1f600}");
}

#[test]
fn scopes_may_hold_negative_numbers() {
    let text = TEXT
        .replace(
            "\"sample_fields\"",
            "\"scope_fields\":[\"script_node_index\",\"scope_id\"],\"scope_use_fields\":[\"slot_index\"],\"sample_fields\"",
        )
        .replace("\"samples\"", "\"scopes\":[7,-2,7,5],\"scope_uses\":[-2],\"samples\"");
    let form = load(&text).unwrap().form();
    assert_eq!((form.scopes, form.scope_uses), (Some(2), Some(1)));
    assert_eq!(form.scope_context_vars, None);
}

/// As Node writes it of itself: while its own script takes the chunks, more functions are called.
#[test]
fn more_functions_than_the_head_says_are_tolerated() {
    let snapshot =
        load(&TEXT.replacen("\"trace_function_count\":2", "\"trace_function_count\":1", 1)).unwrap();
    let oddities: Vec<_> = snapshot
        .oddities()
        .iter()
        .map(|oddity| (&oddity.kind, oddity.count))
        .collect();
    assert_eq!(oddities, [(&OddityKind::MoreFunctions, 1)]);
    let call = snapshot
        .allocations()
        .find(snapshot.trace_node(NodeOrdinal(1)).unwrap());
    assert!(call.is_some());
}

/// Some versions of V8 describe more types than there are fields.
#[test]
fn there_may_be_more_descriptions_of_types_than_fields() {
    let text = TEXT
        .replace(
            "\"number\",\"number\"],\"edge_fields\"",
            "\"number\",\"number\",\"number\",[\"a\",\"b\"]],\"edge_fields\"",
        )
        .replace(
            "\"string_or_number\",\"node\"]",
            "\"string_or_number\",\"node\",\"number\"]",
        );
    assert_ne!(text, TEXT);
    assert_eq!(
        format!("{:?}", load(&text).unwrap()),
        format!("{:?}", load(TEXT).unwrap())
    );
}
