//! How often the counters were read while the window was open.

use super::{Ends, Seen, VERIFIED};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `counter_readings`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "counter_readings",
    title: "counter readings",
    group: Group::Rendering,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "how many times the counters were read between the first reading after the begin mark and the last one \
           before the end mark: every 500 ms, later where layout or the like was running",
    not_meaning: "not the cost of reading: each is some 0.3 ms of the process's main thread, and is in \
                  `devtools_command_duration` with the other commands of the driver",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, as Lagometer called it",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    let between = |ends: &Ends<'_>| Ok(ends.between as f64);
    Measured::from(seen.map_err(Clone::clone).and_then(between))
}
