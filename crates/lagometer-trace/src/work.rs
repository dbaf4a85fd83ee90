//! What the page's main thread was busy with.
//!
//! Every event of the thread that lasts is kept (`store`), by whichever name (`names`). One pass over
//! them in order of time gives every moment to one event (`sweep`) and sums up by what lay in what
//! (`tree`); the kinds of work are those of `group`. `rows` makes the lists that are answered.

mod domain;
mod group;
mod names;
mod rows;
mod span;
mod store;
mod sweep;
mod tree;
mod worker;

pub use group::WorkGroup;
pub use rows::{DomainWork, GroupTimes, NamedWork, ScriptWork, SpanRow, TreeRow, UrlWork};
pub use sweep::{Counted, ForcedTask};
pub use worker::{Worker, WorkerKind};

pub(crate) use group::{GroupRules, UrlPlace};
pub(crate) use names::{NameId, WorkNames};
pub(crate) use store::{Record, Store};
pub(crate) use worker::workers;

use crate::Rules;
use crate::facts::Facts;
use crate::interaction::Interaction;
use crate::main_thread::MainThread;
use crate::metric::inp;
use crate::task::{TASK_NAMES, Thread};
use crate::timeline::{self, Stretch, Timeline, TopLevelTask};
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, NotAvailable, Reason, TimeWindow};
use rows::Rows;
use span::{Span, Spans};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use sweep::{Parts, Sums, Sweep};

/// What the page's main thread was busy with, inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Time by kind of work. Each moment counts to one kind.
    pub groups: GroupTimes,
    /// The part of it inside tasks: the busy time.
    pub in_tasks: Micros,
    /// By name of event and kind, most first; the first of them.
    pub names: Vec<NamedWork>,
    /// How many there are.
    pub names_total: u64,
    /// By URL of the script or document, most first; the first of them.
    pub urls: Vec<UrlWork>,
    /// How many there are.
    pub urls_total: u64,
    /// The same by domain.
    pub domains: Vec<DomainWork>,
    /// How many there are.
    pub domains_total: u64,
    /// What lay in what, from tasks down: a node stands before what lies in it.
    pub top_down: Vec<TreeRow>,
    /// How many nodes there are.
    pub top_down_total: u64,
    /// What the time of each name lay in, from the name up.
    pub bottom_up: Vec<TreeRow>,
    /// How many nodes there are.
    pub bottom_up_total: u64,
    /// Whether all paths were told apart. Where not, what lay deep in new paths is counted to what it
    /// lay in, in every list; kinds of work and sums are whole.
    pub is_complete: bool,
    /// How many events end outside of the one that they started in.
    pub overlaps: u64,
    /// What ran in each long task, by its start and end.
    pub long_tasks: BTreeMap<(Micros, Micros), SpanRow>,
    /// What ran in the slow interactions, by their place among all.
    pub interactions: BTreeMap<usize, SpanRow>,
    /// Styles and layout that script asked for before they were due.
    pub forced: Counted,
    /// The tasks in which that took longest, longest first.
    pub forced_tasks: Vec<ForcedTask>,
    /// In how many it happened.
    pub forced_tasks_total: u64,
    /// Collecting garbage, without what lies in it.
    pub garbage_collection: Counted,
    /// The same by name of event, also those in others.
    pub garbage_collection_kinds: Vec<NamedWork>,
    /// Parsing and compiling scripts, without what lies in it.
    pub script_compile: Counted,
    /// The same by name of event, also those in others.
    pub script_compile_kinds: Vec<NamedWork>,
}

/// From this duration on an interaction is slow: web.dev/articles/inp.
pub const SLOW_INTERACTION: Micros = Micros::from_millis(200);
/// Of how many of the longest interactions it is told what ran in them, slow or not.
const LEAST_INTERACTIONS: usize = 3;
/// Of how many at most.
const MOST_INTERACTIONS: usize = 20;
/// Of how many of the longest tasks it is told by name what ran in them; of the others, what kind of
/// work and whose.
const DETAILED_TASKS: usize = 100;

/// What the work is of: tasks and interactions that lie in the window.
pub(crate) struct Scope<'v> {
    pub(crate) main_thread: &'v MainThread,
    pub(crate) resolved: &'v ResolvedWindow,
    pub(crate) window: TimeWindow,
    pub(crate) long_task: Micros,
    pub(crate) rules: Rules,
    pub(crate) timeline: &'v Timeline,
    pub(crate) interactions: &'v [Interaction],
}

/// What the page's main thread was busy with, or why that is not known.
pub(crate) fn work(facts: &Facts, scope: &Scope<'_>) -> Result<Work, NotAvailable> {
    let reach = match scope.resolved.from_edge {
        true => timeline::reach(facts, scope.main_thread, scope.window),
        false => scope.window,
    };
    let mut threads: BTreeMap<usize, Vec<TimeWindow>> = BTreeMap::new();
    for Stretch { thread, part, .. } in timeline::stretches(scope.main_thread, reach) {
        threads.entry(thread).or_default().push(part);
    }
    check_recorded(facts, threads.keys().copied())?;
    let pages: BTreeSet<i64> = threads.keys().map(|at| facts.threads[*at].pid).collect();
    let told = Told::of(scope);
    let mut sums = Sums::new(tree::MOST_NODES);
    let mut spans = Vec::new();
    for (at, windows) in threads {
        let thread = &facts.threads[at];
        let task = task_name(facts, scope.rules, thread);
        let last_end = windows.last().map(|part| part.end());
        let asked = told.spans_of(thread.pid, &windows);
        let parts = Parts::new(windows, last_end == Some(reach.end()));
        let sweep = Sweep::new(&facts.work_names, task, &parts, &mut sums, Spans::new(asked));
        spans.extend(sweep.run(thread.work.read()).into_spans());
    }
    let mut work = told.answer(&Rows { facts, sums: &sums }, spans);
    work.interactions
        .extend(elsewhere(facts, scope.rules, &told, &pages));
    Ok(work)
}

/// What a task of a thread is called.
fn task_name(facts: &Facts, rules: Rules, thread: &Thread) -> Option<NameId> {
    let task = match rules {
        Rules::Lagometer => thread.task_name(),
        Rules::DevTools => Some(0),
    };
    task.and_then(|name| facts.work_names.id_of(TASK_NAMES[name]))
}

/// An interaction by its place among all, with the start and end of what is told of it.
type Asked = (usize, (Micros, Micros));

/// What ran in the interactions that other processes handled, for frames of other sites, each on the main
/// thread of its process.
fn elsewhere(
    facts: &Facts,
    rules: Rules,
    told: &Told<'_>,
    pages: &BTreeSet<i64>,
) -> BTreeMap<usize, SpanRow> {
    let mut by_process: BTreeMap<i64, Vec<Asked>> = BTreeMap::new();
    let others = told
        .interactions
        .iter()
        .filter(|(_, found)| !pages.contains(&found.pid));
    for (at, found) in others {
        let asked = by_process.entry(found.pid).or_default();
        asked.push((*at, after_delay(found)));
    }
    let mut rows = BTreeMap::new();
    for (pid, asked) in by_process {
        let is_main = |thread: &&Thread| {
            let is_known = thread.work.is_wanted() && !thread.work.is_empty();
            thread.pid == pid && thread.is_renderer_main && is_known
        };
        let (Some(thread), Some(all)) = (facts.threads.iter().find(is_main), around(&asked)) else {
            continue;
        };
        let mut spans: Vec<(Micros, Micros)> = asked.iter().map(|(_, ends)| *ends).collect();
        spans.sort_unstable();
        spans.dedup();
        let mut sums = Sums::new(tree::MOST_NODES);
        let parts = Parts::new(vec![all], true);
        let task = task_name(facts, rules, thread);
        let spans = Spans::new(spans.into_iter().map(span).collect());
        let sweep = Sweep::new(&facts.work_names, task, &parts, &mut sums, spans);
        let seen = sweep.run(thread.work.read()).into_spans();
        let of_thread = Rows { facts, sums: &sums };
        rows.extend(asked.into_iter().filter_map(|(at, (start, end))| {
            let is_it = |span: &&Span| (span.start, span.end) == (start.0, end.0);
            let span = seen.iter().find(is_it).filter(|span| !span.seen.is_unknown)?;
            Some((at, of_thread.span(&span.seen, true)))
        }));
    }
    rows
}

/// From the first start to the last end; `None` where that has no length.
fn around(asked: &[Asked]) -> Option<TimeWindow> {
    let start = asked.iter().map(|(_, (start, _))| *start).min()?;
    let end = asked.iter().map(|(_, (_, end))| *end).max()?;
    TimeWindow::new(start, end).ok()
}

/// A stretch of time in which nothing was seen yet.
fn span((start, end): (Micros, Micros)) -> Span {
    Span {
        start: start.0,
        end: end.0,
        seen: Default::default(),
    }
}

/// Where the main thread has no event that lasts, it was idle, as long as such events were recorded.
fn check_recorded(facts: &Facts, mut threads: impl Iterator<Item = usize>) -> Result<(), NotAvailable> {
    if let Some(unwanted) = threads.find(|thread| !facts.threads[*thread].work.is_wanted()) {
        return Err(NotAvailable {
            reason: Reason::NotReported,
            detail: format!(
                "thread {} is named as one that shows no page",
                facts.threads[unwanted].tid
            ),
        });
    }
    if facts.threads.iter().all(|thread| thread.work.is_empty()) {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no event that lasts".to_owned(),
        });
    }
    Ok(())
}

/// Of which stretches of time it is to be told what ran in them.
struct Told<'v> {
    long_tasks: Vec<&'v TopLevelTask>,
    /// From this duration on a task is told in detail.
    detailed: Micros,
    /// With their places among all.
    interactions: Vec<(usize, &'v Interaction)>,
}

impl<'v> Told<'v> {
    fn of(scope: &Scope<'v>) -> Told<'v> {
        // By our rules there are no nested ones.
        let tasks = scope.timeline.heavy.iter().chain(&scope.timeline.nested);
        let is_long = |task: &&TopLevelTask| scope.rules.is_long(task.inside.length(), scope.long_task);
        let long_tasks: Vec<_> = tasks.filter(is_long).collect();
        let mut durations: Vec<Micros> = long_tasks.iter().map(|task| task.duration()).collect();
        durations.sort_unstable_by_key(|duration| Reverse(*duration));
        let mut order: Vec<(usize, &Interaction)> = scope.interactions.iter().enumerate().collect();
        order.sort_by_key(|(_, interaction)| Reverse(interaction.duration));
        // The one that stands for all is not the longest where some are passed over.
        let least = LEAST_INTERACTIONS.max(inp::passed_over(order.len()) + 1);
        let is_told = |(rank, (_, interaction)): &(usize, (usize, &Interaction))| {
            *rank < least || interaction.duration >= SLOW_INTERACTION
        };
        let told = order
            .into_iter()
            .enumerate()
            .take(MOST_INTERACTIONS)
            .filter(is_told);
        Told {
            long_tasks,
            detailed: durations.get(DETAILED_TASKS - 1).copied().unwrap_or(Micros::ZERO),
            interactions: told.map(|(_, found)| found).collect(),
        }
    }

    /// Those of one thread.
    fn spans_of(&self, pid: i64, parts: &[TimeWindow]) -> Vec<Span> {
        let is_here = |start: Micros| {
            let until = parts.partition_point(|part| part.start() <= start);
            until.checked_sub(1).is_some_and(|at| parts[at].contains(start))
        };
        let tasks = self.long_tasks.iter().filter(|task| is_here(task.inside.start()));
        let tasks = tasks.map(|task| (task.inside.start(), task.inside.end()));
        let interactions = self.interactions.iter().filter(|(_, found)| found.pid == pid);
        let interactions = interactions.map(|(_, found)| after_delay(found));
        // A task and an interaction, or two interactions, may be the same stretch.
        let mut all: Vec<(Micros, Micros)> = tasks.chain(interactions).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(span).collect()
    }

    fn answer(&self, rows: &Rows<'_>, spans: Vec<Span>) -> Work {
        // By the rules of DevTools several threads count at once: a task is on that which had it.
        let mut spans: Vec<&Span> = spans.iter().collect();
        spans.sort_by_key(|span| span.seen.groups.iter().sum::<i64>());
        let by_ends: BTreeMap<(i64, i64), &Span> = spans
            .into_iter()
            .map(|span| ((span.start, span.end), span))
            .collect();
        let row = |(start, end): (Micros, Micros), is_detailed: bool| {
            let span = by_ends
                .get(&(start.0, end.0))
                .filter(|span| !span.seen.is_unknown)?;
            Some(rows.span(&span.seen, is_detailed))
        };
        let long_tasks = self.long_tasks.iter().filter_map(|task| {
            let ends = (task.inside.start(), task.inside.end());
            Some((
                (task.start, task.end),
                row(ends, task.duration() >= self.detailed)?,
            ))
        });
        let interactions = self.interactions.iter();
        let interactions = interactions.filter_map(|(at, found)| Some((*at, row(after_delay(found), true)?)));
        rows.work(long_tasks.collect(), interactions.collect())
    }
}

/// The time of an interaction from when its first handler ran until it was presented; all of it where
/// that is not known.
fn after_delay(interaction: &Interaction) -> (Micros, Micros) {
    let delay = interaction.parts.map_or(Micros::ZERO, |parts| parts.input_delay);
    let start = interaction.start.saturating_add(delay);
    (start, interaction.start.saturating_add(interaction.duration))
}

#[cfg(test)]
mod tests;
