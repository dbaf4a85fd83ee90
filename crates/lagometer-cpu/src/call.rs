//! Who called whom, and for how much of the time.

use crate::hotspots::{Step, walk};
use crate::nodes::NONE;
use crate::{Amount, CallTree, Role};
use std::collections::BTreeMap;

/// A function beside another one, and what was sampled there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The function's number.
    pub function: u32,
    /// How much.
    pub amount: Amount,
}

/// The callers and the callees of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// By the number of a function: who called it, with what was sampled in it itself then. A
    /// function that calls itself is not its own caller.
    pub callers: Vec<Vec<Neighbour>>,
    /// By the number of a function: what it called, with what was sampled there and below. A
    /// function counts once on a stack.
    pub callees: Vec<Vec<Neighbour>>,
}

/// Who called whom, for those functions that are `wanted`; the largest amount first. `below` are the
/// [`subtrees`](crate::subtrees) of the tree.
pub fn calls(tree: &CallTree, below: &[Amount], wanted: &[bool]) -> Calls {
    let roles: Vec<Role> = tree.functions.iter().map(|function| function.role()).collect();
    let caller = nearest_others(tree);
    let mut callers: BTreeMap<(u32, u32), Amount> = BTreeMap::new();
    let mut callees: BTreeMap<(u32, u32), Amount> = BTreeMap::new();
    let mut open = vec![0_u32; tree.functions.len()];
    walk(&tree.nodes, |step| {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(node) => {
                open[tree.nodes.function[node] as usize] -= 1;
                return;
            }
        };
        let function = tree.nodes.function[node];
        let outermost = open[function as usize] == 0;
        open[function as usize] += 1;
        if caller[node] == NONE {
            return;
        }
        let by = tree.nodes.function[caller[node] as usize];
        let is_call = roles[by as usize] != Role::Root;
        if is_call && wanted[function as usize] && tree.own[node] != Amount::default() {
            callers.entry((function, by)).or_default().add(tree.own[node]);
        }
        if is_call && wanted[by as usize] && outermost && below[node] != Amount::default() {
            callees.entry((by, function)).or_default().add(below[node]);
        }
    });
    Calls {
        callers: by_function(callers, tree.functions.len()),
        callees: by_function(callees, tree.functions.len()),
    }
}

/// For each node the nearest node below it on the stack that is of another function.
fn nearest_others(tree: &CallTree) -> Vec<u32> {
    let mut nearest = vec![NONE; tree.nodes.len()];
    for node in 0..tree.nodes.len() {
        let parent = tree.nodes.parent[node];
        if parent == NONE {
            continue;
        }
        // Parents stand before their children.
        let same = tree.nodes.function[parent as usize] == tree.nodes.function[node];
        nearest[node] = if same { nearest[parent as usize] } else { parent };
    }
    nearest
}

fn by_function(pairs: BTreeMap<(u32, u32), Amount>, functions: usize) -> Vec<Vec<Neighbour>> {
    let mut lists: Vec<Vec<Neighbour>> = vec![Vec::new(); functions];
    for ((of, function), amount) in pairs {
        lists[of as usize].push(Neighbour { function, amount });
    }
    for list in &mut lists {
        list.sort_by_key(|neighbour| std::cmp::Reverse(neighbour.amount.weight));
    }
    lists
}
