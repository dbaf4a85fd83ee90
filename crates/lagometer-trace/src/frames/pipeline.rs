//! What became of each frame, by the reports of Chrome's frame pipeline.

mod gather;

use super::{Interval, Intervals, LISTED, PageFrames, ProcessFrames, recorded};
use crate::facts::Facts;
use crate::main_thread::MainThread;
use crate::timeline::{homes_inside, points_inside};
use crate::window::ResolvedWindow;
use gather::{Gathered, gather};
use lagometer_metric::{Micros, NotAvailable, Reason, TimeWindow};
use std::collections::BTreeMap;

/// The frames of the page of which the pipeline reported inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineFrames {
    /// The first of them, in order of the time at which the fate of each was sealed.
    pub list: Vec<PipelineFrame>,
    /// How many had each fate.
    counts: [u64; Fate::COUNT],
    /// How many reports there are: a frame has several where its parts went different ways.
    pub reports: u64,
    /// How many of them say that smoothness was harmed: Chrome writes a `DroppedFrame` with each. Its
    /// frame was dropped, or presented in part, without an animation of the main thread.
    pub dropped_reports: u64,
    /// The intervals between presented frames that follow each other while frames are wanted.
    pub intervals: Intervals,
    /// How many intervals were left out because frames ceased to be wanted in them, or because the
    /// page moved to another process.
    pub breaks: u64,
    /// The longest stretch in which the display stood still although there was something to show.
    pub freeze: Option<Interval>,
}

/// A frame and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineFrame {
    /// Its number in its source.
    pub sequence: Option<u64>,
    /// When its first report began.
    pub start: Micros,
    /// When it was presented; where it was not, when its last report ended.
    pub end: Micros,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It was presented with all that was to be in it.
    Presented,
    /// It was presented without the part of the main thread.
    PresentedInPart,
    /// It was dropped, and that harmed smoothness.
    Dropped,
    /// It was dropped and nothing was to be seen in it.
    NoDamage,
    /// Nothing was to be drawn.
    NotWanted,
    /// The report has a word that is not known.
    Unknown,
}

impl Fate {
    const COUNT: usize = 6;

    /// The word, kebab-case.
    pub fn code(self) -> &'static str {
        match self {
            Fate::Presented => "presented",
            Fate::PresentedInPart => "presented-in-part",
            Fate::Dropped => "dropped",
            Fate::NoDamage => "no-damage",
            Fate::NotWanted => "not-wanted",
            Fate::Unknown => "unknown",
        }
    }

    /// Whether the display showed something new.
    pub fn is_presented(self) -> bool {
        matches!(self, Fate::Presented | Fate::PresentedInPart)
    }

    /// Whether the display needed nothing new.
    fn is_up_to_date(self) -> bool {
        matches!(self, Fate::NoDamage | Fate::NotWanted)
    }
}

impl PipelineFrames {
    /// How many frames had this fate.
    pub fn count(&self, fate: Fate) -> u64 {
        self.counts[fate as usize]
    }

    /// How many frames there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// The frames of one home of the page.
struct HomeFrames {
    part: TimeWindow,
    counts: [u64; Fate::COUNT],
    reports: u64,
    dropped_reports: u64,
    /// When frames were presented.
    shown: Vec<Micros>,
    /// When the display needed nothing new.
    up_to_date: Vec<Micros>,
    /// Those that end first, and some more.
    list: Vec<Gathered>,
}

impl HomeFrames {
    fn new(part: TimeWindow) -> HomeFrames {
        HomeFrames {
            part,
            counts: [0; Fate::COUNT],
            reports: 0,
            dropped_reports: 0,
            shown: Vec::new(),
            up_to_date: Vec::new(),
            list: Vec::new(),
        }
    }

    fn add(&mut self, frame: Gathered) {
        let fate = frame.fate();
        self.counts[fate as usize] += 1;
        self.reports += frame.reports;
        self.dropped_reports += frame.dropped_reports;
        if fate.is_presented() {
            self.shown.push(frame.end);
        } else if fate.is_up_to_date() {
            self.up_to_date.push(frame.end);
        }
        self.list.push(frame);
        if self.list.len() >= 2 * LISTED {
            self.shorten();
        }
    }

    /// Keeps those that end first, in order.
    fn shorten(&mut self) {
        self.list.sort_by_key(Gathered::order);
        self.list.truncate(LISTED);
    }
}

/// The frames inside a window, or why there are none.
pub(crate) fn pipeline_frames(
    facts: &Facts,
    page: &Result<PageFrames, NotAvailable>,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> Result<PipelineFrames, NotAvailable> {
    recorded(facts)?;
    let PageFrames { processes, layers } = page.as_ref().map_err(Clone::clone)?;
    let parts = homes_inside(main_thread, window);
    // By process, in order of time.
    let mut by_process: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (at, (home, _)) in parts.iter().enumerate() {
        by_process.entry(home.pid).or_default().push(at);
    }
    let mut homes: Vec<HomeFrames> = parts.iter().map(|(_, part)| HomeFrames::new(*part)).collect();
    gather(facts, layers, |pid, frame| {
        let end = frame.end;
        let of_process = by_process.get(&pid).filter(|_| resolved.holds(end));
        let of_process = of_process.map_or(&[][..], |homes| homes);
        // The parts share no time: it is one of those next to where it belongs.
        let first = of_process.partition_point(|at| homes[*at].part.end() < end);
        for at in of_process.iter().skip(first.saturating_sub(1)).take(3) {
            let part = homes[*at].part;
            // What the trace holds before and after its own ends is in the whole of it.
            let is_begun = part.start() <= end || part.start() == window.start();
            if is_begun && (end < part.end() || part.end() == window.end()) {
                homes[*at].add(frame);
            }
        }
    });
    let mut found = PipelineFrames {
        list: Vec::new(),
        counts: [0; Fate::COUNT],
        reports: 0,
        dropped_reports: 0,
        intervals: Intervals::default(),
        breaks: 0,
        freeze: None,
    };
    let nothing = ProcessFrames::default();
    let mut presented_before = false;
    for ((home, _), frames) in parts.iter().zip(homes) {
        let process = processes.get(&home.pid).unwrap_or(&nothing);
        found.add(frames, process, window, &mut presented_before);
    }
    if found.total() == 0 {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `PipelineReporter` of the page's layer tree".to_owned(),
        });
    }
    Ok(found)
}

impl PipelineFrames {
    /// Adds what was shown while the page had one home.
    fn add(
        &mut self,
        mut home: HomeFrames,
        process: &ProcessFrames,
        window: TimeWindow,
        presented_before: &mut bool,
    ) {
        for (sum, count) in self.counts.iter_mut().zip(home.counts) {
            *sum += count;
        }
        self.reports += home.reports;
        self.dropped_reports += home.dropped_reports;
        home.shorten();
        let left = LISTED.saturating_sub(self.list.len());
        self.list.extend(home.list.iter().take(left).map(Gathered::frame));
        let mut shown = home.shown;
        shown.sort_unstable();
        shown.dedup();
        if shown.is_empty() {
            return;
        }
        self.breaks += u64::from(*presented_before);
        *presented_before = true;
        self.breaks += process.wanted.intervals_into(&shown, &mut self.intervals);
        let mut settled = home.up_to_date;
        settled.append(&mut shown);
        settled.sort_unstable();
        let freeze = longest_gap(process, home.part, points_inside(&settled, home.part, window));
        self.freeze = [self.freeze, freeze]
            .into_iter()
            .flatten()
            .max_by_key(|freeze| (freeze.length, std::cmp::Reverse(freeze.start)));
    }
}

/// The longest stretch in which frames were wanted all the time and none of these points lies.
fn longest_gap(process: &ProcessFrames, part: TimeWindow, points: &[Micros]) -> Option<Interval> {
    let mut longest: Option<Interval> = None;
    for wanted in process.wanted.stretches(part) {
        let first = points.partition_point(|point| *point <= wanted.start());
        let inner = points[first..].iter().copied();
        let inner = inner.take_while(|point| *point < wanted.end());
        let mut from = wanted.start();
        for to in inner.chain([wanted.end()]) {
            let length = to - from;
            if longest.is_none_or(|longest| length > longest.length) {
                longest = Some(Interval { start: from, length });
            }
            from = to;
        }
    }
    longest
}

#[cfg(test)]
mod tests;
