//! Trees of calls by function: from the first caller down, from each function up, and both sides
//! of one function.

use crate::nodes::{NONE, children};
use crate::{Amount, CallTree, Neighbour, Role, subtrees};
use std::collections::BTreeMap;

/// A tree of calls, as rows in the order of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// The rows; siblings with the largest first.
    pub rows: Vec<PathRow>,
    /// How many rows were left out, with all that would be below them.
    pub left_out: u64,
}

/// A row of a tree of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRow {
    /// How far in: 0 at the top.
    pub depth: u32,
    /// The function's number.
    pub function: u32,
    /// In the function itself, on this path.
    pub own: Amount,
    /// With what is below; going up, what was sampled at the top by this way.
    pub total: Amount,
}

/// Bounds of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathLimits {
    /// Rows of less are left out.
    pub least: i64,
    /// No more rows than this.
    pub rows: usize,
}

/// From the first callers down: nodes of the same functions on the same way are one row.
pub fn top_down(tree: &CallTree, limits: PathLimits) -> Paths {
    let roots = (0..tree.nodes.len() as u32).filter(|node| tree.nodes.parent[*node as usize] == NONE);
    down(tree, roots.collect(), limits)
}

/// What a function calls, from its outermost frames down.
pub fn callees(tree: &CallTree, function: u32, limits: PathLimits) -> Paths {
    down(tree, outermost(tree, function), limits)
}

/// From each function with samples up to its callers.
pub fn bottom_up(tree: &CallTree, limits: PathLimits) -> Paths {
    let sampled = (0..tree.nodes.len() as u32).filter(|node| tree.own[*node as usize] != Amount::default());
    let entry = |node: u32| Entry {
        node,
        amount: tree.own[node as usize],
    };
    up(tree, sampled.map(entry).collect(), limits)
}

/// Who calls a function, from its outermost frames up.
pub fn callers(tree: &CallTree, function: u32, limits: PathLimits) -> Paths {
    let below = subtrees(tree);
    let entry = |node: u32| Entry {
        node,
        amount: below[node as usize],
    };
    up(
        tree,
        outermost(tree, function).into_iter().map(entry).collect(),
        limits,
    )
}

/// The chain of calls that begins with what has most of all and goes on as long as one call has nearly all
/// of its caller: at least `least` at its beginning, at least `part` of the caller at each step. A function
/// that calls itself is one step. `below` are the [`subtrees`] of the tree.
pub fn hot_path(tree: &CallTree, below: &[Amount], least: i64, part: f64) -> Vec<Neighbour> {
    let ends = &ends(&tree.nodes.parent)[..];
    // Each node and then what stands behind its subtree, up to an end.
    let side_by_side = |first: u32, end: u32| {
        let next = move |node: &u32| Some(ends[*node as usize]).filter(|next| *next < end);
        std::iter::successors(Some(first).filter(|first| *first < end), next)
    };
    let called = |nodes: &[u32]| -> Vec<u32> {
        let of = |node: &u32| side_by_side(node + 1, ends[*node as usize]);
        nodes.iter().flat_map(of).collect()
    };
    let mut nodes: Vec<u32> = side_by_side(0, ends.len() as u32).collect();
    let mut path: Vec<Neighbour> = Vec::new();
    // Every step goes one call deeper.
    loop {
        let mut by_function: BTreeMap<u32, (Amount, Vec<u32>)> = BTreeMap::new();
        for node in nodes {
            let function = tree.nodes.function[node as usize];
            let group = by_function.entry(function).or_default();
            group.0.add(below[node as usize]);
            group.1.push(node);
        }
        let role = |function: u32| tree.functions[function as usize].role();
        let hottest = by_function
            .into_iter()
            .filter(|(function, _)| matches!(role(*function), Role::Root | Role::Function))
            .max_by_key(|(function, group)| (group.0.weight, std::cmp::Reverse(*function)));
        let Some((function, (amount, group))) = hottest else {
            return path;
        };
        nodes = called(&group);
        if role(function) == Role::Root {
            continue;
        }
        match path.last() {
            None if amount.weight < least.max(1) => return path,
            Some(last) if (amount.weight as f64) < part * last.amount.weight as f64 => return path,
            Some(last) if last.function == function => {}
            _ => path.push(Neighbour { function, amount }),
        }
    }
}

/// Where the subtree of each node ends: all its descendants stand behind it.
fn ends(parent: &[u32]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..=parent.len() as u32).collect();
    for node in (0..parent.len()).rev().filter(|node| parent[*node] != NONE) {
        let end = ends[node];
        let of_parent = &mut ends[parent[node] as usize];
        *of_parent = end.max(*of_parent);
    }
    ends
}

/// The frames of a function that no other frame of it is below.
fn outermost(tree: &CallTree, function: u32) -> Vec<u32> {
    let mut under = vec![false; tree.nodes.len()];
    let mut found = Vec::new();
    for node in 0..tree.nodes.len() {
        let parent = tree.nodes.parent[node];
        let is_under = parent != NONE && under[parent as usize];
        let is_it = tree.nodes.function[node] == function;
        if is_it && !is_under {
            found.push(node as u32);
        }
        under[node] = is_under || is_it;
    }
    found
}

/// A place on the way, and what was sampled by it.
#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    amount: Amount,
}

/// Rows of which what is next is not known yet.
struct Group {
    depth: u32,
    function: u32,
    entries: Vec<Entry>,
}

impl Group {
    fn amount(&self) -> Amount {
        let mut sum = Amount::default();
        self.entries.iter().for_each(|entry| sum.add(entry.amount));
        sum
    }
}

fn down(tree: &CallTree, start: Vec<u32>, limits: PathLimits) -> Paths {
    let below = subtrees(tree);
    let (from, children) = children(&tree.nodes.parent);
    let next = |entries: &[Entry]| {
        let nodes = entries.iter().flat_map(|entry| {
            let at = entry.node as usize;
            &children[from[at] as usize..from[at + 1] as usize]
        });
        let entry = |node: &u32| Entry {
            node: *node,
            amount: below[*node as usize],
        };
        nodes.map(entry).collect::<Vec<Entry>>()
    };
    let start = start.iter().map(|node| Entry {
        node: *node,
        amount: below[*node as usize],
    });
    let own = |group: &Group| {
        let mut sum = Amount::default();
        group
            .entries
            .iter()
            .for_each(|entry| sum.add(tree.own[entry.node as usize]));
        sum
    };
    expand(tree, start.collect(), limits, &next, &own)
}

fn up(tree: &CallTree, start: Vec<Entry>, limits: PathLimits) -> Paths {
    let next = |entries: &[Entry]| {
        let callers = entries.iter().filter_map(|entry| {
            let node = tree.nodes.parent[entry.node as usize];
            (node != NONE).then_some(Entry { node, ..*entry })
        });
        callers.collect::<Vec<Entry>>()
    };
    expand(tree, start, limits, &next, &Group::amount)
}

/// Goes on from the entries, by function, as far as rows are large enough and not too many.
fn expand(
    tree: &CallTree,
    start: Vec<Entry>,
    limits: PathLimits,
    next: &dyn Fn(&[Entry]) -> Vec<Entry>,
    own: &dyn Fn(&Group) -> Amount,
) -> Paths {
    let mut paths = Paths::default();
    let mut open = groups(tree, start, 0, limits, &mut paths);
    while let Some(group) = open.pop() {
        if tree.functions[group.function as usize].role() == Role::Root {
            // It is on every stack and says nothing; what it calls stands in its place.
            open.extend(groups(
                tree,
                next(&group.entries),
                group.depth,
                limits,
                &mut paths,
            ));
            continue;
        }
        if paths.rows.len() >= limits.rows {
            paths.left_out += 1;
            continue;
        }
        paths.rows.push(PathRow {
            depth: group.depth,
            function: group.function,
            own: own(&group),
            total: group.amount(),
        });
        let below = next(&group.entries);
        open.extend(groups(tree, below, group.depth + 1, limits, &mut paths));
    }
    paths
}

/// Entries by function, the largest last; those that are too small are counted.
fn groups(
    tree: &CallTree,
    entries: Vec<Entry>,
    depth: u32,
    limits: PathLimits,
    paths: &mut Paths,
) -> Vec<Group> {
    let mut by_function: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
    for entry in entries {
        let function = tree.nodes.function[entry.node as usize];
        by_function.entry(function).or_default().push(entry);
    }
    let group = |(function, entries): (u32, Vec<Entry>)| Group {
        depth,
        function,
        entries,
    };
    let mut groups: Vec<Group> = by_function.into_iter().map(group).collect();
    let all = groups.len();
    groups.retain(|group| {
        let amount = group.amount();
        let is_root = tree.functions[group.function as usize].role() == Role::Root;
        is_root || (amount != Amount::default() && amount.weight >= limits.least)
    });
    paths.left_out += (all - groups.len()) as u64;
    groups.sort_by_key(|group| (group.amount().weight, std::cmp::Reverse(group.function)));
    groups
}
