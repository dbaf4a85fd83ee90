//! Documents in the page's process.

use super::{Level, Seen, VERIFIED, level::STATISTICS};
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, Role, Unit};

/// `documents`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "documents",
    title: "documents",
    group: Group::Memory,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: STATISTICS,
    rule: "the number of documents in the page's process: start is the last reading at or before the window, else the \
           first inside; growth is end minus start",
    not_meaning: "not the frames of the page: the browser keeps documents of its own in a process, and dead ones until they are collected",
    rule_version: 1,
    source: "trace event `UpdateCounters`, `documents`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Level {
    match seen {
        Ok(view) => view.level(|data| data.documents),
        Err(why) => Level::absent(why),
    }
}

#[cfg(test)]
mod tests;
