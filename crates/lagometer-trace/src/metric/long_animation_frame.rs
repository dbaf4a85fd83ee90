//! Long animation frames.

use super::{Seen, Summary, VERIFIED, View};
use crate::Categories;
use crate::loading::AnimationFrame;
use lagometer_metric::{
    Better, Distribution, Group, MetricDefinition, NotAvailable, Reason, Role, Statistic, Unit,
};

/// `long_animation_frame`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "long_animation_frame",
    title: "long animation frame",
    group: Group::Frames,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[
        Statistic::Count,
        Statistic::Total,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
    ],
    rule: "the animation frames of the page's processes that began in the window and lasted 50 ms or more: from the first \
           work that led to an update of the page until it was ready to be drawn; each whole, though it ends later",
    not_meaning: "not the interval between two frames of the display: a frame that nothing was drawn for counts too, and \
                  one that waited for the compositor does not last longer for it; a frame of another site has a process \
                  of its own, and its animation frames are not among them",
    rule_version: 1,
    source: "trace event `AnimationFrame` (since Chrome 123); W3C Long Animation Frames API",
    verified_chrome: VERIFIED,
    gate: None,
};

/// The long animation frames of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct LongAnimationFrameNumbers {
    /// The statistics of their durations.
    pub summary: Summary,
    /// The longest of them, in order of start.
    pub longest: Vec<AnimationFrame>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> LongAnimationFrameNumbers {
    match seen.map_err(Clone::clone).and_then(numbers) {
        Ok(numbers) => numbers,
        Err(why) => LongAnimationFrameNumbers {
            summary: Summary::absent(&why),
            longest: Vec::new(),
        },
    }
}

fn numbers(view: &View<'_>) -> Result<LongAnimationFrameNumbers, NotAvailable> {
    // Chromes before 123 record none at all, so that none is long says nothing there.
    if view.facts.loading.animation.is_empty() {
        let (reason, detail) = match view.facts.categories.has(Categories::DEVTOOLS_TIMELINE) {
            true => (
                Reason::NoEventInWindow,
                "no `AnimationFrame`, as before Chrome 123",
            ),
            false => (Reason::CategoryOff, "devtools.timeline"),
        };
        return Err(NotAvailable {
            reason,
            detail: detail.to_owned(),
        });
    }
    let found = &view.animation_frames;
    let samples = Distribution::of(found.durations.iter().map(|duration| duration.as_f64()));
    let none = NotAvailable {
        reason: Reason::NoSample,
        detail: "no long animation frame".to_owned(),
    };
    Ok(LongAnimationFrameNumbers {
        summary: Summary::of(&samples, &none),
        longest: found.longest.clone(),
    })
}
