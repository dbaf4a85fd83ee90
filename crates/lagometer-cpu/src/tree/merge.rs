//! Several trees as one.

use super::{Amount, CallTree, LineSource, NodeLayout, NodeLine, Weight};
use crate::nodes::NONE;
use crate::{Function, Nodes};
use std::collections::HashMap;

/// Trees side by side, functions of the same name and place being the same one. Lines are kept
/// where all trees with samples have them from the same source.
///
/// All trees must be of the same weight.
pub fn merge(trees: Vec<CallTree>) -> CallTree {
    let mut trees = trees;
    if trees.len() == 1 {
        return trees.remove(0);
    }
    let weight = trees.first().map_or(Weight::Time, |tree| tree.weight);
    assert!(
        trees.iter().all(|tree| tree.weight == weight),
        "trees of one weight"
    );
    let mut all = CallTree::empty(Vec::new(), Nodes::default(), weight);
    let mut numbers: HashMap<Function, u32> = HashMap::new();
    let mut sources: Vec<LineSource> = trees
        .iter()
        .filter(|tree| tree.sampled() != Amount::default())
        .map(|tree| tree.line_source)
        .collect();
    sources.dedup();
    if let [source] = sources[..] {
        all.line_source = source;
    }
    all.layout = trees.iter().all(|tree| tree.layout.is_some()).then(Vec::new);
    for tree in trees {
        let base = all.nodes.len() as u32;
        let functions = &mut all.functions;
        let mut number = |function: Function| {
            *numbers.entry(function).or_insert_with_key(|function| {
                functions.push(function.clone());
                functions.len() as u32 - 1
            })
        };
        let new: Vec<u32> = tree.functions.into_iter().map(&mut number).collect();
        let moved = |parent: u32| if parent == NONE { NONE } else { parent + base };
        all.nodes.parent.extend(tree.nodes.parent.into_iter().map(moved));
        let function = tree.nodes.function.iter().map(|function| new[*function as usize]);
        all.nodes.function.extend(function);
        all.own.extend(tree.own);
        all.unattributed.add(tree.unattributed);
        if let (Some(layout), Some(its)) = (&mut all.layout, tree.layout) {
            layout.extend(its.into_iter().map(|of| NodeLayout {
                node: of.node + base,
                ..of
            }));
        }
        if all.line_source == tree.line_source {
            let moved = |line: NodeLine| NodeLine {
                node: line.node + base,
                ..line
            };
            all.lines.extend(tree.lines.into_iter().map(moved));
        }
    }
    all
}
