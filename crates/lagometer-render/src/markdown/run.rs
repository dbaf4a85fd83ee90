//! The numbers of a run.

use super::{hotspots, parts};
use crate::budgets::{self, BudgetLine, BudgetsView};
use crate::run_view::{self, RunRow, VariantView};
use crate::shown::Shown;
use crate::{Style, capture_view, rules, visible};
use lagometer_metric::MetricDefinition;
use lagometer_report::{CapturedOtherHeap, KeptSnapshot, RecordDocument, SummaryDocument};

/// The numbers of a run: the same as the table shows.
pub fn run(
    summary: &SummaryDocument,
    record: &RecordDocument,
    definitions: &[&MetricDefinition],
    style: &Style,
) -> String {
    let view = run_view::view(summary, record, definitions, style);
    let budgets = budgets::view(&summary.budgets);
    let mut text = unmet_budgets(&budgets) + &parts::warnings(&view.warnings);
    for (index, variant) in view.variants.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&format!(
            "**{}** {}, window {}\n",
            visible::markdown_code(&variant.name, false),
            variant.rounds,
            parts::number_or_reason(&variant.window)
        ));
        if let Some(environment) = view.environment.iter().find(|_| index == 0) {
            text.push_str(&format!("\n{}\n", visible::markdown(environment)));
        }
        text.push_str(&numbers(variant));
        text.push_str(&curves(variant));
        text.push_str(&parts::notes(&variant.left_out));
    }
    if !budgets.met.is_empty() {
        text.push('\n');
        text.extend(budgets.met.iter().map(budget));
    }
    if let Some(hotspots) = &view.hotspots {
        text.push_str(&hotspots::hotspots(hotspots));
    }
    text.push_str(&rules::markdown(&view.shown, style));
    text.push_str(&parts::tolerated(view.tolerated.as_ref(), style));
    text
}

fn unmet_budgets(budgets: &BudgetsView) -> String {
    let Some(verdict) = &budgets.verdict else {
        return String::new();
    };
    let mut text = format!("**{}** {}\n\n", verdict.word, verdict.rest);
    text.extend(budgets.unmet.iter().map(budget));
    text.push('\n');
    text
}

fn budget(line: &BudgetLine) -> String {
    let strong = if line.is_met == Some(true) { "" } else { "**" };
    format!(
        "- budget {} {}: {strong}{}{strong}, {}\n",
        line.label.markdown(),
        line.figures,
        line.verdict,
        visible::markdown(&line.rest)
    )
}

/// The last lines about a run: where its page or its record is, and how to learn what a number means.
/// `what` says which of them, `report` or `record`.
pub fn run_place(what: &str, file: &str) -> String {
    let file = visible::markdown_code(file, false);
    format!("\n{what} {file}, rules `lagometer metrics total_blocking_time`\n")
}

/// The heap snapshots that steps of the scenario took, with the commands that read them, and the heaps
/// that are in none of them. Nothing where there are none.
pub fn run_snapshots(snapshots: &[KeptSnapshot], others: &[CapturedOtherHeap]) -> String {
    if snapshots.is_empty() {
        return String::new();
    }
    let mut text = format!("\nheap snapshots, {}:\n\n", capture_view::EXTRA_PASS);
    for snapshot in snapshots {
        text.push_str(&format!(
            "- {} {}: {}\n",
            visible::markdown_code(&snapshot.name, false),
            visible::markdown(&capture_view::kept(snapshot)),
            visible::markdown_code(&capture_view::next(snapshot), false)
        ));
    }
    if let Some(others) = capture_view::not_in_them(others) {
        text.push_str(&format!("- {}\n", visible::markdown(&others)));
    }
    text
}

fn numbers(variant: &VariantView) -> String {
    let mut text = "\n| | median | min | max | n |\n|:--|--:|--:|--:|--:|\n".to_owned();
    for (group, rows) in &variant.groups {
        text.push_str(&format!("| **{}** | | | | |\n", group.title()));
        for row in rows {
            text.push_str(&number_row(row));
        }
    }
    text.push_str(&parts::more_names(&variant.more));
    for label in &variant.small_samples {
        let label = label.markdown();
        text.push_str(&format!(
            "\n{label} is nearest rank: with n under 20 close to the maximum\n"
        ));
    }
    text
}

fn number_row(row: &RunRow) -> String {
    let label = row.label.markdown();
    match &row.median {
        Shown::Number(median) => {
            format!("| {label} | {median} | {} | {} | {} |\n", row.min, row.max, row.n)
        }
        Shown::Absent(_) => {
            format!(
                "| {label} | {} | | | {} |\n",
                parts::number_or_reason(&row.median),
                row.n
            )
        }
    }
}

fn curves(variant: &VariantView) -> String {
    let mut text = String::new();
    if let Some(curve) = &variant.busy {
        let words = match &variant.representative {
            Some(round) => format!("{}, {round}", curve.words),
            None => curve.words.clone(),
        };
        text.push_str(&parts::curve("busy rate", curve, &words));
    }
    if let Some(heap) = &variant.settled_heap {
        let words = format!("{}; {}", heap.curve.words, visible::markdown(&heap.slope));
        text.push_str(&parts::curve("settled heap", &heap.curve, &words));
    }
    text.push_str(&parts::long_tasks(&variant.long_tasks, "summary.json"));
    text
}
