//! Frames a second, where frames were wanted all the time.

use super::{Seen, VERIFIED, View, frame_interval, single};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit,
};

/// For at least this share of the window frames must have been wanted. A still page draws nothing,
/// and that is not a low frame rate.
pub const CONTINUOUS_FROM: f64 = 0.95;

/// `mean_fps`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "mean_fps",
    title: "mean fps",
    group: Group::Frames,
    unit: Unit::Hertz,
    better: Better::Higher,
    role: Role::Primary,
    statistics: &[],
    rule: "one second divided by the mean frame interval; only where frames were wanted in at least 95 % of the \
           window (between `NeedsBeginFrameChanged` to 1 and to 0; where the recording has no such change, all the time)",
    not_meaning: "not what the display showed, and nothing about a page that is still for a part of the window",
    rule_version: 1,
    source: "trace events `DrawFrame`, `SetLayerTreeId`, `NeedsBeginFrameChanged`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(mean_fps))
}

fn mean_fps(view: &View<'_>) -> Result<f64, NotAvailable> {
    let intervals = frame_interval::intervals(view)?;
    let wanted = match &view.frames {
        Ok(frames) => frames.wanted.as_f64() / view.window.length().as_f64(),
        Err(why) => return Err(why.clone()),
    };
    if wanted < CONTINUOUS_FROM {
        let percent = ((1.0 - wanted) * 100.0).round();
        return Err(NotAvailable {
            reason: Reason::NotContinuous,
            detail: format!("no frame in {percent} % of window"),
        });
    }
    // Frames at one and the same time have no rate.
    match intervals.total() {
        0.0 => Err(NotAvailable {
            reason: Reason::EqualTimestamps,
            detail: "all frames have one timestamp".to_owned(),
        }),
        total => Ok(intervals.count() as f64 * 1e6 / total),
    }
}

#[cfg(test)]
mod tests;
