//! What goes when several objects go together.

use crate::{Heap, NodeOrdinal};
use std::collections::VecDeque;

/// So many groups are searched for at once, a bit each.
const AT_ONCE: usize = 32;

impl Heap {
    /// For each group the bytes that would become unreachable if all its members went: their own and
    /// those of everything that only they hold together.
    ///
    /// That is exact, and neither the sum of what each of them retains nor a bound of it. Members
    /// that are not reachable add nothing.
    pub fn retained_by_groups<G>(&self, groups: &[G]) -> Vec<u64>
    where
        G: AsRef<[NodeOrdinal]>,
    {
        let together = groups.chunks(AT_ONCE);
        together
            .flat_map(|groups| self.retained_together(groups))
            .collect()
    }

    /// Searches once for all groups: an object gets the bit of each group without which it is
    /// reached, and is looked at again when it gets more bits.
    fn retained_together<G: AsRef<[NodeOrdinal]>>(&self, groups: &[G]) -> Vec<u64> {
        let snapshot = self.snapshot();
        let nodes = snapshot.node_count() as usize;
        let mut removed = vec![0_u32; nodes];
        for (bit, group) in groups.iter().enumerate() {
            for member in group.as_ref() {
                removed[member.index()] |= 1 << bit;
            }
        }
        let all = u32::MAX >> (AT_ONCE - groups.len());
        let mut reached = vec![0_u32; nodes];
        let mut waits = vec![false; nodes];
        let mut queue = VecDeque::from([NodeOrdinal::ROOT]);
        reached[0] = all & !removed[0];
        while let Some(node) = queue.pop_front() {
            waits[node.index()] = false;
            let without = reached[node.index()];
            for to in snapshot.retained_targets(node) {
                let known = &mut reached[to.index()];
                if without & !*known & !removed[to.index()] == 0 {
                    continue;
                }
                *known |= without & !removed[to.index()];
                if !waits[to.index()] {
                    waits[to.index()] = true;
                    queue.push_back(to);
                }
            }
        }
        let mut bytes = vec![0; groups.len()];
        for node in self.reachable() {
            let mut gone = all & !reached[node.index()];
            while gone != 0 {
                bytes[gone.trailing_zeros() as usize] += snapshot.self_size(node);
                gone &= gone - 1;
            }
        }
        bytes
    }
}
