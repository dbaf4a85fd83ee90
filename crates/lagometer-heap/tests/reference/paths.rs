//! Paths, by looking at each of their edges.

use crate::graph::graph;
use lagometer_heap::{NodeOrdinal, PathLimits};
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

/// Every simple path from the root, by trying all.
fn all_paths(graph: &crate::graph::Graph, target: usize) -> Vec<Vec<usize>> {
    let edges = graph.sorted();
    let mut whole = Vec::new();
    let mut open = vec![(vec![0_usize], Vec::new())];
    while let Some((nodes, path)) = open.pop() {
        let last = *nodes.last().unwrap();
        if last == target {
            whole.push(path);
            continue;
        }
        for (index, edge) in edges.iter().enumerate() {
            if edge.0 == last && graph.retains(edge) && !nodes.contains(&edge.2) {
                let further = |list: &[usize], next| [list, &[next]].concat();
                open.push((further(&nodes, edge.2), further(&path, index)));
            }
        }
    }
    whole.sort();
    whole
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_search_without_bounds_finds_every_simple_path_once_and_shortest_first(graph in graph()) {
        let heap = graph.heap();
        let limits = PathLimits { paths: 10_000, depth: 64, edges: 1_000_000, queue: 100_000 };
        for node in 0..graph.nodes.len() {
            let expected = all_paths(&graph, node);
            prop_assume!(expected.len() < 5_000);
            let found = heap.paths(NodeOrdinal(node as u32), &limits);
            prop_assert_eq!(found.stop, None);
            let lengths: Vec<usize> = found.paths.iter().map(Vec::len).collect();
            prop_assert!(lengths.is_sorted());
            let edges = found.paths.iter().map(|path| {
                path.iter().filter_map(|step| step.held_by).map(|edge| edge.ordinal.index()).collect()
            });
            let mut edges: Vec<Vec<usize>> = edges.collect();
            edges.sort();
            prop_assert_eq!(edges, expected);
        }
    }

    #[test]
    fn a_search_with_bounds_says_so_or_has_all(graph in graph(), paths in 1_usize..4, depth in 1_u32..6, edges in 1_u64..30, queue in 1_usize..6) {
        let heap = graph.heap();
        for node in heap.snapshot().nodes() {
            let found = heap.paths(node, &PathLimits { paths, depth, edges, queue });
            prop_assert!(found.paths.len() <= paths);
            prop_assert!(found.edges <= edges);
            if found.stop.is_none() {
                prop_assert_eq!(found.paths.len(), all_paths(&graph, node.index()).len());
            }
        }
    }
}
