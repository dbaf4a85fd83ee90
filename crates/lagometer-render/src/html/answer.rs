//! The answer: the few numbers that say most.

use super::Markup;
use super::numbers::{self, Row};
use crate::shown::{Absence, NOT_AVAILABLE, Shown};
use lagometer_metric::{MetricDefinition, Statistic};
use lagometer_report::Variant;

/// The main values, in the order in which people ask: how long did it take, was it stuck, what did it
/// cost, did it grow.
pub(super) const MAIN: &[(&str, Option<Statistic>)] = &[
    (PHASES, Some(Statistic::Median)),
    ("inp", None),
    ("total_blocking_time", None),
    ("long_task", Some(Statistic::Max)),
    ("frames_late", None),
    ("main_thread_cpu_time", None),
    ("busy_rate", Some(Statistic::Mean)),
    ("js_heap", Some(Statistic::Growth)),
];

/// The metric that has a number for every phase that the page or the scenario named.
const PHASES: &str = "user_timing";

/// How many main values there are at most: two rows.
const MOST_FIGURES: usize = 8;
/// How many phases are among them where there is room, one at least.
const MOST_PHASES: usize = 2;

/// The main values that the run has.
pub(super) fn figures(markup: &mut Markup, variant: &Variant, definitions: &[&MetricDefinition]) {
    let rows = main_values(variant, definitions);
    if rows.is_empty() {
        markup.leaf("p", &[], "no number was measured");
        return;
    }
    markup.element("ul", &[("class", "figures")], |markup| {
        for row in &rows {
            markup.element("li", &[], |markup| figure(markup, row));
        }
    });
    markup.leaf(
        "p",
        &[("class", "quiet")],
        "Medians over the rounds, with the smallest and the largest. In the strips each dot is a round, \
         from zero to the largest; the line is the median.",
    );
}

fn main_values<'d>(variant: &'d Variant, definitions: &[&'d MetricDefinition]) -> Vec<Row<'d>> {
    let of = |metric: &str, statistic: Option<Statistic>| {
        let definition = definitions.iter().find(|definition| definition.id == metric);
        definition.map_or_else(Vec::new, |definition| {
            numbers::rows(definition, variant, |_| vec![statistic]).rows
        })
    };
    let (phases, others): (Vec<_>, Vec<_>) = MAIN.iter().partition(|(metric, _)| *metric == PHASES);
    let others: Vec<Row<'d>> = others
        .into_iter()
        .flat_map(|(metric, statistic)| of(metric, statistic))
        .collect();
    let room = MOST_FIGURES.saturating_sub(others.len()).clamp(1, MOST_PHASES);
    let phases = phases
        .into_iter()
        .flat_map(|(metric, statistic)| of(metric, statistic));
    phases.take(room).chain(others).collect()
}

fn figure(markup: &mut Markup, row: &Row<'_>) {
    markup.element("p", &[("class", "label")], |markup| row.label.html(markup));
    match row.shown() {
        Shown::Number(text) => {
            markup.element("p", &[("class", "value")], |markup| value(markup, &text));
            row.strip(markup);
            markup.element("p", &[("class", "range")], |markup| {
                markup.leaf("span", &[], &row.range());
                markup.leaf("span", &[("class", "n")], &row.n());
            });
        }
        Shown::Absent(absence) => absent(markup, &absence),
    }
}

/// What stands in the place of a main value.
pub(super) fn absent(markup: &mut Markup, absence: &Absence) {
    markup.leaf("p", &[("class", "value absent")], NOT_AVAILABLE);
    markup.prose_in("p", &[("class", "reason")], &absence.text());
}

/// A number with its unit set back.
pub(super) fn value(markup: &mut Markup, text: &str) {
    match text.rsplit_once(' ') {
        Some((digits, unit)) => {
            markup.text(digits);
            markup.element("span", &[("class", "unit")], |markup| {
                markup.text(" ");
                markup.text(unit);
            });
        }
        None => markup.text(text),
    }
}

/// A number, or what stands in its place, in running text.
pub(super) fn number_or_reason(markup: &mut Markup, shown: &Shown) {
    match shown {
        Shown::Number(text) => markup.leaf("b", &[("class", "number")], text),
        Shown::Absent(absence) => {
            markup.leaf("b", &[], NOT_AVAILABLE);
            markup.text(" ");
            markup.prose(&absence.text());
        }
    }
}
