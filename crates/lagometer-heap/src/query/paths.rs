//! Several simple paths from the root to an object.

use super::PathStep;
use crate::{EdgeOrdinal, Heap, NodeOrdinal, Snapshot};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// When a search for paths stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathLimits {
    /// So many paths.
    pub paths: usize,
    /// So many edges in one path.
    pub depth: u32,
    /// So many edges into objects are looked at. The copying of paths is not counted.
    pub edges: u64,
    /// So many beginnings of paths wait at once.
    pub queue: usize,
}

impl Default for PathLimits {
    fn default() -> PathLimits {
        PathLimits {
            paths: 5,
            depth: 64,
            edges: 50_000,
            queue: 4_096,
        }
    }
}

/// Why there may be more paths than were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStop {
    /// There are as many as were asked for.
    Paths,
    /// Longer ones were left out.
    Depth,
    /// As many edges were looked at as were allowed.
    Edges,
    /// As many beginnings wait as were allowed; further ones were left out.
    Queue,
}

/// Some paths.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    /// The paths, shortest first, the root at the start of each.
    pub paths: Vec<Vec<PathStep<'a>>>,
    /// Why there may be more; none where these are all.
    pub stop: Option<PathStop>,
    /// How many edges were looked at.
    pub edges: u64,
}

/// The end of a path, that is, its beginning as it is searched: from the target to this object.
#[derive(Clone, Copy)]
struct Partial {
    node: NodeOrdinal,
    /// The edge from this object to the one after it, and the rest of the path.
    after: Option<(EdgeOrdinal, u32)>,
    edges: u32,
}

impl Heap {
    /// Simple paths of retaining edges to an object: none passes an object twice. The search goes
    /// from the object to the root, and on with what can be the shortest path, so that the paths come
    /// shortest first.
    pub fn paths(&self, target: NodeOrdinal, limits: &PathLimits) -> Paths<'_> {
        let mut found = Paths {
            paths: Vec::new(),
            stop: None,
            edges: 0,
        };
        let Some(distance) = self.distance(target) else {
            return found;
        };
        let into = Incoming::new(self.snapshot());
        let mut partials = vec![Partial {
            node: target,
            after: None,
            edges: 0,
        }];
        let mut queue = BinaryHeap::from([Reverse((distance, 0_u32))]);
        while let Some(Reverse((_, place))) = queue.pop() {
            let partial = partials[place as usize];
            if partial.node == NodeOrdinal::ROOT {
                if found.paths.len() == limits.paths {
                    found.stop = Some(PathStop::Paths);
                    return found;
                }
                found.paths.push(self.steps(&partials, place));
                continue;
            }
            for &edge in into.of(partial.node) {
                if found.edges == limits.edges {
                    found.stop = Some(PathStop::Edges);
                    return found;
                }
                found.edges += 1;
                let from = self.snapshot().edge(edge).from;
                let Some(to_root) = self.distance(from).filter(|_| !passes(&partials, place, from)) else {
                    continue;
                };
                let edges = partial.edges + 1;
                if edges.saturating_add(to_root) > limits.depth {
                    found.stop.get_or_insert(PathStop::Depth);
                    continue;
                }
                if queue.len() == limits.queue {
                    found.stop = Some(PathStop::Queue);
                    continue;
                }
                queue.push(Reverse((edges + to_root, partials.len() as u32)));
                partials.push(Partial {
                    node: from,
                    after: Some((edge, place)),
                    edges,
                });
            }
        }
        found
    }

    fn steps(&self, partials: &[Partial], place: u32) -> Vec<PathStep<'_>> {
        let mut steps = vec![PathStep {
            node: partials[place as usize].node,
            held_by: None,
        }];
        let mut after = partials[place as usize].after;
        while let Some((edge, next)) = after {
            steps.push(PathStep {
                node: partials[next as usize].node,
                held_by: Some(self.snapshot().edge(edge)),
            });
            after = partials[next as usize].after;
        }
        steps
    }
}

fn passes(partials: &[Partial], mut place: u32, node: NodeOrdinal) -> bool {
    loop {
        let partial = &partials[place as usize];
        if partial.node == node {
            return true;
        }
        match partial.after {
            Some((_, next)) => place = next,
            None => return false,
        }
    }
}

/// The retaining edges into each object.
struct Incoming {
    first: Vec<u32>,
    edges: Vec<EdgeOrdinal>,
}

impl Incoming {
    fn new(snapshot: &Snapshot) -> Incoming {
        let mut first = vec![0_u32; snapshot.node_count() as usize + 2];
        for node in snapshot.nodes() {
            for to in snapshot.retained_targets(node) {
                first[to.index() + 2] += 1;
            }
        }
        for index in 2..first.len() {
            first[index] += first[index - 1];
        }
        let count = first.last().copied().unwrap_or(0);
        let mut edges = vec![EdgeOrdinal(0); count as usize];
        for node in snapshot.nodes() {
            for at in snapshot.edge_range(node) {
                let edge = snapshot.edges.to[at];
                if edge.retains(node) {
                    let slot = &mut first[edge.to().index() + 1];
                    edges[*slot as usize] = EdgeOrdinal(at as u32);
                    *slot += 1;
                }
            }
        }
        Incoming { first, edges }
    }

    fn of(&self, node: NodeOrdinal) -> &[EdgeOrdinal] {
        &self.edges[self.first[node.index()] as usize..self.first[node.index() + 1] as usize]
    }
}
