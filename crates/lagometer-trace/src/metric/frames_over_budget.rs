//! Frames that took longer than the display gives them.

use super::{Seen, VERIFIED, View, frame_interval, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `frames_over_budget`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frames_over_budget",
    title: "frames over budget",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of frame intervals longer than the frame budget, which is one second divided by the refresh \
           rate, given, measured in the page or estimated from `BeginFrame`",
    not_meaning: "not jank: the jitter of the clock alone puts about half of a perfect animation over the budget; \
                  `frames_late` is the one to gate",
    rule_version: 1,
    source: "trace events `DrawFrame`, `SetLayerTreeId`, `NeedsBeginFrameChanged`, `BeginFrame`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(over_budget))
}

fn over_budget(view: &View<'_>) -> Result<f64, NotAvailable> {
    let intervals = frame_interval::intervals(view)?;
    let budget = view.frame_budget()?;
    let over = intervals.sorted().iter().filter(|interval| **interval > budget);
    Ok(over.count() as f64)
}

#[cfg(test)]
mod tests;
