//! Labels: what the numbers of a function show, and nothing that its name suggests.

use crate::profile_label::is_pressure;
use crate::{Amount, Calls, Function, FunctionLayout, FunctionLine, FunctionSum, Neighbour, Role};

/// Under so many samples a function gets no label: half of it may be chance.
pub const LABEL_SAMPLES_MIN: u64 = 20;
/// Every label that is certain: at least this share of all that was sampled, idle time with it. On a page
/// that does next to nothing something is always a large part of that.
pub const RECORDED_SHARE: f64 = 0.02;
/// Self-heavy: at least this share of the basis.
pub const SELF_HEAVY_SHARE: f64 = 0.05;
/// Self-heavy: at least this part of its total.
pub const SELF_HEAVY_OF_TOTAL: f64 = 0.7;
/// Dispatcher: at least this share of the basis in total.
pub const DISPATCHER_SHARE: f64 = 0.2;
/// Dispatcher: at most this part of its total.
pub const DISPATCHER_OF_TOTAL: f64 = 0.1;
/// Hot line: the function has at least this share of the basis.
pub const HOT_LINE_SHARE: f64 = 0.05;
/// Hot line: at least this part of the function's lines.
pub const HOT_LINE_PART: f64 = 0.6;
/// Recursion: at least this share of the basis.
pub const RECURSION_SHARE: f64 = 0.05;
/// Recursion: at least this part of its total.
pub const RECURSION_OF_TOTAL: f64 = 0.1;
/// Called from many places: at least this share of the basis.
pub const MANY_CALLERS_SHARE: f64 = 0.03;
/// Called from many places: at least so many callers.
pub const MANY_CALLERS_MIN: usize = 8;
/// Called from many places: no caller has more than this part.
pub const MANY_CALLERS_PART: f64 = 0.4;
/// Native: at least this share of the basis.
pub const NATIVE_SHARE: f64 = 0.05;
/// Regular expressions: at least this part of the total of the function that runs them.
pub const REGEXP_OF_TOTAL: f64 = 0.2;
/// Before garbage collection: at least this part of all of it.
pub const GC_NEIGHBOUR_PART: f64 = 0.3;
/// How V8 calls the frame of a regular expression that it made machine code of. It stands in no script,
/// so no function of a script is called so.
const REGEXP_FRAME: &str = "RegExp: ";
/// How many neighbours a label names.
const NAMED: usize = 3;

/// What numbers show of a function. All rest on samples and events alone.
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
    /// It runs regular expressions, or is one.
    RegExp {
        /// Microseconds in their frames.
        time: i64,
        /// How many of them.
        expressions: usize,
        /// They, the most first; of a frame that is one, who runs it.
        related: Vec<Neighbour>,
    },
    /// Scripts are parsed and compiled inside of its samples.
    Compile {
        /// Microseconds of it.
        time: i64,
    },
    /// Garbage collection stands behind its samples. What made the garbage is not known by that.
    GcNeighbour {
        /// Microseconds of the collection.
        time: i64,
        /// The part of all collection.
        of_all: f64,
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
            Label::RegExp { .. } => "regexp",
            Label::Compile { .. } => "compile",
            Label::GcNeighbour { .. } => "gc-neighbour",
            Label::Native { .. } => "native",
        }
    }

    /// How sure it is: `certain`, or `possible` where chance would do as well.
    pub fn certainty(&self) -> &'static str {
        match self {
            Label::GcNeighbour { .. } => "possible",
            _ => "certain",
        }
    }
}

impl Function {
    /// Whether it is the frame of a regular expression.
    pub fn is_regexp(&self) -> bool {
        self.is_native() && self.name.starts_with(REGEXP_FRAME)
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
    /// All that was sampled, idle time with it.
    pub recorded: i64,
    /// By the number of a function: whether it is the frame of a regular expression.
    pub is_regexp: &'a [bool],
    /// Garbage collection behind its samples, and all of it.
    pub collected: (Amount, Amount),
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
        Evidence::regexp,
        Evidence::compile,
        Evidence::gc_neighbour,
        Evidence::native,
    ];
    rules.iter().filter_map(|rule| rule(of)).collect()
}

/// Whether it is enough of all that was sampled for a label that is certain.
pub fn is_recorded(weight: i64, recorded: i64) -> bool {
    weight > 0 && weight as f64 >= RECORDED_SHARE * recorded as f64
}

fn too_few(amount: Amount) -> bool {
    amount.samples < LABEL_SAMPLES_MIN
}

impl Evidence<'_> {
    /// Whether it has this share of the basis, and enough of all that was sampled.
    fn reaches(&self, weight: i64, share: f64) -> bool {
        self.is_recorded(weight) && weight as f64 >= share * self.basis as f64
    }

    fn is_recorded(&self, weight: i64) -> bool {
        is_recorded(weight, self.recorded)
    }

    fn of_total(&self, amount: Amount) -> f64 {
        amount.weight as f64 / self.sum.total.weight as f64
    }

    fn self_heavy(&self) -> Option<Label> {
        let own = self.sum.own;
        let self_over_total = self.of_total(own);
        let heavy = self.reaches(own.weight, SELF_HEAVY_SHARE) && self_over_total >= SELF_HEAVY_OF_TOTAL;
        (heavy && !too_few(own)).then_some(Label::SelfHeavy { self_over_total })
    }

    fn dispatcher(&self) -> Option<Label> {
        let self_over_total = self.of_total(self.sum.own);
        let callees = &self.calls.callees[self.number as usize];
        let is_one =
            self.reaches(self.sum.total.weight, DISPATCHER_SHARE) && self_over_total <= DISPATCHER_OF_TOTAL;
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
        (is_hot && self.reaches(self.sum.own.weight, HOT_LINE_SHARE)).then_some(Label::HotLine {
            line: hot.line,
            samples,
            of,
        })
    }

    fn recursion(&self) -> Option<Label> {
        let recursive = self.sum.recursive;
        let of_total = self.of_total(recursive);
        let is_heavy = self.reaches(recursive.weight, RECURSION_SHARE) && of_total >= RECURSION_OF_TOTAL;
        (is_heavy && !too_few(recursive)).then_some(Label::Recursion {
            of_total,
            depth: self.sum.depth,
        })
    }

    fn many_callers(&self) -> Option<Label> {
        let own = self.sum.own;
        let callers = &self.calls.callers[self.number as usize];
        if too_few(own) || !self.reaches(own.weight, MANY_CALLERS_SHARE) {
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
        let is_heavy = self.is_recorded(style.weight.saturating_add(layout.weight));
        is_heavy.then_some(Label::ForcedLayout {
            style: style.weight,
            layout: layout.weight,
            events: style.samples + layout.samples,
        })
    }

    fn regexp(&self) -> Option<Label> {
        if self.is_regexp[self.number as usize] {
            let own = self.sum.own;
            let callers = &self.calls.callers[self.number as usize];
            let is_heavy = self.is_recorded(own.weight) && !too_few(own);
            return is_heavy.then(|| Label::RegExp {
                time: own.weight,
                expressions: 1,
                related: callers.iter().take(NAMED).copied().collect(),
            });
        }
        let callees = self.calls.callees[self.number as usize].iter();
        let run: Vec<Neighbour> = callees
            .filter(|callee| self.is_regexp[callee.function as usize])
            .copied()
            .collect();
        let mut all = Amount::default();
        run.iter().for_each(|callee| all.add(callee.amount));
        let is_heavy = self.is_recorded(all.weight) && self.of_total(all) >= REGEXP_OF_TOTAL;
        (is_heavy && !too_few(all)).then(|| Label::RegExp {
            time: all.weight,
            expressions: run.len(),
            related: run.into_iter().take(NAMED).collect(),
        })
    }

    fn compile(&self) -> Option<Label> {
        let time = self.layout?.compiling.weight;
        self.is_recorded(time).then_some(Label::Compile { time })
    }

    fn gc_neighbour(&self) -> Option<Label> {
        let (after, all) = self.collected;
        if !is_pressure(all, self.basis) || too_few(after) {
            return None;
        }
        let of_all = after.weight as f64 / all.weight as f64;
        (of_all >= GC_NEIGHBOUR_PART).then_some(Label::GcNeighbour {
            time: after.weight,
            of_all,
        })
    }

    fn native(&self) -> Option<Label> {
        if self.is_regexp[self.number as usize] {
            return None;
        }
        let own = self.sum.own;
        let callers = &self.calls.callers[self.number as usize];
        let is_one = self.function.is_native() && self.reaches(own.weight, NATIVE_SHARE) && !too_few(own);
        is_one.then(|| Label::Native {
            callers: callers.iter().take(NAMED).copied().collect(),
        })
    }
}
