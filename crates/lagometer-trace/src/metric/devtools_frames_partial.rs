//! How many frames of DevTools' list were shown in part.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `devtools_frames_partial`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "devtools_frames_partial",
    title: "devtools frames partial",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "of the dropped frames of DevTools' list those of which a part was shown: the compositor's \
           without the main thread's",
    not_meaning: "not frames that were fine: what the main thread wanted to show came later",
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
    Ok(frames.partial as f64)
}

#[cfg(test)]
mod tests;
