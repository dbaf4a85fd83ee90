//! What became of each frame, by the reports of Chrome's frame pipeline.

use super::{Interval, Layers, ProcessFrames, frames_by_process, layers_by_process, recorded};
use crate::facts::{Facts, Layer, PipelineEvent, PipelineReport, PipelineState, Sequence};
use crate::main_thread::MainThread;
use crate::timeline::{homes_inside, points_inside};
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, NotAvailable, Reason, TimeWindow};
use std::collections::BTreeMap;

/// The frames of the page of which the pipeline reported inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineFrames {
    /// Each, in order of the time at which its fate was sealed.
    pub list: Vec<PipelineFrame>,
    /// How many reports there are: a frame has several where its parts went different ways.
    pub reports: u64,
    /// How many of them say that a frame was dropped to the harm of smoothness.
    pub dropped_reports: u64,
    /// The intervals between presented frames that follow each other while frames are wanted.
    pub intervals: Vec<Interval>,
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
        self.list.iter().filter(|frame| frame.fate == fate).count() as u64
    }

    /// Adds the intervals between these times of presentation.
    fn add_intervals(&mut self, process: &ProcessFrames, shown: &[Micros]) {
        for pair in shown.windows(2) {
            match process.wanted.stops_between(pair[0], pair[1]) {
                true => self.breaks += 1,
                false => self.intervals.push(Interval {
                    start: pair[0],
                    length: pair[1] - pair[0],
                }),
            }
        }
    }
}

/// The frames inside a window, or why there are none.
pub(crate) fn pipeline_frames(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> Result<PipelineFrames, NotAvailable> {
    recorded(facts)?;
    let reports = pair(facts);
    let layers = layers_by_process(facts, main_thread)?;
    let processes = frames_by_process(facts, main_thread)?;
    let nothing = ProcessFrames::default();
    let mut found = PipelineFrames {
        list: Vec::new(),
        reports: 0,
        dropped_reports: 0,
        intervals: Vec::new(),
        breaks: 0,
        freeze: None,
    };
    let mut presented_before = false;
    for (home, part) in homes_inside(main_thread, window) {
        let is_pages = |report: &&Closed<'_>| {
            report.pid == home.pid && is_pages(layers.get(&home.pid), report.report.layer)
        };
        // What the trace holds before and after its own ends is in the whole of it.
        let is_begun = |end: Micros| part.start() <= end || part.start() == window.start();
        let is_over = |end: Micros| end < part.end() || part.end() == window.end();
        let inside = |frame: &Gathered| {
            let end = frame.end;
            is_begun(end) && is_over(end) && resolved.holds(end)
        };
        let frames: Vec<Gathered> = merge(reports.iter().filter(is_pages))
            .into_iter()
            .filter(inside)
            .collect();
        found.reports += frames.iter().map(|frame| frame.reports).sum::<u64>();
        found.dropped_reports += frames.iter().map(|frame| frame.dropped_reports).sum::<u64>();
        let process = processes.get(&home.pid).unwrap_or(&nothing);
        let mut shown: Vec<Micros> = times(&frames, Fate::is_presented);
        shown.dedup();
        if presented_before && !shown.is_empty() {
            found.breaks += 1;
        }
        presented_before |= !shown.is_empty();
        found.add_intervals(process, &shown);
        let settled = times(&frames, |fate| fate.is_presented() || fate.is_up_to_date());
        if !shown.is_empty() {
            let freeze = longest_gap(process, part, points_inside(&settled, part, window));
            found.freeze = [found.freeze, freeze]
                .into_iter()
                .flatten()
                .max_by_key(|freeze| (freeze.length, std::cmp::Reverse(freeze.start)));
        }
        found.list.extend(frames.iter().map(Gathered::frame));
    }
    if found.list.is_empty() {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `PipelineReporter` of the page's layer tree".to_owned(),
        });
    }
    Ok(found)
}

/// When frames of some fates came to an end, in order.
fn times(frames: &[Gathered], which: impl Fn(Fate) -> bool) -> Vec<Micros> {
    let ends = frames.iter().filter(|frame| which(frame.fate()));
    let mut ends: Vec<Micros> = ends.map(|frame| frame.end).collect();
    ends.sort_unstable();
    ends
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

fn is_pages(layers: Option<&Layers>, layer: Layer) -> bool {
    match (layers, layer.get()) {
        (None, _) => false,
        // Older reports do not say whose they are.
        (Some(_), None) | (Some(Layers::All), _) => true,
        (Some(Layers::These(these)), Some(layer)) => these.contains(&layer),
    }
}

/// A report with both ends.
struct Closed<'f> {
    pid: i64,
    start: Micros,
    end: Micros,
    report: &'f PipelineReport,
}

/// Pairs starts and ends of reports: by process and id, in order of time, last begun first. Ids are
/// used again as soon as they are free.
fn pair(facts: &Facts) -> Vec<Closed<'_>> {
    let mut events: Vec<&PipelineEvent> = facts.pipeline.iter().collect();
    // Ends come before starts at one time: what ends there was begun before, mostly.
    events.sort_by_key(|event| (event.pid, event.id, event.ts, event.report.is_some()));
    let mut closed = Vec::new();
    for group in events.chunk_by(|a, b| (a.pid, a.id) == (b.pid, b.id)) {
        let mut open: Vec<(Micros, u32)> = Vec::new();
        for moment in group.chunk_by(|a, b| a.ts == b.ts) {
            let ends = moment.iter().filter(|event| event.report.is_none()).count();
            let mut close = |open: &mut Vec<(Micros, u32)>, wanted: usize| {
                let count = wanted.min(open.len());
                for (start, report) in open.drain(open.len() - count..).rev() {
                    closed.push(Closed {
                        pid: moment[0].pid,
                        start,
                        end: moment[0].ts,
                        report: &facts.pipeline_reports[report as usize],
                    });
                }
                wanted - count
            };
            let left = close(&mut open, ends);
            open.extend(moment.iter().filter_map(|event| Some((event.ts, event.report?))));
            // What is left ends something of no length that began at this very time.
            close(&mut open, left);
        }
    }
    closed
}

/// What all reports of one frame say.
struct Gathered {
    sequence: Sequence,
    start: Micros,
    end: Micros,
    state: PipelineState,
    /// Whether a report says that it was dropped to the harm of smoothness.
    harmed: bool,
    reports: u64,
    dropped_reports: u64,
}

impl Gathered {
    fn fate(&self) -> Fate {
        match self.state {
            PipelineState::PresentedAll => Fate::Presented,
            PipelineState::PresentedPartial => Fate::PresentedInPart,
            _ if self.harmed => Fate::Dropped,
            PipelineState::Dropped => Fate::NoDamage,
            PipelineState::NoUpdateDesired => Fate::NotWanted,
            PipelineState::Unknown => Fate::Unknown,
        }
    }

    fn frame(&self) -> PipelineFrame {
        PipelineFrame {
            sequence: self.sequence.get(),
            start: self.start,
            end: self.end,
            fate: self.fate(),
        }
    }
}

/// Reports of one number are of one frame as long as no more time than this lies between them. A
/// source that starts anew counts anew.
const SAME_FRAME_WITHIN: Micros = Micros::from_millis(1_000);

/// The frames of one process, in order of their ends. Reports of one number are one frame: that of
/// the main thread's part and that of the rest. Without a number each is one of its own.
fn merge<'c>(reports: impl Iterator<Item = &'c Closed<'c>>) -> Vec<Gathered> {
    let mut by_number: BTreeMap<(Layer, Sequence, Sequence), Vec<&Closed<'_>>> = BTreeMap::new();
    for closed in reports {
        let PipelineReport {
            sequence,
            source,
            layer,
            ..
        } = *closed.report;
        by_number
            .entry((layer, source, sequence))
            .or_default()
            .push(closed);
    }
    let mut gathered = Vec::new();
    for ((.., sequence), mut reports) in by_number {
        reports.sort_by_key(|closed| (closed.start, closed.end));
        let mut ends = Micros(i64::MIN);
        let mut frame: Vec<&Closed<'_>> = Vec::new();
        for closed in reports {
            let is_other = sequence.get().is_none() || closed.start > ends.saturating_add(SAME_FRAME_WITHIN);
            if is_other && !frame.is_empty() {
                gathered.push(gather(&std::mem::take(&mut frame)));
                ends = Micros(i64::MIN);
            }
            ends = ends.max(closed.end);
            frame.push(closed);
        }
        gathered.extend((!frame.is_empty()).then(|| gather(&frame)));
    }
    gathered.sort_by_key(|frame| (frame.end, frame.sequence, frame.start));
    gathered
}

fn gather(reports: &[&Closed<'_>]) -> Gathered {
    let is_presented = |state: PipelineState| {
        matches!(
            state,
            PipelineState::PresentedAll | PipelineState::PresentedPartial
        )
    };
    let harms = |closed: &&&Closed<'_>| {
        closed.report.state == PipelineState::Dropped && closed.report.affects_smoothness
    };
    let shown = reports.iter().filter(|closed| is_presented(closed.report.state));
    let shown = shown.map(|closed| closed.end).min();
    let last = reports.iter().map(|closed| closed.end).max();
    let first = reports.iter().map(|closed| closed.start).min();
    let dropped_reports = reports.iter().filter(harms).count() as u64;
    let state = reports.iter().map(|closed| closed.report.state).min();
    Gathered {
        // A frame has at least the one report that made it.
        sequence: reports[0].report.sequence,
        start: first.unwrap_or(Micros::ZERO),
        end: shown.or(last).unwrap_or(Micros::ZERO),
        state: state.unwrap_or(PipelineState::Unknown),
        harmed: dropped_reports > 0,
        reports: reports.len() as u64,
        dropped_reports,
    }
}

#[cfg(test)]
mod tests;
