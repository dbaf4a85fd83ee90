//! The longest time in which the display stood still.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit,
};

/// `longest_freeze`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "longest_freeze",
    title: "longest freeze",
    group: Group::Frames,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the longest stretch of the window in which frames were wanted all the time and the display \
           stood still although there was something to show: between presented frames, frames in which nothing \
           was to be seen, and the ends of the stretches in which frames were wanted",
    not_meaning: "not the longest task, and nothing about a page that waits for a network: as long as \
           nothing is to be drawn, nothing is frozen",
    rule_version: 1,
    source: "trace event `PipelineReporter`, `NeedsBeginFrameChanged`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 16_667.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(longest))
}

fn longest(view: &View<'_>) -> Result<f64, NotAvailable> {
    let frames = view.pipeline.as_ref().map_err(Clone::clone)?;
    match &frames.freeze {
        Some(freeze) => Ok(freeze.length.as_f64()),
        None => Err(NotAvailable {
            reason: Reason::TooFewFrames,
            detail: "no frame was presented".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests;
