//! The runs of a results folder.

use crate::history_view::{self, ScenarioRuns};
use crate::shown::Shown;
use crate::visible;
use lagometer_report::HistoryDocument;

/// The runs of a results folder: the same as the table shows.
pub fn history(document: &HistoryDocument, folder: &str) -> String {
    let view = history_view::view(document);
    let mut text = format!("{} {}\n", visible::markdown_code(folder, false), view.counts);
    for scenario in &view.scenarios {
        text.push_str(&runs(scenario));
    }
    for note in &view.notes {
        text.push_str(&format!("\nnote: {}\n", visible::markdown(note)));
    }
    text
}

fn runs(scenario: &ScenarioRuns) -> String {
    let name = visible::markdown_code(&scenario.name, false);
    let mut text = format!("\n**{name}**\n\n| run | outcome | n |");
    for label in &scenario.columns {
        text.push_str(&format!(" {} |", label.markdown()));
    }
    text.push_str("\n|:--|:--|--:|");
    text.push_str(&"--:|".repeat(scenario.columns.len()));
    text.push('\n');
    for row in &scenario.rows {
        let run = visible::markdown_code(&row.run, true);
        text.push_str(&format!("| {run} | {} | {} |", row.outcome, row.rounds));
        for cell in &row.cells {
            text.push_str(&format!(" {} |", cell.as_ref().map_or("", Shown::short)));
        }
        text.push('\n');
    }
    for absent in &scenario.absent {
        text.push_str(&format!("\nn/a {}\n", visible::markdown(absent)));
    }
    text
}
