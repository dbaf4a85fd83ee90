//! The window that was asked for, found in the trace.

use crate::facts::{Facts, Mark};
use crate::main_thread::{BEGIN_MARK, MainThread};
use crate::{Bound, Error, Rules, WindowChoice, WindowError, loading};
use lagometer_metric::{Measured, Micros, Reason, TimeWindow};
use std::collections::BTreeSet;

/// Marks that close a window of ours start with this.
const END_MARK: &str = "lagometer:end:";

/// How many names of marks an error lists.
const LISTED_MARKS: usize = 8;

/// A window in a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolvedWindow {
    /// Where the trace starts.
    pub origin: Micros,
    /// Where it ends.
    pub trace_end: Micros,
    /// What it starts at: `trace-start`, a mark's name, or a time.
    pub from: String,
    /// What it ends at.
    pub to: String,
    /// The window, or that it has no length.
    pub window: Measured<TimeWindow>,
    /// Whether it has no end of its own but that of the trace: what ends later is inside too.
    pub to_edge: bool,
    /// Whether it has no start of its own but that of the trace.
    pub from_edge: bool,
    /// Whether it was cut to the trace.
    pub clipped: bool,
    /// The mark that should end it and is not there.
    pub missing_end: Option<String>,
    /// How many begin marks there are where that is not one.
    pub begin_marks: usize,
    /// The name of the mark that should end it, and how many there are of it, where there are more
    /// than one.
    pub several_ends: Option<(String, usize)>,
}

impl ResolvedWindow {
    /// Whether a point belongs to it; on a side that is that of the trace everything does.
    pub(crate) fn holds(&self, point: Micros) -> bool {
        let Measured::Value(window) = &self.window else {
            return false;
        };
        let begun = self.from_edge || window.start() <= point;
        begun && (self.to_edge || point <= window.end())
    }
}

/// Finds the window. The whole trace is from `TracingStartedInBrowser` to the last end, as in Chrome's
/// own panel; without that event from the first event. Only durations and instants bound it: metadata
/// have no time, and that of marks and measures is not that of the recording.
pub(crate) fn resolve(
    facts: &Facts,
    main_thread: Option<&MainThread>,
    choice: &WindowChoice,
    rules: Rules,
) -> Result<ResolvedWindow, Error> {
    let marks = Marks::of(facts, main_thread);
    let Some((origin, trace_end)) = whole(facts, rules) else {
        return Ok(no_events());
    };
    let trace = Trace {
        origin,
        end: trace_end,
    };
    match choice {
        WindowChoice::Auto => auto(&marks, &trace),
        WindowChoice::Between { from, to } => between(&marks, &trace, from, to).map_err(Error::window),
        WindowChoice::OneOf(readings) => one_of(&marks, &trace, readings),
        WindowChoice::Navigation(number) => {
            let starts = main_thread.map_or_else(Vec::new, |found| loading::main_starts(facts, found));
            navigation(&starts, &trace, *number).map_err(Error::window)
        }
    }
}

/// The whole trace.
struct Trace {
    origin: Micros,
    end: Micros,
}

/// The marks of the page, in order of time; those of all processes where the page has none.
struct Marks<'f> {
    facts: &'f Facts,
    marks: Vec<&'f Mark>,
}

impl<'f> Marks<'f> {
    fn of(facts: &'f Facts, main_thread: Option<&MainThread>) -> Marks<'f> {
        let homes = main_thread.map_or(&[][..], |main_thread| &main_thread.homes);
        let pids: BTreeSet<i64> = homes.iter().map(|home| home.pid).collect();
        let is_pages = |mark: &&Mark| pids.contains(&mark.pid);
        let mut marks: Vec<&Mark> = facts.marks.iter().filter(is_pages).collect();
        if marks.is_empty() {
            marks = facts.marks.iter().collect();
        }
        marks.sort_by_key(|mark| mark.ts);
        Marks { facts, marks }
    }

    fn name(&self, mark: &Mark) -> &'f [u8] {
        self.facts.texts.bytes_of(mark.name)
    }

    fn first(&self, name: &str) -> Option<&'f Mark> {
        let id = self.facts.texts.id_of(name)?;
        self.marks.iter().find(|mark| mark.name == id).copied()
    }

    /// The first mark of this name that comes after another one.
    fn after(&self, name: &str, start: &Bound, from: Micros) -> Option<&'f Mark> {
        let id = self.facts.texts.id_of(name)?;
        // From a mark to the same mark is from its first to its second occurrence.
        let again = matches!(start, Bound::Mark(start) if start == name);
        let comes_after = |mark: &&&Mark| mark.ts > from || (mark.ts == from && !again);
        let mut marks = self.marks.iter().filter(|mark| mark.name == id);
        marks.find(comes_after).copied()
    }

    fn no_mark(&self, name: &str) -> WindowError {
        let mut names: Vec<String> = Vec::new();
        for mark in &self.marks {
            let name = self.facts.texts.text_of(mark.name);
            if !names.contains(&name) && names.len() < LISTED_MARKS {
                names.push(name);
            }
        }
        let distinct: BTreeSet<_> = self.marks.iter().map(|mark| mark.name).collect();
        WindowError::NoMark {
            name: name.to_owned(),
            more: distinct.len() - names.len(),
            marks: names,
        }
    }
}

fn whole(facts: &Facts, rules: Rules) -> Option<(Micros, Micros)> {
    let span = match rules {
        Rules::Lagometer => facts.span,
        Rules::DevTools => facts.devtools_span,
    };
    let (first, last) = span.ends.or(facts.other_span.ends)?;
    let started = facts.started.iter().map(|started| started.ts).min();
    let start = started.filter(|started| *started <= last).unwrap_or(first);
    Some((start, last))
}

fn no_events() -> ResolvedWindow {
    ResolvedWindow {
        origin: Micros::ZERO,
        trace_end: Micros::ZERO,
        from: "trace-start".to_owned(),
        to: "trace-end".to_owned(),
        window: Measured::absent(Reason::EmptyWindow, "the trace has no events"),
        from_edge: true,
        to_edge: true,
        clipped: false,
        missing_end: None,
        begin_marks: 0,
        several_ends: None,
    }
}

/// Between our pair of marks where there is exactly one, else the whole trace.
fn auto(marks: &Marks<'_>, trace: &Trace) -> Result<ResolvedWindow, Error> {
    let begins: Vec<&[u8]> = {
        let names = marks.marks.iter().map(|mark| marks.name(mark));
        names
            .filter(|name| name.starts_with(BEGIN_MARK.as_bytes()))
            .collect()
    };
    let whole = || between(marks, trace, &Bound::Edge, &Bound::Edge).map_err(Error::window);
    let [begin] = begins[..] else {
        let mut window = whole()?;
        window.begin_marks = begins.len();
        return Ok(window);
    };
    let begin = String::from_utf8_lossy(begin).into_owned();
    let end = format!("{END_MARK}{}", &begin[BEGIN_MARK.len()..]);
    let ends = {
        let id = marks.facts.texts.id_of(&end);
        marks.marks.iter().filter(|mark| Some(mark.name) == id).count()
    };
    let from = Bound::Mark(begin);
    match ends {
        1 => between(marks, trace, &from, &Bound::Mark(end)).map_err(Error::window),
        0 => {
            // The recording broke off: what there is of the window is answered, and said.
            let mut window = between(marks, trace, &from, &Bound::Edge).map_err(Error::window)?;
            window.missing_end = Some(end);
            Ok(window)
        }
        several => {
            let mut window = whole()?;
            window.several_ends = Some((end, several));
            Ok(window)
        }
    }
}

fn one_of(marks: &Marks<'_>, trace: &Trace, readings: &[(Bound, Bound)]) -> Result<ResolvedWindow, Error> {
    let found: Vec<_> = readings
        .iter()
        .map(|(from, to)| (from, to, between(marks, trace, from, to)))
        .collect();
    if found.iter().filter(|(_, _, window)| window.is_ok()).count() == 1 {
        let window = found.into_iter().find_map(|(_, _, window)| window.ok());
        return Ok(window.expect("one of them is there"));
    }
    let readings = found
        .into_iter()
        .map(|(from, to, window)| {
            (
                label(from),
                label(to),
                window.err().map(|error| error.to_string()),
            )
        })
        .collect();
    Err(Error::window(WindowError::Ambiguous { readings }))
}

fn between(
    marks: &Marks<'_>,
    trace: &Trace,
    from: &Bound,
    to: &Bound,
) -> Result<ResolvedWindow, WindowError> {
    let start = match from {
        Bound::Edge => trace.origin,
        Bound::Time(time) => trace.origin.saturating_add(*time),
        Bound::Mark(name) => marks.first(name).ok_or_else(|| marks.no_mark(name))?.ts,
    };
    let end = match to {
        Bound::Edge => trace.end,
        Bound::Time(time) => trace.origin.saturating_add(*time),
        Bound::Mark(name) => match marks.after(name, from, start) {
            Some(mark) => mark.ts,
            None if marks.first(name).is_some() => {
                return Err(WindowError::MarkBeforeStart { name: name.clone() });
            }
            None => return Err(marks.no_mark(name)),
        },
    };
    let relative = |time: Micros| time.saturating_sub(trace.origin).0;
    if matches!(from, Bound::Time(_)) && start >= trace.end && start > trace.origin {
        return Err(WindowError::Outside {
            start_us: relative(start),
            length_us: relative(trace.end),
        });
    }
    if end < start {
        return Err(WindowError::Reversed {
            start_us: relative(start),
            end_us: relative(end),
        });
    }
    let clipped = matches!(to, Bound::Time(_)) && end > trace.end;
    let end = if clipped { trace.end } else { end };
    Ok(ResolvedWindow {
        origin: trace.origin,
        trace_end: trace.end,
        from: match from {
            Bound::Edge => "trace-start".to_owned(),
            bound => label(bound),
        },
        to: match to {
            Bound::Edge => "trace-end".to_owned(),
            bound => label(bound),
        },
        window: TimeWindow::measured(start, end),
        from_edge: *from == Bound::Edge,
        to_edge: *to == Bound::Edge,
        clipped,
        missing_end: None,
        begin_marks: 1,
        several_ends: None,
    })
}

/// From the start of a navigation until just before that of the next, which is told of at its start.
fn navigation(starts: &[Micros], trace: &Trace, number: usize) -> Result<ResolvedWindow, WindowError> {
    let Some(start) = number.checked_sub(1).and_then(|at| starts.get(at)).copied() else {
        return Err(WindowError::NoNavigation {
            number,
            navigations: starts.len(),
        });
    };
    let next = starts.get(number).copied();
    let end = next.map_or(trace.end, |next| next.saturating_sub(Micros(1)).max(start));
    Ok(ResolvedWindow {
        origin: trace.origin,
        trace_end: trace.end,
        from: format!("navigation:{number}"),
        to: match next {
            Some(_) => format!("navigation:{}", number + 1),
            None => "trace-end".to_owned(),
        },
        window: TimeWindow::measured(start, end),
        from_edge: false,
        to_edge: next.is_none(),
        clipped: false,
        missing_end: None,
        begin_marks: 1,
        several_ends: None,
    })
}

fn label(bound: &Bound) -> String {
    match bound {
        Bound::Mark(name) => name.clone(),
        Bound::Time(Micros(micros)) => format!("{micros}us"),
        Bound::Edge => String::new(),
    }
}

#[cfg(test)]
mod tests;
