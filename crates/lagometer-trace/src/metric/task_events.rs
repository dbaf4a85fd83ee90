//! How many task events were recorded.

use super::{Seen, VERIFIED, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `task_events`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "task_events",
    title: "task events",
    group: Group::MainThread,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of task events of the page's main thread that start in the window: top-level and nested, \
           without length and without end included",
    not_meaning: "not a number of tasks: nested loops and instant events are counted too",
    rule_version: 1,
    source: "trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(
        seen.map_err(Clone::clone)
            .and_then(|view| Ok(view.tasks()?.events as f64)),
    )
}

#[cfg(test)]
mod tests;
