//! One profile: functions, the tree of calls, and what was sampled.

use crate::nodes::NONE;
use crate::oddity::{Odd, Oddities};
use crate::{Function, Nodes};
use lagometer_metric::Micros;

/// The samples of one thread or isolate, with the tree of calls that they lie in.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The functions, each once.
    pub functions: Vec<Function>,
    /// The calls, each under its caller.
    pub nodes: Nodes,
    /// What was sampled.
    pub content: Content,
}

/// What a profile holds of its nodes.
#[derive(Clone, Debug)]
pub enum Content {
    /// Points in time.
    Timed(Timed),
    /// Bytes that were allocated and alive.
    Sized(Sized),
}

/// Samples of where a thread was.
#[derive(Clone, Debug, Default)]
pub struct Timed {
    /// The samples in the order of time.
    pub samples: Samples,
    /// When the profile began, where it says so.
    pub start: Option<Micros>,
    /// When it ended, where it says so.
    pub end: Option<Micros>,
    /// How often each line was hit, where V8 counted that for the whole profile.
    pub ticks: Vec<Tick>,
}

/// Samples in the order of time, column by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The node, or [`Nodes::NONE`] where its id is unknown.
    pub node: Vec<u32>,
    /// When, in microseconds on the clock of the profile.
    pub time: Vec<i64>,
    /// The line, from 1 on, 0 where it is unknown; empty where none was recorded.
    pub line: Vec<u32>,
    /// The column in it, the same.
    pub column: Vec<u32>,
}

/// How often a line of a node was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick {
    /// The node.
    pub node: u32,
    /// The line, from 1 on.
    pub line: u32,
    /// How often.
    pub ticks: u32,
}

/// Bytes by node.
#[derive(Clone, Debug, Default)]
pub struct Sized {
    /// What each node allocated itself, scaled up by V8.
    pub bytes: Vec<i64>,
    /// How many samples that rests on; empty where the file does not say.
    pub samples: Vec<u32>,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.node.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.node.is_empty()
    }

    /// Brings them into the order of time; what has the same time keeps its order, and the lines
    /// go with their samples.
    pub(crate) fn sort(&mut self, oddities: &mut Oddities) {
        let back = self.time.windows(2).filter(|pair| pair[1] < pair[0]).count();
        if back == 0 {
            return;
        }
        oddities.many(Odd::BackInTime, back as u64);
        if self.line.is_empty() && self.column.is_empty() && self.inserted() {
            return;
        }
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_key(|at| self.time[*at as usize]);
        self.node = order.iter().map(|at| self.node[*at as usize]).collect();
        self.time = order.iter().map(|at| self.time[*at as usize]).collect();
        for places in [&mut self.line, &mut self.column] {
            if !places.is_empty() {
                *places = order.iter().map(|at| places[*at as usize]).collect();
            }
        }
    }

    /// Moves what goes back in time to its place, where that is not far in all: V8 writes a few samples a
    /// little late. What has the same time keeps its order, also where this gives up.
    fn inserted(&mut self) -> bool {
        let mut steps = self.len();
        for at in 1..self.len() {
            let time = self.time[at];
            if time >= self.time[at - 1] {
                continue;
            }
            // All before it is in order.
            let to = self.time[..at].partition_point(|before| *before <= time);
            let Some(left) = steps.checked_sub(at - to) else {
                return false;
            };
            steps = left;
            self.time[to..=at].rotate_right(1);
            self.node[to..=at].rotate_right(1);
        }
        true
    }

    /// Cuts off what has no partner, and counts it.
    pub(crate) fn pair(&mut self, oddities: &mut Oddities) {
        let both = self.node.len().min(self.time.len());
        let more = self.node.len().max(self.time.len()) - both;
        if more > 0 {
            oddities.many(Odd::WithoutPartner, more as u64);
        }
        self.node.truncate(both);
        self.time.truncate(both);
    }
}

/// Replaces ids by nodes; those of no node become [`NONE`] and are counted.
pub(crate) fn resolve(samples: &mut [u32], ids: &crate::nodes::Ids, oddities: &mut Oddities) {
    for sample in samples {
        *sample = match ids.node(*sample) {
            Some(node) => node,
            None => {
                oddities.of_id(Odd::SampleOfUnknownNode, u64::from(*sample));
                NONE
            }
        };
    }
}

#[cfg(test)]
mod tests;
