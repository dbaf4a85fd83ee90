//! Measures of User Timing: pairing their ends, and which of them belong to a window.

use crate::facts::{Edge, Facts, Mark, MeasureEvent};
use crate::main_thread::MainThread;
use crate::texts::TextId;
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, TimeWindow};
use std::collections::{BTreeMap, BTreeSet};

/// Our marks and measures start with this and are never reported as the page's.
const OWN: &[u8] = b"lagometer:";
/// The mark at the begin of a measure of ours: then its id, a colon, its name.
const OPEN_MARK: &[u8] = b"lagometer:open:";

/// The measures of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMeasures {
    /// The name.
    pub name: String,
    /// Those that ended inside the window, in order of start.
    pub measures: Vec<Measure>,
    /// How many were begun and had not ended when the window did.
    pub open: u64,
    /// How many ended inside because what they measure threw.
    pub threw: u64,
}

/// A measure with both its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// Its start.
    pub start: Micros,
    /// Its end.
    pub end: Micros,
}

/// A mark of User Timing inside a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMark {
    /// Its name.
    pub name: String,
    /// When it was set.
    pub ts: Micros,
}

/// The marks of the page's process inside a window, without our own, in order of time: the first of
/// them, and how many there are.
pub(crate) fn marks_in_window(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> (Vec<PageMark>, u64) {
    let pids: BTreeSet<i64> = main_thread.homes.iter().map(|home| home.pid).collect();
    let inside = |ts: Micros| {
        let begun = resolved.from_edge || window.start() <= ts;
        begun && (resolved.to_edge || ts <= window.end())
    };
    let is_pages = |mark: &&Mark| {
        pids.contains(&mark.pid) && !facts.texts.bytes_of(mark.name).starts_with(OWN) && inside(mark.ts)
    };
    let mut marks: Vec<&Mark> = facts.marks.iter().filter(is_pages).collect();
    marks.sort_by_key(|mark| (mark.ts, facts.texts.bytes_of(mark.name)));
    let total = marks.len() as u64;
    let listed = marks.iter().take(MARKS_LISTED).map(|mark| PageMark {
        name: shortened(&facts.texts.text_of(mark.name)),
        ts: mark.ts,
    });
    (listed.collect(), total)
}

/// How many marks are listed.
const MARKS_LISTED: usize = 1_000;

/// The measures of a trace, paired.
pub(crate) struct Paired {
    closed: Vec<Closed>,
    open: Vec<MeasureEvent>,
    pub(crate) ends_alone: u64,
}

struct Closed {
    begin: MeasureEvent,
    end: Micros,
}

/// How far down its stack an end looks for its begin.
const UNWIND: usize = 64;

/// Pairs the ends of measures: by process and id, in order of time, last begun first, and only with
/// a begin of the same name. Ids are used again as soon as they are free, also by other names.
pub(crate) fn pair(facts: &Facts) -> Paired {
    let mut events: Vec<&MeasureEvent> = facts.measures.iter().collect();
    // Ends come before begins at the same time: what ends there was begun before, mostly.
    events.sort_by_key(|event| (event.pid, event.id, event.ts, event.edge));
    let mut paired = Paired {
        closed: Vec::new(),
        open: Vec::new(),
        ends_alone: 0,
    };
    for group in events.chunk_by(|a, b| (a.pid, a.id) == (b.pid, b.id)) {
        let mut stack: Vec<&MeasureEvent> = Vec::new();
        for moment in group.chunk_by(|a, b| a.ts == b.ts) {
            let mut waiting = Vec::new();
            for event in moment {
                match event.edge {
                    Edge::End if !paired.close(&mut stack, event) => waiting.push(event),
                    Edge::End => {}
                    Edge::Begin => stack.push(event),
                    Edge::Both => paired.closed.push(Closed {
                        begin: **event,
                        end: event.ts,
                    }),
                }
            }
            // What is left ends something of no length that began at this very time.
            for event in waiting {
                if !paired.close(&mut stack, event) {
                    paired.ends_alone += 1;
                }
            }
        }
        paired.open.extend(stack.into_iter().copied());
    }
    paired
}

impl Paired {
    fn close(&mut self, stack: &mut Vec<&MeasureEvent>, end: &MeasureEvent) -> bool {
        let mut above = stack.iter().rev().take(UNWIND);
        let Some(above) = above.position(|begin| begin.name == end.name) else {
            return false;
        };
        let begin = stack.remove(stack.len() - 1 - above);
        self.closed.push(Closed {
            begin: *begin,
            end: end.ts,
        });
        true
    }
}

/// What is known of one name while it is gathered.
#[derive(Default)]
struct Gathered {
    first_start: Option<Micros>,
    measures: Vec<Measure>,
    open: u64,
    threw: u64,
}

impl Gathered {
    fn begins(&mut self, start: Micros) {
        self.first_start = Some(self.first_start.map_or(start, |first| first.min(start)));
    }
}

/// The measures of the page's process that belong to a window, by name in order of first start. A
/// measure belongs to the window in which it ends; one that had not ended by then is open.
pub(crate) fn in_window(
    facts: &Facts,
    paired: &Paired,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> Vec<NamedMeasures> {
    let pids: BTreeSet<i64> = main_thread.homes.iter().map(|home| home.pid).collect();
    let is_pages = |pid: i64, name: &[u8]| pids.contains(&pid) && !name.starts_with(OWN);
    let ended = |end: Micros| resolved.to_edge || end <= window.end();
    let begun = |start: Micros| resolved.to_edge || start <= window.end();
    let in_time = |end: Micros| resolved.from_edge || window.start() <= end;
    let mut names: BTreeMap<TextId, Gathered> = BTreeMap::new();
    let mut ended_ids: BTreeSet<TextId> = BTreeSet::new();
    for Closed { begin, end } in &paired.closed {
        if !is_pages(begin.pid, facts.texts.bytes_of(begin.name)) || !ended(*end) {
            continue;
        }
        ended_ids.extend(begin.lagometer);
        if !in_time(*end) {
            continue;
        }
        let gathered = names.entry(begin.name).or_default();
        gathered.begins(begin.ts);
        match begin.threw {
            true => gathered.threw += 1,
            false => gathered.measures.push(Measure {
                start: begin.ts,
                end: *end,
            }),
        }
    }
    let later = paired.closed.iter().filter(|closed| !ended(closed.end));
    let unended = later.map(|closed| &closed.begin).chain(&paired.open);
    for begin in unended {
        // One of ours is told by its mark, which is there from its begin on.
        let told_by_mark = begin.lagometer.is_some();
        if !told_by_mark && begun(begin.ts) && is_pages(begin.pid, facts.texts.bytes_of(begin.name)) {
            let gathered = names.entry(begin.name).or_default();
            gathered.begins(begin.ts);
            gathered.open += 1;
        }
    }
    let mut names: BTreeMap<String, Gathered> = names
        .into_iter()
        .map(|(name, gathered)| (facts.texts.text_of(name), gathered))
        .collect();
    for mark in facts
        .marks
        .iter()
        .filter(|mark| pids.contains(&mark.pid) && begun(mark.ts))
    {
        let Some((id, name)) = opened(facts.texts.bytes_of(mark.name)) else {
            continue;
        };
        let ended = facts.texts.id_of(&id).is_some_and(|id| ended_ids.contains(&id));
        if !ended {
            let gathered = names.entry(name).or_default();
            gathered.begins(mark.ts);
            gathered.open += 1;
        }
    }
    let mut named: Vec<(Option<Micros>, NamedMeasures)> = names
        .into_iter()
        .map(|(name, mut gathered)| {
            gathered.measures.sort();
            let measures = NamedMeasures {
                name,
                measures: gathered.measures,
                open: gathered.open,
                threw: gathered.threw,
            };
            (gathered.first_start, measures)
        })
        .collect();
    // Of names that start together the one with more measures comes first, then the alphabet.
    named.sort_by_key(|(first_start, named)| (*first_start, std::cmp::Reverse(named.measures.len())));
    named.into_iter().map(|(_, measures)| measures).collect()
}

/// The id and the name of the measure that this mark of ours opens.
fn opened(mark: &[u8]) -> Option<(String, String)> {
    let rest = std::str::from_utf8(mark.strip_prefix(OPEN_MARK)?).ok()?;
    let (id, name) = rest.split_once(':')?;
    Some((id.to_owned(), name.to_owned()))
}

/// How many bytes of a name are listed where it stands for something that is told elsewhere.
const LISTED_BYTES: usize = 256;

/// A name as it is listed.
fn shortened(name: &str) -> String {
    if name.len() <= LISTED_BYTES {
        return name.to_owned();
    }
    let end = (0..=LISTED_BYTES).rfind(|at| name.is_char_boundary(*at));
    format!("{}…", &name[..end.unwrap_or(0)])
}

/// How many names are listed with a task.
const LISTED: usize = 8;

/// Of each stretch of time the names of the measures that hold at least half of it, outermost
/// first, up to eight. The stretches are in order of start.
pub(crate) fn holding(named: &[NamedMeasures], stretches: &[(Micros, Micros)]) -> Vec<Vec<String>> {
    let mut measures: Vec<(Measure, &str)> = named
        .iter()
        .flat_map(|named| {
            named
                .measures
                .iter()
                .map(|measure| (*measure, named.name.as_str()))
        })
        .collect();
    measures.sort();
    // What holds half of a stretch holds its middle, so one sweep over the middles finds all.
    let middle = |(start, end): (Micros, Micros)| Micros(start.0 + (end.0 - start.0) / 2);
    let mut order: Vec<usize> = (0..stretches.len()).collect();
    order.sort_by_key(|at| middle(stretches[*at]));
    let mut found = vec![Vec::new(); stretches.len()];
    let mut next = 0;
    // Those that have begun, by start, longest first; and the same by end, to drop them.
    let mut active: BTreeSet<(Micros, std::cmp::Reverse<Micros>, usize)> = BTreeSet::new();
    let mut ends: BTreeSet<(Micros, usize)> = BTreeSet::new();
    for at in order {
        let (start, end) = stretches[at];
        let middle = middle((start, end));
        while let Some((measure, _)) = measures.get(next).filter(|(measure, _)| measure.start <= middle) {
            active.insert((measure.start, std::cmp::Reverse(measure.end), next));
            ends.insert((measure.end, next));
            next += 1;
        }
        while let Some(&(over, index)) = ends.first().filter(|(over, _)| *over < middle) {
            ends.pop_first();
            active.remove(&(measures[index].0.start, std::cmp::Reverse(over), index));
        }
        let holds_half = |from: Micros, to: Micros| {
            let shared = to.min(end).0 - from.max(start).0;
            2 * shared >= end.0 - start.0
        };
        found[at] = active
            .iter()
            .filter(|(from, to, _)| holds_half(*from, to.0))
            .take(LISTED)
            .map(|(_, _, index)| shortened(measures[*index].1))
            .collect();
    }
    found
}

#[cfg(test)]
mod tests;
