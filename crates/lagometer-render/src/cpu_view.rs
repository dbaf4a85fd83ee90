//! What a text about CPU samples shows, before it is laid out.

use crate::cpu_tasks::{self, TasksView};
use crate::remarks::{self, Tolerated, Warning};
use crate::{Style, cpu_excerpt, cpu_label, cpu_listing, cpu_place, number};
use lagometer_metric::Unit;
use lagometer_report::{
    CpuDocument, CpuFunction, CpuLabel, CpuLine, CpuProfile, CpuShare, Partial, RawNumber,
};

/// Everything that is shown, in order; raw text.
pub(crate) struct CpuView {
    pub(crate) warnings: Vec<Warning>,
    /// Lines above the table; the first begins with the name of what was read.
    pub(crate) name: String,
    pub(crate) heading: String,
    pub(crate) lines: Vec<String>,
    pub(crate) rows: Vec<CpuRow>,
    /// What is shown in their place or below them.
    pub(crate) listings: Vec<cpu_listing::Listing>,
    /// The worst long tasks with their functions.
    pub(crate) tasks: Option<TasksView>,
    /// What is below the table.
    pub(crate) more: Option<String>,
    pub(crate) tolerated: Option<Tolerated>,
}

/// A function.
pub(crate) struct CpuRow {
    pub(crate) rank: String,
    pub(crate) own: String,
    pub(crate) own_share: String,
    /// Self without the style and layout inside it; empty where that is not known.
    pub(crate) own_js: String,
    pub(crate) total: String,
    pub(crate) total_share: String,
    pub(crate) samples: String,
    pub(crate) name: String,
    pub(crate) place: String,
    /// Hot lines in words.
    pub(crate) lines: String,
    /// Labels, or how uncertain the number is.
    pub(crate) labels: Vec<String>,
    /// Lines of its source.
    pub(crate) excerpt: Vec<String>,
}

/// Picks and words what is shown of CPU samples.
pub(crate) fn view(document: &CpuDocument, skip: usize, style: &Style) -> CpuView {
    let places = cpu_place::Places::of(&document.functions);
    let listings = cpu_listing::listings(document, &places, skip, style.top);
    let functions = document.options.view == "functions" && document.calls.is_none();
    let top = if functions { style.top } else { 0 };
    let shown: Vec<&CpuFunction> = document.functions.iter().skip(skip).take(top).collect();
    CpuView {
        more: functions.then(|| more(document, skip, &shown)).flatten(),
        tasks: document
            .long_tasks
            .as_ref()
            .filter(|_| functions)
            .map(|all| cpu_tasks::view(all, &document.functions, style.top.min(LONG_TASKS), OF_LONG_TASK)),
        listings,
        warnings: warnings(document),
        name: name(document),
        heading: heading(document),
        lines: lines(document),
        rows: shown.iter().map(|function| row(function, &places)).collect(),
        tolerated: remarks::tolerated_in_trace(&document.diagnostics),
    }
}

/// How many long tasks are shown, however many rows are.
const LONG_TASKS: usize = 5;
/// How many functions of each.
const OF_LONG_TASK: usize = 3;

fn name(document: &CpuDocument) -> String {
    match &document.inputs[..] {
        [input] => input.name.clone(),
        inputs => format!("{} files", number::count(inputs.len() as u64)),
    }
}

/// `6,349 samples, CrRendererMain, interval median 181 us p95 681 us`.
fn heading(document: &CpuDocument) -> String {
    let mut parts = Vec::new();
    match document.interval.samples {
        Some(1) => parts.push("1 sample".to_owned()),
        Some(samples) => parts.push(format!("{} samples", number::count(samples))),
        None => parts.push("the file does not count its samples".to_owned()),
    }
    let chosen: Vec<&CpuProfile> = document
        .profiles
        .iter()
        .filter(|profile| profile.chosen)
        .collect();
    match &chosen[..] {
        [profile] => parts.extend(profile.thread.clone()),
        several => parts.push(format!("{} profiles", number::count(several.len() as u64))),
    }
    let micros = |value: Option<RawNumber>| value.map(|raw| number::micros(raw.0));
    let interval = &document.interval;
    if let (Some(median), Some(p95)) = (micros(interval.median.value), micros(interval.p95.value)) {
        parts.push(format!("interval median {median} p95 {p95}"));
    }
    parts.join(", ")
}

fn lines(document: &CpuDocument) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(time) = &document.time {
        let mut parts = vec![("functions", time.functions_us)];
        let others = [
            ("GC", time.gc_us),
            ("program", time.program_us),
            ("idle", time.idle_us),
            ("root", time.root_us),
            ("unknown nodes", time.unattributed_us),
        ];
        parts.extend(others.into_iter().filter(|(_, us)| *us != 0));
        let bare =
            |(name, us): (&str, i64)| format!("{name} {}", number::bare(Unit::Microseconds, us as f64));
        let parts: Vec<String> = parts.into_iter().map(bare).collect();
        lines.push(format!(
            "sampled {} = {}",
            number::millis(time.sampled_us),
            parts.join(" + ")
        ));
    }
    let basis = &document.basis;
    let amount = number::value(basis.unit.0, basis.value.0);
    lines.push(match (basis.name.as_str(), &document.time) {
        ("active", _) => format!("shares are of active time, {amount} (sampled without idle)"),
        (_, Some(_)) => format!("shares are of all sampled time, {amount}"),
        (_, None) => format!("shares are of all sampled bytes, {amount}: allocated and still alive"),
    });
    lines.extend(document.labels.iter().map(cpu_label::text));
    if let Some(window) = &document.options.window {
        lines.push(format!(
            "window {} to {}, {}",
            bound(&window.from),
            bound(&window.to),
            number::millis(window.end_us.saturating_sub(window.start_us))
        ));
    }
    if document
        .functions
        .iter()
        .any(|function| function.self_js.value.is_some())
    {
        lines.push("self js is self without the style and layout inside it".to_owned());
    }
    if document.options.rules == "devtools" {
        lines.push("rules: devtools, as the Performance panel draws a profile".to_owned());
    }
    lines.extend(not_chosen(document));
    lines
}

/// An end of a window: a mark's name, or a time in microseconds.
fn bound(text: &str) -> String {
    let time = text.strip_suffix("us").and_then(|digits| digits.parse().ok());
    time.map_or_else(|| text.to_owned(), number::short_millis)
}

/// `not in it: 1 DedicatedWorker thread (1,204 samples); --thread NAME or --profile N`.
fn not_chosen(document: &CpuDocument) -> Option<String> {
    /// How many are named.
    const NAMED: usize = 6;
    let others: Vec<&CpuProfile> = document
        .profiles
        .iter()
        .filter(|profile| !profile.chosen)
        .collect();
    if others.is_empty() {
        return None;
    }
    let named: Vec<String> = others.iter().take(NAMED).map(|profile| other(profile)).collect();
    let more = match others.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "not in it: {}{more}; choose with --thread NAME or --profile N",
        named.join(", ")
    ))
}

fn other(profile: &CpuProfile) -> String {
    let thread = match (&profile.thread, profile.tid) {
        (Some(thread), _) => format!("{} {thread}", profile.id),
        (None, Some(tid)) => format!("{} tid {tid}", profile.id),
        (None, None) => profile.id.clone(),
    };
    match profile.samples {
        Some(samples) => format!("{thread} ({} samples)", number::count(samples)),
        None => thread,
    }
}

pub(crate) fn row(function: &CpuFunction, places: &cpu_place::Places) -> CpuRow {
    let share = |share: &CpuShare| match share.share {
        Some(RawNumber(share)) => number::bare(Unit::Ratio, share),
        None => crate::shown::NOT_AVAILABLE.to_owned(),
    };
    let amount = |share: &CpuShare| number::value(share.unit.0, share.value.0);
    let hot = function.labels.iter().find(|label| label.name == "hot-line");
    let mut labels: Vec<String> = function
        .labels
        .iter()
        .filter(|label| label.name != "hot-line")
        .map(cpu_label::text)
        .collect();
    if let Some(RawNumber(error)) = function.error {
        let error = number::bare(function.own.unit.0, error);
        labels.insert(0, format!("{} +- {error}: few samples", amount(&function.own)));
    }
    CpuRow {
        rank: number::count(function.rank),
        own: amount(&function.own),
        own_share: share(&function.own),
        own_js: match function.self_js.value {
            Some(RawNumber(js)) => number::value(function.self_js.unit.0, js),
            None => String::new(),
        },
        total: amount(&function.total),
        total_share: share(&function.total),
        samples: function.samples.map_or_else(String::new, number::count),
        name: cpu_place::name_or_role(function),
        place: places.text(function),
        lines: match hot {
            Some(hot) => hot_line(hot, function).unwrap_or_default(),
            None => hottest_lines(function),
        },
        labels,
        excerpt: function
            .excerpt
            .as_ref()
            .map_or_else(Vec::new, cpu_excerpt::lines),
    }
}

/// `hot line 11452 (604 of 618)`.
fn hot_line(label: &CpuLabel, function: &CpuFunction) -> Option<String> {
    let of = |name: &str| label.evidence.get(name).map_or(0.0, |raw| raw.0);
    let hot = |line: &&CpuLine| f64::from(line.line) == of("line");
    let line = function.hot_lines.iter().find(hot);
    let text = match line {
        Some(line) => line_text(line, function)?,
        None => number::plain(of("line")),
    };
    Some(format!(
        "hot line {text} ({} of {})",
        number::value(Unit::Count, of("samples")),
        number::value(Unit::Count, of("of"))
    ))
}

/// The number of a line where the function is shown: in its source, or in the script as it ran. A
/// minified line that holds many of the source says nothing beside a place in the source.
fn line_text(line: &CpuLine, function: &CpuFunction) -> Option<String> {
    match (&function.original.value, &line.original) {
        (Some(_), original) => original.as_ref().map(|original| original.line.to_string()),
        (None, _) => Some(line.line.to_string()),
    }
}

/// `lines 12 (40), 15 (31) of 90`, where no line has most of it.
fn hottest_lines(function: &CpuFunction) -> String {
    /// How many are named.
    const NAMED: usize = 3;
    if function.hot_lines.is_empty() {
        return String::new();
    }
    let lines: u64 = function.hot_lines.iter().map(|line| line.samples).sum();
    // Some samples have no line.
    let all = function.samples.map_or(lines, |samples| samples.max(lines));
    let named: Vec<String> = function
        .hot_lines
        .iter()
        .take(NAMED)
        .filter_map(|line| {
            Some(format!(
                "{} ({})",
                line_text(line, function)?,
                number::count(line.samples)
            ))
        })
        .collect();
    if named.is_empty() {
        return String::new();
    }
    let lines = if named.len() == 1 { "line" } else { "lines" };
    format!("{lines} {} of {}", named.join(", "), number::count(all))
}

/// `131 more: --top N; --sort total lists dispatchers first (scenario 88.6 %)`.
fn more(document: &CpuDocument, skip: usize, shown: &[&CpuFunction]) -> Option<String> {
    let left = document.functions.len().saturating_sub(skip + shown.len());
    let mut parts = Vec::new();
    if left > 0 {
        parts.push(format!("{} more: --top N", number::count(left as u64)));
    }
    let largest = document.functions.iter().max_by(|a, b| {
        a.total
            .value
            .0
            .total_cmp(&b.total.value.0)
            .then(b.rank.cmp(&a.rank))
    });
    let hidden = largest
        .filter(|function| document.options.sort == "self" && !shown.iter().any(|row| row.id == function.id));
    if let Some((function, RawNumber(share))) =
        hidden.and_then(|function| Some((function, function.total.share?)))
    {
        parts.push(format!(
            "--sort total lists dispatchers first ({} {})",
            cpu_place::function_name(&function.name),
            number::value(Unit::Ratio, share)
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn warnings(document: &CpuDocument) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for input in &document.inputs {
        warnings.extend(
            input
                .partial
                .as_ref()
                .map(|partial| self::partial(&input.name, partial)),
        );
    }
    warnings.extend(remarks::warnings(&document.diagnostics, remarks::of_trace).map(|(warning, _)| warning));
    warnings
}

pub(crate) fn partial(name: &str, partial: &Partial) -> Warning {
    let mut warning = Warning::new(format!("the file is not whole: {}", partial.text));
    warning.lines = vec![
        format!("at {name}: byte {}", partial.byte),
        "all numbers are partial, of the samples before it".to_owned(),
    ];
    warning
}
