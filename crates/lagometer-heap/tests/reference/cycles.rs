//! Strongly connected groups, by asking of each pair whether both lead to each other.

use crate::graph::{Graph, graph};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What a node leads to by one retaining edge or more.
fn led_to(graph: &Graph, from: usize) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    loop {
        let before = all.len();
        for edge in &graph.edges {
            if (edge.0 == from || all.contains(&edge.0)) && graph.retains(edge) {
                all.insert(edge.2);
            }
        }
        if all.len() == before {
            return all;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn members_of_a_cycle_lead_to_each_other(graph in graph()) {
        let heap = graph.heap();
        let reach: Vec<BTreeSet<usize>> = (0..graph.nodes.len()).map(|node| led_to(&graph, node)).collect();
        let mut expected = BTreeSet::new();
        for node in 0..graph.nodes.len() {
            let members = reach[node].iter().copied().filter(|other| reach[*other].contains(&node));
            let members: Vec<usize> = members.collect();
            if members.len() > 1 {
                expected.insert(members);
            }
        }
        let found = heap.cycles();
        let bytes: Vec<u64> = found.iter().map(|cycle| cycle.shallow).collect();
        prop_assert!(bytes.is_sorted_by(|a, b| a >= b));
        let found = found.iter().map(|cycle| cycle.members.iter().map(|node| node.index()).collect());
        prop_assert_eq!(found.collect::<BTreeSet<Vec<usize>>>(), expected);
        let own = graph.edges.iter().filter(|(from, kind, to)| from == to && *kind < 5).count();
        prop_assert_eq!(heap.self_references().len(), own);
    }
}
