//! DOM nodes in the page's process.

use super::{Level, Seen, VERIFIED, level::STATISTICS};
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, Role, Unit};

/// `dom_nodes`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "dom_nodes",
    title: "dom nodes",
    group: Group::Memory,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: STATISTICS,
    rule: "the number of DOM nodes in the page's process: start is the last reading at or before the window, else the \
           first inside; growth is end minus start",
    not_meaning: "not the nodes of the page alone: other documents of the process and nodes that are kept alive detached count too",
    rule_version: 1,
    source: "trace event `UpdateCounters`, `nodes`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Level {
    match seen {
        Ok(view) => view.level(|data| data.nodes),
        Err(why) => Level::absent(why),
    }
}

#[cfg(test)]
mod tests;
