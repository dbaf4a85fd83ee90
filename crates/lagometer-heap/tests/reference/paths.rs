//! Paths, by looking at each of their edges.

use crate::graph::graph;
use lagometer_heap::NodeOrdinal;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_shortest_path_is_as_long_as_the_distance_and_every_edge_retains(graph in graph()) {
        let heap = graph.heap();
        for node in heap.snapshot().nodes() {
            let path = heap.shortest_path(node);
            prop_assert_eq!(path.is_some(), heap.is_reachable(node));
            let Some(path) = path else { continue };
            prop_assert_eq!(path.len() as u32 - 1, heap.distance(node).unwrap());
            prop_assert_eq!(path[0].node, NodeOrdinal::ROOT);
            prop_assert_eq!(path.last().unwrap().node, node);
            for pair in path.windows(2) {
                let edge = pair[1].held_by.unwrap();
                prop_assert!(edge.retaining);
                prop_assert_eq!((edge.from, edge.to), (pair[0].node, pair[1].node));
            }
        }
    }
}
