//! Self and total of every function.

use crate::nodes::NONE;
use crate::{Amount, CallTree, Nodes};

/// What was sampled of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionSum {
    /// In the function itself.
    pub own: Amount,
    /// In it and in what it called: every sample once, however often the function is on its stack.
    pub total: Amount,
    /// Of that, where it is on the stack more than once.
    pub recursive: Amount,
    /// How often it is on one stack at most, of those that have samples.
    pub depth: u32,
}

/// The sums of every function of a tree, by its number.
///
/// Needs the order of [`Nodes`]: one walk with a counter for each function that is open.
pub fn hotspots(tree: &CallTree) -> Vec<FunctionSum> {
    hotspots_of(tree, &subtrees(tree))
}

/// The same, where the [`subtrees`] of the tree are known.
pub fn hotspots_of(tree: &CallTree, below: &[Amount]) -> Vec<FunctionSum> {
    let mut sums = vec![FunctionSum::default(); tree.functions.len()];
    let mut open = vec![0_u32; tree.functions.len()];
    walk(&tree.nodes, |step| match step {
        Step::Enter(node) => {
            let function = tree.nodes.function[node] as usize;
            let sum = &mut sums[function];
            sum.own.add(tree.own[node]);
            match open[function] {
                0 => sum.total.add(below[node]),
                1 => sum.recursive.add(below[node]),
                _ => {}
            }
            open[function] += 1;
            if below[node] != Amount::default() {
                sum.depth = sum.depth.max(open[function]);
            }
        }
        Step::Leave(node) => open[tree.nodes.function[node] as usize] -= 1,
    });
    sums
}

/// What was sampled in each node and below it.
pub fn subtrees(tree: &CallTree) -> Vec<Amount> {
    let mut below = tree.own.clone();
    for node in (0..below.len()).rev() {
        let parent = tree.nodes.parent[node];
        if parent != NONE {
            let amount = below[node];
            below[parent as usize].add(amount);
        }
    }
    below
}

/// A step of a walk over a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To a node, from its parent or from nowhere.
    Enter(usize),
    /// Away from it, after all its descendants.
    Leave(usize),
}

/// Walks over all nodes, each between its parent's steps.
pub(crate) fn walk(nodes: &Nodes, mut visit: impl FnMut(Step)) {
    let mut open: Vec<usize> = Vec::new();
    for node in 0..nodes.len() {
        let parent = nodes.parent[node];
        while let Some(&top) = open.last() {
            if top as u32 == parent {
                break;
            }
            open.pop();
            visit(Step::Leave(top));
        }
        open.push(node);
        visit(Step::Enter(node));
    }
    while let Some(top) = open.pop() {
        visit(Step::Leave(top));
    }
}
