//! How many frames DevTools lists.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `devtools_frames`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "devtools_frames",
    title: "devtools frames",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of frames of DevTools' frame list that begin in the window: drawn ones and dropped \
           ones of the layer tree of the main frame",
    not_meaning: "not the number of frames that were shown: a dropped one is a frame of that list, and \
           one that waited for the main thread is none",
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
    Ok(frames.total as f64)
}

#[cfg(test)]
mod tests;
