//! The shortest path from the root.

use crate::edge::Packed;
use crate::{Edge, EdgeOrdinal, Heap, NodeOrdinal};

/// An object on a path, and the edge by which the one before holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathStep<'a> {
    /// The object.
    pub node: NodeOrdinal,
    /// The edge that leads to it; the root has none.
    pub held_by: Option<Edge<'a>>,
}

impl Heap {
    /// The shortest path of retaining edges from the root to an object; none where there is no path.
    /// Of several shortest ones it is the one that a search in the order of the file finds first.
    pub fn shortest_path(&self, target: NodeOrdinal) -> Option<Vec<PathStep<'_>>> {
        self.distance(target)?;
        let found_by = self.found_by(Some(target));
        let mut path = Vec::new();
        let mut node = target;
        loop {
            let held_by = found_by[node.index()].map(|edge| self.snapshot().edge(edge));
            path.push(PathStep { node, held_by });
            match held_by {
                Some(edge) => node = edge.from,
                None => break,
            }
        }
        path.reverse();
        Some(path)
    }

    /// For each object the last edge on its shortest path that starts at an object for which `holds`
    /// is true; none where there is none.
    pub fn holders(
        &self,
        nodes: impl Iterator<Item = NodeOrdinal>,
        holds: impl Fn(NodeOrdinal) -> bool,
    ) -> Vec<Option<Edge<'_>>> {
        let found_by = self.found_by(None);
        let holder = |node: NodeOrdinal| {
            let mut edge = self.snapshot().edge(found_by[node.index()]?);
            while !holds(edge.from) {
                edge = self.snapshot().edge(found_by[edge.from.index()]?);
            }
            Some(edge)
        };
        nodes.map(holder).collect()
    }

    /// The edge by which a breadth-first search finds each object, up to `until`.
    pub(crate) fn found_by(&self, until: Option<NodeOrdinal>) -> Vec<Option<EdgeOrdinal>> {
        let snapshot = self.snapshot();
        let mut found_by = vec![None; snapshot.node_count() as usize];
        let mut queue = vec![NodeOrdinal::ROOT];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            if until == Some(node) {
                break;
            }
            for at in snapshot.edge_range(node) {
                let edge: Packed = snapshot.edges.to[at];
                let to = edge.to();
                let known = &mut found_by[to.index()];
                if known.is_none() && to != NodeOrdinal::ROOT && edge.retains(node) {
                    *known = Some(EdgeOrdinal(at as u32));
                    queue.push(to);
                }
            }
        }
        found_by
    }
}
