//! CPU time of the main thread by the browser's own count.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `thread_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "thread_time",
    title: "thread time",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `ThreadTime` between the first reading after the begin mark and the last one \
           before the end mark: CPU time of the process's main thread",
    not_meaning: "not the same stretch as `main_thread_cpu_time`, which is that of tasks between the marks: a \
           second source for it, to be compared roughly",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `ThreadTime`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "ThreadTime")
}
