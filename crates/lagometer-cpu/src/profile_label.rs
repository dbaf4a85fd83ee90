//! What the numbers of a whole profile show.

use crate::label::is_recorded;
use crate::paths::hot_path;
use crate::{Amount, CallTree, LABEL_SAMPLES_MIN, Neighbour};

/// Garbage collection: at least this share of the basis.
pub const GC_PRESSURE_SHARE: f64 = 0.1;
/// Compile: at least this share of the basis.
pub const COMPILE_SHARE: f64 = 0.05;
/// Hot path: at least this share of the basis at its beginning.
pub const HOT_PATH_SHARE: f64 = 0.2;
/// Hot path: each function has at least this part of its caller.
pub const HOT_PATH_PART: f64 = 0.9;
/// Hot path: at least so many functions.
pub const HOT_PATH_CALLS: usize = 3;

/// What the numbers of a profile show. All rest on samples and events alone and are certain.
#[derive(Clone, Debug, PartialEq)]
pub enum ProfileLabel {
    /// Much of the time goes into garbage collection.
    GcPressure {
        /// How much, in how many samples.
        amount: Amount,
        /// The share of the basis.
        share: f64,
    },
    /// Much of the time goes into parsing and compiling scripts.
    Compile {
        /// Microseconds.
        time: i64,
        /// The share of the basis.
        share: f64,
    },
    /// Most of what runs is below one chain of calls.
    HotPath {
        /// The calls from the outermost on, each with what is at and below it.
        calls: Vec<Neighbour>,
        /// The least part that a call has of the one before it.
        least: f64,
        /// The share of the basis that the last one has.
        share: f64,
    },
}

impl ProfileLabel {
    /// The stable name, kebab-case.
    pub fn name(&self) -> &'static str {
        match self {
            ProfileLabel::GcPressure { .. } => "gc-pressure",
            ProfileLabel::Compile { .. } => "compile",
            ProfileLabel::HotPath { .. } => "hot-path",
        }
    }
}

/// Whether so much garbage collection is pressure.
pub(crate) fn is_pressure(all: Amount, basis: i64) -> bool {
    all.samples >= LABEL_SAMPLES_MIN && basis > 0 && all.weight as f64 >= GC_PRESSURE_SHARE * basis as f64
}

/// The labels of a profile, each of at least [`RECORDED_SHARE`](crate::RECORDED_SHARE) of all that was
/// sampled. `collected` is its garbage collection, `compiling` the microseconds of parsing and compiling in
/// its samples, `below` the [`subtrees`](crate::subtrees) of the tree.
pub fn profile_labels(
    tree: &CallTree,
    below: &[Amount],
    basis: i64,
    collected: Amount,
    compiling: i64,
) -> Vec<ProfileLabel> {
    if basis <= 0 {
        return Vec::new();
    }
    let share = |weight: i64| weight as f64 / basis as f64;
    let recorded = tree.sampled().weight;
    let mut labels = Vec::new();
    if is_pressure(collected, basis) && is_recorded(collected.weight, recorded) {
        labels.push(ProfileLabel::GcPressure {
            amount: collected,
            share: share(collected.weight),
        });
    }
    if share(compiling) >= COMPILE_SHARE && is_recorded(compiling, recorded) {
        labels.push(ProfileLabel::Compile {
            time: compiling,
            share: share(compiling),
        });
    }
    let calls = hot_path(tree, below, (basis as f64 * HOT_PATH_SHARE) as i64, HOT_PATH_PART);
    let is_sampled = |call: &Neighbour| call.amount.samples >= LABEL_SAMPLES_MIN;
    if let Some(last) = calls
        .last()
        .filter(|_| calls.len() >= HOT_PATH_CALLS && calls.iter().all(is_sampled))
        .filter(|last| is_recorded(last.amount.weight, recorded))
    {
        let parts = calls.windows(2);
        let parts = parts.map(|pair| pair[1].amount.weight as f64 / pair[0].amount.weight as f64);
        labels.push(ProfileLabel::HotPath {
            least: parts.fold(1.0, f64::min),
            share: share(last.amount.weight),
            calls,
        });
    }
    labels
}

#[cfg(test)]
mod tests;
