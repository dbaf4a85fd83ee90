//! The numbers of a run with their spread, their rules and their reasons.

use super::Markup;
use crate::label::Label;
use crate::shown::{self, NOT_AVAILABLE, Shown};
use crate::{choice, definition, number, run_view, svg};
use lagometer_metric::{Group, MetricDefinition, MetricId, SMALL_SAMPLE, Statistic};
use lagometer_report::{RawNumber, RunValue, Variant};

/// A number over the rounds.
pub(super) struct Row<'d> {
    pub(super) definition: &'d MetricDefinition,
    pub(super) label: Label,
    id: MetricId,
    value: &'d RunValue,
}

/// The numbers of a metric, and how many names are not among them.
pub(super) struct Rows<'d> {
    pub(super) rows: Vec<Row<'d>>,
    more: usize,
}

/// The numbers of a metric that the run has, of the statistics that are wanted.
pub(super) fn rows<'d>(
    definition: &'d MetricDefinition,
    variant: &'d Variant,
    statistics: impl Fn(&MetricDefinition) -> Vec<Option<Statistic>>,
) -> Rows<'d> {
    let first = variant.user_timings.iter().map(|timing| timing.name.as_str());
    let longest = |name: &str| {
        let id = MetricId::named(definition.id, name, Statistic::Median);
        let value = variant.metrics.get(&id.to_string()).and_then(|value| value.value);
        value.map_or(f64::NEG_INFINITY, |raw| raw.0)
    };
    let names = choice::names(definition, variant.metrics.keys(), first, longest);
    let mut rows = Vec::new();
    for name in names.shown {
        for statistic in statistics(definition) {
            let id = MetricId {
                metric: definition.id.to_owned(),
                name: name.clone(),
                statistic,
            };
            if let Some(value) = variant.metrics.get(&id.to_string()) {
                let label = Label::new(definition.id, name.as_deref(), statistic);
                rows.push(Row {
                    definition,
                    label,
                    id,
                    value,
                });
            }
        }
    }
    Rows {
        rows,
        more: names.more,
    }
}

impl Row<'_> {
    /// The median, or the reason.
    pub(super) fn shown(&self) -> Shown {
        Shown::of_run(self.value, self.id.statistic)
    }

    /// The label below the heading of its group.
    fn label_in_group(&self) -> Label {
        self.label.clone().under_heading(self.definition)
    }

    /// `138.0 to 147.9 ms`, without the unit twice.
    pub(super) fn range(&self) -> String {
        let (Some(RawNumber(min)), Some(RawNumber(max))) = (self.value.min, self.value.max) else {
            return String::new();
        };
        let unit = self.value.unit.0;
        let (min, max) = (self.text(min), self.text(max));
        let symbol = number::symbol(unit);
        format!("{} to {max}", min.strip_suffix(symbol).unwrap_or(&min))
    }

    /// `n 10`.
    pub(super) fn n(&self) -> String {
        format!("n {}", number::count(self.value.n.into()))
    }

    /// The dots of the rounds.
    pub(super) fn strip(&self, markup: &mut Markup) {
        let rounds: Vec<f64> = self.value.rounds.iter().flatten().map(|raw| raw.0).collect();
        if let (Some(RawNumber(median)), false) = (self.value.value, rounds.is_empty()) {
            let words = format!(
                "{} of {} rounds: {}",
                self.label.words(),
                number::count(rounds.len() as u64),
                self.range()
            );
            svg::strip(markup, &rounds, median, &words);
        }
    }

    fn text(&self, raw: f64) -> String {
        shown::text(self.value.unit.0, self.id.statistic, raw)
    }

    fn edge(&self, raw: Option<RawNumber>) -> String {
        raw.map_or_else(String::new, |raw| self.text(raw.0))
    }

    /// Whether this is a P95, present, of fewer samples a round than make it differ from the maximum.
    fn is_small_p95(&self, variant: &Variant) -> bool {
        let count = MetricId {
            statistic: Some(Statistic::Count),
            ..self.id.clone()
        };
        let count = variant
            .metrics
            .get(&count.to_string())
            .and_then(|value| value.value);
        self.id.statistic == Some(Statistic::P95)
            && self.value.value.is_some()
            && count.is_some_and(|n| n.0 < SMALL_SAMPLE as f64)
    }
}

/// The main numbers of every group, and all of them on demand.
pub(super) fn numbers(markup: &mut Markup, variant: &Variant, definitions: &[&MetricDefinition]) {
    let main: Vec<Rows<'_>> = definitions
        .iter()
        .filter(|definition| choice::is_in_run(definition))
        .filter(|definition| choice::is_worth_a_row(definition, |id| run_view::number(variant, id)))
        .map(|definition| rows(definition, variant, choice::of_run))
        .collect();
    table(markup, variant, &main, "the numbers of the run, by group");
    let all: Vec<Rows<'_>> = definitions
        .iter()
        .map(|definition| rows(definition, variant, every_statistic))
        .collect();
    let count: usize = all.iter().map(|rows| rows.rows.len()).sum();
    let of_main: usize = main.iter().map(|rows| rows.rows.len()).sum();
    if count > of_main {
        markup.element("details", &[("class", "all")], |markup| {
            let words = format!(
                "Every number: {}, with those that explain",
                number::count(count as u64)
            );
            markup.leaf("summary", &[], &words);
            table(markup, variant, &all, "every number of the run, by group");
        });
    }
}

fn every_statistic(definition: &MetricDefinition) -> Vec<Option<Statistic>> {
    if definition.statistics.is_empty() {
        return vec![None];
    }
    definition.statistics.iter().copied().map(Some).collect()
}

fn table(markup: &mut Markup, variant: &Variant, metrics: &[Rows<'_>], caption: &str) {
    markup.element("table", &[("role", "table")], |markup| {
        markup.leaf("caption", &[], caption);
        markup.element("thead", &[("role", "rowgroup")], |markup| {
            markup.element("tr", &[("role", "row")], |markup| {
                for (class, words) in [
                    ("metric", "metric"),
                    ("number", "median"),
                    ("number", "min"),
                    ("number", "max"),
                    ("number", "n"),
                    ("spread", "rounds, 0 to largest"),
                ] {
                    let attributes = [("class", class), ("scope", "col"), ("role", "columnheader")];
                    markup.leaf("th", &attributes, words);
                }
            });
        });
        let mut rest = metrics;
        while let Some(first) = rest.first() {
            let group = group_of(first);
            let length = rest.iter().take_while(|rows| group_of(rows) == group).count();
            let (here, after) = rest.split_at(length);
            if let Some(group) = group {
                body(markup, variant, group, here);
            }
            rest = after;
        }
    });
}

fn group_of(rows: &Rows<'_>) -> Option<Group> {
    rows.rows.first().map(|row| row.definition.group)
}

fn body(markup: &mut Markup, variant: &Variant, group: Group, metrics: &[Rows<'_>]) {
    markup.element("tbody", &[("role", "rowgroup")], |markup| {
        markup.element("tr", &[("class", "group"), ("role", "row")], |markup| {
            let attributes = [("colspan", "6"), ("scope", "rowgroup"), ("role", "rowheader")];
            markup.leaf("th", &attributes, group.title());
        });
        for metric in metrics {
            for (index, row) in metric.rows.iter().enumerate() {
                line(markup, variant, row, index == 0);
            }
            if let (Some(row), 1..) = (metric.rows.first(), metric.more) {
                let words = format!(
                    "{} more {} names are in summary.json",
                    number::count(metric.more as u64),
                    row.definition.title
                );
                markup.element("tr", &[("role", "row")], |markup| {
                    let attributes = [("colspan", "6"), ("class", "quiet"), ("role", "cell")];
                    markup.leaf("td", &attributes, &words);
                });
            }
        }
    });
}

/// A number; the rule of its metric stands at the first one.
fn line(markup: &mut Markup, variant: &Variant, row: &Row<'_>, with_rule: bool) {
    markup.element("tr", &[("role", "row")], |markup| {
        let attributes = [("class", "metric"), ("scope", "row"), ("role", "rowheader")];
        markup.element("th", &attributes, |markup| {
            if with_rule {
                markup.element("details", &[("class", "rule")], |markup| {
                    markup.element("summary", &[], |markup| row.label_in_group().html(markup));
                    rule(markup, row.definition);
                });
            } else {
                markup.element("div", &[("class", "same")], |markup| {
                    row.label_in_group().html(markup)
                });
            }
            if row.is_small_p95(variant) {
                let words = "p95 is nearest rank: with n under 20 close to the maximum";
                markup.leaf("div", &[("class", "quiet")], words);
            }
        });
        match row.shown() {
            Shown::Number(median) => {
                cell(markup, "number median", &median);
                cell(markup, "number edge", &row.edge(row.value.min));
                cell(markup, "number edge", &row.edge(row.value.max));
                cell(markup, "number n", &number::count(row.value.n.into()));
                markup.element("td", &[("class", "spread"), ("role", "cell")], |markup| {
                    row.strip(markup);
                });
            }
            Shown::Absent(absence) => {
                cell(markup, "number median absent", NOT_AVAILABLE);
                let attributes = [("class", "reason"), ("colspan", "4"), ("role", "cell")];
                markup.prose_in("td", &attributes, &absence.text());
            }
        }
    });
}

fn cell(markup: &mut Markup, class: &str, text: &str) {
    markup.leaf("td", &[("class", class), ("role", "cell")], text);
}

/// The cell of a metric's name, with its rule on demand.
pub(super) fn metric_cell(markup: &mut Markup, of: &MetricDefinition, label: &Label) {
    let attributes = [("class", "metric"), ("scope", "row")];
    markup.element("th", &attributes, |markup| {
        markup.element("details", &[("class", "rule")], |markup| {
            markup.element("summary", &[], |markup| label.html(markup));
            rule(markup, of);
        });
    });
}

/// How a number is computed, and what it does not mean.
fn rule(markup: &mut Markup, of: &MetricDefinition) {
    markup.element("dl", &[], |markup| {
        let facts = [
            ("rule", of.rule.to_owned()),
            ("meaning", of.not_meaning.to_owned()),
            ("better", definition::better(of.better).to_owned()),
            ("role", definition::role_in_full(of)),
            (
                "source",
                format!("{}; verified on {}", of.source, definition::verified(of)),
            ),
            (
                "id",
                format!(
                    "`{}`, rule version {}",
                    of.id,
                    number::count(of.rule_version.into())
                ),
            ),
        ];
        for (name, words) in &facts {
            markup.leaf("dt", &[], name);
            markup.prose_in("dd", &[], words);
        }
    });
}
