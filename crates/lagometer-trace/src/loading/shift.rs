//! Layout shifts, and the session windows that they come in.

use super::{MovedNodeFact, Shift};
use crate::facts::Facts;
use crate::interaction::Whose;
use crate::main_thread::MainThread;
use crate::user_timing::shortened;
use crate::window::ResolvedWindow;
use lagometer_metric::Micros;

/// A pause between shifts that is longer than this ends a session window (web.dev/articles/cls).
pub const LONGEST_GAP: Micros = Micros::from_millis(1_000);
/// A session window lasts no longer than this (web.dev/articles/cls).
pub const LONGEST_WINDOW: Micros = Micros::from_millis(5_000);

/// A session window: shifts that follow each other closely.
#[derive(Clone, Debug, PartialEq)]
pub struct ShiftCluster {
    /// The first shift.
    pub start: Micros,
    /// The last shift.
    pub end: Micros,
    /// The sum of their scores.
    pub score: f64,
    /// The id of the navigation that it comes after; absent before the first one.
    pub navigation: Option<String>,
    /// The shifts with the largest scores, in order of time.
    pub shifts: Vec<LayoutShift>,
    /// How many there are.
    pub shifts_total: u64,
    /// The place of the navigation among all of the main frame.
    pub(crate) main_place: Option<usize>,
}

/// Content that moved without being asked to.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutShift {
    /// When.
    pub ts: Micros,
    /// How much, weighted by how much of the page its frame is.
    pub score: f64,
    /// The frame.
    pub frame: Option<String>,
    /// Whether that is a main frame.
    pub is_main: Option<bool>,
    /// The first of the nodes that moved, as Chrome names them: those that account for most.
    pub nodes: Vec<MovedNode>,
    /// How many it names.
    pub nodes_total: u64,
}

/// A node that moved. Rectangles are x, y, width and height in the page's viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedNode {
    /// The node, as CDP's DOM domain numbers it for the browser's backend.
    pub node_id: Option<i64>,
    /// The element in words, in Chromes that say it.
    pub element: Option<String>,
    /// Where it was.
    pub old_rect: Option<[f64; 4]>,
    /// Where it went.
    pub new_rect: Option<[f64; 4]>,
}

/// A session window as places in the list of shifts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SessionWindow {
    /// The first shift, and the one behind the last.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) score: f64,
    /// How many navigations started before it.
    pub(crate) navigations: usize,
}

/// The shifts of a page in a window.
pub(crate) struct Shifts {
    /// How many do not say how much.
    pub(crate) without_score: u64,
    pub(crate) total: u64,
    /// The session windows, where every shift says how much.
    pub(crate) clusters: Vec<ShiftCluster>,
}

/// The session windows of the page's shifts inside a window; one that began before it begins with it.
pub(crate) fn shifts(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
    main_starts: &[(Micros, Option<String>)],
) -> Shifts {
    let whose = Whose::of(facts, main_thread);
    let is_pages = |shift: &&Shift| resolved.holds(shift.ts) && whose.has_frame(shift.pid, shift.frame);
    let mut sorted: Vec<&Shift> = facts.loading.shifts.iter().filter(is_pages).collect();
    // Stable: shifts of one time stay in the order of the file.
    sorted.sort_by_key(|shift| shift.ts);
    let scored: Vec<(Micros, f64)> = sorted
        .iter()
        .filter_map(|shift| Some((shift.ts, shift.score?)))
        .collect();
    let without_score = (sorted.len() - scored.len()) as u64;
    let mut shifts = Shifts {
        without_score,
        total: sorted.len() as u64,
        clusters: Vec::new(),
    };
    if without_score == 0 {
        let starts: Vec<Micros> = main_starts.iter().map(|(start, _)| *start).collect();
        let windows = session_windows(&scored, &starts);
        shifts.clusters = windows
            .into_iter()
            .map(|window| cluster(facts, &sorted[window.from..window.to], &window, main_starts))
            .collect();
    }
    shifts
}

/// Cuts shifts, in order of time, into session windows. One ends where the next shift comes more than
/// a second after the last or more than five seconds after the first, and where a navigation starts
/// between. Navigations are in order of time too; one that starts with a shift comes after it.
pub(crate) fn session_windows(shifts: &[(Micros, f64)], navigations: &[Micros]) -> Vec<SessionWindow> {
    let mut windows: Vec<SessionWindow> = Vec::new();
    for (at, (ts, score)) in shifts.iter().enumerate() {
        let before = navigations.partition_point(|start| start < ts);
        let fits = |window: &&mut SessionWindow| {
            ts.saturating_sub(shifts[at - 1].0) <= LONGEST_GAP
                && ts.saturating_sub(shifts[window.from].0) <= LONGEST_WINDOW
                && window.navigations == before
        };
        match windows.last_mut().filter(fits) {
            Some(window) => {
                window.to = at + 1;
                window.score += score;
            }
            None => windows.push(SessionWindow {
                from: at,
                to: at + 1,
                score: *score,
                navigations: before,
            }),
        }
    }
    windows
}

/// How many shifts of a session window are listed.
const SHIFTS_LISTED: usize = 50;

fn cluster(
    facts: &Facts,
    shifts: &[&Shift],
    window: &SessionWindow,
    main_starts: &[(Micros, Option<String>)],
) -> ShiftCluster {
    let main_place = window.navigations.checked_sub(1);
    let navigation = main_place.and_then(|place| main_starts[place].1.clone());
    let listed = largest(shifts, SHIFTS_LISTED, |shift| {
        shift.score.unwrap_or(f64::NEG_INFINITY)
    });
    ShiftCluster {
        // A session window holds at least the shift that opened it.
        start: shifts[0].ts,
        end: shifts[shifts.len() - 1].ts,
        score: window.score,
        navigation,
        shifts: listed
            .into_iter()
            .filter_map(|shift| layout_shift(facts, shift))
            .collect(),
        shifts_total: shifts.len() as u64,
        main_place,
    }
}

/// The largest of a list, in their order.
pub(crate) fn largest<T: Copy>(list: &[T], most: usize, size: impl Fn(T) -> f64) -> Vec<T> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by(|a, b| size(list[*b]).total_cmp(&size(list[*a])).then(a.cmp(b)));
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|at| list[at]).collect()
}

fn layout_shift(facts: &Facts, shift: &Shift) -> Option<LayoutShift> {
    Some(LayoutShift {
        ts: shift.ts,
        score: shift.score?,
        frame: shift.frame.map(|frame| facts.texts.text_of(frame)),
        is_main: shift.is_main,
        nodes: shift.nodes.iter().map(|node| moved_node(facts, node)).collect(),
        nodes_total: shift.nodes_total,
    })
}

fn moved_node(facts: &Facts, node: &MovedNodeFact) -> MovedNode {
    MovedNode {
        node_id: node.node,
        element: node
            .element
            .map(|element| shortened(&facts.texts.text_of(element))),
        old_rect: node.old_rect,
        new_rect: node.new_rect,
    }
}

#[cfg(test)]
mod tests;
