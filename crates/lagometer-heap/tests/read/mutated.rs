//! Snapshots with a few bytes changed: refused or read, never a panic, and never more memory than the
//! bytes justify.

use crate::{TEXT, load};
use lagometer_heap::{GroupBy, Groups, Heap, Limits, NodeOrdinal, PathLimits, Summary};
use proptest::prelude::*;

/// What a change puts in the place of some bytes.
fn change() -> impl Strategy<Value = (usize, usize, Vec<u8>)> {
    let snippets = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        proptest::collection::vec(b'0'..=b'9', 0..21),
        proptest::sample::select(vec![
            "[",
            "]",
            "{",
            "}",
            ",",
            "-1",
            "1.5",
            "1e9",
            "\"",
            "\\ud800",
            "null",
            "[[[[",
            "\"nodes\":[",
            "7,7,7",
            "4294967295",
            "18446744073709551615",
            "16000000",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    (0..TEXT.len(), 0_usize..30, snippets)
}

/// As many as `PROPTEST_CASES` says: a million take some minutes in a release build.
fn cases() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(2000),
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_changed_snapshot_is_refused_or_answered(changes in proptest::collection::vec(change(), 1..4)) {
        let mut bytes = TEXT.as_bytes().to_vec();
        for (at, length, snippet) in changes {
            let at = at.min(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, snippet);
        }
        let limits = Limits::default();
        match lagometer_heap::read(&*bytes, 0, Some(bytes.len() as u64), &limits) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(snapshot) => ask_everything(Heap::new(snapshot, &limits).unwrap()),
        }
    }
}

fn ask_everything(heap: Heap) {
    let summary = Summary::new(&heap);
    assert_eq!(
        summary.reachable.nodes + summary.unreachable.nodes,
        summary.all.nodes
    );
    assert_eq!(heap.retained(NodeOrdinal::ROOT), Some(summary.reachable.bytes));
    let groups = Groups::new(&heap, GroupBy::Location);
    let all: Vec<usize> = (0..groups.groups.len()).collect();
    heap.retained_by_groups(&groups.members(&all));
    for node in heap.snapshot().nodes() {
        heap.shortest_path(node);
        heap.paths(node, &PathLimits::default());
        heap.dominated(node);
        assert_eq!(
            heap.edges_into(node).count() > 0,
            heap.edges_into(node).next().is_some()
        );
    }
    heap.cycles();
    heap.allocation_sites();
}

/// A header may say what it likes: columns are made for what the bytes can hold.
#[test]
fn a_header_that_promises_too_much_costs_nothing() {
    let text = TEXT
        .replace("\"node_count\":4", "\"node_count\":16000000")
        .replace("\"edge_count\":4", "\"edge_count\":64000000");
    let error = load(&text).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("`node_count` says `16000000`, and there are `4`"),
        "{error}"
    );
}
