//! Parts of a tree: what matches, what does not, and what is not shown.

use crate::nodes::NONE;
use crate::{Amount, CallTree, Function, NodeLayout, NodeLine, Nodes, Role};

/// Says of a function, by its number, whether it is meant.
pub type Matches<'m> = dyn Fn(u32) -> bool + 'm;

/// Where the samples of each node went, by its old number: to a node, or nowhere ([`Nodes::NONE`]).
pub type Moved = Vec<u32>;

/// Keeps the samples that have a function on their stack that matches.
pub fn focus(tree: &mut CallTree, matches: &Matches<'_>) -> Moved {
    let with = with_match(tree, matches);
    // Nothing is known of their stacks.
    tree.unattributed = Amount::default();
    keep(tree, &|node| with[node])
}

/// Leaves out the samples that have a function on their stack that matches.
pub fn ignore(tree: &mut CallTree, matches: &Matches<'_>) -> Moved {
    let with = with_match(tree, matches);
    keep(tree, &|node| !with[node])
}

/// Takes functions that match off their stacks: what was sampled in them is their callers'. Lines
/// stay with their functions, so those of hidden ones are not shown. What has no caller stays.
pub fn hide(tree: &mut CallTree, matches: &Matches<'_>) -> Moved {
    let hidden = matching(tree, matches);
    let mut new = vec![NONE; tree.nodes.len()];
    let mut stays = vec![false; tree.nodes.len()];
    let mut nodes = Nodes::default();
    let mut own: Vec<Amount> = Vec::new();
    for node in 0..tree.nodes.len() {
        let parent = tree.nodes.parent[node];
        let caller = if parent == NONE {
            NONE
        } else {
            new[parent as usize]
        };
        if hidden[tree.nodes.function[node] as usize] && caller != NONE {
            new[node] = caller;
            own[caller as usize].add(tree.own[node]);
            continue;
        }
        stays[node] = true;
        new[node] = nodes.len() as u32;
        nodes.parent.push(caller);
        nodes.function.push(tree.nodes.function[node]);
        own.push(tree.own[node]);
    }
    let move_line = |line: &NodeLine| {
        let node = line.node as usize;
        stays[node].then_some(NodeLine {
            node: new[node],
            ..*line
        })
    };
    tree.lines = tree.lines.iter().filter_map(move_line).collect();
    if let Some(layout) = &mut tree.layout {
        let move_layout = |of: &NodeLayout| NodeLayout {
            node: new[of.node as usize],
            ..*of
        };
        *layout = layout.iter().map(move_layout).collect();
    }
    tree.nodes = nodes;
    tree.own = own;
    new
}

/// The same calls, with a group in the place of each function: what `group` names by its number. What is
/// no function stays what it is. Lines are left out.
pub fn regrouped(tree: &CallTree, group: &dyn Fn(u32) -> String) -> CallTree {
    let mut functions: Vec<Function> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    let mut number = |(at, function): (u32, &Function)| {
        let of = match function.role() {
            Role::Function => {
                let name = group(at);
                Function {
                    url: name.clone(),
                    name,
                    position: crate::Position::default(),
                }
            }
            _ => function.clone(),
        };
        *numbers.entry(of).or_insert_with_key(|of| {
            functions.push(of.clone());
            functions.len() as u32 - 1
        })
    };
    let new: Vec<u32> = (0..).zip(&tree.functions).map(&mut number).collect();
    let function = tree.nodes.function.iter().map(|function| new[*function as usize]);
    let nodes = Nodes {
        function: function.collect(),
        parent: tree.nodes.parent.clone(),
    };
    let mut grouped = CallTree::empty(functions, nodes, tree.weight);
    grouped.own = tree.own.clone();
    grouped.unattributed = tree.unattributed;
    grouped
}

/// Which functions match. The engine's own frames never do: there would be no telling what shares
/// are of.
fn matching(tree: &CallTree, matches: &Matches<'_>) -> Vec<bool> {
    let of = |(at, function): (u32, &Function)| function.role() == Role::Function && matches(at);
    (0..).zip(&tree.functions).map(of).collect()
}

/// Which nodes have a function that matches on their stack.
fn with_match(tree: &CallTree, matches: &Matches<'_>) -> Vec<bool> {
    let matching = matching(tree, matches);
    let mut with = vec![false; tree.nodes.len()];
    for node in 0..with.len() {
        let parent = tree.nodes.parent[node];
        let below = parent != NONE && with[parent as usize];
        with[node] = below || matching[tree.nodes.function[node] as usize];
    }
    with
}

fn keep(tree: &mut CallTree, kept: &dyn Fn(usize) -> bool) -> Moved {
    for (node, own) in tree.own.iter_mut().enumerate() {
        if !kept(node) {
            *own = Amount::default();
        }
    }
    tree.lines.retain(|line| kept(line.node as usize));
    if let Some(layout) = &mut tree.layout {
        layout.retain(|of| kept(of.node as usize));
    }
    let moved = |node: usize| if kept(node) { node as u32 } else { NONE };
    (0..tree.own.len()).map(moved).collect()
}
