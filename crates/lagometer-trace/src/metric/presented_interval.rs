//! The time between presented frames.

use super::{Seen, Summary, VERIFIED, View};
use crate::Fate;
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, MetricDefinition, NotAvailable, Reason, Role, Statistic, Unit,
};

/// `presented_interval`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "presented_interval",
    title: "presented interval",
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
    rule: "the time between consecutive frames of the page's layer tree that the display showed, whole or in part; an \
           interval in which frames ceased to be wanted (`NeedsBeginFrameChanged` to 0) is a break, counted and left out",
    not_meaning: "not what the main thread drew: a frame that shows a scroll alone is presented too; `frame_interval` has \
                  the times at which frames were drawn",
    rule_version: 1,
    source: "trace events `PipelineReporter`, `SetLayerTreeId`, `NeedsBeginFrameChanged`",
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
                reason: Reason::TooFewFrames,
                detail: String::new(),
            };
            Summary::of(&intervals, &none)
        }
        Err(why) => Summary::absent(&why),
    }
}

/// The intervals inside the window; at least one.
pub(super) fn intervals(view: &View<'_>) -> Result<Distribution, NotAvailable> {
    let frames = view.pipeline.as_ref().map_err(Clone::clone)?;
    if frames.intervals.lengths.is_empty() {
        let presented = frames.count(Fate::Presented) + frames.count(Fate::PresentedInPart);
        return Err(NotAvailable {
            reason: Reason::TooFewFrames,
            detail: format!("{presented} presented"),
        });
    }
    Ok(frames.intervals.distribution())
}

#[cfg(test)]
mod tests;
