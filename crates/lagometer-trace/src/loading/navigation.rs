//! The navigations of a page, and which paints are of which of them.

use super::largest_paint::{self, Images, LargestPaint};
use super::{Candidate, LoadStep, NavigationStart};
use crate::facts::Facts;
use crate::interaction::Whose;
use crate::main_thread::MainThread;
use crate::texts::TextId;
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, TimeWindow};
use std::collections::BTreeMap;

/// A document that is put into a frame of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Navigation {
    /// What the browser calls it; absent in Chromes before 67.
    pub id: Option<String>,
    /// The frame.
    pub frame: Option<String>,
    /// Whether that is the page's main frame.
    pub is_main: bool,
    /// The address; absent in Chromes before 67.
    pub url: Option<String>,
    /// The process of the document.
    pub pid: i64,
    /// When it started, on Chrome's clock.
    pub start: Micros,
    /// When the next one of the frame or of the page started, or the window ended.
    pub end: Micros,
}

/// A navigation, and the largest content that its document painted.
#[derive(Clone, Debug, PartialEq)]
pub struct PageLoad {
    /// The navigation.
    pub navigation: Navigation,
    /// What `lcp` is of.
    pub largest_paint: Option<LargestPaint>,
}

/// A navigation and the steps of its load.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    pub(crate) navigation: Navigation,
    pub(crate) first_paint: Option<Micros>,
    pub(crate) largest_paint: Option<LargestPaint>,
    /// The end of `DOMContentLoaded`.
    pub(crate) parsed: Option<Micros>,
    /// Its place among all navigations of the main frame.
    pub(crate) main_place: Option<usize>,
}

/// The page loads of a window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loads {
    /// Those that started inside, in order of that.
    pub(crate) loads: Vec<Load>,
    /// When each navigation of the main frame started, in the window or not, and its id.
    pub(crate) main_starts: Vec<(Micros, Option<String>)>,
}

impl Loads {
    /// What is told of each.
    pub(crate) fn list(&self) -> Vec<PageLoad> {
        let one = |load: &Load| PageLoad {
            navigation: load.navigation.clone(),
            largest_paint: load.largest_paint.clone(),
        };
        self.loads.iter().map(one).collect()
    }

    /// Which one stands for the window: the last of the main frame that shows a page.
    pub(crate) fn last_page(&self) -> Option<usize> {
        let shows_page = |load: &Load| load.navigation.url.as_deref() != Some("about:blank");
        let main = |load: &&Load| load.navigation.is_main;
        let last = self
            .loads
            .iter()
            .rposition(|load| main(&load) && shows_page(load));
        last.or_else(|| self.loads.iter().rposition(|load| main(&load)))
    }
}

/// The navigations of the page that started in a window, with what is known of each.
pub(crate) fn loads(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    window: TimeWindow,
) -> Loads {
    let whose = Whose::of(facts, main_thread);
    let starts = starts(facts, main_thread, &whose);
    let index = Index::of(&starts);
    let held = |step: &&LoadStep| resolved.holds(step.ts);
    let first = |steps: &[LoadStep]| {
        let mut found: BTreeMap<usize, Micros> = BTreeMap::new();
        for step in steps.iter().filter(held) {
            if let Some(at) = index.of_step(step, &starts) {
                let earliest = found.entry(at).or_insert(step.ts);
                *earliest = step.ts.min(*earliest);
            }
        }
        found
    };
    let first_paints = first(&facts.loading.first_paints);
    let parsed = first(&facts.loading.parsed);
    let held = |candidate: &&Candidate| resolved.holds(candidate.step.ts);
    let candidates = facts.loading.candidates.iter().filter(held);
    let of_navigation =
        candidates.filter_map(|candidate| Some((index.of_step(&candidate.step, &starts)?, candidate)));
    let largest = largest_paint::last_of_each(of_navigation);
    let next = next_starts(&starts);
    let images = Images::of(facts);
    let mut loads = Loads::default();
    for (at, start) in starts.iter().enumerate() {
        let main_place = start.is_main.then_some(loads.main_starts.len());
        let text = |id: Option<TextId>| id.map(|id| facts.texts.text_of(id));
        if start.is_main {
            loads.main_starts.push((start.fact.ts, text(start.fact.id)));
        }
        if !resolved.holds(start.fact.ts) {
            continue;
        }
        loads.loads.push(Load {
            navigation: Navigation {
                id: text(start.fact.id),
                frame: text(start.fact.frame),
                is_main: start.is_main,
                url: text(start.fact.url),
                pid: start.fact.pid,
                start: start.fact.ts,
                end: next[at]
                    .unwrap_or(window.end())
                    .min(window.end())
                    .max(start.fact.ts),
            },
            first_paint: first_paints.get(&at).copied(),
            largest_paint: largest
                .get(&at)
                .map(|candidate| largest_paint::of(facts, candidate, &images)),
            parsed: parsed.get(&at).copied(),
            main_place,
        });
    }
    loads
}

/// When the navigations of the page's main frame start, in order.
pub(crate) fn main_starts(facts: &Facts, main_thread: &MainThread) -> Vec<Micros> {
    let starts = starts(facts, main_thread, &Whose::of(facts, main_thread));
    let main = starts.iter().filter(|start| start.is_main);
    main.map(|start| start.fact.ts).collect()
}

/// A navigation of the page.
struct Start<'f> {
    fact: &'f NavigationStart,
    is_main: bool,
}

/// The navigations of the page and of the frames inside it, in order of time. Where the same one is
/// told twice, as for an address that runs a script, the first counts.
fn starts<'f>(facts: &'f Facts, main_thread: &MainThread, whose: &Whose<'_>) -> Vec<Start<'f>> {
    let mut sorted: Vec<&NavigationStart> = facts.loading.navigations.iter().collect();
    sorted.sort_by_key(|start| start.ts);
    let is_main = |start: &NavigationStart| match (main_thread.frame, start.frame) {
        (Some(main), Some(frame)) => main == frame,
        // A frame that nobody told of: what is loaded into the process of the page is the page.
        _ => whose.has_process(start.pid) && start.is_main != Some(false),
    };
    let mut seen = std::collections::BTreeSet::new();
    let mut starts = Vec::new();
    for fact in sorted {
        let is_main = is_main(fact);
        let is_pages = is_main || whose.has_frame(fact.pid, fact.frame) && fact.url.is_some();
        if is_pages && fact.id.is_none_or(|id| seen.insert(id)) {
            starts.push(Start { fact, is_main });
        }
    }
    starts
}

/// When the next navigation of the same frame or of the main frame starts, for each.
fn next_starts(starts: &[Start<'_>]) -> Vec<Option<Micros>> {
    let mut next = vec![None; starts.len()];
    let mut of_frame: BTreeMap<Option<TextId>, Micros> = BTreeMap::new();
    let mut main = None;
    for (at, start) in starts.iter().enumerate().rev() {
        next[at] = of_frame.get(&start.fact.frame).copied().or(main);
        if start.is_main {
            // It ends those of every frame; what started later comes after that.
            of_frame.clear();
            main = Some(start.fact.ts);
        }
        of_frame.insert(start.fact.frame, start.fact.ts);
    }
    next
}

/// The navigations by id and by frame.
struct Index {
    by_id: BTreeMap<TextId, usize>,
    by_frame: BTreeMap<Option<TextId>, Vec<usize>>,
}

impl Index {
    fn of(starts: &[Start<'_>]) -> Index {
        let mut index = Index {
            by_id: BTreeMap::new(),
            by_frame: BTreeMap::new(),
        };
        for (at, start) in starts.iter().enumerate() {
            if let Some(id) = start.fact.id {
                index.by_id.insert(id, at);
            }
            index.by_frame.entry(start.fact.frame).or_default().push(at);
        }
        index
    }

    /// The navigation that a step is of: the one that it names, else the last of its frame before it.
    fn of_step(&self, step: &LoadStep, starts: &[Start<'_>]) -> Option<usize> {
        let at = match step.navigation {
            Some(id) => *self.by_id.get(&id)?,
            None => {
                let of_frame = self.by_frame.get(&step.frame)?;
                let later = of_frame.partition_point(|at| starts[*at].fact.ts <= step.ts);
                *of_frame.get(later.checked_sub(1)?)?
            }
        };
        // A paint before the start is of something else.
        (starts[at].fact.ts <= step.ts).then_some(at)
    }
}

#[cfg(test)]
mod tests;
