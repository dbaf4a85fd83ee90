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
    /// What the page wrote into the detail of each, as JSON text.
    pub details: Vec<Option<String>>,
    /// When those began that had not ended when the window did, in order.
    pub open: Vec<Micros>,
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
    detail: Option<TextId>,
}

/// A mark of User Timing inside a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMark {
    /// Its name.
    pub name: String,
    /// When it was set.
    pub ts: Micros,
    /// What the page wrote into its detail, as JSON text.
    pub detail: Option<String>,
}

/// The marks of the page's process inside a window, without our own and those of the browser, in order
/// of time: the first of them, and how many there are.
pub(crate) fn marks_in_window(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
) -> (Vec<PageMark>, u64) {
    let is_pages = |mark: &&Mark| {
        let is_others = mark.by_browser || facts.texts.bytes_of(mark.name).starts_with(OWN);
        main_thread.has_process(mark.pid) && !is_others && resolved.holds(mark.ts)
    };
    let mut marks: Vec<&Mark> = facts.marks.iter().filter(is_pages).collect();
    marks.sort_by_key(|mark| (mark.ts, facts.texts.bytes_of(mark.name)));
    let total = marks.len() as u64;
    let listed = marks.iter().take(MARKS_LISTED).map(|mark| PageMark {
        name: shortened(&facts.texts.text_of(mark.name)),
        ts: mark.ts,
        detail: mark.detail.map(|detail| facts.texts.text_of(detail)),
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
pub(crate) fn pair(measures: &[MeasureEvent]) -> Paired {
    let mut events: Vec<&MeasureEvent> = measures.iter().collect();
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
    open: Vec<Micros>,
    threw: u64,
}

impl Gathered {
    fn begins(&mut self, start: Micros) {
        self.first_start = Some(self.first_start.map_or(start, |first| first.min(start)));
    }

    fn stays_open(&mut self, start: Micros) {
        self.begins(start);
        self.open.push(start);
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
    let scope = Scope::of(facts, main_thread, resolved, window);
    let mut names: BTreeMap<String, Gathered> = BTreeMap::new();
    let ended = scope.gather_ended(paired, &mut names);
    let marked = scope.gather_marked(&ended, &mut names);
    scope.gather_unended(paired, &marked, &mut names);
    named(facts, names)
}

/// The same of what `console.time` began; none of these are ours.
pub(crate) fn console_in_window(
    facts: &Facts,
    paired: &Paired,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> Vec<NamedMeasures> {
    let scope = Scope::of(facts, main_thread, resolved, window);
    let mut names: BTreeMap<String, Gathered> = BTreeMap::new();
    scope.gather_ended(paired, &mut names);
    scope.gather_unended(paired, &BTreeSet::new(), &mut names);
    named(facts, names)
}

/// What was gathered, by name in order of first start.
fn named(facts: &Facts, names: BTreeMap<String, Gathered>) -> Vec<NamedMeasures> {
    let mut named: Vec<(Option<Micros>, NamedMeasures)> = names
        .into_iter()
        .map(|(name, mut gathered)| {
            gathered.measures.sort();
            gathered.open.sort();
            let detail = |measure: &Measure| measure.detail.map(|detail| facts.texts.text_of(detail));
            let measures = NamedMeasures {
                name,
                details: gathered.measures.iter().map(detail).collect(),
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

/// Whose measures, and from when to when; a side that is that of the trace has no bound.
struct Scope<'f> {
    facts: &'f Facts,
    main_thread: &'f MainThread,
    from: Option<Micros>,
    to: Option<Micros>,
}

impl<'f> Scope<'f> {
    fn of(
        facts: &'f Facts,
        main_thread: &'f MainThread,
        resolved: &ResolvedWindow,
        window: TimeWindow,
    ) -> Scope<'f> {
        Scope {
            facts,
            main_thread,
            from: (!resolved.from_edge).then(|| window.start()),
            to: (!resolved.to_edge).then(|| window.end()),
        }
    }

    /// Whether a point lies before the end of the window.
    fn reaches(&self, point: Micros) -> bool {
        self.to.is_none_or(|to| point <= to)
    }

    fn is_pages(&self, begin: &MeasureEvent) -> bool {
        self.main_thread.has_process(begin.pid) && !self.facts.texts.bytes_of(begin.name).starts_with(OWN)
    }

    /// Gathers those that ended inside. Gives the ids of all of ours that ended by then.
    fn gather_ended(&self, paired: &Paired, names: &mut BTreeMap<String, Gathered>) -> BTreeSet<TextId> {
        let mut by_name: BTreeMap<TextId, Gathered> = BTreeMap::new();
        let mut ended = BTreeSet::new();
        let closed = paired.closed.iter();
        for Closed { begin, end } in
            closed.filter(|closed| self.is_pages(&closed.begin) && self.reaches(closed.end))
        {
            ended.extend(begin.lagometer);
            if self.from.is_some_and(|from| *end < from) {
                continue;
            }
            let gathered = by_name.entry(begin.name).or_default();
            gathered.begins(begin.ts);
            match begin.threw {
                true => gathered.threw += 1,
                false => gathered.measures.push(Measure {
                    start: begin.ts,
                    end: *end,
                    detail: begin.detail,
                }),
            }
        }
        let texts = &self.facts.texts;
        names.extend(
            by_name
                .into_iter()
                .map(|(name, gathered)| (texts.text_of(name), gathered)),
        );
        ended
    }

    /// Gathers those of ours whose mark says that they began, and that had not ended. Gives the ids
    /// of all marks.
    fn gather_marked(
        &self,
        ended: &BTreeSet<TextId>,
        names: &mut BTreeMap<String, Gathered>,
    ) -> BTreeSet<TextId> {
        let texts = &self.facts.texts;
        let mut marked = BTreeSet::new();
        let marks = self.facts.marks.iter();
        for mark in marks.filter(|mark| self.main_thread.has_process(mark.pid) && self.reaches(mark.ts)) {
            let Some((id, name)) = opened(texts.bytes_of(mark.name)) else {
                continue;
            };
            let id = texts.id_of(id);
            marked.extend(id);
            if !id.is_some_and(|id| ended.contains(&id)) {
                names.entry(name.to_owned()).or_default().stays_open(mark.ts);
            }
        }
        marked
    }

    /// Gathers the others that had begun and not ended: those of ours that have a mark are told by it.
    fn gather_unended(
        &self,
        paired: &Paired,
        marked: &BTreeSet<TextId>,
        names: &mut BTreeMap<String, Gathered>,
    ) {
        let later = paired.closed.iter().filter(|closed| !self.reaches(closed.end));
        for begin in later.map(|closed| &closed.begin).chain(&paired.open) {
            let told = begin.lagometer.is_some_and(|id| marked.contains(&id));
            if !told && self.reaches(begin.ts) && self.is_pages(begin) {
                let gathered = names.entry(self.facts.texts.text_of(begin.name)).or_default();
                gathered.stays_open(begin.ts);
            }
        }
    }
}

/// The id and the name of the measure that this mark of ours opens.
fn opened(mark: &[u8]) -> Option<(&str, &str)> {
    let rest = std::str::from_utf8(mark.strip_prefix(OPEN_MARK)?).ok()?;
    rest.split_once(':')
}

/// How many bytes of a name are listed where it stands for something that is told elsewhere.
const LISTED_BYTES: usize = 256;

/// A name as it is listed.
pub(crate) fn shortened(name: &str) -> String {
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
