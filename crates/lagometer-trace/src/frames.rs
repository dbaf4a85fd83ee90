//! The frames of the page: which were drawn, which intervals lie between them, and when frames were
//! wanted at all.

use crate::category::Categories;
use crate::facts::{Facts, FrameEvent, FrameKind};
use crate::main_thread::{Home, MainThread};
use crate::timeline::{holds, homes_inside};
use lagometer_metric::{Distribution, Measured, Micros, NotAvailable, Reason, TimeWindow};
use std::collections::{BTreeMap, BTreeSet};

/// The category without which there are no frames.
pub(crate) const CATEGORY: &str = "disabled-by-default-devtools.timeline.frame";

/// The frames of the page inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    /// How many were drawn.
    pub drawn: u64,
    /// The intervals between frames that follow each other while frames are wanted, in order.
    pub intervals: Vec<Interval>,
    /// How many intervals were left out because no frame was wanted in a part of them, or because
    /// the page moved to another process.
    pub breaks: u64,
    /// For how long of the window frames were wanted.
    pub wanted: Micros,
}

/// The time between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// When the earlier one was drawn.
    pub start: Micros,
    /// The time to the later one.
    pub length: Micros,
}

/// The frames inside a window, or why there are none.
pub(crate) fn frames(
    facts: &Facts,
    main_thread: &MainThread,
    window: TimeWindow,
) -> Result<Frames, NotAvailable> {
    if !facts.categories.has(Categories::FRAME) {
        return Err(NotAvailable {
            reason: Reason::CategoryOff,
            detail: CATEGORY.to_owned(),
        });
    }
    let trees = LayerTrees::of(facts, main_thread)?;
    let mut frames = Frames {
        drawn: 0,
        intervals: Vec::new(),
        breaks: 0,
        wanted: Micros::ZERO,
    };
    for (home, part) in homes_inside(main_thread, window) {
        let events = trees.events_of(home.pid);
        let wanted = WantedChanges::of(&events);
        let is_drawn = |event: &&FrameEvent| event.kind == FrameKind::Drawn;
        let drawn: Vec<Micros> = {
            let drawn = events.iter().copied().filter(is_drawn).map(|event| event.ts);
            drawn.filter(|ts| holds(part, window, *ts)).collect()
        };
        if frames.drawn > 0 && !drawn.is_empty() {
            frames.breaks += 1;
        }
        frames.drawn += drawn.len() as u64;
        for pair in drawn.windows(2) {
            match wanted.stops_between(pair[0], pair[1]) {
                true => frames.breaks += 1,
                false => frames.intervals.push(Interval {
                    start: pair[0],
                    length: pair[1] - pair[0],
                }),
            }
        }
        frames.wanted += wanted.time_in(part, !events.is_empty());
    }
    if frames.drawn == 0 {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `DrawFrame` of the page's layer tree".to_owned(),
        });
    }
    Ok(frames)
}

/// The intervals as samples; fewer than two frames give none.
pub(crate) fn intervals(frames: &Frames) -> Result<Distribution, NotAvailable> {
    if frames.intervals.is_empty() {
        let detail = match (frames.drawn, frames.breaks) {
            (drawn, 0) => format!("{drawn} drawn"),
            (drawn, breaks) => format!("{drawn} drawn, idle between in {breaks} of {breaks} cases"),
        };
        return Err(NotAvailable {
            reason: Reason::TooFewFrames,
            detail,
        });
    }
    let lengths = frames.intervals.iter().map(|interval| interval.length.as_f64());
    Ok(Distribution::of(lengths))
}

/// How many intervals between begun frames an estimate of the refresh rate needs.
const ESTIMATE_MIN: usize = 30;
/// How far the measured rate may be from a standard one.
const ESTIMATE_TOLERANCE: f64 = 0.03;
/// The refresh rates of displays.
const STANDARD_RATES: [f64; 14] = [
    24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 240.0,
];

/// The refresh rate from the spacing of `BeginFrame` of the page, in the whole trace.
pub(crate) fn estimated_refresh(facts: &Facts, main_thread: &MainThread) -> Measured<f64> {
    let unknown = |detail: String| Measured::absent(Reason::RefreshRateUnknown, detail);
    let trees = match LayerTrees::of(facts, main_thread) {
        Ok(trees) => trees,
        Err(absence) => return unknown(absence.detail),
    };
    let mut intervals = Vec::new();
    let pids: BTreeSet<i64> = main_thread.homes.iter().map(|home| home.pid).collect();
    for pid in pids {
        let events = trees.events_of(pid);
        let wanted = WantedChanges::of(&events);
        let begun: Vec<Micros> = {
            let begun = events.iter().filter(|event| event.kind == FrameKind::Begun);
            begun.map(|event| event.ts).collect()
        };
        let pairs = begun.windows(2);
        let pairs = pairs.filter(|pair| !wanted.stops_between(pair[0], pair[1]));
        intervals.extend(pairs.map(|pair| (pair[1] - pair[0]).as_f64()));
    }
    let count = intervals.len();
    if count < ESTIMATE_MIN {
        return unknown(format!(
            "{count} intervals of `BeginFrame`, {ESTIMATE_MIN} are needed"
        ));
    }
    Distribution::of(intervals).median().and_then(|median| {
        let rate = 1e6 / median;
        let off = |standard: &f64| (rate / standard - 1.0).abs();
        let nearest = STANDARD_RATES
            .into_iter()
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        match nearest.filter(|nearest| off(nearest) <= ESTIMATE_TOLERANCE) {
            Some(rate) => Measured::Value(rate),
            None => unknown(format!(
                "`BeginFrame` comes every {median} us, which is no display's rate"
            )),
        }
    })
}

/// The events of the page's own layer trees.
struct LayerTrees<'f> {
    facts: &'f Facts,
    /// By process; `None` where all of a process belong to the page.
    layers: BTreeMap<i64, Option<BTreeSet<i64>>>,
}

impl<'f> LayerTrees<'f> {
    /// The layer trees of the page's main frame by `SetLayerTreeId`; without that the only one of
    /// the process.
    fn of(facts: &'f Facts, main_thread: &MainThread) -> Result<LayerTrees<'f>, NotAvailable> {
        let mut layers = BTreeMap::new();
        let homes: BTreeSet<i64> = main_thread.homes.iter().map(|Home { pid, .. }| *pid).collect();
        for pid in homes {
            let set = facts.layer_trees.iter().filter(|tree| tree.pid == pid);
            let of_frame: BTreeSet<i64> = set
                .filter(|tree| tree.frame.is_some() && tree.frame == main_thread.frame)
                .map(|tree| tree.layer)
                .collect();
            if !of_frame.is_empty() {
                layers.insert(pid, Some(of_frame));
                continue;
            }
            let drawn = facts.frames.iter().filter(|frame| frame.pid == pid);
            let all: BTreeSet<Option<i64>> = drawn
                .filter(|frame| frame.kind == FrameKind::Drawn)
                .map(|frame| frame.layer)
                .collect();
            if all.len() > 1 {
                let trees = all.len();
                return Err(NotAvailable {
                    reason: Reason::FieldMissing,
                    detail: format!(
                        "the process draws {trees} layer trees, and no `SetLayerTreeId` tells the page's"
                    ),
                });
            }
            layers.insert(pid, None);
        }
        Ok(LayerTrees { facts, layers })
    }

    /// The events of a process, in order of time.
    fn events_of(&self, pid: i64) -> Vec<&'f FrameEvent> {
        let layers = &self.layers[&pid];
        let is_pages = |event: &&FrameEvent| {
            let own = match (layers, event.layer) {
                (Some(layers), Some(layer)) => layers.contains(&layer),
                (Some(_), None) => false,
                (None, _) => true,
            };
            event.pid == pid && own
        };
        let mut events: Vec<&FrameEvent> = self.facts.frames.iter().filter(is_pages).collect();
        events.sort_by_key(|event| (event.ts, event.kind));
        events
    }
}

/// When frames began and ceased to be wanted.
struct WantedChanges(Vec<(Micros, bool)>);

impl WantedChanges {
    /// From events in order of time.
    fn of(events: &[&FrameEvent]) -> WantedChanges {
        let change = |event: &&FrameEvent| match event.kind {
            FrameKind::Wanted(wanted) => Some((event.ts, wanted)),
            FrameKind::Begun | FrameKind::Drawn => None,
        };
        WantedChanges(events.iter().filter_map(change).collect())
    }

    /// Whether frames ceased to be wanted from one frame on and before another.
    fn stops_between(&self, from: Micros, to: Micros) -> bool {
        let first = self.0.partition_point(|(ts, _)| *ts < from);
        let between = self.0[first..].iter().take_while(|(ts, _)| *ts < to);
        between.into_iter().any(|(_, wanted)| !wanted)
    }

    /// For how long of a part frames were wanted. Before the first change it was the other way
    /// round; without any change it was the same all the time, and that is "wanted" where there are
    /// frames, because none comes unwanted.
    fn time_in(&self, part: TimeWindow, has_frames: bool) -> Micros {
        let Some((_, first)) = self.0.first() else {
            return if has_frames { part.length() } else { Micros::ZERO };
        };
        let mut wanted = !first;
        let mut since = part.start();
        let mut time = Micros::ZERO;
        for (ts, next) in &self.0 {
            let until = (*ts).clamp(since, part.end());
            if wanted {
                time += until - since;
            }
            since = until;
            wanted = *next;
        }
        if wanted {
            time += part.end() - since;
        }
        time
    }
}

#[cfg(test)]
mod tests;
