//! The runs of a results folder, each in a line: what was measured, how it ended, and the values that
//! say most.

use lagometer_metric::{MetricId, Statistic};
use lagometer_report::version::Document;
use lagometer_report::{
    BudgetCounts, Diagnostic, HistoryDocument, HistoryRun, IndexEntry, RecordDocument, RoundRole, RoundState,
    SummaryDocument, Variant,
};

/// The variant whose values are shown.
const VARIANT: &str = "head";

/// The line of a run. `record_path` is where its record lies in the results folder.
pub fn run(record: &RecordDocument, summary: Option<&SummaryDocument>, record_path: &str) -> HistoryRun {
    let mut budgets = BudgetCounts::default();
    for outcome in summary.into_iter().flat_map(|summary| &summary.budgets) {
        match outcome.met {
            Some(true) => budgets.met += 1,
            Some(false) => budgets.exceeded += 1,
            None => budgets.not_judged += 1,
        }
    }
    let variant = summary.and_then(|summary| summary.variants.get(VARIANT));
    let value = |id: String| {
        let value = variant?.metrics.get(&id)?.clone();
        Some((id, value))
    };
    let valid = |round: &&lagometer_report::RoundEntry| {
        round.role == RoundRole::Measured && round.state == RoundState::Valid
    };
    HistoryRun {
        id: record.id.clone(),
        record: record_path.to_owned(),
        started_at: record.started_at.clone(),
        scenario: record.scenario.name.clone(),
        scenario_sha256: record.scenario.sha256.clone(),
        outcome: record.outcome,
        failure: record.failure.clone(),
        rounds: record.rounds.iter().filter(valid).count() as u32,
        browser: record
            .environment
            .as_ref()
            .map(|environment| environment.browser.clone()),
        budgets,
        metrics: main_values(variant).into_iter().filter_map(value).collect(),
    }
}

/// The ids of the values that say most.
fn main_values(variant: Option<&Variant>) -> Vec<String> {
    let timing = variant.and_then(|variant| variant.user_timings.first());
    let timing = timing.map(|timing| MetricId::named("user_timing", &timing.name, Statistic::Median));
    let single = ["main_thread_cpu_time", "total_blocking_time"].map(MetricId::single);
    let heap = MetricId::statistic("js_heap", Statistic::Growth);
    single
        .into_iter()
        .chain(timing)
        .chain([heap])
        .map(|id| id.to_string())
        .collect()
}

/// The newest of these runs, at most `limit`, newest first. Within one second the longer id is the newer
/// one: `x`, `x-2`, `x-10`.
pub fn newest(mut entries: Vec<IndexEntry>, limit: usize) -> Vec<IndexEntry> {
    entries.sort_by(|a, b| {
        let started = b.started_at.cmp(&a.started_at);
        started
            .then(b.id.len().cmp(&a.id.len()))
            .then_with(|| b.id.cmp(&a.id))
    });
    entries.truncate(limit);
    entries
}

/// The answer: `runs` as [`newest`] gave them, of `total` that were asked for.
pub fn document(runs: Vec<HistoryRun>, total: usize, diagnostics: Vec<Diagnostic>) -> HistoryDocument {
    HistoryDocument {
        kind: HistoryDocument::KIND.to_owned(),
        format_version: HistoryDocument::VERSION,
        total: total as u64,
        listed: runs.len() as u64,
        runs,
        diagnostics,
    }
}

#[cfg(test)]
mod tests;
