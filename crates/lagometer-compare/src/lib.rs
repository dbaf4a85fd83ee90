//! The value of a run, from the numbers of its rounds.
//!
//! Goes in: the documents of a run's rounds, in any order. Comes out: the [`SummaryDocument`]: per
//! metric the median over the valid measured rounds that have it, with n, smallest, largest and
//! every round's number; curves and lists of the one round that stands for the others. What it
//! refuses: to give a value that fewer than half of the rounds have, or one that was computed by
//! different versions of a rule. This crate reads no file, no clock and no random number: the same
//! rounds give the same bytes, whatever order they come in.
//!
//! ```
//! let summary = lagometer_compare::summarise("2026-11-29-143012-grid-sort", &[], &[]);
//! assert!(summary.variants.is_empty(), "no round, no number");
//! assert_eq!(summary.diagnostics[0].code, "no-valid-round");
//! ```
#![deny(missing_docs)]

pub mod budget;
mod diagnostics;
pub mod history;
mod representative;
mod run_value;
#[cfg(test)]
mod tests;
mod user_timings;

use lagometer_metric::{Measured, MetricDefinition, MetricId, Unit};
use lagometer_report::version::Document;
use lagometer_report::{
    Analysis, RoundCounts, RoundDocument, RoundRole, RoundState, RunValue, SummaryDocument, Value, Variant,
};
use std::collections::{BTreeMap, BTreeSet};

/// A valid measured round: the only kind whose numbers count.
#[derive(Clone, Copy)]
struct Counted<'a> {
    number: u32,
    analysis: &'a Analysis,
}

/// The value of a run.
///
/// `rounds` are all of the run's rounds, warm-ups, invalid and failed ones too: those are counted
/// and dropped. They may stand in any order; everything here goes by their numbers. `definitions`
/// give the version of every rule; a round that was computed by another version is named in the
/// diagnostics, and a metric whose rounds disagree on the version has no value.
pub fn summarise(
    run_id: &str,
    rounds: &[RoundDocument],
    definitions: &[&MetricDefinition],
) -> SummaryDocument {
    let mut ordered: Vec<&RoundDocument> = rounds.iter().collect();
    ordered.sort_by_key(|round| round.number);
    let mut by_variant: BTreeMap<&str, Vec<&RoundDocument>> = BTreeMap::new();
    for round in &ordered {
        by_variant.entry(&round.variant).or_default().push(round);
    }
    let variants = by_variant
        .iter()
        .map(|(name, rounds)| ((*name).to_owned(), variant(rounds)))
        .collect();
    SummaryDocument {
        kind: SummaryDocument::KIND.to_owned(),
        format_version: SummaryDocument::VERSION,
        run: run_id.to_owned(),
        rule_versions: rule_versions(&ordered, definitions),
        variants,
        budgets: Vec::new(),
        // Of a round that is not among these.
        hotspots: None,
        snapshots: Vec::new(),
        other_heaps: Vec::new(),
        diagnostics: diagnostics::of_run(&ordered, definitions),
    }
}

/// The rounds whose numbers count, in order of their numbers. A round without an analysis has no
/// numbers, whatever its state says.
fn counted<'a>(ordered: &[&'a RoundDocument]) -> Vec<Counted<'a>> {
    ordered
        .iter()
        .filter(|round| round.role == RoundRole::Measured && round.state == RoundState::Valid)
        .filter_map(|round| {
            let analysis = round.analysis.as_ref()?;
            Some(Counted {
                number: round.number,
                analysis,
            })
        })
        .collect()
}

fn variant(ordered: &[&RoundDocument]) -> Variant {
    let counted = counted(ordered);
    let chosen = representative::choose(&counted);
    let shown = chosen.as_ref().map(|chosen| chosen.round.analysis);
    Variant {
        rounds: counts(ordered, counted.len()),
        window: run_value::over(&lengths(&counted), Unit::Microseconds),
        series_round: chosen.as_ref().map(|chosen| chosen.round.number),
        series_round_by: chosen.as_ref().map(|chosen| chosen.by.to_owned()),
        metrics: metrics(&counted),
        series: shown.map_or_else(BTreeMap::new, |analysis| analysis.series.clone()),
        series_window_us: shown.map(length_us),
        long_tasks: shown.map_or_else(Vec::new, |analysis| analysis.long_tasks.clone()),
        user_timings: user_timings::of_rounds(&counted),
        series_user_timings: shown.map_or_else(Vec::new, |analysis| analysis.user_timings.clone()),
        frame_intervals: shown.map_or_else(Vec::new, |analysis| analysis.frame_intervals.clone()),
        frame_intervals_total: shown.map_or(0, |analysis| analysis.frame_intervals_total),
        marks: shown.map_or_else(Vec::new, |analysis| analysis.marks.clone()),
        marks_total: shown.map_or(0, |analysis| analysis.marks_total),
        interactions: shown.map_or_else(Vec::new, |analysis| analysis.interactions.clone()),
        settled_heap: shown.map_or_else(Vec::new, |analysis| analysis.settled_heap.clone()),
    }
}

/// How many rounds of which kind. A measured round that claims to be valid but has no analysis
/// counts as invalid: nothing of it is in the numbers.
fn counts(ordered: &[&RoundDocument], measured: usize) -> RoundCounts {
    let of = |role: RoundRole, state: Option<RoundState>| {
        ordered
            .iter()
            .filter(|round| round.role == role && state.is_none_or(|state| round.state == state))
            .count() as u32
    };
    let measured = measured as u32;
    let failed = of(RoundRole::Measured, Some(RoundState::Failed));
    RoundCounts {
        measured,
        warmup: of(RoundRole::Warmup, None),
        invalid: of(RoundRole::Measured, None) - failed - measured,
        failed,
    }
}

/// A window's length; the two ends come from a file, so they may be anything.
fn length_us(analysis: &Analysis) -> i64 {
    analysis.window.end_us.saturating_sub(analysis.window.start_us)
}

fn lengths(counted: &[Counted<'_>]) -> Vec<Option<Measured<f64>>> {
    counted
        .iter()
        .map(|round| Some(Measured::Value(length_us(round.analysis) as f64)))
        .collect()
}

fn metrics(counted: &[Counted<'_>]) -> BTreeMap<String, RunValue> {
    let ids: BTreeSet<&String> = counted
        .iter()
        .flat_map(|round| round.analysis.metrics.keys())
        .collect();
    ids.into_iter()
        .filter_map(|id| Some((id.clone(), metric(counted, id)?)))
        .collect()
}

/// The value of one metric; `None` where no round knows the id.
fn metric(counted: &[Counted<'_>], id: &str) -> Option<RunValue> {
    let values: Vec<Option<&Value>> = counted
        .iter()
        .map(|round| round.analysis.metrics.get(id))
        .collect();
    let unit = values.iter().flatten().next()?.unit.0;
    let measured: Vec<Option<Measured<f64>>> = values
        .iter()
        .map(|value| value.map(|value| value.measured()))
        .collect();
    let value = run_value::over(&measured, unit);
    Some(match disagreement(counted, &values, id) {
        Some(detail) => run_value::withhold(value, detail),
        None => value,
    })
}

/// Why the rounds' numbers of this metric are not of one kind: another version of the rule, or
/// another unit.
fn disagreement(counted: &[Counted<'_>], values: &[Option<&Value>], id: &str) -> Option<String> {
    let metric = MetricId::parse(id).metric;
    let mut first: Option<(u32, Option<u32>, Unit)> = None;
    for (round, value) in counted.iter().zip(values) {
        let Some(value) = value else { continue };
        let version = round.analysis.rule_versions.get(&metric).copied();
        let Some((number, of_first, unit)) = first else {
            first = Some((round.number, version, value.unit.0));
            continue;
        };
        if version != of_first {
            let (old, new) = (version_text(of_first), version_text(version));
            return Some(format!(
                "rule version {old} in round {number}, {new} in round {}",
                round.number
            ));
        }
        if value.unit.0 != unit {
            return Some(format!(
                "unit {unit} in round {number}, {} in round {}",
                value.unit.0, round.number
            ));
        }
    }
    None
}

fn version_text(version: Option<u32>) -> String {
    match version {
        Some(version) => version.to_string(),
        None => "not stated".to_owned(),
    }
}

/// The version of each rule: as the rounds state it, since they hold the numbers; of a metric that
/// no round states, as it is defined.
fn rule_versions(ordered: &[&RoundDocument], definitions: &[&MetricDefinition]) -> BTreeMap<String, u32> {
    let mut versions: BTreeMap<String, u32> = definitions
        .iter()
        .map(|definition| (definition.id.to_owned(), definition.rule_version))
        .collect();
    // The lowest number wins, so go backwards and let it overwrite.
    for round in counted(ordered).iter().rev() {
        for (metric, version) in &round.analysis.rule_versions {
            versions.insert(metric.clone(), *version);
        }
    }
    versions
}
