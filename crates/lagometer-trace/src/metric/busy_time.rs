//! How long the main thread was busy.

use super::{Seen, VERIFIED, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `busy_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "busy_time",
    title: "busy time",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the length of the union of the top-level tasks of the page's main thread, each clipped to the window; of a \
           whole trace, all that were recorded",
    not_meaning: "not CPU time: a task that waits for a processor is busy too; workers and other threads are not in it",
    rule_version: 1,
    source: "trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(
        seen.map_err(Clone::clone)
            .and_then(|view| Ok(view.busy()?.as_f64())),
    )
}

#[cfg(test)]
mod tests;
