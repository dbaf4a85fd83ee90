//! Reports of the frame pipeline, paired and put together to frames in one pass in order of time.

use super::{Fate, PipelineFrame};
use crate::facts::{Facts, Layer, PipelineEvent, PipelineId, PipelineReport, PipelineState, Sequence};
use crate::frames::Layers;
use lagometer_metric::Micros;
use std::collections::{BTreeMap, VecDeque};

/// What all reports of one frame say.
#[derive(Clone, Copy)]
pub(super) struct Gathered {
    layer: Layer,
    source: Sequence,
    sequence: Sequence,
    start: Micros,
    pub(super) end: Micros,
    state: PipelineState,
    /// Whether a report says that it was dropped to the harm of smoothness.
    harmed: bool,
    pub(super) reports: u64,
    pub(super) dropped_reports: u64,
}

impl Gathered {
    /// In which order frames are listed.
    pub(super) fn order(&self) -> (Micros, Sequence, Micros, Layer, Sequence) {
        (self.end, self.sequence, self.start, self.layer, self.source)
    }

    pub(super) fn fate(&self) -> Fate {
        match self.state {
            PipelineState::PresentedAll => Fate::Presented,
            PipelineState::PresentedPartial => Fate::PresentedInPart,
            _ if self.harmed => Fate::Dropped,
            PipelineState::Dropped => Fate::NoDamage,
            PipelineState::NoUpdateDesired => Fate::NotWanted,
            PipelineState::Unknown => Fate::Unknown,
        }
    }

    pub(super) fn frame(&self) -> PipelineFrame {
        PipelineFrame {
            sequence: self.sequence.get(),
            start: self.start,
            end: self.end,
            fate: self.fate(),
        }
    }
}

/// Gives out the frames of the page's processes, in no order: each when no more reports of it can come.
///
/// Starts and ends of reports pair by process and id, in order of time, last begun first; ids are used
/// again as soon as they are free. Reports of one number are one frame: that of the main thread's part
/// and that of the rest. Without a number each is one of its own.
pub(super) fn gather(facts: &Facts, layers: &BTreeMap<i64, Layers>, mut give: impl FnMut(i64, Gathered)) {
    let mut gathering = Gathering {
        layers,
        give: &mut give,
        open: BTreeMap::new(),
        frames: BTreeMap::new(),
        ended: VecDeque::new(),
    };
    let mut moment: Vec<PipelineEvent> = Vec::new();
    for event in facts.pipeline.read() {
        if !layers.contains_key(&event.pid) {
            continue;
        }
        if moment.first().is_some_and(|first| first.ts != event.ts) {
            gathering.take(&mut moment);
        }
        moment.push(event);
    }
    gathering.take(&mut moment);
    gathering.finish();
}

/// A report that has begun.
struct Begun {
    start: Micros,
    report: PipelineReport,
}

/// A report with both ends.
struct Closed {
    start: Micros,
    end: Micros,
    report: PipelineReport,
}

/// Which frame: its process, layer tree, source and number.
type Key = (i64, Layer, Sequence, Sequence);

/// The reports of one number that may still belong to one frame.
#[derive(Default)]
struct Pending {
    /// How many have begun and not ended.
    open: u64,
    closed: Vec<Closed>,
    last_end: Option<Micros>,
}

struct Gathering<'g> {
    layers: &'g BTreeMap<i64, Layers>,
    give: &'g mut dyn FnMut(i64, Gathered),
    open: BTreeMap<(i64, PipelineId), Vec<Begun>>,
    frames: BTreeMap<Key, Pending>,
    /// When reports ended, in order, to find those of which no more will come.
    ended: VecDeque<(Micros, Key)>,
}

impl Gathering<'_> {
    /// Takes what happens at one time.
    fn take(&mut self, moment: &mut Vec<PipelineEvent>) {
        let Some(now) = moment.first().map(|event| event.ts) else {
            return;
        };
        self.give_over(now);
        if moment.len() > 1 {
            moment.sort_by_key(|event| (event.pid, event.id));
        }
        for of_id in moment.chunk_by(|a, b| (a.pid, a.id) == (b.pid, b.id)) {
            // Ends come before starts at one time: what ends there was begun before, mostly.
            let ends = of_id.iter().filter(|event| event.report.is_none()).count();
            let key = (of_id[0].pid, of_id[0].id);
            let left = self.close(key, ends, now);
            let begins = of_id.iter().filter_map(|event| event.report);
            for report in begins {
                self.begin(key, Begun { start: now, report });
            }
            // What is left ends something of no length that began at this very time.
            self.close(key, left, now);
        }
        moment.clear();
    }

    fn begin(&mut self, key: (i64, PipelineId), begun: Begun) {
        if let Some(frame) = self.frame_of(key.0, &begun.report) {
            self.frames.entry(frame).or_default().open += 1;
        }
        self.open.entry(key).or_default().push(begun);
    }

    /// Ends reports of an id, last begun first; says how many ends are left.
    fn close(&mut self, key: (i64, PipelineId), ends: usize, now: Micros) -> usize {
        if ends == 0 {
            return 0;
        }
        let Some(mut open) = self.open.remove(&key) else {
            return ends;
        };
        let count = ends.min(open.len());
        for Begun { start, report } in open.drain(open.len() - count..).rev() {
            let closed = Closed {
                start,
                end: now,
                report,
            };
            if let Some(frame) = self.frame_of(key.0, &report) {
                self.add(frame, closed);
            } else if is_pages(self.layers.get(&key.0), report.layer) {
                (self.give)(key.0, one_frame(&[closed]));
            }
        }
        if !open.is_empty() {
            self.open.insert(key, open);
        }
        ends - count
    }

    fn add(&mut self, frame: Key, closed: Closed) {
        let end = closed.end;
        let pending = self.frames.entry(frame).or_default();
        pending.open = pending.open.saturating_sub(1);
        pending.closed.push(closed);
        pending.last_end = pending.last_end.max(Some(end));
        self.ended.push_back((end, frame));
    }

    /// The frame that a report belongs to, where it is the page's and has a number.
    fn frame_of(&self, pid: i64, report: &PipelineReport) -> Option<Key> {
        let is_pages = is_pages(self.layers.get(&pid), report.layer);
        let is_numbered = is_pages && report.sequence.get().is_some();
        is_numbered.then_some((pid, report.layer, report.source, report.sequence))
    }

    /// Gives out the frames of which no report can come any more.
    fn give_over(&mut self, now: Micros) {
        let is_over = |end: Micros| end.saturating_add(SAME_FRAME_WITHIN) < now;
        while let Some((end, key)) = self.ended.front().copied().filter(|(end, _)| is_over(*end)) {
            self.ended.pop_front();
            // Where another report ended later, that is another entry.
            let is_last = |pending: &Pending| pending.open == 0 && pending.last_end == Some(end);
            if self.frames.get(&key).is_some_and(is_last)
                && let Some(pending) = self.frames.remove(&key)
            {
                self.give_frames(key, pending);
            }
        }
    }

    fn finish(mut self) {
        for (key, pending) in std::mem::take(&mut self.frames) {
            self.give_frames(key, pending);
        }
    }

    /// Gives out the frames that reports of one number are of. A source that starts anew counts anew.
    fn give_frames(&mut self, (pid, ..): Key, pending: Pending) {
        let mut reports = pending.closed;
        reports.sort_by_key(|closed| (closed.start, closed.end));
        let mut first = 0;
        let mut last_end = Micros(i64::MIN);
        for at in 0..reports.len() {
            if at > first && reports[at].start > last_end.saturating_add(SAME_FRAME_WITHIN) {
                (self.give)(pid, one_frame(&reports[first..at]));
                (first, last_end) = (at, Micros(i64::MIN));
            }
            last_end = last_end.max(reports[at].end);
        }
        if first < reports.len() {
            (self.give)(pid, one_frame(&reports[first..]));
        }
    }
}

/// Reports of one number are of one frame as long as no more time than this lies between them.
const SAME_FRAME_WITHIN: Micros = Micros::from_millis(1_000);

fn is_pages(layers: Option<&Layers>, layer: Layer) -> bool {
    match (layers, layer.get()) {
        (None, _) => false,
        // Older reports do not say whose they are.
        (Some(_), None) | (Some(Layers::All), _) => true,
        (Some(Layers::These(these)), Some(layer)) => these.contains(&layer),
    }
}

/// What the reports of one frame say, of which there is at least one.
fn one_frame(reports: &[Closed]) -> Gathered {
    let is_presented = |state: PipelineState| {
        matches!(
            state,
            PipelineState::PresentedAll | PipelineState::PresentedPartial
        )
    };
    let affecting = || reports.iter().filter(|closed| closed.report.affects_smoothness);
    let is_dropped = |closed: &Closed| closed.report.state == PipelineState::Dropped;
    let PipelineReport {
        sequence,
        source,
        layer,
        ..
    } = reports[0].report;
    let shown = reports.iter().filter(|closed| is_presented(closed.report.state));
    let shown = shown.map(|closed| closed.end).min();
    let last = reports.iter().map(|closed| closed.end).max();
    let first = reports.iter().map(|closed| closed.start).min();
    let state = reports.iter().map(|closed| closed.report.state).min();
    Gathered {
        layer,
        source,
        sequence,
        start: first.unwrap_or(reports[0].start),
        end: shown.or(last).unwrap_or(reports[0].end),
        state: state.unwrap_or(PipelineState::Unknown),
        harmed: affecting().any(is_dropped),
        reports: reports.len() as u64,
        dropped_reports: affecting().count() as u64,
    }
}
