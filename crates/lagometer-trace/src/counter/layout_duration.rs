//! Time in layout.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `layout_duration`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "layout_duration",
    title: "layout duration",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `LayoutDuration` between the first reading after the begin mark and the last \
           one before the end mark",
    not_meaning: "not forced layout alone, and not of the page alone: all documents of the process",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `LayoutDuration`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "LayoutDuration")
}
