//! Presented frames that came late.

use super::{Seen, VERIFIED, View, single};
use super::{frames_late, presented_interval};
use lagometer_metric::{Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `presented_late`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "presented_late",
    title: "presented late",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the number of intervals between presented frames of 1.5 frame budgets or more; the budget is \
           one second divided by the refresh rate, which is given, measured in the page or estimated from \
           `BeginFrame`",
    not_meaning: "not dropped frames: one long interval is one, however many frames it misses",
    rule_version: 1,
    source: "trace event `PipelineReporter`, `NeedsBeginFrameChanged`, `BeginFrame`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(count))
}

fn count(view: &View<'_>) -> Result<f64, NotAvailable> {
    let intervals = presented_interval::intervals(view)?;
    let from = frames_late::late_from(view)?;
    Ok(intervals
        .sorted()
        .iter()
        .filter(|interval| **interval >= from)
        .count() as f64)
}

#[cfg(test)]
mod tests;
