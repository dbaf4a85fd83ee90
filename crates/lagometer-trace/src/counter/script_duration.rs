//! Time in scripts.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `script_duration`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "script_duration",
    title: "script duration",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `ScriptDuration` between the first reading after the begin mark and the last \
           one before the end mark",
    not_meaning: "not the self time of scripts: what they make the engine do inside is in it",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `ScriptDuration`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "ScriptDuration")
}
