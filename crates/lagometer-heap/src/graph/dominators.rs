//! Dominators by the simple version of Lengauer and Tarjan ("A fast algorithm for finding dominators
//! in a flowgraph", 1979), without recursion.
//!
//! It takes O(m log n) steps on every graph. Semi-NCA and the algorithm of Cooper, Harvey and Kennedy
//! are a little faster on most heaps and quadratic on an ordinary one: a long list whose tail is also
//! held from the root.

use super::NONE;
use crate::{Error, ErrorKind, Limits, NodeOrdinal, Snapshot};

/// The dominator tree over the reachable objects, by their numbers in depth-first order.
pub(super) struct Tree {
    /// The object of each number.
    pub order: Vec<u32>,
    /// The number of its dominator, which is always smaller. That of the root is 0.
    pub dominators: Vec<u32>,
}

pub(super) fn find(snapshot: &Snapshot, limits: &Limits) -> Result<Tree, Error> {
    let numbering = Numbering::new(snapshot);
    let predecessors = Predecessors::new(snapshot, &numbering);
    // The numbers of the objects are not needed any more, and they take memory.
    let Numbering { order, parents, .. } = numbering;
    let size = u64::from(snapshot.node_count()) + u64::from(snapshot.edge_count());
    let allowed = limits.dominator_work.saturating_mul(size);
    let mut search = Search::new(parents, allowed);
    match search.run(&predecessors) {
        Some(dominators) => Ok(Tree { order, dominators }),
        None => {
            let kind = ErrorKind::Limit {
                what: "more steps in the search for dominators, as a multiple of objects and edges,",
                allowed: limits.dominator_work,
                option: Limits::WORK_OPTION,
            };
            Err(Error::new(None, "edges", kind))
        }
    }
}

/// The reachable objects in depth-first order.
struct Numbering {
    /// The object of each number.
    order: Vec<u32>,
    /// The number of each object.
    number: Vec<u32>,
    /// The number of the object from which each was found.
    parents: Vec<u32>,
}

impl Numbering {
    fn new(snapshot: &Snapshot) -> Numbering {
        let root = NodeOrdinal::ROOT;
        let mut numbering = Numbering {
            order: vec![root.0],
            number: vec![NONE; snapshot.node_count() as usize],
            parents: vec![0],
        };
        numbering.number[root.index()] = 0;
        // The objects on the way, and where in their edges the search goes on.
        let mut way = vec![(root, snapshot.edge_range(root))];
        while let Some((node, edges)) = way.last_mut() {
            let node = *node;
            let found = edges.find(|&edge| {
                let edge = snapshot.edges.to[edge];
                numbering.number[edge.to().index()] == NONE && edge.retains(node)
            });
            match found {
                Some(edge) => {
                    let to = snapshot.edges.to[edge].to();
                    numbering.parents.push(numbering.number[node.index()]);
                    numbering.number[to.index()] = numbering.order.len() as u32;
                    numbering.order.push(to.0);
                    way.push((to, snapshot.edge_range(to)));
                }
                None => {
                    way.pop();
                }
            }
        }
        numbering.order.shrink_to_fit();
        numbering.parents.shrink_to_fit();
        numbering
    }
}

/// From which numbers retaining edges lead to each number.
struct Predecessors {
    /// Where those of each begin; one more for the end of the last.
    first: Vec<u32>,
    from: Vec<u32>,
}

impl Predecessors {
    fn new(snapshot: &Snapshot, numbering: &Numbering) -> Predecessors {
        let count = numbering.order.len();
        // Two more than there are: the starts move up by one while they are filled.
        let mut first = vec![0_u32; count + 2];
        for &node in &numbering.order {
            for to in snapshot.retained_targets(NodeOrdinal(node)) {
                first[numbering.number[to.index()] as usize + 2] += 1;
            }
        }
        for index in 2..first.len() {
            first[index] += first[index - 1];
        }
        let mut from = vec![0_u32; first[count + 1] as usize];
        for (number, &node) in numbering.order.iter().enumerate() {
            for to in snapshot.retained_targets(NodeOrdinal(node)) {
                let slot = &mut first[numbering.number[to.index()] as usize + 1];
                from[*slot as usize] = number as u32;
                *slot += 1;
            }
        }
        Predecessors { first, from }
    }

    #[inline(always)]
    fn of(&self, number: usize) -> &[u32] {
        &self.from[self.first[number] as usize..self.first[number + 1] as usize]
    }
}

/// The forest of Lengauer and Tarjan. Numbers are linked from the highest down, so that a number is in
/// the forest exactly if it is not below the last one linked, and no mark is needed.
struct Search {
    /// The parent; once linked, an ancestor.
    ancestor: Vec<u32>,
    semi: Vec<u32>,
    label: Vec<u32>,
    /// Numbers on a way that is being shortened.
    way: Vec<u32>,
    steps: u64,
    allowed: u64,
}

impl Search {
    fn new(parents: Vec<u32>, allowed: u64) -> Search {
        let count = parents.len() as u32;
        Search {
            ancestor: parents,
            semi: (0..count).collect(),
            label: (0..count).collect(),
            way: Vec::new(),
            steps: 0,
            allowed,
        }
    }

    /// The dominators; none where that takes more steps than allowed.
    fn run(&mut self, predecessors: &Predecessors) -> Option<Vec<u32>> {
        let count = self.ancestor.len();
        // Numbers with the same semidominator, as lists: the first of each, and in `dominators` the
        // next one, as long as the dominator of a number in a list is not known.
        let mut bucket = vec![NONE; count];
        let mut dominators = vec![0_u32; count];
        for number in (1..count).rev() {
            let mut semi = number as u32;
            for &from in predecessors.of(number) {
                let best = self.eval(from, number as u32 + 1);
                semi = semi.min(self.semi[best as usize]);
            }
            self.semi[number] = semi;
            dominators[number] = bucket[semi as usize];
            bucket[semi as usize] = number as u32;
            // From here on the number is linked.
            let parent = self.ancestor[number];
            let mut member = std::mem::replace(&mut bucket[parent as usize], NONE);
            while member != NONE {
                let best = self.eval(member, number as u32);
                let lower = self.semi[best as usize] < self.semi[member as usize];
                let next = dominators[member as usize];
                dominators[member as usize] = if lower { best } else { parent };
                member = next;
            }
            if self.steps > self.allowed {
                return None;
            }
        }
        for number in 1..count {
            if dominators[number] != self.semi[number] {
                dominators[number] = dominators[dominators[number] as usize];
            }
        }
        Some(dominators)
    }

    /// The number with the lowest semidominator on the way up from `number` to the root of its tree,
    /// without that root. Numbers from `linked` on are in the forest.
    #[inline(always)]
    fn eval(&mut self, number: u32, linked: u32) -> u32 {
        self.steps += 1;
        if number < linked {
            return number;
        }
        if self.ancestor[number as usize] >= linked {
            self.compress(number, linked);
        }
        self.label[number as usize]
    }

    /// Lets every number on the way point to its top, and know the best label on the way.
    fn compress(&mut self, number: u32, linked: u32) {
        let mut at = number;
        while self.ancestor[at as usize] >= linked {
            self.way.push(at);
            at = self.ancestor[at as usize];
        }
        self.steps += self.way.len() as u64;
        while let Some(at) = self.way.pop() {
            let above = self.ancestor[at as usize] as usize;
            let (best, own) = (self.label[above], self.label[at as usize]);
            if self.semi[best as usize] < self.semi[own as usize] {
                self.label[at as usize] = best;
            }
            self.ancestor[at as usize] = self.ancestor[above];
        }
    }
}
