//! The metrics of a trace.

use super::inspect::fact_rows;
use super::parts;
use crate::shown::Shown;
use crate::trace_view::{self, DistributionRow, NumberRow};
use crate::{Style, rules, visible};
use lagometer_metric::MetricDefinition;
use lagometer_report::TraceDocument;

/// The metrics of a trace: the same as the table shows.
pub fn trace(document: &TraceDocument, definitions: &[&MetricDefinition], style: &Style) -> String {
    let view = trace_view::view(document, definitions, style);
    let mut text = parts::warnings(&view.warnings);
    text.push_str(&fact_rows(&view.heading));
    if let Some(curve) = &view.busy {
        text.push_str(&parts::busy(curve, &curve.words));
    }
    text.push_str(&distributions(&view.distributions));
    text.push_str(&parts::more_names(&view.more));
    if view.small_samples {
        text.push_str("\np95 is nearest rank: with n under 20 close to the maximum\n");
    }
    text.push_str(&numbers(&view.numbers));
    let all = view.long_tasks.rows.len() + view.long_tasks.more;
    text.push_str(&parts::long_tasks(&view.long_tasks, &format!("`--top {all}`")));
    for open in &view.open {
        text.push_str(&format!("\nopen task {open}\n"));
    }
    text.push_str(&parts::notes(&view.left_out));
    if style.rules_text {
        text.push_str(&rules::markdown(&view.shown));
    }
    if let Some(tolerated) = &view.tolerated {
        text.push_str(&parts::note(tolerated, style));
    }
    text
}

fn distributions(rows: &[DistributionRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\n| | n | mean | median | p95 | max |\n|:--|--:|--:|--:|--:|--:|\n".to_owned();
    for row in rows {
        let cells = row.cells.join(" | ");
        text.push_str(&format!("| {} | {} | {cells} |\n", row.label.markdown(), row.n));
    }
    text
}

fn numbers(rows: &[NumberRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\n| | value | |\n|:--|--:|:--|\n".to_owned();
    for row in rows {
        let words = match &row.value {
            Shown::Number(_) => visible::markdown_cell(&row.words),
            Shown::Absent(absence) => visible::markdown_cell(&absence.text()),
        };
        text.push_str(&format!(
            "| {} | {} | {words} |\n",
            row.label.markdown(),
            row.value.short()
        ));
    }
    text
}
