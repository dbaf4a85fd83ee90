//! How many frames were dropped.

use super::{Seen, VERIFIED, View, single};
use crate::frames::Fate;
use lagometer_metric::{Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `frames_dropped`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frames_dropped",
    title: "frames dropped",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the number of frames of the page's layer tree that ended in the window, were dropped to the \
           harm of smoothness and of which nothing was presented; reports of one frame number are one frame",
    not_meaning: "not `DroppedFrame` of DevTools, which counts a frame that was presented in part too, \
           and not frames in which nothing was to be seen",
    rule_version: 1,
    source: "trace event `PipelineReporter`; the rule of browsertime's frame stability",
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
    let frames = view.pipeline.as_ref().map_err(Clone::clone)?;
    Ok(frames.count(Fate::Dropped) as f64)
}

#[cfg(test)]
mod tests;
