//! The tree as the Performance panel of Chrome DevTools draws it: its `CPUProfileDataModel`.

use super::{CallTree, LineSums, Weight};
use crate::nodes::NONE;
use crate::{Nodes, Profile, Role, Timed};
use lagometer_metric::TimeWindow;

pub(super) fn tree(profile: &Profile, timed: &Timed, window: Option<TimeWindow>) -> CallTree {
    let roles: Vec<Role> = profile.functions.iter().map(|function| function.role()).collect();
    let role = |node: u32| roles[profile.nodes.function[node as usize] as usize];
    let nodes = patched(&timed.samples.node, &profile.nodes, &role);
    let owners = owners(&nodes, &role);
    let collector = profile
        .functions
        .iter()
        .position(|function| function.role() == Role::Collector);
    let (grown, new, collecting) = grown(&profile.nodes, &owners, collector.map(|at| at as u32));
    let mut tree = CallTree::empty(profile.functions.clone(), grown, Weight::Time);
    let last = mean(timed);
    let mut lines = LineSums::of(timed);
    for at in 0..timed.samples.len() {
        let Some(amount) = timed.amount(at, last, window) else {
            continue;
        };
        let node = match (nodes[at], owners[at]) {
            (NONE, _) => {
                tree.unattributed.add(amount);
                continue;
            }
            (node, NONE) => new[node as usize],
            (_, owner) => collecting[owner as usize],
        };
        tree.own[node as usize].add(amount);
        lines.add(at, node, amount);
    }
    let renumbered = Timed {
        ticks: crate::read::moved(timed.ticks.clone(), Some(&new)),
        ..Timed::default()
    };
    (tree.lines, tree.line_source) = lines.finish(&renumbered, window.is_some());
    tree
}

/// The nodes of the samples. Where V8 could not walk the stack it writes `(program)`; a single one
/// between two stacks on the same foot becomes the one before it.
fn patched(samples: &[u32], nodes: &Nodes, role: &dyn Fn(u32) -> Role) -> Vec<u32> {
    let mut patched = samples.to_vec();
    for at in 1..samples.len().saturating_sub(1) {
        let (before, node, after) = (samples[at - 1], samples[at], samples[at + 1]);
        if before == NONE || after == NONE {
            // DevTools gives up here.
            break;
        }
        let is_program = node != NONE && role(node) == Role::Program;
        let is_stack = |node| !matches!(role(node), Role::Program | Role::Idle | Role::Collector);
        if is_program && is_stack(before) && is_stack(after) && foot(nodes, before) == foot(nodes, after) {
            patched[at] = before;
        }
    }
    patched
}

/// The call right above the root.
fn foot(nodes: &Nodes, mut node: u32) -> u32 {
    loop {
        let parent = nodes.parent[node as usize];
        if parent == NONE || nodes.parent[parent as usize] == NONE {
            return node;
        }
        node = parent;
    }
}

/// For each sample of the collector the node on whose stack it stands: the last one that is not of
/// the collector, else the root. `NONE` for other samples.
fn owners(nodes: &[u32], role: &dyn Fn(u32) -> Role) -> Vec<u32> {
    let mut last = 0;
    let owner = |&node: &u32| match node {
        NONE => NONE,
        node if role(node) == Role::Collector => last,
        node => {
            last = node;
            NONE
        }
    };
    nodes.iter().map(owner).collect()
}

/// The tree with a node of the collector under each owner: the tree, the new number of each node,
/// and that of the collector under it.
fn grown(nodes: &Nodes, owners: &[u32], collector: Option<u32>) -> (Nodes, Vec<u32>, Vec<u32>) {
    let mut owns = vec![false; nodes.len()];
    for &owner in owners.iter().filter(|owner| **owner != NONE) {
        owns[owner as usize] = true;
    }
    let mut grown = Nodes::default();
    let (mut new, mut collecting) = (vec![NONE; nodes.len()], vec![NONE; nodes.len()]);
    for node in 0..nodes.len() {
        new[node] = grown.len() as u32;
        let parent = nodes.parent[node];
        // Parents stand before their children.
        grown.parent.push(if parent == NONE {
            NONE
        } else {
            new[parent as usize]
        });
        grown.function.push(nodes.function[node]);
        if let Some(collector) = collector.filter(|_| owns[node]) {
            collecting[node] = grown.len() as u32;
            grown.parent.push(new[node]);
            grown.function.push(collector);
        }
    }
    (grown, new, collecting)
}

/// How long the last sample lasts: the mean gap, rounded.
fn mean(timed: &Timed) -> i64 {
    let time = &timed.samples.time;
    match (time.first(), time.last()) {
        (Some(first), Some(last)) if time.len() > 1 => {
            let gaps = time.len() as i64 - 1;
            (last - first + gaps / 2) / gaps
        }
        _ => 0,
    }
}
