//! Event listeners in the page's process.

use super::{Level, Seen, VERIFIED, level::STATISTICS};
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, Role, Unit};

/// `event_listeners`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "event_listeners",
    title: "event listeners",
    group: Group::Memory,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: STATISTICS,
    rule: "the number of event listeners in the page's process: start is the last reading at or before the window, else the \
           first inside; growth is end minus start",
    not_meaning: "not a leak: it counts those of every document of the process, also of ones that will be collected",
    rule_version: 1,
    source: "trace event `UpdateCounters`, `jsEventListeners`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Level {
    match seen {
        Ok(view) => view.level(|data| data.listeners),
        Err(why) => Level::absent(why),
    }
}

#[cfg(test)]
mod tests;
