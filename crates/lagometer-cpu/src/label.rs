//! Labels: what the numbers of a function show, and nothing that its name suggests.

use crate::{Amount, Calls, Function, FunctionLayout, FunctionLine, FunctionSum, Neighbour, Role};

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
/// Forced layout: at least this share of the basis.
pub const FORCED_LAYOUT_SHARE: f64 = 0.01;
/// How many neighbours a label names.
const NAMED: usize = 3;

/// What numbers show of a function. All rest on samples and events alone and are certain.
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
    /// It reads what makes the browser compute styles and places first.
    ForcedLayout {
        /// Microseconds of computing styles.
        style: i64,
        /// Microseconds of layout.
        layout: i64,
        /// How many events.
        events: u64,
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
            Label::ForcedLayout { .. } => "forced-layout",
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
    /// Its style and layout, where anything is known of it.
    pub layout: Option<&'a FunctionLayout>,
    /// What shares are of.
    pub basis: i64,
}

/// The labels of a function, none where its samples are too few.
pub fn labels(of: &Evidence<'_>) -> Vec<Label> {
    if of.function.role() != Role::Function || of.sum.total.weight <= 0 || of.basis <= 0 {
        return Vec::new();
    }
    let forced = of.forced_layout();
    if too_few(of.sum.total) {
        // It is counted by events, not by samples.
        return forced.into_iter().collect();
    }
    let rules = [
        Evidence::self_heavy,
        Evidence::dispatcher,
        Evidence::hot_line,
        Evidence::recursion,
        Evidence::many_callers,
        Evidence::forced_layout,
        Evidence::native,
    ];
    rules.iter().filter_map(|rule| rule(of)).collect()
}

fn too_few(amount: Amount) -> bool {
    amount.samples < LABEL_SAMPLES_MIN
}

impl Evidence<'_> {
    fn share(&self, weight: i64) -> f64 {
        weight as f64 / self.basis as f64
    }

    fn of_total(&self, amount: Amount) -> f64 {
        amount.weight as f64 / self.sum.total.weight as f64
    }

    fn self_heavy(&self) -> Option<Label> {
        let own = self.sum.own;
        let self_over_total = self.of_total(own);
        let heavy = self.share(own.weight) >= SELF_HEAVY_SHARE && self_over_total >= SELF_HEAVY_OF_TOTAL;
        (heavy && !too_few(own)).then_some(Label::SelfHeavy { self_over_total })
    }

    fn dispatcher(&self) -> Option<Label> {
        let self_over_total = self.of_total(self.sum.own);
        let callees = &self.calls.callees[self.number as usize];
        let is_one =
            self.share(self.sum.total.weight) >= DISPATCHER_SHARE && self_over_total <= DISPATCHER_OF_TOTAL;
        is_one.then(|| Label::Dispatcher {
            self_over_total,
            callees: callees.iter().take(NAMED).copied().collect(),
        })
    }

    fn hot_line(&self) -> Option<Label> {
        // Some samples have no line.
        let lines: u64 = self.lines.iter().map(|line| line.amount.samples).sum();
        let of = lines.max(self.sum.own.samples);
        let hot = self.lines.iter().max_by_key(|line| line.amount.samples)?;
        let samples = hot.amount.samples;
        let is_hot = samples >= LABEL_SAMPLES_MIN && samples as f64 >= HOT_LINE_PART * of as f64;
        is_hot.then_some(Label::HotLine {
            line: hot.line,
            samples,
            of,
        })
    }

    fn recursion(&self) -> Option<Label> {
        let recursive = self.sum.recursive;
        let of_total = self.of_total(recursive);
        (of_total >= RECURSION_OF_TOTAL && !too_few(recursive)).then_some(Label::Recursion {
            of_total,
            depth: self.sum.depth,
        })
    }

    fn many_callers(&self) -> Option<Label> {
        let own = self.sum.own;
        let callers = &self.calls.callers[self.number as usize];
        if own.weight <= 0 || too_few(own) || self.share(own.weight) < MANY_CALLERS_SHARE {
            return None;
        }
        let largest = callers.first()?.amount.weight as f64 / own.weight as f64;
        let many = callers.len() >= MANY_CALLERS_MIN && largest <= MANY_CALLERS_PART;
        many.then_some(Label::ManyCallers {
            callers: callers.len(),
            largest,
        })
    }

    fn forced_layout(&self) -> Option<Label> {
        let work = self.layout?;
        let (style, layout) = (work.style, work.layout);
        let is_heavy = self.share(style.weight.saturating_add(layout.weight)) >= FORCED_LAYOUT_SHARE;
        is_heavy.then_some(Label::ForcedLayout {
            style: style.weight,
            layout: layout.weight,
            events: style.samples + layout.samples,
        })
    }

    fn native(&self) -> Option<Label> {
        let own = self.sum.own;
        let callers = &self.calls.callers[self.number as usize];
        let is_one = self.function.is_native() && self.share(own.weight) >= NATIVE_SHARE && !too_few(own);
        is_one.then(|| Label::Native {
            callers: callers.iter().take(NAMED).copied().collect(),
        })
    }
}
