//! How many frames were presented whole.

use super::{Seen, VERIFIED, View, single};
use crate::frames::Fate;
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Unit};

/// `frames_presented`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frames_presented",
    title: "frames presented",
    group: Group::Frames,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "the number of frames of the page's layer tree that were presented in the window with all that \
           was to be in them",
    not_meaning: "not a frame rate: a page that is still presents none",
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
    Ok(frames.count(Fate::Presented) as f64)
}

#[cfg(test)]
mod tests;
