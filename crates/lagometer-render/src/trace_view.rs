//! What a text about a trace shows, before it is laid out.

use crate::Style;
use crate::choice;
use crate::curve::{self, Curve};
use crate::explain;
use crate::facts::Fact;
use crate::label::Label;
use crate::long_tasks::{self, LongTasks};
use crate::number;
use crate::remarks::{self, Tolerated, Warning};
use crate::shown::{self, Absence, Shown};
use crate::user_timings;
use lagometer_metric::{MetricDefinition, MetricId, SMALL_SAMPLE, Statistic, Unit};
use lagometer_report::{Analysis, MainThread, TraceDocument, Value};

/// Everything that is shown, in order.
pub(crate) struct TraceView<'d> {
    pub(crate) warnings: Vec<Warning>,
    pub(crate) heading: Vec<Fact>,
    pub(crate) busy: Option<Curve>,
    pub(crate) distributions: Vec<DistributionRow>,
    /// Metrics with more names than are shown, and how many more.
    pub(crate) more: Vec<(&'static str, usize)>,
    /// Whether a P95 of few samples is among them.
    pub(crate) small_samples: bool,
    pub(crate) numbers: Vec<NumberRow>,
    pub(crate) long_tasks: LongTasks,
    /// Tasks that were running when the recording ended, in words.
    pub(crate) open: Vec<String>,
    /// User timings that were left out of the numbers, in words; raw names.
    pub(crate) left_out: Vec<String>,
    pub(crate) tolerated: Option<Tolerated>,
    /// The metrics that are shown.
    pub(crate) shown: Vec<&'d MetricDefinition>,
}

/// n, mean, median, P95 and maximum of a metric.
pub(crate) struct DistributionRow {
    pub(crate) label: Label,
    pub(crate) n: String,
    /// Empty where the metric does not have that statistic.
    pub(crate) cells: [String; 4],
}

/// The statistics of a row, in order.
pub(crate) const COLUMNS: [Statistic; 4] =
    [Statistic::Mean, Statistic::Median, Statistic::P95, Statistic::Max];

/// One number, and what it is of.
pub(crate) struct NumberRow {
    pub(crate) label: Label,
    pub(crate) value: Shown,
    /// What the number is of; raw text.
    pub(crate) words: String,
}

/// Picks and words what is shown of a trace.
pub(crate) fn view<'d>(
    document: &TraceDocument,
    definitions: &[&'d MetricDefinition],
    style: &Style,
) -> TraceView<'d> {
    let analysis = &document.analysis;
    let mut rows = Rows::default();
    for definition in definitions
        .iter()
        .filter(|definition| choice::is_in_trace(definition))
    {
        rows.add(definition, analysis);
    }
    // What is there stands before what is not.
    rows.numbers
        .sort_by_key(|row| matches!(row.value, Shown::Absent(_)));
    shorten_repeated(&mut rows.numbers);
    TraceView {
        warnings: warnings(document),
        heading: heading(document, style),
        busy: analysis
            .series
            .get("busy_rate")
            .and_then(|series| curve::curve(series, style)),
        distributions: rows.distributions,
        more: rows.more,
        small_samples: rows.small_samples,
        numbers: rows.numbers,
        long_tasks: long_tasks::longest(&analysis.long_tasks, style.top),
        open: open(analysis),
        left_out: user_timings::left_out(&analysis.user_timings),
        tolerated: remarks::tolerated_in_trace(&document.diagnostics),
        shown: rows.shown,
    }
}

#[derive(Default)]
struct Rows<'d> {
    distributions: Vec<DistributionRow>,
    numbers: Vec<NumberRow>,
    small_samples: bool,
    more: Vec<(&'static str, usize)>,
    shown: Vec<&'d MetricDefinition>,
}

impl<'d> Rows<'d> {
    fn add(&mut self, definition: &'d MetricDefinition, analysis: &Analysis) {
        let first = analysis.user_timings.iter().map(|timing| timing.name.as_str());
        let longest = |name: &str| {
            let id = id_of(definition, Some(name), Some(Statistic::Max));
            let value = analysis
                .metrics
                .get(&id.to_string())
                .and_then(|value| value.value);
            value.map_or(f64::NEG_INFINITY, |raw| raw.0)
        };
        let names = choice::names(definition, analysis.metrics.keys(), first, longest);
        if !names.shown.is_empty() {
            self.shown.push(definition);
        }
        if names.more > 0 {
            self.more.push((definition.title, names.more));
        }
        for name in &names.shown {
            if choice::is_distribution(definition) {
                self.add_distribution(definition, name.as_deref(), analysis);
            }
            if let Some(statistic) = choice::of_trace_line(definition) {
                self.add_number(definition, name.as_deref(), statistic, analysis);
            }
        }
    }

    /// A row where any of its numbers is there, else a line that says why none is.
    fn add_distribution(&mut self, definition: &MetricDefinition, name: Option<&str>, analysis: &Analysis) {
        let value = |statistic| {
            let id = id_of(definition, name, Some(statistic)).to_string();
            analysis.metrics.get(&id)
        };
        let values = COLUMNS.map(value);
        let number = |value: &Value| value.value.is_some();
        let present = values.iter().flatten().find(|value| number(value));
        let absent = values.iter().flatten().find(|value| !number(value));
        if let (None, Some(absent)) = (present, absent) {
            let counted = value(Statistic::Count).filter(|value| number(value));
            let absent = Shown::of(absent, None);
            self.numbers.push(match (counted, absent) {
                // None of them is a number that was measured.
                (Some(count), Shown::Absent(why)) => NumberRow {
                    label: Label::new(definition.id, name, Some(Statistic::Count)),
                    value: Shown::of(count, None),
                    words: why.text(),
                },
                (_, absent) => NumberRow {
                    label: Label::new(definition.id, name, None),
                    value: absent,
                    words: String::new(),
                },
            });
            return;
        }
        let n = value(Statistic::Count)
            .and_then(|value| value.value)
            .map(|raw| raw.0);
        let n = n.or_else(|| slices(definition, analysis));
        let has_p95 = value(Statistic::P95).is_some_and(number);
        self.small_samples |= has_p95 && n.is_some_and(|n| n < SMALL_SAMPLE as f64);
        self.distributions.push(DistributionRow {
            label: Label::new(definition.id, name, None),
            n: n.map_or_else(String::new, |n| number::value(Unit::Count, n)),
            cells: values.map(|value| match value {
                Some(value) => Shown::of(value, None).short().to_owned(),
                None => String::new(),
            }),
        });
    }

    fn add_number(
        &mut self,
        definition: &MetricDefinition,
        name: Option<&str>,
        statistic: Option<Statistic>,
        analysis: &Analysis,
    ) {
        let id = id_of(definition, name, statistic).to_string();
        let Some(value) = analysis.metrics.get(&id) else {
            return;
        };
        let value = Shown::of(value, statistic);
        let words = match value {
            Shown::Number(_) => explain::number_of_trace(definition, statistic, analysis),
            Shown::Absent(_) => String::new(),
        };
        self.numbers.push(NumberRow {
            label: Label::new(definition.id, name, statistic),
            value,
            words,
        });
    }
}

fn id_of(definition: &MetricDefinition, name: Option<&str>, statistic: Option<Statistic>) -> MetricId {
    MetricId {
        metric: definition.id.to_owned(),
        name: name.map(str::to_owned),
        statistic,
    }
}

/// How many values a curve has: the n of a metric whose samples are its slices.
fn slices(definition: &MetricDefinition, analysis: &Analysis) -> Option<f64> {
    let series = analysis.series.get(definition.id)?;
    Some(series.values.iter().flatten().count() as f64)
}

/// A reason that stands in the line above already is not said in full again.
fn shorten_repeated(rows: &mut [NumberRow]) {
    let mut before: Option<Absence> = None;
    for row in rows {
        if let Shown::Absent(absence) = &mut row.value {
            let full = absence.clone();
            if before.as_ref() == Some(absence) && !absence.detail.is_empty() {
                absence.detail = "as above".to_owned();
            }
            before = Some(full);
        }
    }
}

fn heading(document: &TraceDocument, style: &Style) -> Vec<Fact> {
    let analysis = &document.analysis;
    let mut facts = vec![Fact::new(&document.input.name, input(document))];
    facts.push(Fact::new("main thread", main_thread(&analysis.main_thread)));
    if style.verbose > 0 {
        for rejected in &analysis.main_thread.rejected {
            let text = format!("pid {} tid {}: {}", rejected.pid, rejected.tid, rejected.why);
            facts.push(Fact::new("  not taken", text));
        }
    }
    facts.push(Fact::new("window", window(analysis)));
    facts.push(Fact::new("capture", capture(document)));
    facts
}

/// `2,719.6 KiB, JSON object, 11,679 events, Chrome 156`.
fn input(document: &TraceDocument) -> String {
    let input = &document.input;
    let mut parts = vec![number::size(input.bytes)];
    if input.container == "gzip" {
        parts.push(format!("gzip of {}", number::size(input.text_bytes)));
    }
    parts.push(format!("JSON {}", input.form));
    let events = if input.events == 1 { "event" } else { "events" };
    parts.push(format!("{} {events}", number::count(input.events)));
    parts.extend(input.browser.clone());
    parts.join(", ")
}

fn main_thread(main_thread: &MainThread) -> String {
    let Some(method) = &main_thread.method else {
        let absence = Absence::new(main_thread.reason.as_deref(), main_thread.detail.as_deref());
        return format!("{} {}", shown::NOT_AVAILABLE, absence.text());
    };
    let places: Vec<String> = main_thread
        .windows
        .iter()
        .map(|window| format!("pid {} tid {}", window.pid, window.tid))
        .collect();
    let mut text = places.join(", then ");
    if let Some(confidence) = &main_thread.confidence {
        text.push_str(&format!(", {confidence}"));
    }
    text.push_str(": ");
    text.push_str(method_in_words(method));
    text
}

/// How the main thread was found, in words.
fn method_in_words(method: &str) -> &str {
    match method {
        "cdp-frame" => "the frame that the browser named",
        "tracing-started-frame" => "frame in TracingStartedInBrowser",
        "tracing-started-in-page" => "thread of TracingStartedInPage",
        "lagometer-mark" => "it carries the lagometer marks",
        "only-renderer" => "the only renderer that can show a page",
        "navigation" => "a page was loaded into its main frame",
        "most-task-time" => "it has the most task time",
        other => other,
    }
}

/// `whole trace, 1,399.6 ms (it holds no lagometer marks)`.
fn window(analysis: &Analysis) -> String {
    let window = &analysis.window;
    let length = number::millis(window.end_us.saturating_sub(window.start_us));
    if window.from == "trace-start" && window.to == "trace-end" {
        let why = match window.whole_because.as_deref() {
            Some("no-marks") => " (it holds no lagometer marks)",
            Some("several-marks") => " (it holds several pairs of lagometer marks)",
            _ => "",
        };
        return format!("whole trace, {length}{why}");
    }
    format!("{} to {}, {length}", bound(&window.from), bound(&window.to))
}

/// An end of a window: a mark's name, or a time in microseconds.
fn bound(text: &str) -> String {
    let time = text.strip_suffix("us").and_then(|digits| digits.parse().ok());
    time.map_or_else(|| text.to_owned(), number::short_millis)
}

fn capture(document: &TraceDocument) -> String {
    let discarded = |count: u64| {
        let chunks = if count == 1 { "chunk" } else { "chunks" };
        format!("{} {chunks} discarded", number::count(count))
    };
    match (document.capture.lost, document.capture.chunks_discarded) {
        (Some(false), Some(count)) => format!("complete: {}", discarded(count)),
        (Some(false), None) => "complete".to_owned(),
        (Some(true), Some(count)) => format!("incomplete: {}", discarded(count)),
        (Some(true), None) => "incomplete".to_owned(),
        (None, _) => "the file does not tell whether events were lost".to_owned(),
    }
}

fn warnings(document: &TraceDocument) -> Vec<Warning> {
    let name = &document.input.name;
    let mut warnings = Vec::new();
    if let Some(partial) = &document.input.partial {
        warnings.push(remarks::partial(name, partial));
    }
    if document.capture.lost == Some(true) {
        let mut warning = Warning::new(format!("the trace is {}", capture(document)));
        let field = document.capture.field.iter();
        warning
            .lines
            .extend(field.map(|field| format!("at {name}: {field}")));
        warning.hint = Some("record a shorter stretch, or with a larger trace buffer".to_owned());
        warnings.push(warning);
    }
    warnings.extend(remarks::warnings(&document.diagnostics, remarks::of_trace).map(|(warning, _)| warning));
    warnings
}

fn open(analysis: &Analysis) -> Vec<String> {
    analysis
        .open_tasks
        .iter()
        .map(|task| {
            format!(
                "at {}, running for {} when the recording ended: not counted",
                number::millis(task.start_us),
                number::millis(task.elapsed_us)
            )
        })
        .collect()
}
