//! How many frames of DevTools' list were idle.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `devtools_frames_idle`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "devtools_frames_idle",
    title: "devtools frames idle",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "of the frames of DevTools' list that begin in the window those that lasted because nothing was \
           to be shown",
    not_meaning: "not slow frames: the page was still",
    rule_version: 1,
    source: "trace events `BeginFrame`, `DrawFrame`, `DroppedFrame`, `NeedsBeginFrameChanged`, \
           `RequestMainThreadFrame`, `Commit`, `SetLayerTreeId`; the frame list of DevTools",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(count))
}

fn count(view: &View<'_>) -> Result<f64, NotAvailable> {
    let frames = view.devtools.as_ref().map_err(Clone::clone)?;
    Ok(frames.idle as f64)
}

#[cfg(test)]
mod tests;
