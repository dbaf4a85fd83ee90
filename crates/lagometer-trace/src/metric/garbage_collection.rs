//! Garbage that was collected on the main thread.

use super::counted_work::CountedWork;
use super::{Seen, VERIFIED};
use lagometer_metric::{Better, Group, MetricDefinition, Role, Statistic, Unit};

/// `garbage_collection`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "garbage_collection",
    title: "garbage collection",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[Statistic::Count, Statistic::Total],
    rule: "how often, and how long in all inside the window, garbage was collected on the page's main thread: `MinorGC`, `MajorGC`, `BlinkGC.AtomicPhase` and other events of V8's and Blink's collectors; one inside another one counts once",
    not_meaning: "not the work of helper threads, which collect beside the main thread; few collections do not mean little garbage",
    rule_version: 1,
    source: "trace events `MinorGC`, `MajorGC`, `V8.GC…`, `BlinkGC…`, `CppGC…`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> CountedWork {
    CountedWork::of(seen, |work| work.garbage_collection)
}

#[cfg(test)]
mod tests;
