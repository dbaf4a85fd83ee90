//! How often layout ran.

use super::{Seen, VERIFIED, count_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `layout_count`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "layout_count",
    title: "layout count",
    group: Group::Rendering,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `LayoutCount` between the first reading after the begin mark and the last one \
           before the end mark",
    not_meaning: "not a cost: one layout may be of one node or of all; and of all documents of the process",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `LayoutCount`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    count_delta(seen, "LayoutCount")
}
