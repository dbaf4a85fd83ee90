//! How many top-level tasks ran.

use super::{Seen, VERIFIED, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `task_count`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "task_count",
    title: "task count",
    group: Group::MainThread,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of top-level tasks of the page's main thread of which a part lies in the window: complete, \
           with a length, not contained in another one of the same name",
    not_meaning: "not a number of functions or callbacks; one task may run many",
    rule_version: 1,
    source: "trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(
        seen.map_err(Clone::clone)
            .and_then(|view| Ok(view.tasks()?.count as f64)),
    )
}

#[cfg(test)]
mod tests;
