//! Hot lines of functions.

use crate::{Amount, CallTree};

/// What was sampled in a line of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionLine {
    /// The line, from 1 on.
    pub line: u32,
    /// The column in it, from 1 on; 0 where it is unknown.
    pub column: u32,
    /// How much; the weight is 0 where only hits were counted.
    pub amount: Amount,
}

/// The lines of every function, by its number, each column of a line by itself: those with most samples
/// first, of equal ones the earlier one.
///
/// A line is one of the function itself; what it called is counted there.
pub fn lines(tree: &CallTree) -> Vec<Vec<FunctionLine>> {
    let mut all: Vec<(u32, u32, u32, Amount)> = tree
        .lines
        .iter()
        .map(|of| {
            (
                tree.nodes.function[of.node as usize],
                of.line,
                of.column,
                of.amount,
            )
        })
        .collect();
    all.sort_unstable_by_key(|(function, line, column, _)| (*function, *line, *column));
    let mut lines: Vec<Vec<FunctionLine>> = vec![Vec::new(); tree.functions.len()];
    for (function, line, column, amount) in all {
        let its = &mut lines[function as usize];
        match its.last_mut() {
            Some(last) if (last.line, last.column) == (line, column) => last.amount.add(amount),
            _ => its.push(FunctionLine { line, column, amount }),
        }
    }
    for its in &mut lines {
        its.sort_by_key(|line| std::cmp::Reverse((line.amount.weight, line.amount.samples)));
    }
    lines
}
