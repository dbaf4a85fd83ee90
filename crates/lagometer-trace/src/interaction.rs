//! Interactions: what a user did, and how long until the page showed that it had noticed.

use crate::facts::{Facts, InputBegin, InputEvent};
use crate::main_thread::MainThread;
use crate::texts::TextId;
use crate::user_timing::shortened;
use crate::window::ResolvedWindow;
use lagometer_metric::Micros;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An event that took less belongs to no interaction: the page did nothing with it.
pub const SHORTEST: Micros = Micros::from_millis(1);

/// One interaction of a user: the events that belong together, as pressing and releasing a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// The process that it went to.
    pub pid: i64,
    /// The number that the browser gave it, unique in its process.
    pub id: u64,
    /// The type of the event that took longest.
    pub event_type: String,
    /// When that event came.
    pub start: Micros,
    /// The time until the next frame after it was presented.
    pub duration: Micros,
    /// What that time was spent on; absent where the events do not say when they were handled.
    pub parts: Option<InteractionParts>,
    /// Its events, in order of start.
    pub events: Vec<InteractionEvent>,
}

/// What the time of an interaction was spent on. The parts add up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InteractionParts {
    /// Until the first of its handlers ran.
    pub input_delay: Micros,
    /// From there until the last of them had run.
    pub processing: Micros,
    /// From there until the frame was presented.
    pub presentation: Micros,
}

/// An event of an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractionEvent {
    /// Its type, as `keydown`.
    pub event_type: String,
    /// When it came.
    pub start: Micros,
    /// The time until the next frame after it was presented.
    pub duration: Micros,
}

/// The input events of a trace, paired.
pub(crate) struct Paired<'f> {
    closed: Vec<Closed<'f>>,
    /// Begun and not ended.
    open: Vec<Open<'f>>,
    pub(crate) ends_alone: u64,
}

#[derive(Clone, Copy)]
struct Open<'f> {
    pid: i64,
    ts: Micros,
    begin: &'f InputBegin,
}

struct Closed<'f> {
    pid: i64,
    interaction: u64,
    begin: &'f InputBegin,
    start: Micros,
    end: Micros,
}

/// Pairs the ends of input events: by process and id, in order of time, last begun first. Ids are
/// used again as soon as they are free.
pub(crate) fn pair(facts: &Facts) -> Paired<'_> {
    let mut events: Vec<&InputEvent> = facts.inputs.iter().collect();
    events.sort();
    let mut paired = Paired {
        closed: Vec::new(),
        open: Vec::new(),
        ends_alone: 0,
    };
    for group in events.chunk_by(|a, b| (a.pid, a.id) == (b.pid, b.id)) {
        let mut stack: Vec<(&InputEvent, &InputBegin)> = Vec::new();
        for moment in group.chunk_by(|a, b| a.ts == b.ts) {
            let mut ends = 0_usize;
            // Ends come first: what ends there was begun before, mostly.
            for event in moment {
                match &event.begin {
                    Some(begin) => stack.push((event, begin)),
                    None if !paired.close(&mut stack, event) => ends += 1,
                    None => {}
                }
            }
            // What is left ends something of no length that began at this very time.
            for event in moment.iter().take(ends) {
                if !paired.close(&mut stack, event) {
                    paired.ends_alone += 1;
                }
            }
        }
        let open = stack.into_iter().map(|(event, begin)| Open {
            pid: event.pid,
            ts: event.ts,
            begin,
        });
        paired.open.extend(open);
    }
    paired
}

/// How many input events have no end: first those that are of an interaction of the page and came in
/// the window, which the numbers lack; then all others.
pub(crate) fn unended(
    facts: &Facts,
    paired: &Paired<'_>,
    main_thread: Option<&MainThread>,
    resolved: &ResolvedWindow,
) -> (u64, u64) {
    let whose = main_thread.map(|main_thread| Whose::of(facts, main_thread));
    let counts = |open: &&Open<'_>| {
        let is_pages = whose
            .as_ref()
            .is_some_and(|whose| whose.has(open.pid, open.begin));
        open.begin.interaction.is_some() && is_pages && resolved.holds(open.ts)
    };
    let lacking = paired.open.iter().filter(counts).count() as u64;
    (lacking, paired.open.len() as u64 - lacking)
}

/// What is the page's: what happens in one of its processes or in a frame inside a page.
pub(crate) struct Whose<'f> {
    main_thread: &'f MainThread,
    inner: BTreeSet<TextId>,
}

impl<'f> Whose<'f> {
    pub(crate) fn of(facts: &Facts, main_thread: &'f MainThread) -> Whose<'f> {
        Whose {
            main_thread,
            inner: inner_frames(facts),
        }
    }

    fn has(&self, pid: i64, begin: &InputBegin) -> bool {
        self.has_frame(pid, begin.frame)
    }

    pub(crate) fn has_process(&self, pid: i64) -> bool {
        self.main_thread.has_process(pid)
    }

    pub(crate) fn has_frame(&self, pid: i64, frame: Option<TextId>) -> bool {
        self.has_process(pid) || frame.is_some_and(|frame| self.inner.contains(&frame))
    }
}

impl<'f> Paired<'f> {
    fn close(&mut self, stack: &mut Vec<(&'f InputEvent, &'f InputBegin)>, end: &InputEvent) -> bool {
        let Some((event, begin)) = stack.pop() else {
            return false;
        };
        let took = begin.duration.unwrap_or_else(|| end.ts.saturating_sub(event.ts));
        if let Some(interaction) = begin.interaction
            && took >= SHORTEST
        {
            self.closed.push(Closed {
                pid: event.pid,
                interaction,
                begin,
                start: event.ts,
                end: end.ts,
            });
        }
        true
    }
}

/// The interactions of the page of which the first event came inside the window, in order of that.
pub(crate) fn in_window(
    facts: &Facts,
    paired: &Paired<'_>,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
) -> Vec<Interaction> {
    let whose = Whose::of(facts, main_thread);
    let is_pages = |closed: &&Closed<'_>| whose.has(closed.pid, closed.begin);
    let mut by_id: BTreeMap<(i64, u64), Vec<&Closed<'_>>> = BTreeMap::new();
    let handled = Handled::of(paired.closed.iter().filter(is_pages));
    for closed in paired.closed.iter().filter(is_pages) {
        by_id
            .entry((closed.pid, closed.interaction))
            .or_default()
            .push(closed);
    }
    let mut found: Vec<(Micros, Interaction)> = by_id
        .into_iter()
        .filter_map(|((pid, id), events)| {
            let first = events.iter().map(|event| event.start).min()?;
            let interaction = interaction(facts, (pid, id), events, &handled)?;
            resolved.holds(first).then_some((first, interaction))
        })
        .collect();
    found.sort_by_key(|(first, interaction)| (*first, interaction.pid, interaction.id));
    found.into_iter().map(|(_, interaction)| interaction).collect()
}

/// The frames that lie inside others: their pages are parts of a page.
fn inner_frames(facts: &Facts) -> BTreeSet<TextId> {
    let started = facts.started.iter().flat_map(|started| &started.frames);
    let at_start = started.filter(|frame| frame.has_parent).map(|frame| frame.frame);
    let placed = facts.placements.iter().filter(|placement| !placement.is_main);
    let mut inner: BTreeSet<TextId> = at_start.chain(placed.map(|placement| placement.frame)).collect();
    // An older event does not say of every frame what it is; another one may.
    for main in facts.placements.iter().filter(|placement| placement.is_main) {
        inner.remove(&main.frame);
    }
    inner
}

fn interaction(
    facts: &Facts,
    (pid, id): (i64, u64),
    mut events: Vec<&Closed<'_>>,
    handled: &Handled,
) -> Option<Interaction> {
    let event_type = |closed: &Closed<'_>| match closed.begin.event_type {
        Some(event_type) => facts.texts.bytes_of(event_type),
        None => b"",
    };
    events.sort_by_key(|closed| {
        (
            closed.start,
            closed.end,
            event_type(closed),
            closed.begin.processing,
        )
    });
    let own_processing = |closed: &Closed<'_>| match closed.begin.processing {
        Some((start, end)) => end.saturating_sub(start),
        None => Micros::ZERO,
    };
    // Of events that took equally long, the one that the page had most to do with; of these the
    // first.
    let rank =
        |closed: &&&Closed<'_>| Reverse((closed.end.saturating_sub(closed.start), own_processing(closed)));
    let longest = *events.iter().min_by_key(rank)?;
    let text = |closed: &Closed<'_>| match closed.begin.event_type {
        Some(event_type) => shortened(&facts.texts.text_of(event_type)),
        None => String::new(),
    };
    Some(Interaction {
        pid,
        id,
        event_type: text(longest),
        start: longest.start,
        duration: longest.end.saturating_sub(longest.start),
        parts: parts(longest, handled),
        events: events
            .iter()
            .map(|closed| InteractionEvent {
                event_type: text(closed),
                start: closed.start,
                duration: closed.end.saturating_sub(closed.start),
            })
            .collect(),
    })
}

/// When the events that were presented together were handled, by process and end: of those that came
/// at this time or later, from the first handler to the last.
struct Handled(BTreeMap<(i64, Micros), Vec<Since>>);

/// When an event came, and from when to when it and those after it were handled.
type Since = (Micros, (Micros, Micros));

impl Handled {
    fn of<'c>(closed: impl Iterator<Item = &'c Closed<'c>>) -> Handled {
        let mut by_end: BTreeMap<(i64, Micros), Vec<Since>> = BTreeMap::new();
        for closed in closed {
            if let Some(processing) = closed.begin.processing {
                let together = by_end.entry((closed.pid, closed.end)).or_default();
                together.push((closed.start, processing));
            }
        }
        for together in by_end.values_mut() {
            together.sort();
            let mut later: Option<(Micros, Micros)> = None;
            for (_, own) in together.iter_mut().rev() {
                if let Some((first, last)) = later {
                    *own = (own.0.min(first), own.1.max(last));
                }
                later = Some(*own);
            }
        }
        Handled(by_end)
    }

    fn from(&self, pid: i64, start: Micros, end: Micros) -> Option<(Micros, Micros)> {
        let together = self.0.get(&(pid, end))?;
        let at = together.partition_point(|(other, _)| *other < start);
        together.get(at).map(|(_, handled)| *handled)
    }
}

/// What the time of the longest event was spent on. What later events that were presented with it
/// were handled for was waited for too.
fn parts(longest: &Closed<'_>, handled: &Handled) -> Option<InteractionParts> {
    longest.begin.processing?;
    let (first, last) = handled.from(longest.pid, longest.start, longest.end)?;
    // Older Chromes round to 8 ms, so that handlers seem to run outside.
    let within = |time: Micros| time.max(longest.start).min(longest.end);
    let (first, last) = (within(first), within(last.max(first)));
    Some(InteractionParts {
        input_delay: first.saturating_sub(longest.start),
        processing: last.saturating_sub(first),
        presentation: longest.end.saturating_sub(last),
    })
}

#[cfg(test)]
mod tests;
