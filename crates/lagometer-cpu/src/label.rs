//! Labels: what the numbers of a function show, and nothing that its name suggests.

use crate::{Amount, Calls, Function, FunctionLine, FunctionSum, Neighbour, Role};

/// Under so many samples a function gets no label: half of it may be chance.
pub const LABEL_SAMPLES_MIN: u64 = 20;
/// Self-heavy: at least this share of the basis.
pub const SELF_HEAVY_SHARE: f64 = 0.05;
/// Self-heavy: at least this part of its total.
pub const SELF_HEAVY_OF_TOTAL: f64 = 0.7;
/// Dispatcher: at least this share of the basis in total.
pub const DISPATCHER_SHARE: f64 = 0.2;
/// Dispatcher: at most this part of its total.
pub const DISPATCHER_OF_TOTAL: f64 = 0.1;
/// Hot line: at least this part of the function's lines.
pub const HOT_LINE_PART: f64 = 0.6;
/// Recursion: at least this part of its total.
pub const RECURSION_OF_TOTAL: f64 = 0.1;
/// Called from many places: at least this share of the basis.
pub const MANY_CALLERS_SHARE: f64 = 0.03;
/// Called from many places: at least so many callers.
pub const MANY_CALLERS_MIN: usize = 8;
/// Called from many places: no caller has more than this part.
pub const MANY_CALLERS_PART: f64 = 0.4;
/// Native: at least this share of the basis.
pub const NATIVE_SHARE: f64 = 0.01;
/// How many neighbours a label names.
const NAMED: usize = 3;

/// What numbers show of a function. All rest on samples alone and are certain.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// It is slow itself, not by what it calls.
    SelfHeavy {
        /// Self of total.
        self_over_total: f64,
    },
    /// It hands out work and does little itself.
    Dispatcher {
        /// Self of total.
        self_over_total: f64,
        /// What it calls, the most first.
        callees: Vec<Neighbour>,
    },
    /// One of its lines has most of its samples.
    HotLine {
        /// The line, from 1 on.
        line: u32,
        /// Its samples.
        samples: u64,
        /// Those of the function.
        of: u64,
    },
    /// It is on its own stack.
    Recursion {
        /// The part of its total where it is.
        of_total: f64,
        /// How often on one stack at most.
        depth: u32,
    },
    /// Its time comes from many callers, none of which has most of it.
    ManyCallers {
        /// How many.
        callers: usize,
        /// The part of the first one.
        largest: f64,
    },
    /// It is no code of a script: an interface of the browser or the engine.
    Native {
        /// Who calls it, the most first.
        callers: Vec<Neighbour>,
    },
}

impl Label {
    /// The stable name, kebab-case.
    pub fn name(&self) -> &'static str {
        match self {
            Label::SelfHeavy { .. } => "self-heavy",
            Label::Dispatcher { .. } => "dispatcher",
            Label::HotLine { .. } => "hot-line",
            Label::Recursion { .. } => "recursion",
            Label::ManyCallers { .. } => "many-callers",
            Label::Native { .. } => "native",
        }
    }
}

/// What a function's labels are made from.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The function.
    pub function: &'a Function,
    /// Its number.
    pub number: u32,
    /// What was sampled of it.
    pub sum: FunctionSum,
    /// Its lines.
    pub lines: &'a [FunctionLine],
    /// Who called whom.
    pub calls: &'a Calls,
    /// What shares are of.
    pub basis: i64,
}

/// The labels of a function, none where its samples are too few.
pub fn labels(of: &Evidence<'_>) -> Vec<Label> {
    let mut labels = Vec::new();
    let (own, total) = (of.sum.own, of.sum.total);
    let too_few = |amount: Amount| amount.samples < LABEL_SAMPLES_MIN;
    if of.function.role() != Role::Function || too_few(total) || total.weight <= 0 || of.basis <= 0 {
        return labels;
    }
    let share = |amount: Amount| amount.weight as f64 / of.basis as f64;
    let of_total = |amount: Amount| amount.weight as f64 / total.weight as f64;
    let self_over_total = of_total(own);
    let callers = &of.calls.callers[of.number as usize];
    if share(own) >= SELF_HEAVY_SHARE && self_over_total >= SELF_HEAVY_OF_TOTAL && !too_few(own) {
        labels.push(Label::SelfHeavy { self_over_total });
    }
    if share(total) >= DISPATCHER_SHARE && self_over_total <= DISPATCHER_OF_TOTAL {
        let callees = &of.calls.callees[of.number as usize];
        labels.push(Label::Dispatcher {
            self_over_total,
            callees: callees.iter().take(NAMED).copied().collect(),
        });
    }
    // Some samples have no line.
    let lines: u64 = of.lines.iter().map(|line| line.amount.samples).sum();
    let of_lines = lines.max(own.samples);
    if let Some(hot) = of.lines.iter().max_by_key(|line| line.amount.samples) {
        let samples = hot.amount.samples;
        if samples >= LABEL_SAMPLES_MIN && samples as f64 >= HOT_LINE_PART * of_lines as f64 {
            labels.push(Label::HotLine {
                line: hot.line,
                samples,
                of: of_lines,
            });
        }
    }
    let recursive = of_total(of.sum.recursive);
    if recursive >= RECURSION_OF_TOTAL && !too_few(of.sum.recursive) {
        labels.push(Label::Recursion {
            of_total: recursive,
            depth: of.sum.depth,
        });
    }
    if let (Some(largest), false) = (callers.first(), own.weight <= 0) {
        let largest = largest.amount.weight as f64 / own.weight as f64;
        let many = callers.len() >= MANY_CALLERS_MIN && largest <= MANY_CALLERS_PART;
        if many && share(own) >= MANY_CALLERS_SHARE && !too_few(own) {
            labels.push(Label::ManyCallers {
                callers: callers.len(),
                largest,
            });
        }
    }
    if of.function.is_native() && share(own) >= NATIVE_SHARE && !too_few(own) {
        labels.push(Label::Native {
            callers: callers.iter().take(NAMED).copied().collect(),
        });
    }
    labels
}
