//! What was sampled in a stretch of time, such as one long task.

use crate::nodes::NONE;
use crate::{Amount, CallTree, Content, FunctionLine, Role, ThreadProfile, Timed};
use lagometer_metric::TimeWindow;
use std::collections::BTreeMap;

/// What was sampled in a stretch of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Every sample in it, whatever it is of.
    pub sampled: Amount,
    /// In functions.
    pub functions_own: Amount,
    /// In garbage collection.
    pub collector: Amount,
    /// In the engine and the browser, with no script on the stack.
    pub program: Amount,
    /// The functions, the largest self first; of equal ones the larger total.
    pub functions: Vec<SpanFunction>,
}

/// A function in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanFunction {
    /// Its number in the tree.
    pub function: u32,
    /// In the function itself.
    pub own: Amount,
    /// In it and in what it called, each sample once.
    pub total: Amount,
    /// Its lines, each with the function of the profile that it is a line of, the hottest first; none
    /// where lines are not known.
    pub lines: Vec<(u32, FunctionLine)>,
    /// Style and layout that it forced.
    pub forced: Amount,
}

/// What was sampled of a thread inside of a window, by the functions of a tree of that thread.
///
/// `placed` says where the samples of a node of the profile are in the tree; [`Nodes::NONE`](crate::Nodes::NONE)
/// for those that were left out. Costs what the window holds, not what the profile does: samples lie in
/// order of time. A sample counts with its part inside, as in [`CallTree::of_thread`].
pub fn span(
    thread: &ThreadProfile,
    window: TimeWindow,
    tree: &CallTree,
    placed: &dyn Fn(u32) -> u32,
) -> Span {
    let mut sums = Sums {
        thread,
        tree,
        placed,
        span: Span::default(),
        functions: BTreeMap::new(),
        lines: BTreeMap::new(),
    };
    let Content::Timed(timed) = &thread.profile.content else {
        return sums.span;
    };
    for (place, amount) in samples(timed, window) {
        sums.add(place, amount);
    }
    for (node, amount) in forced(thread, window) {
        sums.add_forced(node, amount);
    }
    sums.finish()
}

/// Where a sample is: its node, line and column; 0 where the last two are unknown.
type Place = (u32, u32, u32);

/// The samples inside of a window.
fn samples(timed: &Timed, window: TimeWindow) -> BTreeMap<Place, Amount> {
    let samples = &timed.samples;
    let (start, end) = (window.start().0, window.end().0);
    // The sample before the start may last into it.
    let from = samples.time.partition_point(|at| *at < start).saturating_sub(1);
    let to = samples.time.partition_point(|at| *at < end);
    // That of the last sample takes a look at all of them.
    let last = if to == samples.time.len() {
        timed.last_duration()
    } else {
        0
    };
    let mut by_place: BTreeMap<Place, Amount> = BTreeMap::new();
    for at in from..to {
        if let Some(amount) = timed.amount(at, last, Some(window)) {
            let of = |places: &[u32]| places.get(at).copied().unwrap_or(0);
            let place = (samples.node[at], of(&samples.line), of(&samples.column));
            by_place.entry(place).or_default().add(amount);
        }
    }
    by_place
}

/// What began inside of the window and was forced by a script.
fn forced(thread: &ThreadProfile, window: TimeWindow) -> impl Iterator<Item = (u32, Amount)> {
    let (start, end) = (window.start().0, window.end().0);
    let from = thread.layout.partition_point(|work| work.start < start);
    let inside = thread.layout[from..]
        .iter()
        .take_while(move |work| work.start < end);
    inside.filter(|work| work.node != NONE).map(|work| {
        let amount = Amount {
            weight: work.duration,
            samples: 1,
        };
        (work.node, amount)
    })
}

struct Sums<'s> {
    thread: &'s ThreadProfile,
    tree: &'s CallTree,
    placed: &'s dyn Fn(u32) -> u32,
    span: Span,
    /// Self, total and what was forced.
    functions: BTreeMap<u32, [Amount; 3]>,
    /// By function of the tree, function of the profile, line and column.
    lines: BTreeMap<(u32, u32, u32, u32), Amount>,
}

impl Sums<'_> {
    fn add(&mut self, (node, line, column): Place, amount: Amount) {
        let placed = (self.placed)(node);
        if placed == NONE {
            return;
        }
        self.span.sampled.add(amount);
        let own = self.tree.nodes.function[placed as usize];
        match self.role(own) {
            Role::Collector => self.span.collector.add(amount),
            Role::Program => self.span.program.add(amount),
            Role::Root | Role::Idle => {}
            Role::Function => {
                self.span.functions_own.add(amount);
                self.functions.entry(own).or_default()[0].add(amount);
                if line > 0 {
                    let of = self.thread.profile.nodes.function[node as usize];
                    self.lines.entry((own, of, line, column)).or_default().add(amount);
                }
            }
        }
        let mut stack = self.stack(placed);
        stack.sort_unstable();
        stack.dedup();
        for function in stack {
            self.functions.entry(function).or_default()[1].add(amount);
        }
    }

    fn add_forced(&mut self, node: u32, amount: Amount) {
        let placed = (self.placed)(node);
        if placed == NONE {
            return;
        }
        let own = self.tree.nodes.function[placed as usize];
        // The engine's own work is nobody's fault.
        if self.role(own) == Role::Function {
            self.functions.entry(own).or_default()[2].add(amount);
        }
    }

    /// The functions on the stack of a node of the tree.
    fn stack(&self, node: u32) -> Vec<u32> {
        let nodes = &self.tree.nodes;
        let mut stack = Vec::new();
        // A node stands behind its parent, so this ends.
        let mut next = node;
        while next != NONE {
            let function = nodes.function[next as usize];
            if self.role(function) == Role::Function {
                stack.push(function);
            }
            next = nodes.parent[next as usize];
        }
        stack
    }

    fn role(&self, function: u32) -> Role {
        self.tree.functions[function as usize].role()
    }

    fn finish(mut self) -> Span {
        let mut lines: BTreeMap<u32, Vec<(u32, FunctionLine)>> = BTreeMap::new();
        for ((function, of, line, column), amount) in self.lines {
            let line = FunctionLine { line, column, amount };
            lines.entry(function).or_default().push((of, line));
        }
        let mut functions: Vec<SpanFunction> = Vec::new();
        for (function, [own, total, forced]) in self.functions {
            let mut lines = lines.remove(&function).unwrap_or_default();
            lines.sort_by_key(|(_, line)| std::cmp::Reverse((line.amount.weight, line.amount.samples)));
            functions.push(SpanFunction {
                function,
                own,
                total,
                lines,
                forced,
            });
        }
        let all = &self.tree.functions;
        functions.sort_by(|a, b| {
            let by_weight = (b.own.weight, b.total.weight).cmp(&(a.own.weight, a.total.weight));
            by_weight.then_with(|| all[a.function as usize].cmp(&all[b.function as usize]))
        });
        self.span.functions = functions;
        self.span
    }
}
