//! Styles and layout that script asked for before they were due.

use super::counted_work::CountedWork;
use super::{Seen, VERIFIED};
use lagometer_metric::{Better, Group, MetricDefinition, Role, Statistic, Unit};

/// `forced_style_layout`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "forced_style_layout",
    title: "forced style and layout",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[Statistic::Count, Statistic::Total],
    rule: "how often, and how long in all inside the window, `Layout` or `UpdateLayoutTree` ran on the page's main thread inside an event in which script runs; one inside another one counts once",
    not_meaning: "not all style and layout: what is due before a frame is none; not always a fault, a page that measures itself once has to",
    rule_version: 1,
    source: "trace events `Layout` and `UpdateLayoutTree`; DevTools' warning of forced reflows, which begins at 30 ms a task",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> CountedWork {
    CountedWork::of(seen, |work| work.forced)
}

#[cfg(test)]
mod tests;
