//! Time in tasks of the page's process.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `task_duration`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "task_duration",
    title: "task duration",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `TaskDuration` between the first reading after the begin mark and the last one \
           before the end mark: time in tasks of the process's main thread",
    not_meaning: "not CPU time, and not of the page alone",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `TaskDuration`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "TaskDuration")
}
