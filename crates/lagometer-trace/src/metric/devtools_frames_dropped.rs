//! How many frames of DevTools' list were dropped.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `devtools_frames_dropped`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "devtools_frames_dropped",
    title: "devtools frames dropped",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "of the frames of DevTools' list that begin in the window those that were dropped, in part or \
           whole",
    not_meaning: "not the number of frames that a user missed: of most of these the part of the \
           compositor was shown; `frames_dropped` has those of which nothing was",
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
    Ok(frames.dropped as f64)
}

#[cfg(test)]
mod tests;
