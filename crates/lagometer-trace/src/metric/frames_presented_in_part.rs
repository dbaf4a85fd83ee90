//! How many frames were presented without the main thread's part.

use super::{Seen, VERIFIED, View, single};
use crate::frames::Fate;
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `frames_presented_in_part`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frames_presented_in_part",
    title: "frames presented in part",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of frames that were presented in the window without the part of the main thread, \
           which came too late",
    not_meaning: "not dropped frames: scrolling and compositor animations went on",
    rule_version: 1,
    source: "trace event `PipelineReporter`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(count))
}

fn count(view: &View<'_>) -> Result<f64, NotAvailable> {
    let frames = view.pipeline.as_ref().map_err(Clone::clone)?;
    Ok(frames.count(Fate::PresentedInPart) as f64)
}

#[cfg(test)]
mod tests;
