//! Objects that keep each other: strongly connected groups.

use crate::{EdgeOrdinal, Heap, NodeOrdinal, Snapshot};

/// Objects each of which leads to all others by retaining edges. That proves no leak: most objects
/// of a page lie in one such group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The objects, in the order of the file.
    pub members: Vec<NodeOrdinal>,
    /// Their own bytes together.
    pub shallow: u64,
    /// Whether they are reachable: all are, or none.
    pub reachable: bool,
}

const NONE: u32 = u32::MAX;

impl Heap {
    /// The groups of two objects or more, the largest in bytes first; then by their first object.
    ///
    /// By the algorithm of Tarjan ("Depth-first search and linear graph algorithms", 1972), without
    /// recursion.
    pub fn cycles(&self) -> Vec<Cycle> {
        let snapshot = self.snapshot();
        let mut cycles: Vec<Cycle> = Vec::new();
        Search::new(snapshot).run(|members| {
            let mut members = members.to_vec();
            members.sort_unstable();
            cycles.push(Cycle {
                shallow: members.iter().map(|node| snapshot.self_size(*node)).sum(),
                reachable: self.is_reachable(members[0]),
                members,
            });
        });
        cycles.sort_by(|a, b| b.shallow.cmp(&a.shallow).then(a.members[0].cmp(&b.members[0])));
        cycles
    }

    /// Edges of objects to themselves that would retain, were they to another object.
    pub fn self_references(&self) -> Vec<(NodeOrdinal, EdgeOrdinal)> {
        let snapshot = self.snapshot();
        let own = snapshot.nodes().flat_map(|node| {
            let edges = snapshot.edge_range(node);
            let own = edges.filter(move |at| snapshot.edges.to[*at].holds_itself(node));
            own.map(move |at| (node, EdgeOrdinal(at as u32)))
        });
        own.collect()
    }
}

struct Search<'a> {
    snapshot: &'a Snapshot,
    /// The order in which each object was found.
    found: Vec<u32>,
    /// The first found object of the stack that each leads to.
    low: Vec<u32>,
    /// Objects of which the group is not known yet.
    stack: Vec<NodeOrdinal>,
    on_stack: Vec<bool>,
    count: u32,
}

impl<'a> Search<'a> {
    fn new(snapshot: &'a Snapshot) -> Search<'a> {
        let nodes = snapshot.node_count() as usize;
        Search {
            snapshot,
            found: vec![NONE; nodes],
            low: vec![NONE; nodes],
            stack: Vec::new(),
            on_stack: vec![false; nodes],
            count: 0,
        }
    }

    /// Calls `each` with the members of every group of two or more.
    fn run(mut self, mut each: impl FnMut(&[NodeOrdinal])) {
        let snapshot = self.snapshot;
        for start in snapshot.nodes() {
            if self.found[start.index()] != NONE {
                continue;
            }
            self.find(start);
            let mut way = vec![(start, snapshot.edge_range(start))];
            while let Some((node, edges)) = way.last_mut() {
                let node = *node;
                let Some(at) = edges.next() else {
                    way.pop();
                    if let Some((above, _)) = way.last() {
                        let low = self.low[node.index()];
                        let above = &mut self.low[above.index()];
                        *above = low.min(*above);
                    }
                    if self.low[node.index()] == self.found[node.index()] {
                        self.close(node, &mut each);
                    }
                    continue;
                };
                let edge = snapshot.edges.to[at];
                let to = edge.to();
                if !edge.retains(node) {
                    continue;
                }
                if self.found[to.index()] == NONE {
                    self.find(to);
                    way.push((to, snapshot.edge_range(to)));
                } else if self.on_stack[to.index()] {
                    let low = &mut self.low[node.index()];
                    *low = self.found[to.index()].min(*low);
                }
            }
        }
    }

    fn find(&mut self, node: NodeOrdinal) {
        self.found[node.index()] = self.count;
        self.low[node.index()] = self.count;
        self.count += 1;
        self.stack.push(node);
        self.on_stack[node.index()] = true;
    }

    /// Takes the group of `node`, which was found first of it, from the stack.
    fn close(&mut self, node: NodeOrdinal, each: &mut impl FnMut(&[NodeOrdinal])) {
        let at = self.stack.iter().rposition(|member| *member == node);
        let at = at.expect("the first of a group is on the stack until the group is closed");
        for member in &self.stack[at..] {
            self.on_stack[member.index()] = false;
        }
        if self.stack.len() - at > 1 {
            each(&self.stack[at..]);
        }
        self.stack.truncate(at);
    }
}
