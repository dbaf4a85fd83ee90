//! Retained sizes by deleting the object and searching again; distances round by round.

use crate::graph::{Graph, graph};
use lagometer_heap::NodeOrdinal;
use proptest::prelude::*;

fn distances(graph: &Graph) -> Vec<Option<u32>> {
    let mut distances = vec![None; graph.nodes.len()];
    distances[0] = Some(0);
    for round in 0..graph.nodes.len() as u32 {
        for edge in &graph.edges {
            let (from, _, to) = *edge;
            if distances[from] == Some(round) && distances[to].is_none() && graph.retains(edge) {
                distances[to] = Some(round + 1);
            }
        }
    }
    distances
}

/// Of the objects without which `node` is not reached, the one that is nearest: all others dominate
/// it.
fn dominator(graph: &Graph, node: usize) -> Option<usize> {
    let dominates = |above: usize, node: usize| above != node && !graph.reached_without(&[above])[node];
    let above: Vec<usize> = (0..graph.nodes.len())
        .filter(|above| dominates(*above, node))
        .collect();
    let nearest = above.iter().find(|candidate| {
        above
            .iter()
            .all(|other| other == *candidate || dominates(*other, **candidate))
    });
    nearest.copied()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn sizes_distances_and_dominators_are_those_of_the_slow_way(graph in graph()) {
        let heap = graph.heap();
        let reached = graph.reached_without(&[]);
        let distances = distances(&graph);
        for node in 0..graph.nodes.len() {
            let ordinal = NodeOrdinal(node as u32);
            prop_assert_eq!(heap.is_reachable(ordinal), reached[node]);
            prop_assert_eq!(heap.distance(ordinal), distances[node]);
            let retained = reached[node].then(|| graph.bytes_without(&[node]));
            prop_assert_eq!(heap.retained(ordinal), retained);
            let above = if reached[node] { dominator(&graph, node) } else { None };
            prop_assert_eq!(heap.dominator(ordinal).map(|above| above.index()), above);
        }
    }

    #[test]
    fn the_order_puts_each_object_behind_its_dominator(graph in graph()) {
        let heap = graph.heap();
        let order: Vec<NodeOrdinal> = heap.reachable().collect();
        for (place, node) in order.iter().enumerate() {
            if let Some(above) = heap.dominator(*node) {
                prop_assert!(order[..place].contains(&above));
                prop_assert!(heap.retained(above) >= heap.retained(*node));
            }
        }
    }
}
