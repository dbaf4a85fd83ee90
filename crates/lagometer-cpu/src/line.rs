//! Hot lines of functions.

use crate::{Amount, CallTree};

/// What was sampled in a line of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionLine {
    /// The line, from 1 on.
    pub line: u32,
    /// How much; the weight is 0 where only hits were counted.
    pub amount: Amount,
}

/// The lines of every function, by its number: those with most samples first, of equal ones the
/// earlier one.
///
/// A line is one of the function itself; what it called is counted there.
pub fn lines(tree: &CallTree) -> Vec<Vec<FunctionLine>> {
    let mut all: Vec<(u32, u32, Amount)> = tree
        .lines
        .iter()
        .map(|line| (tree.nodes.function[line.node as usize], line.line, line.amount))
        .collect();
    all.sort_unstable_by_key(|(function, line, _)| (*function, *line));
    let mut lines: Vec<Vec<FunctionLine>> = vec![Vec::new(); tree.functions.len()];
    for (function, line, amount) in all {
        let its = &mut lines[function as usize];
        match its.last_mut() {
            Some(last) if last.line == line => last.amount.add(amount),
            _ => its.push(FunctionLine { line, amount }),
        }
    }
    for its in &mut lines {
        its.sort_by_key(|line| std::cmp::Reverse((line.amount.weight, line.amount.samples)));
    }
    lines
}
