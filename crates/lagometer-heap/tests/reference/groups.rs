//! Groups, by gathering their members by hand and removing them.

use crate::graph::graph;
use lagometer_heap::{GroupBy, GroupOrder, Groups, NodeOrdinal};
use proptest::prelude::*;
use std::collections::BTreeMap;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_a_group_retains_goes_when_all_its_members_go(graph in graph()) {
        let heap = graph.heap();
        let mut expected: BTreeMap<(u8, u8), Vec<usize>> = BTreeMap::new();
        for (node, (kind, name, ..)) in graph.nodes.iter().enumerate() {
            expected.entry((*kind, *name)).or_default().push(node);
        }
        let groups = Groups::new(&heap, GroupBy::KindAndName);
        let order = groups.ordered(heap.snapshot(), GroupOrder::Retained, |_| true);
        prop_assert_eq!(order.len(), expected.len());
        let members = groups.members(&order);
        let retained = heap.retained_by_groups(&members);
        for ((place, members), retained) in order.iter().zip(&members).zip(retained) {
            let group = &groups.groups[*place];
            let members: Vec<usize> = members.iter().map(|node| node.index()).collect();
            let (kind, name, ..) = graph.nodes[members[0]];
            prop_assert_eq!(&members, &expected[&(kind, name)]);
            prop_assert_eq!(group.count, members.len() as u64);
            prop_assert_eq!(retained, graph.bytes_without(&members));
            let single = members.iter().filter_map(|node| heap.retained(NodeOrdinal(*node as u32)));
            prop_assert_eq!(group.largest.map(|(_, size)| size), single.max());
            // The outermost members: those that no other member dominates.
            let inside = |node: usize| {
                members.iter().any(|other| *other != node && !graph.reached_without(&[*other])[node])
            };
            let outermost = members.iter().filter(|node| !inside(**node));
            let sizes = outermost.filter_map(|node| heap.retained(NodeOrdinal(*node as u32)));
            prop_assert_eq!(group.outermost, sizes.sum::<u64>());
            prop_assert!(group.outermost <= retained);
        }
    }
}
