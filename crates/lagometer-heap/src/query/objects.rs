//! Objects by what is known of them.

use crate::{Detachedness, Edge, Heap, NodeOrdinal};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Which objects are wanted. All conditions must hold.
#[derive(Default)]
pub struct ObjectFilter<'a> {
    /// Of this kind.
    pub kind: Option<&'a str>,
    /// With such a name; asked once for each string.
    pub name: Option<&'a dyn Fn(&str) -> bool>,
    /// With so many bytes of their own, at least.
    pub shallow_min: Option<u64>,
    /// Which retain so many bytes, at least.
    pub retained_min: Option<u64>,
    /// So far from the root, at most.
    pub distance_max: Option<u32>,
    /// Which belong to a document and are not in it.
    pub detached: bool,
}

/// The order of objects; equal ones in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectOrder {
    /// What retains most first; what is not reachable last.
    Retained,
    /// The largest first.
    Shallow,
    /// The nearest to the root first; what is not reachable last.
    Distance,
    /// By id.
    Id,
    /// By kind, then name.
    Name,
}

impl Heap {
    /// The objects for which the filter holds.
    pub fn objects(&self, filter: &ObjectFilter<'_>, order: ObjectOrder) -> Vec<NodeOrdinal> {
        let snapshot = self.snapshot();
        let wanted = filter.name;
        let names: Option<Vec<bool>> = wanted.map(|wanted| snapshot.strings().iter().map(wanted).collect());
        let kinds: Vec<bool> = snapshot
            .kinds()
            .iter()
            .map(|kind| filter.kind.is_none_or(|wanted| wanted == kind))
            .collect();
        let holds = |node: &NodeOrdinal| {
            kinds[usize::from(snapshot.kind_code(*node))]
                && names
                    .as_ref()
                    .is_none_or(|names| names[snapshot.name_index(*node) as usize])
                && filter
                    .shallow_min
                    .is_none_or(|least| snapshot.self_size(*node) >= least)
                && filter
                    .retained_min
                    .is_none_or(|least| self.retained(*node) >= Some(least))
                && filter
                    .distance_max
                    .is_none_or(|most| self.distance(*node).is_some_and(|at| at <= most))
                && (!filter.detached || snapshot.detachedness(*node) == Detachedness::Detached)
        };
        let mut objects: Vec<NodeOrdinal> = match filter.detached {
            // They are few, and known.
            true => snapshot.detached().filter(holds).collect(),
            false => snapshot.nodes().filter(holds).collect(),
        };
        match order {
            ObjectOrder::Retained => objects.sort_by_key(|node| Reverse(self.retained(*node))),
            ObjectOrder::Shallow => objects.sort_by_key(|node| Reverse(snapshot.self_size(*node))),
            ObjectOrder::Distance => {
                objects.sort_by_key(|node| (!self.is_reachable(*node), self.distance(*node)));
            }
            ObjectOrder::Id => objects.sort_by_key(|node| snapshot.id(*node)),
            ObjectOrder::Name => {
                objects.sort_by(|a, b| {
                    let key = |node: NodeOrdinal| (snapshot.kind(node), snapshot.name(node));
                    key(*a).cmp(&key(*b))
                });
            }
        }
        objects
    }

    /// The objects that this one dominates directly, what retains most first.
    pub fn dominated(&self, node: NodeOrdinal) -> Vec<NodeOrdinal> {
        self.dominated_by_each(&[node]).pop().unwrap_or_default()
    }

    /// For each of some objects those that it dominates directly, what retains most first; in one pass.
    pub fn dominated_by_each(&self, nodes: &[NodeOrdinal]) -> Vec<Vec<NodeOrdinal>> {
        let places: BTreeMap<NodeOrdinal, usize> = (0..).zip(nodes).map(|(at, node)| (*node, at)).collect();
        let mut below = vec![Vec::new(); nodes.len()];
        for other in self.reachable() {
            if let Some(at) = self.dominator(other).and_then(|above| places.get(&above)) {
                below[*at].push(other);
            }
        }
        for below in &mut below {
            below.sort_by_key(|node| (Reverse(self.retained(*node)), *node));
        }
        below
    }

    /// The edges into an object, in the order of the file.
    pub fn edges_into(&self, node: NodeOrdinal) -> impl Iterator<Item = Edge<'_>> + '_ {
        let edges = self.snapshot().edges.to.iter().enumerate();
        let into = edges.filter(move |(_, edge)| edge.to() == node);
        into.map(|(at, _)| self.snapshot().edge(crate::EdgeOrdinal(at as u32)))
    }
}
