//! The runs of a results folder.

use super::parts;
use crate::history_view::{self, Row, ScenarioRuns};
use crate::shown::Shown;
use crate::{Style, layout, message, visible};
use lagometer_report::HistoryDocument;

/// The runs of a results folder by scenario, newest first; what could not be read last. `folder` is
/// what it is called.
pub fn history(document: &HistoryDocument, folder: &str, style: &Style) -> String {
    let view = history_view::view(document);
    let head = format!("{}   {}", visible::terminal(folder, style.unicode), view.counts);
    let mut text = head + "\n";
    for scenario in &view.scenarios {
        text.push('\n');
        text.push_str(&runs(scenario, style));
    }
    for note in &view.notes {
        text.push_str(&message::note(note, style));
    }
    text
}

/// The columns of a time, which names a run, of an outcome and of a number.
const RUN: usize = 17;
const OUTCOME: usize = 11;
const NUMBER: usize = 12;

fn runs(scenario: &ScenarioRuns, style: &Style) -> String {
    let name = visible::terminal(&scenario.name, style.unicode);
    let cells = scenario.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let number = cells
        .map(|cell| cell.short().len() + 2)
        .max()
        .unwrap_or(0)
        .max(NUMBER);
    let mut text = style.bold(&name) + "\n";
    let labels: Vec<Vec<String>> = scenario
        .columns
        .iter()
        .map(|label| layout::wrap(&label.text(style), number - 2))
        .collect();
    let lines = labels.iter().map(Vec::len).max().unwrap_or(1);
    for line in 0..lines {
        let is_last = line + 1 == lines;
        let first = if is_last {
            format!(
                "{} {}{}",
                layout::left("run", RUN),
                layout::left("outcome", OUTCOME),
                layout::right("n", 3)
            )
        } else {
            " ".repeat(RUN + 1 + OUTCOME + 3)
        };
        let heads: String = labels
            .iter()
            .map(|words| {
                // The words of a label end in the last line of the head.
                let index = (line + words.len()).checked_sub(lines);
                let word = index.map_or("", |index| words[index].as_str());
                layout::right(&layout::cut(word, number - 2, style), number)
            })
            .collect();
        text.push_str(&style.dim(format!("{first}{heads}").trim_end()));
        text.push('\n');
    }
    for row in &scenario.rows {
        text.push_str(&line(row, number, style));
    }
    for absent in &scenario.absent {
        let absent = visible::terminal(absent, style.unicode);
        text.push_str(&parts::hanging("n/a  ", &absent, 5, style));
    }
    text
}

fn line(row: &Row, number: usize, style: &Style) -> String {
    let name = visible::terminal(&row.run, style.unicode);
    let outcome = layout::left(row.outcome, OUTCOME);
    let outcome = match row.outcome {
        "complete" => outcome,
        "not judged" => style.yellow(&outcome),
        _ => style.red(&outcome),
    };
    let cells: String = row
        .cells
        .iter()
        .map(|cell| layout::right(cell.as_ref().map_or("", Shown::short), number))
        .collect();
    let (own_line, name) = parts::in_column(&name, RUN, style);
    let rounds = layout::right(&row.rounds, 3);
    let line = format!("{} {outcome}{rounds}{cells}", layout::left(&name, RUN));
    format!("{own_line}{}\n", line.trim_end())
}
