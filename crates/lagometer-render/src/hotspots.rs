//! Where the time of a run's extra round went, as text.

use crate::cpu_place::Places;
use crate::cpu_tasks::{self, TasksView};
use crate::cpu_view::{self, CpuRow};
use crate::number;
use lagometer_report::{DiagnosisEntry, Hotspots, RecordDocument, RoundState, SummaryDocument};

/// What is shown of it; raw text.
pub(crate) enum HotspotsView {
    /// The functions.
    Found(Found),
    /// There was a round, and it says nothing: why.
    Absent(String),
}

/// The functions that the time went to.
pub(crate) struct Found {
    /// `round 13`.
    pub(crate) round: String,
    /// `1,298 samples, interval median 166 us, active 210.9 ms`.
    pub(crate) basis: String,
    pub(crate) rows: Vec<CpuRow>,
    /// How many functions are not shown.
    pub(crate) more: u64,
    pub(crate) tasks: Option<TasksView>,
    /// The whole answer, relative to the record.
    pub(crate) document: String,
}

/// What is said of the round wherever it is shown.
pub(crate) const HEADING: &str = "where the time went";
/// And right behind it.
pub(crate) const APART: &str = "1 extra round with CPU samples, not in the numbers above";

/// `None` where the run had no such round.
pub(crate) fn view(
    summary: Option<&SummaryDocument>,
    record: &RecordDocument,
    top: usize,
    top_tasks: usize,
    top_of_task: usize,
) -> Option<HotspotsView> {
    if let Some(hotspots) = summary.and_then(|summary| summary.hotspots.as_ref()) {
        return Some(HotspotsView::Found(found(hotspots, top, top_tasks, top_of_task)));
    }
    record
        .diagnosis
        .as_ref()
        .map(|entry| HotspotsView::Absent(why_not(entry)))
}

fn found(hotspots: &Hotspots, top: usize, top_tasks: usize, top_of_task: usize) -> Found {
    let places = Places::of(&hotspots.functions);
    // Those that only a long task names stand behind.
    let shown = hotspots
        .functions
        .iter()
        .filter(|function| function.rank <= top as u64);
    let rows: Vec<CpuRow> = shown.map(|function| cpu_view::row(function, &places)).collect();
    let mut basis = Vec::new();
    if let Some(samples) = hotspots.interval.samples {
        basis.push(format!("{} samples", number::count(samples)));
    }
    if let Some(median) = hotspots.interval.median.value {
        basis.push(format!("interval median {}", number::micros(median.0)));
    }
    basis.push(format!(
        "{} {}",
        hotspots.basis.name,
        number::value(hotspots.basis.unit.0, hotspots.basis.value.0)
    ));
    Found {
        round: format!("round {}", number::count(hotspots.round.into())),
        basis: basis.join(", "),
        more: hotspots.total.saturating_sub(rows.len() as u64),
        rows,
        tasks: hotspots
            .long_tasks
            .as_ref()
            .map(|all| cpu_tasks::view(all, &hotspots.functions, top_tasks, top_of_task)),
        document: hotspots.document.clone(),
    }
}

/// `no-match: nothing matched ...`.
fn why_not(entry: &DiagnosisEntry) -> String {
    let reasons = entry.reasons.iter().filter(|reason| !reason.is_note());
    let told = reasons.map(|reason| format!("{}: {}", reason.code, reason.text));
    let told: Vec<String> = told.collect();
    match (entry.state, told.is_empty()) {
        (_, false) => told.join("; "),
        // Samples without a time.
        (RoundState::Valid, true) => "no-sample: nothing was sampled".to_owned(),
        (RoundState::Invalid | RoundState::Failed, true) => "round-failed: nothing is known of it".to_owned(),
    }
}

#[cfg(test)]
mod tests;
