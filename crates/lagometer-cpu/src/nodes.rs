//! Nodes of a call tree as they are read, and linked by their ids.

use crate::oddity::{Odd, Oddities};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Nodes in the order of the file, linked by ids only.
#[derive(Default)]
pub(crate) struct RawNodes {
    pub(crate) id: Vec<u32>,
    pub(crate) function: Vec<u32>,
    /// Where the children of each node begin in `children`; empty while no node has listed any.
    pub(crate) children_from: Vec<u32>,
    /// Ids.
    pub(crate) children: Vec<u32>,
    /// The id of each node's parent or `NONE`; empty while no node has named one.
    pub(crate) parent: Vec<u32>,
}

impl RawNodes {
    pub(crate) fn push(&mut self, id: u32, function: u32, parent: Option<u32>, children: &[u32]) {
        self.id.push(id);
        self.function.push(function);
        if parent.is_some() && self.parent.is_empty() {
            self.parent.resize(self.id.len() - 1, NONE);
        }
        if parent.is_some() || !self.parent.is_empty() {
            self.parent.push(parent.unwrap_or(NONE));
        }
        self.children_from.push(self.children.len() as u32);
        self.children.extend_from_slice(children);
    }
}

/// Nodes by number, every one after its parent and with all its descendants behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// The node that called, or [`Nodes::NONE`].
    pub parent: Vec<u32>,
    /// The function that was called.
    pub function: Vec<u32>,
}

impl Nodes {
    /// In the place of a node: there is none.
    pub const NONE: u32 = NONE;

    /// How many there are.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }
}

/// How nodes are found by their ids.
pub(crate) enum Ids {
    /// By the id itself.
    Dense(Vec<u32>),
    /// Sorted by id, where ids are far apart.
    Sparse(Vec<(u32, u32)>),
}

impl Ids {
    /// Of nodes with these ids; those with `NONE` have none.
    pub(crate) fn of(ids: &[u32], oddities: &mut Oddities) -> Ids {
        let with_id = || ids.iter().copied().zip(0..).filter(|(id, _)| *id != NONE);
        let max = with_id().map(|(id, _)| id).max().map_or(0, |max| max as usize);
        if max / 4 <= ids.len() + 256 {
            let mut dense = vec![NONE; max + 1];
            for (id, node) in with_id() {
                if dense[id as usize] == NONE {
                    dense[id as usize] = node;
                } else {
                    oddities.of_id(Odd::DuplicateId, u64::from(id));
                }
            }
            return Ids::Dense(dense);
        }
        let mut sparse: Vec<(u32, u32)> = with_id().collect();
        sparse.sort_unstable();
        sparse.dedup_by(|later, first| {
            let twice = later.0 == first.0;
            if twice {
                oddities.of_id(Odd::DuplicateId, u64::from(later.0));
            }
            twice
        });
        Ids::Sparse(sparse)
    }

    /// The node with this id.
    #[inline]
    pub(crate) fn node(&self, id: u32) -> Option<u32> {
        match self {
            Ids::Dense(dense) => dense.get(id as usize).copied().filter(|node| *node != NONE),
            Ids::Sparse(sparse) => {
                let at = sparse.binary_search_by_key(&id, |entry| entry.0).ok()?;
                Some(sparse[at].1)
            }
        }
    }

    fn renumber(&mut self, new: &[u32]) {
        match self {
            Ids::Dense(dense) => {
                for node in dense.iter_mut().filter(|node| **node != NONE) {
                    *node = new[*node as usize];
                }
            }
            Ids::Sparse(sparse) => {
                for (_, node) in sparse {
                    *node = new[*node as usize];
                }
            }
        }
    }
}

/// Links nodes by their ids and brings them into the order of [`Nodes`]. The third is the new
/// number of each node of the file where that is not its place there.
pub(crate) fn link(raw: RawNodes, oddities: &mut Oddities) -> (Nodes, Ids, Option<Vec<u32>>) {
    let mut ids = Ids::of(&raw.id, oddities);
    let parent = parents(&raw, &ids, oddities);
    let function = raw.function;
    if is_preorder(&parent) {
        return (Nodes { parent, function }, ids, None);
    }
    let order = preorder(&parent, &raw.id, oddities);
    let mut new = vec![NONE; order.len()];
    for (number, node) in order.iter().enumerate() {
        new[node.number as usize] = number as u32;
    }
    let nodes = Nodes {
        parent: order
            .iter()
            .map(|node| match node.parent {
                NONE => NONE,
                parent => new[parent as usize],
            })
            .collect(),
        function: order.iter().map(|node| function[node.number as usize]).collect(),
    };
    ids.renumber(&new);
    (nodes, ids, Some(new))
}

/// The parent of each node, from the children that nodes list and the parents that they name.
fn parents(raw: &RawNodes, ids: &Ids, oddities: &mut Oddities) -> Vec<u32> {
    let mut parent = vec![NONE; raw.id.len()];
    let mut adopt = |child: u32, by: u32, oddities: &mut Oddities| {
        if parent[child as usize] == NONE {
            parent[child as usize] = by;
        } else if parent[child as usize] != by {
            oddities.of_id(Odd::TwoParents, u64::from(raw.id[child as usize]));
        }
    };
    for node in 0..raw.id.len() {
        let from = raw.children_from[node] as usize;
        let to = raw
            .children_from
            .get(node + 1)
            .map_or(raw.children.len(), |to| *to as usize);
        for &child in &raw.children[from..to] {
            match ids.node(child) {
                Some(child) => adopt(child, node as u32, oddities),
                None => oddities.of_id(Odd::UnknownChild, u64::from(child)),
            }
        }
    }
    for (node, &id) in raw.parent.iter().enumerate().filter(|(_, id)| **id != NONE) {
        match ids.node(id) {
            Some(by) => adopt(node as u32, by, oddities),
            None => oddities.of_id(Odd::UnknownParent, u64::from(id)),
        }
    }
    parent
}

/// Whether every node stands behind its parent with nothing but descendants of it between them.
fn is_preorder(parent: &[u32]) -> bool {
    let mut open: Vec<u32> = Vec::new();
    for (node, &parent) in parent.iter().enumerate() {
        if parent == NONE {
            open.clear();
        } else {
            while open.last().is_some_and(|top| *top != parent) {
                open.pop();
            }
            if open.is_empty() {
                return false;
            }
        }
        open.push(node as u32);
    }
    true
}

/// A node of the file, and its parent there.
struct Placed {
    number: u32,
    parent: u32,
}

/// The nodes in the order of a walk, siblings in the order of the file.
fn preorder(parent: &[u32], id: &[u32], oddities: &mut Oddities) -> Vec<Placed> {
    let (from, children) = children(parent);
    let mut placed = vec![false; parent.len()];
    let mut order = Vec::with_capacity(parent.len());
    let mut open = Vec::new();
    let roots = (0..parent.len() as u32).filter(|node| parent[*node as usize] == NONE);
    // What no root reaches hangs on a circle, and is reached from its first node.
    let others = 0..parent.len() as u32;
    for root in roots.chain(others) {
        if placed[root as usize] {
            continue;
        }
        if parent[root as usize] != NONE {
            oddities.of_id(Odd::Circle, u64::from(id[root as usize]));
        }
        open.push(Placed {
            number: root,
            parent: NONE,
        });
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut placed[node.number as usize], true) {
                continue;
            }
            let number = node.number as usize;
            let its = &children[from[number] as usize..from[number + 1] as usize];
            open.extend(its.iter().rev().map(|child| Placed {
                number: *child,
                parent: node.number,
            }));
            order.push(node);
        }
    }
    order
}

/// The children of each node: where they begin, and they.
pub(crate) fn children(parent: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut from = vec![0_u32; parent.len() + 2];
    for &parent in parent.iter().filter(|parent| **parent != NONE) {
        from[parent as usize + 2] += 1;
    }
    for at in 2..from.len() {
        from[at] += from[at - 1];
    }
    let mut children = vec![NONE; from[from.len() - 1] as usize];
    for (node, &parent) in parent.iter().enumerate().filter(|(_, parent)| **parent != NONE) {
        let next = &mut from[parent as usize + 1];
        children[*next as usize] = node as u32;
        *next += 1;
    }
    from.pop();
    (from, children)
}
