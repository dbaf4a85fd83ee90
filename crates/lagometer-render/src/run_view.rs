//! What a text about a run shows, before it is laid out.

use crate::Style;
use crate::choice;
use crate::curve::{self, Curve};
use crate::hotspots::{self, HotspotsView};
use crate::label::Label;
use crate::long_tasks::{self, LongTasks};
use crate::message;
use crate::number;
use crate::remarks::{self, Tolerated, Warning};
use crate::settled_heap::{self, SettledHeap};
use crate::shown::{self, Shown};
use crate::user_timings;
use lagometer_metric::{Group, MetricDefinition, MetricId, SMALL_SAMPLE, Statistic, Unit};
use lagometer_report::{
    Environment, Outcome, RecordDocument, RoundEntry, RoundRole, RoundState, SummaryDocument, Variant,
};

/// Everything that is shown, in order.
pub(crate) struct RunView<'d> {
    pub(crate) warnings: Vec<Warning>,
    /// The conditions; `None` where the browser never started.
    pub(crate) environment: Option<String>,
    /// One a variant; a plain run has one.
    pub(crate) variants: Vec<VariantView>,
    /// Where the time of the extra round went; `None` where there was none.
    pub(crate) hotspots: Option<HotspotsView>,
    pub(crate) tolerated: Option<Tolerated>,
    /// The metrics that are shown.
    pub(crate) shown: Vec<&'d MetricDefinition>,
}

/// The numbers of one variant.
pub(crate) struct VariantView {
    /// The scenario's name, and the variant's where there are several; raw text.
    pub(crate) name: String,
    /// `10 rounds, 2 warm-up dropped`.
    pub(crate) rounds: String,
    /// The median length of the window.
    pub(crate) window: Shown,
    pub(crate) groups: Vec<(Group, Vec<RunRow>)>,
    pub(crate) busy: Option<Curve>,
    pub(crate) settled_heap: Option<SettledHeap>,
    pub(crate) long_tasks: LongTasks,
    /// Which round curves and lists are of: `round 7 (median cpu time)`.
    pub(crate) representative: Option<String>,
    /// User timings that were left out of the numbers, in words; raw names.
    pub(crate) left_out: Vec<String>,
    /// Metrics with more names than are shown, and how many more.
    pub(crate) more: Vec<(&'static str, usize)>,
    /// Labels whose P95 is one of few samples.
    pub(crate) small_samples: Vec<Label>,
}

/// A number over the rounds.
pub(crate) struct RunRow {
    pub(crate) label: Label,
    pub(crate) median: Shown,
    pub(crate) min: String,
    pub(crate) max: String,
    pub(crate) n: String,
}

/// Picks and words what is shown of a run.
pub(crate) fn view<'d>(
    summary: &SummaryDocument,
    record: &RecordDocument,
    definitions: &[&'d MetricDefinition],
    style: &Style,
) -> RunView<'d> {
    let mut shown: Vec<&MetricDefinition> = Vec::new();
    let variants = summary
        .variants
        .iter()
        .map(|(name, variant)| {
            let name = match summary.variants.len() {
                1 => record.scenario.name.clone(),
                _ => format!("{}: {name}", record.scenario.name),
            };
            variant_view(name, variant, definitions, &mut shown, style)
        })
        .collect();
    RunView {
        warnings: warnings(summary, record),
        environment: record.environment.as_ref().map(environment),
        variants,
        hotspots: hotspots::view(
            Some(summary),
            record,
            HOT_FUNCTIONS,
            style.top.min(HOT_TASKS),
            HOT_OF_TASK,
        ),
        tolerated: remarks::tolerated_in_run(&summary.diagnostics),
        shown,
    }
}

/// How many functions of the extra round are shown.
const HOT_FUNCTIONS: usize = 3;
/// How many of its long tasks, and how many functions of each.
const HOT_TASKS: usize = 2;
const HOT_OF_TASK: usize = 3;

fn variant_view<'d>(
    name: String,
    variant: &Variant,
    definitions: &[&'d MetricDefinition],
    shown: &mut Vec<&'d MetricDefinition>,
    style: &Style,
) -> VariantView {
    let mut groups: Vec<(Group, Vec<RunRow>)> = Vec::new();
    let mut small_samples = Vec::new();
    let mut more = Vec::new();
    for definition in definitions
        .iter()
        .filter(|definition| choice::is_in_run(definition))
        .filter(|definition| choice::is_worth_a_row(definition, |id| number(variant, id)))
    {
        let (rows, more_names) = rows(definition, variant);
        if more_names > 0 {
            more.push((definition.title, more_names));
        }
        for (label, row) in rows {
            if is_small_p95(&row, variant) {
                small_samples.push(label.clone());
            }
            match groups.last_mut() {
                Some((group, rows)) if *group == definition.group => rows.push(run_row(label, &row, variant)),
                _ => groups.push((definition.group, vec![run_row(label, &row, variant)])),
            }
            if !shown.iter().any(|known| known.id == definition.id) {
                shown.push(definition);
            }
        }
    }
    VariantView {
        name,
        rounds: rounds(variant),
        window: Shown::of_run(&variant.window, None),
        groups,
        busy: variant
            .series
            .get("busy_rate")
            .and_then(|series| curve::curve(series, style)),
        settled_heap: settled_heap::of_run(variant, style),
        long_tasks: long_tasks::longest(&variant.long_tasks, style.top),
        representative: variant.series_round.map(|round| representative(round, variant)),
        left_out: user_timings::left_out(&variant.user_timings),
        small_samples,
        more,
    }
}

/// A number of a run, where it is there.
pub(crate) fn number(variant: &Variant, id: &str) -> Option<f64> {
    variant.metrics.get(id)?.value.map(|raw| raw.0)
}

/// The numbers of a metric that the run has, with their labels, and how many names are not shown.
fn rows(definition: &MetricDefinition, variant: &Variant) -> (Vec<(Label, MetricId)>, usize) {
    let first = variant.user_timings.iter().map(|timing| timing.name.as_str());
    let longest = |name: &str| {
        let id = MetricId::named(definition.id, name, Statistic::Median);
        let value = variant.metrics.get(&id.to_string()).and_then(|value| value.value);
        value.map_or(f64::NEG_INFINITY, |raw| raw.0)
    };
    let names = choice::names(definition, variant.metrics.keys(), first, longest);
    let mut rows = Vec::new();
    for name in names.shown {
        for statistic in choice::of_run(definition) {
            let id = MetricId {
                metric: definition.id.to_owned(),
                name: name.clone(),
                statistic,
            };
            if variant.metrics.contains_key(&id.to_string()) {
                let label = Label::new(definition.id, name.as_deref(), statistic);
                rows.push((label.under_heading(definition), id));
            }
        }
    }
    (rows, names.more)
}

fn run_row(label: Label, id: &MetricId, variant: &Variant) -> RunRow {
    let value = &variant.metrics[&id.to_string()];
    let text = |raw: Option<lagometer_report::RawNumber>| {
        raw.map_or_else(String::new, |raw| shown::text(value.unit.0, id.statistic, raw.0))
    };
    RunRow {
        label,
        median: Shown::of_run(value, id.statistic),
        min: text(value.min),
        max: text(value.max),
        n: number::count(value.n.into()),
    }
}

/// Whether this is a P95, present, of fewer samples a round than make it differ from the maximum.
fn is_small_p95(id: &MetricId, variant: &Variant) -> bool {
    let count = MetricId {
        statistic: Some(Statistic::Count),
        ..id.clone()
    };
    let present = variant
        .metrics
        .get(&id.to_string())
        .is_some_and(|value| value.value.is_some());
    let count = variant
        .metrics
        .get(&count.to_string())
        .and_then(|value| value.value);
    id.statistic == Some(Statistic::P95) && present && count.is_some_and(|n| n.0 < SMALL_SAMPLE as f64)
}

/// `10 rounds, 2 warm-up dropped, 1 invalid`.
pub(crate) fn rounds(variant: &Variant) -> String {
    let counts = variant.rounds;
    let rounds = if counts.measured == 1 { "round" } else { "rounds" };
    let mut text = format!("{} {rounds}", number::count(counts.measured.into()));
    let others = [
        (counts.warmup, "warm-up dropped"),
        (counts.invalid, "invalid"),
        (counts.failed, "failed"),
    ];
    for (count, what) in others {
        if count > 0 {
            text.push_str(&format!(", {} {what}", number::count(count.into())));
        }
    }
    text
}

/// `round 7 (median cpu time)`.
pub(crate) fn representative(round: u32, variant: &Variant) -> String {
    let by = match variant.series_round_by.as_deref() {
        Some("main_thread_cpu_time") => " (median cpu time)",
        Some("first-valid") => " (the first valid one)",
        _ => "",
    };
    format!("round {}{by}", number::count(round.into()))
}

/// `Chromium 156.0.8078.108, headless, 1440x900, 60 Hz (measured)`.
pub(crate) fn environment(environment: &Environment) -> String {
    let window = if environment.headless == "off" {
        "with a window"
    } else {
        "headless"
    };
    let viewport = environment.viewport;
    let mut size = format!("{}x{}", viewport.width, viewport.height);
    if viewport.scale != 1.0 {
        size.push_str(&format!(" at {}x", number::plain(viewport.scale)));
    }
    let refresh = match Shown::of(&environment.refresh, None) {
        Shown::Number(_) => {
            let hertz = environment
                .refresh
                .value
                .map(|raw| number::short_value(Unit::Hertz, raw.0));
            format!("{} (measured)", hertz.unwrap_or_default())
        }
        Shown::Absent(absence) => format!("refresh rate {}: {}", shown::NOT_AVAILABLE, absence.text()),
    };
    format!("{}, {window}, {size}, {refresh}", environment.browser)
}

fn warnings(summary: &SummaryDocument, record: &RecordDocument) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = ended(record).into_iter().collect();
    warnings.extend(data_warnings(summary, record));
    warnings
}

/// How a run ended before its end, and why.
pub(crate) fn ended(record: &RecordDocument) -> Option<Warning> {
    let ended = match record.outcome {
        Outcome::Complete => return None,
        Outcome::Failed => "the run failed; the numbers are those of the rounds before",
        Outcome::Interrupted => "the run was interrupted; the numbers are those of the rounds before",
    };
    let mut warning = Warning::new(ended);
    if let Some(failure) = &record.failure {
        warning.lines.push(format!("{}: {}", failure.code, failure.text));
        warning
            .lines
            .extend(failure.place.iter().map(|place| format!("at {place}")));
        warning.hint = failure.hint.clone();
    }
    Some(warning)
}

/// What is to be known of the numbers before they are believed.
pub(crate) fn data_warnings(summary: &SummaryDocument, record: &RecordDocument) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (mut warning, diagnostic) in remarks::warnings(&summary.diagnostics, remarks::of_run) {
        if diagnostic.code == "rounds-dropped" {
            warning.lines.extend(record.rounds.iter().filter_map(dropped));
        }
        warnings.push(warning);
    }
    warnings
}

/// A measured round whose numbers do not count, and why.
fn dropped(round: &RoundEntry) -> Option<String> {
    let state = match (round.role, round.state) {
        (RoundRole::Warmup, _) | (_, RoundState::Valid) => return None,
        (_, RoundState::Invalid) => "invalid",
        (_, RoundState::Failed) => "failed",
    };
    let reasons: Vec<String> = round
        .reasons
        .iter()
        .filter(|reason| !reason.is_note())
        .map(|reason| {
            let text = message::words(&reason.text, reason.amount_us);
            format!("{}: {text}", reason.code)
        })
        .collect();
    let reasons = if reasons.is_empty() {
        String::new()
    } else {
        format!(": {}", reasons.join("; "))
    };
    Some(format!(
        "round {} {state}{reasons}",
        number::count(round.number.into())
    ))
}
