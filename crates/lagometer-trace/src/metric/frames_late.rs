//! Frames that came late.

use super::{Seen, VERIFIED, View, frame_interval, single};
use lagometer_metric::{Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// From this many budgets on an interval is late: one frame of the display passed without one of
/// the page, whatever the jitter of the clock.
pub const LATE_FROM: f64 = 1.5;

/// `frames_late`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frames_late",
    title: "frames late",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the number of frame intervals of 1.5 frame budgets or more; the budget is one second divided by the \
           refresh rate, which is given, measured in the page or estimated from `BeginFrame`",
    not_meaning: "not dropped frames as DevTools counts them: one long interval is one, however many frames it misses",
    rule_version: 1,
    source: "trace events `DrawFrame`, `SetLayerTreeId`, `NeedsBeginFrameChanged`, `BeginFrame`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(late))
}

fn late(view: &View<'_>) -> Result<f64, NotAvailable> {
    let intervals = frame_interval::intervals(view)?;
    let from = late_from(view)?;
    let late = intervals.sorted().iter().filter(|interval| **interval >= from);
    Ok(late.count() as f64)
}

/// From this length on an interval is late, in microseconds.
pub(super) fn late_from(view: &View<'_>) -> Result<f64, NotAvailable> {
    Ok(view.frame_budget()? * LATE_FROM)
}

#[cfg(test)]
mod tests;
