//! What a text about the runs of a results folder shows, before it is laid out.

use crate::label::Label;
use crate::number;
use crate::shown::Shown;
use lagometer_metric::MetricId;
use lagometer_report::{HistoryDocument, HistoryRun, Outcome};

/// How many absent values are told with their reasons.
const ABSENT_TOLD: usize = 5;

/// Everything that is shown, in order.
pub(crate) struct HistoryView {
    /// `12 runs, 3 listed`.
    pub(crate) counts: String,
    /// One a scenario, that of the newest run first.
    pub(crate) scenarios: Vec<ScenarioRuns>,
    /// What could not be read; raw text.
    pub(crate) notes: Vec<String>,
}

/// The runs of one scenario.
pub(crate) struct ScenarioRuns {
    /// Its name, raw.
    pub(crate) name: String,
    /// Its values: ids and labels.
    pub(crate) columns: Vec<Label>,
    pub(crate) rows: Vec<Row>,
    /// Why values are absent; raw text.
    pub(crate) absent: Vec<String>,
}

/// One run.
pub(crate) struct Row {
    /// The start of its id that names it.
    pub(crate) run: String,
    pub(crate) outcome: &'static str,
    /// Valid rounds.
    pub(crate) rounds: String,
    /// One a column; `None` where the run has no numbers at all.
    pub(crate) cells: Vec<Option<Shown>>,
}

/// Groups the runs by scenario; the newest of each first.
pub(crate) fn view(document: &HistoryDocument) -> HistoryView {
    let mut names: Vec<&str> = Vec::new();
    for run in &document.runs {
        if !names.contains(&run.scenario.as_str()) {
            names.push(&run.scenario);
        }
    }
    let runs = if document.total == 1 { "run" } else { "runs" };
    let mut counts = format!("{} {runs}", number::count(document.total));
    if document.listed < document.total {
        counts.push_str(&format!(", the {} newest listed", number::count(document.listed)));
    }
    HistoryView {
        counts,
        scenarios: names.iter().map(|name| scenario(name, document)).collect(),
        notes: document.diagnostics.iter().map(note).collect(),
    }
}

fn note(diagnostic: &lagometer_report::Diagnostic) -> String {
    match diagnostic.count {
        1 => format!("left out: {}", diagnostic.text),
        count => format!(
            "left out: {}; {} of this kind",
            diagnostic.text,
            number::count(count)
        ),
    }
}

fn scenario(name: &str, document: &HistoryDocument) -> ScenarioRuns {
    let runs: Vec<&HistoryRun> = document.runs.iter().filter(|run| run.scenario == name).collect();
    // Those of the newest run that has numbers; a run whose first user timing is another one lacks it.
    let ids = runs.iter().find(|run| !run.metrics.is_empty());
    let ids = ordered(ids.map_or_else(Vec::new, |run| {
        run.metrics.keys().map(|id| MetricId::parse(id)).collect()
    }));
    let mut absent = Vec::new();
    let rows = runs
        .iter()
        .map(|run| row(run, &runs, &ids, &mut absent))
        .collect();
    let more = absent.len().saturating_sub(ABSENT_TOLD);
    absent.truncate(ABSENT_TOLD);
    if more > 0 {
        absent.push(format!("{} more: --format json", number::count(more as u64)));
    }
    ScenarioRuns {
        name: name.to_owned(),
        columns: ids.iter().map(label).collect(),
        rows,
        absent,
    }
}

/// Time first, memory last, as in the table of a run.
fn ordered(mut ids: Vec<MetricId>) -> Vec<MetricId> {
    const ORDER: &[&str] = &[
        "main_thread_cpu_time",
        "total_blocking_time",
        "user_timing",
        "js_heap",
    ];
    ids.sort_by_key(|id| ORDER.iter().position(|known| *known == id.metric));
    ids
}

fn label(id: &MetricId) -> Label {
    Label::new(&id.metric, id.name.as_deref(), id.statistic)
}

fn row(run: &HistoryRun, all: &[&HistoryRun], ids: &[MetricId], absent: &mut Vec<String>) -> Row {
    let name = run_name(run, all);
    let cells = ids.iter().map(|id| {
        if run.metrics.is_empty() {
            return None;
        }
        let Some(value) = run.metrics.get(&id.to_string()) else {
            absent.push(format!(
                "{name} {}: it is not the run's first user timing",
                label(id).words()
            ));
            return Some(Shown::Number("n/a".to_owned()));
        };
        let shown = Shown::of_run(value, id.statistic);
        if let Shown::Absent(absence) = &shown {
            absent.push(format!("{name} {}: {}", label(id).words(), absence.text()));
        }
        Some(shown)
    });
    Row {
        cells: cells.collect(),
        outcome: match run.outcome {
            Outcome::Failed => "failed",
            Outcome::Interrupted => "interrupted",
            Outcome::Complete if run.budgets.exceeded > 0 => "over budget",
            Outcome::Complete if run.budgets.not_judged > 0 => "not judged",
            Outcome::Complete => "complete",
        },
        rounds: number::count(run.rounds.into()),
        run: name,
    }
}

/// The time in the id, where that alone names the run; else the id.
fn run_name(run: &HistoryRun, all: &[&HistoryRun]) -> String {
    let rest = format!("-{}", run.scenario);
    match run.id.strip_suffix(&rest) {
        Some(stamp) if all.iter().filter(|other| other.id.starts_with(stamp)).count() == 1 => {
            stamp.to_owned()
        }
        _ => run.id.clone(),
    }
}

#[cfg(test)]
mod tests;
