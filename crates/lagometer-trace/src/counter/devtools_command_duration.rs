//! What driving the page cost.

use super::{Seen, VERIFIED, time_delta};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Role, Unit};

/// `devtools_command_duration`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "devtools_command_duration",
    title: "devtools command duration",
    group: Group::Rendering,
    unit: Unit::Microseconds,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `DevToolsCommandDuration` between the first reading after the begin mark and \
           the last one before the end mark: time in commands of the driver on the process's main \
           thread",
    not_meaning: "not work of the page: it is the overhead of measuring, and what a command runs in the page \
           is in it",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `DevToolsCommandDuration`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    time_delta(seen, "DevToolsCommandDuration")
}
