//! The time between frames.

use super::{Seen, Summary, VERIFIED, View};
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, MetricDefinition, NotAvailable, Role, Statistic, Unit,
};

use crate::frames;

/// `frame_interval`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "frame_interval",
    title: "frame interval",
    group: Group::Frames,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[
        Statistic::Count,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
    ],
    rule: "the time between consecutive `DrawFrame` of the layer tree of the page's main frame; an interval in which \
           frames ceased to be wanted (`NeedsBeginFrameChanged` to 0) is a break, counted and left out",
    not_meaning: "not what was seen on the screen: a frame that was drawn may be dropped or late afterwards, and \
                  DevTools' frame list has other rules",
    rule_version: 1,
    source: "trace events `DrawFrame`, `SetLayerTreeId`, `NeedsBeginFrameChanged`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1_000.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Summary {
    match seen.map_err(Clone::clone).and_then(intervals) {
        Ok(intervals) => {
            let none = NotAvailable {
                reason: lagometer_metric::Reason::TooFewFrames,
                detail: String::new(),
            };
            Summary::of(&intervals, &none)
        }
        Err(why) => Summary::absent(&why),
    }
}

/// The intervals inside the window; at least one.
pub(super) fn intervals(view: &View<'_>) -> Result<Distribution, NotAvailable> {
    frames::intervals(view.frames.as_ref().map_err(Clone::clone)?)
}

#[cfg(test)]
mod tests;
