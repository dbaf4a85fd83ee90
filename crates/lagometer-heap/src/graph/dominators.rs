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
    match search.run(predecessors) {
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

    /// Where those of a number are.
    #[inline(always)]
    fn range(&self, number: usize) -> std::ops::Range<usize> {
        self.first[number] as usize..self.first[number + 1] as usize
    }

    /// The column in which the dominators have taken the place of what was not needed any more: that of
    /// each number stands where its predecessors ended.
    fn into_dominators(self, count: usize) -> Vec<u32> {
        let Predecessors { mut first, from } = self;
        drop(from);
        first.copy_within(1..=count, 0);
        first.truncate(count);
        first[0] = 0;
        first
    }
}

/// The forest of Lengauer and Tarjan. Numbers are linked from the highest down, so that a number is in
/// the forest exactly if it is not below the last one linked, and no mark is needed.
///
/// This is where most memory is needed at once, so columns are shared by what is known of a number
/// before it is linked and what is known of it from then on.
struct Search {
    /// The parent; once linked, an ancestor.
    ancestor: Vec<u32>,
    /// Before it is linked, the first of the numbers of which this one is the semidominator and whose
    /// dominator is not known yet; once linked, the semidominator. When a number is linked, the list is
    /// empty: each of its members lies below a child, and was taken out when that child was linked.
    semi: Vec<u32>,
    label: Vec<u32>,
    /// Numbers on a way that is being shortened.
    way: Vec<u32>,
    steps: u64,
    allowed: u64,
}

impl Search {
    fn new(parents: Vec<u32>, allowed: u64) -> Search {
        let count = parents.len();
        Search {
            ancestor: parents,
            semi: vec![NONE; count],
            label: (0..count as u32).collect(),
            way: Vec::new(),
            steps: 0,
            allowed,
        }
    }

    /// The dominators; none where that takes more steps than allowed.
    fn run(&mut self, mut predecessors: Predecessors) -> Option<Vec<u32>> {
        let count = self.ancestor.len();
        for number in (1..count).rev() {
            let linked = number as u32 + 1;
            let mut semi = number as u32;
            for at in predecessors.range(number) {
                let from = predecessors.from[at];
                // What is not linked is its own semidominator.
                let lowest = match from < linked {
                    true => from,
                    false => {
                        let best = self.eval(from, linked);
                        self.semi[best as usize]
                    }
                };
                semi = semi.min(lowest);
            }
            self.steps += predecessors.range(number).len() as u64;
            self.semi[number] = semi;
            // From here on the number is linked, and its predecessors are not needed any more. As long as
            // its dominator is not known, the next one with the same semidominator stands there.
            predecessors.first[number + 1] = self.semi[semi as usize];
            self.semi[semi as usize] = number as u32;
            let parent = self.ancestor[number];
            let mut member = std::mem::replace(&mut self.semi[parent as usize], NONE);
            while member != NONE {
                let best = self.eval(member, number as u32);
                self.steps += 1;
                let lower = self.semi[best as usize] < self.semi[member as usize];
                let dominator = &mut predecessors.first[member as usize + 1];
                member = std::mem::replace(dominator, if lower { best } else { parent });
            }
            if self.steps > self.allowed {
                return None;
            }
        }
        let mut dominators = predecessors.into_dominators(count);
        for number in 1..count {
            if dominators[number] != self.semi[number] {
                dominators[number] = dominators[dominators[number] as usize];
            }
        }
        Some(dominators)
    }

    /// The number with the lowest semidominator on the way up from `number` to the root of its tree,
    /// without that root. Numbers from `linked` on are in the forest, and this is one of them.
    #[inline(always)]
    fn eval(&mut self, number: u32, linked: u32) -> u32 {
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
