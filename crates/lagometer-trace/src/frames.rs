//! The frames of the page: which were drawn, which intervals lie between them, and when frames were
//! wanted at all.

mod devtools;
mod pipeline;
mod views;

pub use devtools::{DevToolsFrame, DevToolsFrames, DrawnAs, LastFrame};
pub use pipeline::{Fate, PipelineFrame, PipelineFrames};
pub use views::FrameViews;
pub(crate) use {devtools::devtools_frames, pipeline::pipeline_frames};

use crate::category::Categories;
use crate::facts::{Facts, FrameKind, LayerTree};
use crate::main_thread::{Home, MainThread};
use crate::timeline::{homes_inside, points_inside};
use lagometer_metric::{Distribution, Measured, Micros, NotAvailable, Reason, TimeWindow};
use std::collections::{BTreeMap, BTreeSet};

/// The category without which there are no frames.
pub(crate) const CATEGORY: &str = "disabled-by-default-devtools.timeline.frame";

/// The frames of the page inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    /// How many were drawn.
    pub drawn: u64,
    /// How many `DroppedFrame` there are.
    pub dropped: u64,
    /// The intervals between frames that follow each other while frames are wanted.
    pub intervals: Intervals,
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

/// How many frames and intervals of a view are listed: at 60 Hz those of some three minutes.
pub(crate) const LISTED: usize = 10_000;

/// Intervals between frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Intervals {
    /// The length of each, in order of time.
    pub lengths: Vec<Micros>,
    /// The first of them, with their starts.
    pub listed: Vec<Interval>,
}

impl Intervals {
    fn push(&mut self, start: Micros, end: Micros) {
        let length = end - start;
        self.lengths.push(length);
        if self.listed.len() < LISTED {
            self.listed.push(Interval { start, length });
        }
    }

    /// As samples.
    pub(crate) fn distribution(&self) -> Distribution {
        Distribution::of(self.lengths.iter().map(|length| length.as_f64()))
    }
}

/// The frames inside a window, or why there are none.
pub(crate) fn frames(
    facts: &Facts,
    page: &Result<PageFrames, NotAvailable>,
    main_thread: &MainThread,
    window: TimeWindow,
) -> Result<Frames, NotAvailable> {
    recorded(facts)?;
    let PageFrames { processes, .. } = page.as_ref().map_err(Clone::clone)?;
    let mut frames = Frames {
        drawn: 0,
        dropped: 0,
        intervals: Intervals::default(),
        breaks: 0,
        wanted: Micros::ZERO,
    };
    for (home, part) in homes_inside(main_thread, window) {
        let Some(process) = processes.get(&home.pid) else {
            continue;
        };
        let drawn = points_inside(&process.drawn, part, window);
        if frames.drawn > 0 && !drawn.is_empty() {
            frames.breaks += 1;
        }
        frames.drawn += drawn.len() as u64;
        frames.dropped += points_inside(&process.dropped, part, window).len() as u64;
        frames.breaks += process.wanted.intervals_into(drawn, &mut frames.intervals);
        frames.wanted += process.wanted.time_in(part);
    }
    if frames.drawn == 0 {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `DrawFrame` of the page's layer tree".to_owned(),
        });
    }
    Ok(frames)
}

/// Whether frames were recorded at all.
fn recorded(facts: &Facts) -> Result<(), NotAvailable> {
    match facts.categories.has(Categories::FRAME) {
        true => Ok(()),
        false => Err(NotAvailable {
            reason: Reason::CategoryOff,
            detail: CATEGORY.to_owned(),
        }),
    }
}

/// The intervals as samples; fewer than two frames give none.
pub(crate) fn intervals(frames: &Frames) -> Result<Distribution, NotAvailable> {
    if frames.intervals.lengths.is_empty() {
        let detail = match (frames.drawn, frames.breaks) {
            (drawn, 0) => format!("{drawn} drawn"),
            (drawn, breaks) => format!("{drawn} drawn, idle between in {breaks} of {breaks} cases"),
        };
        return Err(NotAvailable {
            reason: Reason::TooFewFrames,
            detail,
        });
    }
    Ok(frames.intervals.distribution())
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
pub(crate) fn estimated_refresh(page: &Result<PageFrames, NotAvailable>) -> Measured<f64> {
    let unknown = |detail: String| Measured::absent(Reason::RefreshRateUnknown, detail);
    let processes = match page {
        Ok(page) => &page.processes,
        Err(absence) => return unknown(absence.detail.clone()),
    };
    let mut intervals = Vec::new();
    for process in processes.values() {
        let pairs = process.begun.windows(2);
        let pairs = pairs.filter(|pair| !process.wanted.stops_between(pair[0], pair[1]));
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
            None => unknown("`BeginFrame` comes at the rate of no display".to_owned()),
        }
    })
}

/// The frames of the page's own layer trees in one process, in order of time.
#[derive(Default)]
struct ProcessFrames {
    drawn: Vec<Micros>,
    begun: Vec<Micros>,
    dropped: Vec<Micros>,
    wanted: WantedChanges,
}

/// The frames of the page's own layer trees.
pub(crate) struct PageFrames {
    /// Of every process of the page that has any.
    processes: BTreeMap<i64, ProcessFrames>,
    layers: BTreeMap<i64, Layers>,
}

impl PageFrames {
    /// Drops when frames were begun, of which nothing but the refresh rate is made.
    pub(crate) fn forget_begun(&mut self) {
        for process in self.processes.values_mut() {
            process.begun = Vec::new();
        }
    }
}

/// The frames of the page's own layer trees, or why it is not known which are its own.
pub(crate) fn page_frames(facts: &Facts, main_thread: &MainThread) -> Result<PageFrames, NotAvailable> {
    let layers = layers_by_process(facts, main_thread)?;
    let mut processes: BTreeMap<i64, ProcessFrames> = BTreeMap::new();
    for event in facts.frames.read() {
        let is_pages = match (layers.get(&event.pid), event.layer.get()) {
            (None, _) => false,
            (Some(Layers::All), _) => true,
            (Some(Layers::These(layers)), Some(layer)) => layers.contains(&layer),
            (Some(Layers::These(_)), None) => false,
        };
        if !is_pages {
            continue;
        }
        let process = processes.entry(event.pid).or_default();
        match event.kind {
            FrameKind::Drawn(_) | FrameKind::DrawnLong => process.drawn.push(event.ts),
            FrameKind::Begun(_) => process.begun.push(event.ts),
            FrameKind::Wanted(wanted) => process.wanted.0.push((event.ts, wanted)),
            FrameKind::Dropped(_) | FrameKind::DroppedInPart(_) => process.dropped.push(event.ts),
            FrameKind::Requested
            | FrameKind::Activated
            | FrameKind::DrawsInto(_)
            | FrameKind::Caused(_)
            | FrameKind::Committed(_) => {}
        }
    }
    for process in processes.values_mut() {
        // Of changes at one time the one to "not wanted" counts first.
        process.wanted.0.sort_unstable();
    }
    Ok(PageFrames { processes, layers })
}

/// Which layer trees of a process are the page's.
enum Layers {
    These(BTreeSet<i64>),
    All,
}

/// The layer trees of the page's main frame by `SetLayerTreeId`; without that the only one of the
/// process.
fn layers_by_process(facts: &Facts, main_thread: &MainThread) -> Result<BTreeMap<i64, Layers>, NotAvailable> {
    let of_frame = |tree: &&LayerTree| tree.frame.is_some() && tree.frame == main_thread.frame;
    let mut by_frame: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for tree in facts.layer_trees.iter().filter(of_frame) {
        by_frame.entry(tree.pid).or_default().insert(tree.layer);
    }
    let mut drawn: BTreeMap<i64, usize> = BTreeMap::new();
    for (pid, _) in &facts.drawn_layers {
        *drawn.entry(*pid).or_default() += 1;
    }
    let mut layers = BTreeMap::new();
    for Home { pid, .. } in &main_thread.homes {
        if let Some(known) = by_frame.remove(pid) {
            layers.insert(*pid, Layers::These(known));
            continue;
        }
        if layers.contains_key(pid) {
            continue;
        }
        let trees = drawn.get(pid).copied().unwrap_or(0);
        if trees > 1 {
            return Err(NotAvailable {
                reason: Reason::FieldMissing,
                detail: format!(
                    "the process draws {trees} layer trees, and no `SetLayerTreeId` tells the page's"
                ),
            });
        }
        layers.insert(*pid, Layers::All);
    }
    Ok(layers)
}

/// When frames began and ceased to be wanted, in order of time.
#[derive(Default)]
struct WantedChanges(Vec<(Micros, bool)>);

impl WantedChanges {
    /// Adds the intervals between times that frames were shown at; says how many were left out because
    /// frames ceased to be wanted in them.
    fn intervals_into(&self, shown: &[Micros], intervals: &mut Intervals) -> u64 {
        let mut breaks = 0;
        for pair in shown.windows(2) {
            match self.stops_between(pair[0], pair[1]) {
                true => breaks += 1,
                false => intervals.push(pair[0], pair[1]),
            }
        }
        breaks
    }

    /// Whether frames ceased to be wanted from one frame on and before another.
    fn stops_between(&self, from: Micros, to: Micros) -> bool {
        let first = self.0.partition_point(|(ts, _)| *ts < from);
        let mut between = self.0[first..].iter().take_while(|(ts, _)| *ts < to);
        between.any(|(_, wanted)| !wanted)
    }

    /// The stretches of a part in which frames were wanted. Before the first change it was the other
    /// way round; without any change it was the same all the time, and that is "wanted", because a
    /// process that has frames has none unwanted.
    fn stretches(&self, part: TimeWindow) -> Vec<TimeWindow> {
        let Some((_, first)) = self.0.first() else {
            return vec![part];
        };
        let next = self.0.partition_point(|(ts, _)| *ts <= part.start());
        let mut wanted = match next.checked_sub(1) {
            Some(last) => self.0[last].1,
            None => !first,
        };
        let mut since = part.start();
        let mut stretches = Vec::new();
        let changes = self.0[next..].iter().take_while(|(ts, _)| *ts < part.end());
        for (ts, changed) in changes.copied().chain([(part.end(), false)]) {
            match (wanted, changed) {
                (true, false) => stretches.extend(TimeWindow::new(since, ts)),
                (false, true) => since = ts,
                _ => {}
            }
            wanted = changed;
        }
        stretches
    }

    /// For how long of a part frames were wanted.
    fn time_in(&self, part: TimeWindow) -> Micros {
        self.stretches(part).iter().map(|stretch| stretch.length()).sum()
    }
}

#[cfg(test)]
mod tests;
