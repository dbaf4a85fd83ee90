//! Breadth-first search.

use super::NONE;
use crate::{NodeOrdinal, Snapshot};

/// The distance of every object from the root, in retaining edges.
pub(super) fn distances(snapshot: &Snapshot) -> Vec<u32> {
    let mut distance = vec![NONE; snapshot.node_count() as usize];
    let mut queue = vec![NodeOrdinal::ROOT];
    distance[0] = 0;
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        let beyond = distance[node.index()] + 1;
        for to in snapshot.retained_targets(node) {
            let known = &mut distance[to.index()];
            if *known == NONE {
                *known = beyond;
                queue.push(to);
            }
        }
    }
    distance
}
