//! The tree of calls with what was sampled in each: what every view is made from.

mod devtools;
mod inside;
mod interval;
mod merge;

use crate::nodes::NONE;
use crate::{Content, Function, LayoutKind, Nodes, Profile, Samples, Sized, ThreadProfile, Timed};
use lagometer_metric::TimeWindow;
use std::collections::BTreeMap;

pub use interval::Interval;
pub use merge::merge;

/// By which rules samples get their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Each sample is what it says, and lasts until the next one; the last one as long as the
    /// median, but not beyond the end.
    Lagometer,
    /// As the Performance panel of Chrome DevTools draws it: one `(program)` between two stacks on
    /// the same foot is the sample before it, garbage collection stands on the stack before it, and
    /// the last sample lasts the mean.
    DevTools,
}

/// What the weights of a tree are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Microseconds of samples.
    Time,
    /// Bytes of a sampling heap profile.
    Bytes,
}

/// Calls with what was sampled in each.
#[derive(Clone, Debug)]
pub struct CallTree {
    /// What the weights are.
    pub weight: Weight,
    /// The functions, each once.
    pub functions: Vec<Function>,
    /// The calls.
    pub nodes: Nodes,
    /// What was sampled in each node itself.
    pub own: Vec<Amount>,
    /// What was sampled in lines of nodes, by node and line.
    pub lines: Vec<NodeLine>,
    /// Where the lines come from.
    pub line_source: LineSource,
    /// Samples of which the node is unknown.
    pub unattributed: Amount,
    /// Style and layout inside of samples; `None` where nothing is known of it.
    pub layout: Option<Vec<NodeLayout>>,
}

/// Style and layout in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLayout {
    /// The node.
    pub node: u32,
    /// What.
    pub part: LayoutPart,
    /// How much, and how often.
    pub amount: Amount,
}

/// Which part of style and layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayoutPart {
    /// The part of the node's own samples that lies inside either.
    Inside,
    /// The part of them that lies inside of parsing and compiling.
    Compiling,
    /// Events that the node forced, from this line and column; 0 where one is unknown.
    Forced(LayoutKind, u32, u32),
}

/// How much was sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Microseconds or bytes.
    pub weight: i64,
    /// How many samples that rests on.
    pub samples: u64,
}

/// What was sampled in a line of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLine {
    /// The node.
    pub node: u32,
    /// The line, from 1 on.
    pub line: u32,
    /// The column in it, from 1 on; 0 where it is unknown.
    pub column: u32,
    /// How much; the weight is 0 where only hits were counted.
    pub amount: Amount,
}

/// What is known of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSource {
    /// Nothing.
    None,
    /// Hits of the whole profile, without times.
    Ticks,
    /// Samples, each with its line.
    Samples,
}

impl Amount {
    pub(crate) fn add(&mut self, other: Amount) {
        self.weight = self.weight.saturating_add(other.weight);
        self.samples += other.samples;
    }
}

impl CallTree {
    /// The tree of a profile; of the part of it that lies in `window`, where one is given.
    pub fn of(profile: &Profile, rules: Rules, window: Option<TimeWindow>) -> CallTree {
        match &profile.content {
            Content::Sized(sized) => of_sized(profile, sized),
            Content::Timed(timed) => match rules {
                Rules::Lagometer => of_timed(profile, timed, window),
                Rules::DevTools => devtools::tree(profile, timed, window),
            },
        }
    }

    /// The tree of a profile of a trace, with the style and layout in it. The rules of DevTools give
    /// samples to other nodes, so that is left out there.
    pub fn of_thread(thread: &ThreadProfile, rules: Rules, window: Option<TimeWindow>) -> CallTree {
        let mut tree = CallTree::of(&thread.profile, rules, window);
        if let (Content::Timed(timed), Rules::Lagometer) = (&thread.profile.content, rules) {
            tree.layout = Some(inside::layout(timed, &thread.layout, window));
        }
        tree
    }

    /// A tree of these calls with nothing in it yet.
    pub(crate) fn empty(functions: Vec<Function>, nodes: Nodes, weight: Weight) -> CallTree {
        CallTree {
            weight,
            functions,
            own: vec![Amount::default(); nodes.len()],
            nodes,
            lines: Vec::new(),
            line_source: LineSource::None,
            unattributed: Amount::default(),
            layout: None,
        }
    }

    /// Puts other functions in the place of its own: `new` has the number of each old one among
    /// `functions`. Several may become one.
    pub fn relabel(&mut self, functions: Vec<Function>, new: &[u32]) {
        for function in &mut self.nodes.function {
            *function = new[*function as usize];
        }
        self.functions = functions;
    }

    /// Everything that was sampled.
    pub fn sampled(&self) -> Amount {
        let mut all = self.unattributed;
        self.own.iter().for_each(|own| all.add(*own));
        all
    }
}

fn of_sized(profile: &Profile, sized: &Sized) -> CallTree {
    let mut tree = CallTree::empty(profile.functions.clone(), profile.nodes.clone(), Weight::Bytes);
    for (node, own) in tree.own.iter_mut().enumerate() {
        own.weight = sized.bytes[node];
        own.samples = sized.samples.get(node).map_or(0, |samples| u64::from(*samples));
    }
    tree
}

fn of_timed(profile: &Profile, timed: &Timed, window: Option<TimeWindow>) -> CallTree {
    let mut tree = CallTree::empty(profile.functions.clone(), profile.nodes.clone(), Weight::Time);
    let last = timed.last_duration();
    let mut lines = LineSums::of(timed);
    for at in 0..timed.samples.len() {
        let Some(amount) = timed.amount(at, last, window) else {
            continue;
        };
        match timed.samples.node[at] {
            NONE => tree.unattributed.add(amount),
            node => {
                tree.own[node as usize].add(amount);
                lines.add(at, node, amount);
            }
        }
    }
    (tree.lines, tree.line_source) = lines.finish(timed, window.is_some());
    tree
}

impl Timed {
    /// How much a sample stands for; `None` where nothing of it lies in the window.
    pub(crate) fn amount(&self, at: usize, last: i64, window: Option<TimeWindow>) -> Option<Amount> {
        let time = &self.samples.time;
        let from = time[at];
        let to = time.get(at + 1).copied().unwrap_or(from.saturating_add(last));
        let Some(window) = window else {
            let (weight, samples) = (to - from, 1);
            return Some(Amount { weight, samples });
        };
        let (start, end) = (window.start().0, window.end().0);
        let weight = to.min(end) - from.max(start);
        let inside = (start..end).contains(&from);
        (inside || weight > 0).then_some(Amount {
            weight: weight.max(0),
            samples: u64::from(inside),
        })
    }

    /// How long the last sample lasts: the median, but not beyond the end.
    pub(crate) fn last_duration(&self) -> i64 {
        let Some(&last) = self.samples.time.last() else {
            return 0;
        };
        let rest = self.end.map_or(0, |end| end.0.saturating_sub(last)).max(0);
        // Most recordings end soon behind it, and that takes no order of the gaps.
        let shorter = self.gaps().filter(|gap| *gap < rest).count();
        if shorter <= self.gaps().len() / 2 {
            return rest;
        }
        match self.interval() {
            Some(interval) => rest.min(interval.median),
            None => rest,
        }
    }

    /// The gaps between samples; `None` where there are fewer than two samples.
    pub fn interval(&self) -> Option<Interval> {
        Interval::of(self.gaps())
    }

    /// From each sample to the next one, in microseconds.
    pub fn gaps(&self) -> impl ExactSizeIterator<Item = i64> + Clone + '_ {
        self.samples.time.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// The time before the first sample.
    pub fn start_gap(&self) -> Option<i64> {
        let first = self.samples.time.first()?;
        Some(first.saturating_sub(self.start?.0).max(0))
    }
}

/// Lines of samples, summed up.
struct LineSums<'p> {
    samples: &'p Samples,
    sums: BTreeMap<(u32, u32, u32), Amount>,
}

impl<'p> LineSums<'p> {
    fn of(timed: &'p Timed) -> LineSums<'p> {
        LineSums {
            samples: &timed.samples,
            sums: BTreeMap::new(),
        }
    }

    fn add(&mut self, at: usize, node: u32, amount: Amount) {
        let Samples { line, column, .. } = self.samples;
        match line.get(at) {
            None | Some(0) => {}
            Some(&line) => {
                let column = column.get(at).copied().unwrap_or(0);
                self.sums.entry((node, line, column)).or_default().add(amount);
            }
        }
    }

    fn finish(self, timed: &Timed, windowed: bool) -> (Vec<NodeLine>, LineSource) {
        if !self.samples.line.is_empty() {
            let of_samples = |((node, line, column), amount)| NodeLine {
                node,
                line,
                column,
                amount,
            };
            return (
                self.sums.into_iter().map(of_samples).collect(),
                LineSource::Samples,
            );
        }
        // Ticks are of the whole profile and cannot be cut.
        if timed.ticks.is_empty() || windowed {
            return (Vec::new(), LineSource::None);
        }
        let mut ticks = timed.ticks.clone();
        ticks.sort_unstable_by_key(|tick| (tick.node, tick.line));
        let of_ticks = |tick: &crate::Tick| NodeLine {
            node: tick.node,
            line: tick.line,
            column: 0,
            amount: Amount {
                weight: 0,
                samples: u64::from(tick.ticks),
            },
        };
        let mut lines: Vec<NodeLine> = ticks.iter().map(of_ticks).collect();
        lines.dedup_by(|later, first| {
            let same = (later.node, later.line) == (first.node, first.line);
            if same {
                first.amount.add(later.amount);
            }
            same
        });
        (lines, LineSource::Ticks)
    }
}
