//! Time in style recalculation.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `recalc_style_duration`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "recalc_style_duration",
    title: "recalc style duration",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `RecalcStyleDuration` between the first reading after the begin mark and the \
           last one before the end mark",
    not_meaning: "not of the page alone: all documents of the process",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `RecalcStyleDuration`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "RecalcStyleDuration")
}
