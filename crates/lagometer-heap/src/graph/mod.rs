//! What is computed from the edges, once: reachability, distances, dominators, retained sizes.

mod dominators;
mod search;

use crate::{Error, Limits, NodeOrdinal, Snapshot};

/// Stands for none in a column of ordinals or distances.
const NONE: u32 = u32::MAX;

/// A snapshot, and what its edges say by [`RETENTION_RULES`](crate::RETENTION_RULES).
#[derive(Clone, Debug)]
pub struct Heap {
    snapshot: Snapshot,
    /// The reachable objects, each behind its dominator.
    order: Vec<u32>,
    dominator: Vec<u32>,
    distance: Vec<u32>,
    retained: Vec<u64>,
}

impl Heap {
    /// Searches the graph.
    ///
    /// # Errors
    /// If the search for dominators takes more steps than [`Limits::dominator_work`] allows.
    pub fn new(snapshot: Snapshot, limits: &Limits) -> Result<Heap, Error> {
        let tree = dominators::find(&snapshot, limits)?;
        let nodes = snapshot.node_count() as usize;
        let mut dominator = vec![NONE; nodes];
        let mut retained = vec![0; nodes];
        for &node in &tree.order {
            retained[node as usize] = snapshot.self_size(NodeOrdinal(node));
        }
        for (number, &node) in tree.order.iter().enumerate().skip(1).rev() {
            let above = tree.order[tree.dominators[number] as usize];
            dominator[node as usize] = above;
            retained[above as usize] += retained[node as usize];
        }
        let order = tree.order;
        drop(tree.dominators);
        let distance = search::distances(&snapshot);
        Ok(Heap {
            snapshot,
            order,
            dominator,
            distance,
            retained,
        })
    }

    /// What was written in the file.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Whether a path of retaining edges leads from the root to the object.
    #[inline(always)]
    pub fn is_reachable(&self, node: NodeOrdinal) -> bool {
        self.distance[node.index()] != NONE
    }

    /// The reachable objects, each behind its dominator.
    pub fn reachable(&self) -> impl DoubleEndedIterator<Item = NodeOrdinal> + ExactSizeIterator + '_ {
        self.order.iter().map(|node| NodeOrdinal(*node))
    }

    /// The edges of the shortest path from the root; none where there is no path.
    #[inline(always)]
    pub fn distance(&self, node: NodeOrdinal) -> Option<u32> {
        Some(self.distance[node.index()]).filter(|distance| *distance != NONE)
    }

    /// The bytes that would become unreachable with the object; none where it is not reachable.
    #[inline(always)]
    pub fn retained(&self, node: NodeOrdinal) -> Option<u64> {
        self.is_reachable(node).then(|| self.retained[node.index()])
    }

    /// The nearest object that every path from the root passes; the root and what is not reachable
    /// have none.
    #[inline(always)]
    pub fn dominator(&self, node: NodeOrdinal) -> Option<NodeOrdinal> {
        Some(self.dominator[node.index()])
            .filter(|above| *above != NONE)
            .map(NodeOrdinal)
    }

    /// The reachable objects in the order of the tree of dominators: the place of each, the place
    /// behind all that it dominates, and the object. What it dominates lies between the two.
    pub(crate) fn dominator_ranges(&self) -> impl Iterator<Item = (u32, u32, NodeOrdinal)> + use<> {
        let nodes = self.snapshot.node_count() as usize;
        let mut counts = vec![1_u32; nodes];
        for &node in self.order.iter().skip(1).rev() {
            let above = self.dominator[node as usize] as usize;
            counts[above] += counts[node as usize];
        }
        // Each takes its place behind what its dominator has placed already.
        let mut next = vec![0_u32; nodes];
        let mut placed = vec![0_u32; self.order.len()];
        let mut sizes = vec![0_u32; self.order.len()];
        for (number, &node) in self.order.iter().enumerate() {
            let place = match number {
                0 => 0,
                _ => {
                    let above = self.dominator[node as usize] as usize;
                    let place = next[above];
                    next[above] += counts[node as usize];
                    place
                }
            };
            next[node as usize] = place + 1;
            placed[place as usize] = node;
            sizes[place as usize] = counts[node as usize];
        }
        let places = placed.into_iter().zip(sizes).enumerate();
        places.map(|(place, (node, size))| (place as u32, place as u32 + size, NodeOrdinal(node)))
    }
}
