//! What the main thread was busy with, worded and cut.

use crate::shown::Shown;
use crate::{Style, number};
use lagometer_metric::{MetricId, Statistic, Unit};
use lagometer_report::{
    Analysis, ForcedTask, GroupTimes, NamedWork, ScriptWork, SpanWork, Work, WorkNode, Worker,
};

/// Which list of the main thread's work is shown in detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkView {
    /// What lay in what, from tasks down.
    TopDown,
    /// What the time of each name lay in, from the name up.
    BottomUp,
    /// By script or document.
    Url,
    /// By domain.
    Domain,
    /// By name of event.
    Name,
}

/// Every list.
#[cfg(test)]
pub(crate) const ALL: [WorkView; 5] = [
    WorkView::TopDown,
    WorkView::BottomUp,
    WorkView::Url,
    WorkView::Domain,
    WorkView::Name,
];

impl WorkView {
    /// The heading of the list.
    pub(crate) fn title(self) -> &'static str {
        match self {
            WorkView::TopDown => "work top down",
            WorkView::BottomUp => "work bottom up",
            WorkView::Url => "work by url",
            WorkView::Domain => "work by domain",
            WorkView::Name => "work by name",
        }
    }
}

/// A list of work.
pub(crate) struct WorkRows {
    pub(crate) rows: Vec<WorkRow>,
    /// How many are not among them.
    pub(crate) more: u64,
    /// How many the document has.
    pub(crate) listed: usize,
    /// What the shares are of.
    pub(crate) whole: String,
}

/// A line of a list of work.
pub(crate) struct WorkRow {
    /// How deep in a tree.
    pub(crate) depth: usize,
    pub(crate) time: String,
    /// Of the whole.
    pub(crate) share: String,
    /// The same as a number, 0 to 1; `None` of a whole of nothing.
    pub(crate) part: Option<f64>,
    /// The time with that of what lay in it; empty where a list has none.
    pub(crate) total: String,
    /// How many events; empty where a list has none.
    pub(crate) count: String,
    /// A name of events or of a kind; raw text.
    pub(crate) name: String,
    /// Whose work it is; raw text.
    pub(crate) url: String,
    /// More in words.
    pub(crate) words: String,
}

/// A tree and the longer lists are cut at this many rows where fewer are asked for.
pub(crate) const LEAST_ROWS: usize = 10;
/// What no event tells whose it is.
const NOBODY: &str = "(not told)";
/// What a note says where paths were not told apart.
pub(crate) const INCOMPLETE: &str =
    "more paths of events than are told apart: deep ones are counted to what they lay in";
/// The kind of what has no known name.
const OTHER: &str = "other";

/// Time by kind of work, most first; nothing where the recording tells no kinds apart.
pub(crate) fn kinds(work: &Work, analysis: &Analysis) -> Option<WorkRows> {
    let whole = work.total.value?.0;
    if work.groups_us.keys().all(|kind| kind == OTHER) {
        return None;
    }
    let rows = by_time(&work.groups_us).into_iter().map(|(kind, time)| WorkRow {
        name: kind_in_words(kind),
        words: counted(kind, work, analysis),
        ..row(time, whole)
    });
    let rows: Vec<WorkRow> = rows.collect();
    Some(WorkRows {
        more: 0,
        listed: rows.len(),
        rows,
        whole: number::value(Unit::Microseconds, whole),
    })
}

/// How often what a metric counts ran, and how long in all; empty where it did not.
fn counted(kind: &str, work: &Work, analysis: &Analysis) -> String {
    let (metric, before, behind) = match kind {
        "style-layout" => ("forced_style_layout", "forced ", String::new()),
        "garbage-collection" => ("garbage_collection", "", by_name(&work.garbage_collection)),
        "script-compile" => ("script_compile", "", by_name(&work.script_compile)),
        _ => return String::new(),
    };
    let number = |statistic| {
        let id = MetricId {
            metric: metric.to_owned(),
            name: None,
            statistic: Some(statistic),
        };
        Some(analysis.metrics.get(&id.to_string())?.value?.0)
    };
    match (number(Statistic::Count), number(Statistic::Total)) {
        (Some(count), Some(total)) if count > 0.0 => {
            let count = number::value(Unit::Count, count);
            let total = number::value(Unit::Microseconds, total);
            format!("{before}{}, {total}{behind}", times(&count))
        }
        _ => String::new(),
    }
}

/// ` in all: MinorGC 12.1 ms, MajorGC 3.0 ms`: the names with most time of their own.
fn by_name(names: &[NamedWork]) -> String {
    let mut names: Vec<&NamedWork> = names.iter().filter(|named| named.self_us > 0).collect();
    names.sort_by_key(|named| (std::cmp::Reverse(named.self_us), &named.name));
    let words: Vec<String> = names
        .iter()
        .take(2)
        .map(|named| format!("{} {}", named.name, number::millis(named.self_us)))
        .collect();
    match words.is_empty() {
        true => " in all".to_owned(),
        false => format!(" in all: {}", words.join(", ")),
    }
}

/// The tasks in which script forced most style and layout, in words; for who asks for more.
pub(crate) fn forced_tasks(work: &Work, style: &Style) -> Vec<String> {
    if style.verbose == 0 {
        return Vec::new();
    }
    let line = |task: &ForcedTask| {
        format!(
            "{}, {}, in the task of {} at {}",
            times(&number::count(task.count)),
            number::millis(task.total_us),
            number::millis(task.duration_us),
            number::millis(task.start_us)
        )
    };
    let tasks = work.forced_style_layout_tasks.iter().take(style.top);
    let mut lines: Vec<String> = tasks.map(line).collect();
    let all = work.forced_style_layout_tasks_total;
    let more = all.saturating_sub(lines.len() as u64);
    if more > 0 {
        let listed = work.forced_style_layout_tasks.len();
        lines.push(format!("{} more tasks: --top {listed}", number::count(more)));
    }
    lines
}

/// Why nothing is known of the work that is asked for.
pub(crate) fn absence(analysis: &Analysis, style: &Style) -> Option<String> {
    if analysis.work.is_some() || style.work.is_none() {
        return None;
    }
    let kind = MetricId {
        metric: "main_thread_work".to_owned(),
        name: Some(OTHER.to_owned()),
        statistic: None,
    };
    let why = analysis.metrics.get(&kind.to_string());
    Some(match why.map(|value| Shown::of(value, None)) {
        Some(Shown::Absent(why)) => format!("the main thread's work is not known: {}", why.text()),
        _ => "the main thread's work is not known".to_owned(),
    })
}

/// What is said of those that are not shown: `4 more: --top 14`.
pub(crate) fn more_words(rows: &WorkRows) -> Option<(String, Option<usize>)> {
    let more = number::count(rows.more);
    let hint = (rows.listed > rows.rows.len()).then_some(rows.listed);
    (rows.more > 0).then_some((format!("{more} more"), hint))
}

/// A list in detail.
pub(crate) fn rows(work: &Work, view: WorkView, top: usize) -> Option<WorkRows> {
    let whole = work.total.value?.0;
    let top = top.max(LEAST_ROWS);
    let (rows, listed, total): (Vec<WorkRow>, usize, u64) = match view {
        WorkView::Name => {
            let row = |named: &NamedWork| WorkRow {
                total: number::millis(named.total_us),
                count: number::count(named.count),
                name: named.name.clone(),
                words: kind_in_words(&named.group),
                ..row(named.self_us, whole)
            };
            (
                work.names.iter().map(row).collect(),
                work.names.len(),
                work.names_total,
            )
        }
        WorkView::Url => {
            let rows = work.urls.iter();
            let rows = rows.map(|line| owned(&line.url, line.self_us, &line.groups_us, whole));
            (rows.collect(), work.urls.len(), work.urls_total)
        }
        WorkView::Domain => {
            let rows = work.domains.iter();
            let rows = rows.map(|line| owned(&line.domain, line.self_us, &line.groups_us, whole));
            (rows.collect(), work.domains.len(), work.domains_total)
        }
        WorkView::TopDown => {
            let rows = nodes(&work.top_down, whole, top);
            (rows, work.top_down.len(), work.top_down_total)
        }
        WorkView::BottomUp => {
            let mut rows = nodes(&work.bottom_up, whole, top);
            // It would say the same again.
            rows.iter_mut().for_each(|row| row.total.clear());
            (rows, work.bottom_up.len(), work.bottom_up_total)
        }
    };
    let rows: Vec<WorkRow> = rows.into_iter().take(top).collect();
    Some(WorkRows {
        more: total.saturating_sub(rows.len() as u64),
        listed,
        rows,
        whole: number::value(Unit::Microseconds, whole),
    })
}

/// Whether more is known of a stretch of time than that something ran.
pub(crate) fn says_something(work: &SpanWork) -> bool {
    work.url.is_some() || work.groups_us.keys().any(|kind| kind != OTHER)
}

/// What ran in a stretch of time, in words: `scripting 270.7 ms, other 3.1 ms`; and whose it was mostly,
/// raw.
pub(crate) fn span(work: &SpanWork) -> (String, Option<String>) {
    let mut words = kinds_in_words(&work.groups_us);
    if work.forced_style_layout_count > 0 {
        words.push_str(&format!(
            "; style and layout forced {}, {}",
            times(&number::count(work.forced_style_layout_count)),
            number::millis(work.forced_style_layout_us)
        ));
    }
    (words, work.url.clone())
}

/// The names with most time of their own in a stretch of time: `FunctionCall 120.0 ms, Layout 8.1 ms`; empty
/// where they are not told.
pub(crate) fn names(work: &SpanWork) -> String {
    let name = |script: &ScriptWork| format!("{} {}", script.name, number::millis(script.self_us));
    let names: Vec<String> = work.scripts.iter().take(MOST_NAMES).map(name).collect();
    names.join(", ")
}

/// How many names of a stretch are told.
const MOST_NAMES: usize = 4;

/// `once`, `300 times`.
pub(crate) fn times(count: &str) -> String {
    match count {
        "1" => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// What ran in a stretch of time, and whose it was mostly; raw text.
pub(crate) fn ran(work: &SpanWork) -> String {
    match span(work) {
        (words, Some(url)) => format!("{words}; {url}"),
        (words, None) => words,
    }
}

/// Of a worker, in words; the URL is raw.
pub(crate) fn worker(worker: &Worker) -> String {
    let tasks = if worker.tasks == 1 { "task" } else { "tasks" };
    let mut words = format!("{} {tasks}, {} worker", number::count(worker.tasks), worker.kind);
    if !worker.in_page_process {
        words.push_str(&format!(" in process {}", worker.pid));
    }
    if let Some(url) = &worker.url {
        words.push_str(&format!(" {url}"));
    }
    words
}

fn row(time: i64, whole: f64) -> WorkRow {
    // Nothing of nothing is no share.
    let share = (whole > 0.0).then_some(time as f64 / whole);
    WorkRow {
        depth: 0,
        time: number::millis(time),
        share: share.map_or_else(String::new, |share| number::value(Unit::Ratio, share)),
        part: share,
        total: String::new(),
        count: String::new(),
        name: String::new(),
        url: String::new(),
        words: String::new(),
    }
}

fn owned(owner: &Option<String>, time: i64, groups: &GroupTimes, whole: f64) -> WorkRow {
    WorkRow {
        url: owner.clone().unwrap_or_else(|| NOBODY.to_owned()),
        words: kinds_in_words(groups),
        ..row(time, whole)
    }
}

/// The `top` nodes with most time, in the order of the tree. What a node hangs on has no less time and
/// stands before it, and is among them.
fn nodes(nodes: &[WorkNode], whole: f64, top: usize) -> Vec<WorkRow> {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(nodes[*at].total_us), *at));
    order.truncate(top);
    order.sort_unstable();
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        // A node hangs on one before it; what does not is no tree of ours, and is shown on top.
        let above = node.parent.and_then(|parent| depths.get(parent));
        depths.push(above.map_or(0, |depth| depth + 1));
    }
    let rows = order.into_iter().map(|at| WorkRow {
        depth: depths[at],
        total: number::millis(nodes[at].total_us),
        count: number::count(nodes[at].count),
        name: nodes[at].name.clone(),
        url: nodes[at].url.clone().unwrap_or_default(),
        ..row(nodes[at].self_us, whole)
    });
    rows.collect()
}

/// The two kinds with most time: `scripting 270.7 ms, other 3.1 ms`.
fn kinds_in_words(groups: &GroupTimes) -> String {
    let kinds = by_time(groups).into_iter().take(2);
    let words: Vec<String> = kinds
        .map(|(kind, time)| format!("{} {}", kind_in_words(kind), number::millis(time)))
        .collect();
    words.join(", ")
}

/// Kinds of work, most first.
fn by_time(groups: &GroupTimes) -> Vec<(&str, i64)> {
    let kinds = groups.iter().map(|(kind, time)| (kind.as_str(), *time));
    let mut kinds: Vec<(&str, i64)> = kinds.collect();
    kinds.sort_by_key(|(kind, time)| (std::cmp::Reverse(*time), *kind));
    kinds
}

/// `style layout` for `style-layout`, as in the names of metrics.
fn kind_in_words(kind: &str) -> String {
    kind.replace('-', " ")
}

#[cfg(test)]
mod tests;
