//! Style and layout of functions.

use crate::tree::LayoutPart;
use crate::{Amount, CallTree, FunctionLine, LayoutKind, Role};
use std::collections::BTreeMap;

/// Style and layout of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionLayout {
    /// The part of the function's own samples that lies inside of style or layout.
    pub inside: Amount,
    /// The part of them that lies inside of parsing and compiling.
    pub compiling: Amount,
    /// Style that it forced: how long, how often.
    pub style: Amount,
    /// Layout that it forced.
    pub layout: Amount,
    /// Both by line and column, 0 where one is unknown; the longest first.
    pub lines: Vec<FunctionLine>,
}

/// Style and layout by the number of a function; `None` where nothing is known of it. Functions
/// without any are not there.
pub fn layouts(tree: &CallTree) -> Option<BTreeMap<u32, FunctionLayout>> {
    let mut layouts: BTreeMap<u32, FunctionLayout> = BTreeMap::new();
    let mut lines: BTreeMap<(u32, u32, u32), Amount> = BTreeMap::new();
    for of in tree.layout.as_ref()? {
        let function = tree.nodes.function[of.node as usize];
        let layout = layouts.entry(function).or_default();
        match of.part {
            LayoutPart::Inside => layout.inside.add(of.amount),
            LayoutPart::Compiling => layout.compiling.add(of.amount),
            // The engine's own work is nobody's fault.
            LayoutPart::Forced(..) if tree.functions[function as usize].role() != Role::Function => {}
            LayoutPart::Forced(kind, line, column) => {
                match kind {
                    LayoutKind::Style => layout.style.add(of.amount),
                    LayoutKind::Layout => layout.layout.add(of.amount),
                    // Nothing forces it.
                    LayoutKind::Compile => {}
                }
                lines.entry((function, line, column)).or_default().add(of.amount);
            }
        }
    }
    for ((function, line, column), amount) in lines {
        let layout = layouts.get_mut(&function).expect("it has this line");
        layout.lines.push(FunctionLine { line, column, amount });
    }
    for layout in layouts.values_mut() {
        layout
            .lines
            .sort_by_key(|line| std::cmp::Reverse(line.amount.weight));
    }
    Some(layouts)
}
