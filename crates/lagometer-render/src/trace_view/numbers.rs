//! The metrics of a trace: rows of statistics, and single numbers.

use crate::choice;
use crate::explain;
use crate::label::Label;
use crate::number;
use crate::shown::{Absence, Shown};
use lagometer_metric::{MetricDefinition, MetricId, SMALL_SAMPLE, Statistic, Unit};
use lagometer_report::{Analysis, Value};

/// Everything that is shown of the metrics, in order.
#[derive(Default)]
pub(crate) struct Numbers<'d> {
    pub(crate) distributions: Vec<DistributionRow<'d>>,
    /// Metrics with more names than are shown, and how many more.
    pub(crate) more: Vec<(&'static str, usize)>,
    /// Whether a P95 of few samples is among them.
    pub(crate) small_samples: bool,
    pub(crate) numbers: Vec<NumberRow<'d>>,
    /// The metrics that are shown.
    pub(crate) shown: Vec<&'d MetricDefinition>,
}

/// n, mean, median, P95 and maximum of a metric.
pub(crate) struct DistributionRow<'d> {
    pub(crate) definition: &'d MetricDefinition,
    pub(crate) label: Label,
    pub(crate) n: String,
    /// Empty where the metric does not have that statistic.
    pub(crate) cells: [String; 4],
}

/// The statistics of a row, in order.
pub(crate) const COLUMNS: [Statistic; 4] =
    [Statistic::Mean, Statistic::Median, Statistic::P95, Statistic::Max];

/// One number, and what it is of.
pub(crate) struct NumberRow<'d> {
    pub(crate) definition: &'d MetricDefinition,
    pub(crate) label: Label,
    pub(crate) value: Shown,
    /// What the number is of; raw text.
    pub(crate) words: String,
}

/// Every number of the metrics that explain, in order: those that do not stand with the others.
pub(crate) fn explaining<'d>(
    analysis: &Analysis,
    definitions: &[&'d MetricDefinition],
) -> Vec<NumberRow<'d>> {
    let mut rows = Vec::new();
    for definition in definitions
        .iter()
        .filter(|definition| !choice::is_in_trace(definition))
    {
        let names = choice::names(definition, analysis.metrics.keys(), std::iter::empty(), |_| 0.0);
        for name in names.shown {
            let statistics = definition.statistics.iter().copied().map(Some);
            let none = definition.statistics.is_empty().then_some(None);
            for statistic in statistics.chain(none) {
                let id = id_of(definition, name.as_deref(), statistic);
                let Some(value) = analysis.metrics.get(&id.to_string()) else {
                    continue;
                };
                rows.push(NumberRow {
                    definition,
                    label: Label::new(definition.id, name.as_deref(), statistic),
                    value: Shown::of(value, statistic),
                    words: String::new(),
                });
            }
        }
    }
    shorten_repeated(&mut rows);
    rows
}

/// Picks and words what is shown of the metrics.
pub(crate) fn numbers<'d>(analysis: &Analysis, definitions: &[&'d MetricDefinition]) -> Numbers<'d> {
    let mut rows = Numbers::default();
    for definition in definitions
        .iter()
        .filter(|definition| choice::is_in_trace(definition))
    {
        rows.add(definition, analysis);
    }
    drop_repeated_absences(&mut rows.numbers);
    // What is there stands before what is not.
    rows.numbers
        .sort_by_key(|row| matches!(row.value, Shown::Absent(_)));
    shorten_repeated(&mut rows.numbers);
    rows
}

/// Of the metrics of a page load that all lack a navigation the first says it for all.
fn drop_repeated_absences(rows: &mut Vec<NumberRow>) {
    let lacks_navigation = |row: &NumberRow| match &row.value {
        Shown::Absent(absence) => absence.reason == "no-navigation",
        Shown::Number(_) => false,
    };
    let mut first = true;
    rows.retain(|row| !lacks_navigation(row) || std::mem::take(&mut first));
}

impl<'d> Numbers<'d> {
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
    fn add_distribution(
        &mut self,
        definition: &'d MetricDefinition,
        name: Option<&str>,
        analysis: &Analysis,
    ) {
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
                    definition,
                    label: Label::new(definition.id, name, Some(Statistic::Count)),
                    value: Shown::of(count, None),
                    words: why.text(),
                },
                (_, absent) => NumberRow {
                    definition,
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
            definition,
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
        definition: &'d MetricDefinition,
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
            definition,
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
fn shorten_repeated(rows: &mut [NumberRow<'_>]) {
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
