//! Intervals between presented frames that are longer than the display's.

use super::presented_interval;
use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `presented_over_budget`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "presented_over_budget",
    title: "presented over budget",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of intervals between presented frames longer than the frame budget, which is one \
           second divided by the refresh rate",
    not_meaning: "not jank: the jitter of the clock alone puts some of a perfect animation over the \
           budget; `presented_late` is the one to gate",
    rule_version: 1,
    source: "trace event `PipelineReporter`, `NeedsBeginFrameChanged`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(count))
}

fn count(view: &View<'_>) -> Result<f64, NotAvailable> {
    let intervals = presented_interval::intervals(view)?;
    let budget = view.frame_budget()?;
    Ok(intervals
        .sorted()
        .iter()
        .filter(|interval| **interval > budget)
        .count() as f64)
}

#[cfg(test)]
mod tests;
