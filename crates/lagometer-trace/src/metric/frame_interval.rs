//! The time between frames.

use super::{Seen, Summary, VERIFIED, View, frames_late};
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, MetricDefinition, Micros, NotAvailable, Reason, Role,
    Statistic, Unit,
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

/// The intervals of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameIntervals {
    /// Their statistics.
    pub summary: Summary,
    /// The first of them, in order of time.
    pub list: Vec<FrameInterval>,
    /// How many there are.
    pub total: u64,
}

/// The time between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameInterval {
    /// When the earlier one was drawn, on Chrome's clock.
    pub start: Micros,
    /// The time to the later one.
    pub length: Micros,
    /// Whether `frames_late` counts it; absent where the frame budget is not known.
    pub late: Option<bool>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> FrameIntervals {
    match seen.map_err(Clone::clone).and_then(frame_intervals) {
        Ok(intervals) => intervals,
        Err(why) => FrameIntervals {
            summary: Summary::absent(&why),
            list: Vec::new(),
            total: 0,
        },
    }
}

fn frame_intervals(view: &View<'_>) -> Result<FrameIntervals, NotAvailable> {
    let none = NotAvailable {
        reason: Reason::TooFewFrames,
        detail: String::new(),
    };
    let summary = Summary::of(&intervals(view)?, &none);
    let frames = view.frames.as_ref().map_err(Clone::clone)?;
    let late_from = frames_late::late_from(view).ok();
    let list = frames.intervals.listed.iter().map(|interval| FrameInterval {
        start: interval.start,
        length: interval.length,
        late: late_from.map(|from| interval.length.as_f64() >= from),
    });
    Ok(FrameIntervals {
        summary,
        list: list.collect(),
        total: frames.intervals.lengths.len() as u64,
    })
}

/// The intervals inside the window; at least one.
pub(super) fn intervals(view: &View<'_>) -> Result<Distribution, NotAvailable> {
    frames::intervals(view.frames.as_ref().map_err(Clone::clone)?)
}

#[cfg(test)]
mod tests;
