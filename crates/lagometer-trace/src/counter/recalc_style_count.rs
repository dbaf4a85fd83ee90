//! How often styles were recalculated.

use super::{Seen, VERIFIED, count_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `recalc_style_count`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "recalc_style_count",
    title: "recalc style count",
    group: Group::Rendering,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `RecalcStyleCount` between the first reading after the begin mark and the last \
           one before the end mark",
    not_meaning: "not a cost: one recalculation may be of one node or of all; and of all documents of the \
           process",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `RecalcStyleCount`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    count_delta(seen, "RecalcStyleCount")
}
