//! What the main thread was busy with, and the workers.

use crate::markdown::parts;
use crate::shown::Shown;
use crate::work::{self, WorkRow, WorkRows};
use crate::{Style, interactions, number, visible};
use lagometer_report::Analysis;

/// A node deeper in a tree is marked no further.
const DEEPEST: usize = 10;

/// Time by kind of work, and the list that is asked for.
pub(super) fn work(analysis: &Analysis, style: &Style) -> String {
    let Some(work) = &analysis.work else {
        let notes: Vec<String> = work::absence(analysis, style).into_iter().collect();
        return parts::notes(&notes);
    };
    let mut text = String::new();
    if let Some(kinds) = work::kinds(work, analysis) {
        text.push_str(&list("main thread work", &kinds));
    }
    let view = style.work;
    if let Some((view, rows)) = view.and_then(|view| Some((view, work::rows(work, view, style.top)?))) {
        text.push_str(&list(view.title(), &rows));
    }
    let forced = work::forced_tasks(work, style);
    text.extend(
        forced
            .iter()
            .map(|line| format!("\nforced {}\n", visible::markdown(line))),
    );
    if !work.complete {
        text.push_str(&parts::notes(&[work::INCOMPLETE.to_owned()]));
    }
    text
}

/// The slow interactions with what ran in them.
pub(super) fn interactions(analysis: &Analysis, style: &Style) -> String {
    let shown = interactions::shown(&analysis.interactions, &interactions::pages(analysis), style);
    if shown.rows.is_empty() {
        return String::new();
    }
    let mut text =
        "\n| interaction at | dur | type | delay + processing + presentation | what ran in it |\n|--:|--:|:--|--:|:--|\n"
            .to_owned();
    for row in &shown.rows {
        let is_inp = if row.is_inp { " (inp)" } else { "" };
        text.push_str(&format!(
            "| {} | {} | {}{is_inp} | {} | {} |\n",
            row.start,
            row.duration,
            visible::markdown_code(row.event_type, true),
            row.parts,
            match row.work {
                Some(ran) => span(ran),
                None => row.where_it_ran().unwrap_or_default(),
            }
        ));
    }
    text + &more_rows(shown.more as u64, shown.rows.len() + shown.more)
}

/// The threads of workers.
pub(super) fn workers(analysis: &Analysis, style: &Style) -> String {
    if analysis.workers.is_empty() {
        return String::new();
    }
    let mut text = "\n| worker | busy | tasks | |\n|:--|--:|--:|:--|\n".to_owned();
    for worker in analysis.workers.iter().take(style.top) {
        let url = worker.url.as_deref().map(|url| visible::markdown_code(url, true));
        text.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            visible::markdown_cell(&worker.kind),
            Shown::of(&worker.busy, None).short(),
            number::count(worker.tasks),
            url.unwrap_or_default()
        ));
    }
    let more = analysis.workers.len().saturating_sub(style.top);
    text + &more_rows(more as u64, analysis.workers.len())
}

/// What ran in a stretch of time, as a cell.
pub(in crate::markdown) fn span(work: &lagometer_report::SpanWork) -> String {
    let (words, url) = work::span(work);
    let url = url.map(|url| format!(" {}", visible::markdown_code(&url, true)));
    visible::markdown_cell(&words) + &url.unwrap_or_default()
}

/// A cell of a row.
type Cell = fn(&WorkRow) -> &String;

fn list(title: &str, rows: &WorkRows) -> String {
    let counted: [(&str, Cell); 2] = [("total", |row| &row.total), ("count", |row| &row.count)];
    let has = |cell: &Cell| rows.rows.iter().any(|row| !cell(row).is_empty());
    let counted: Vec<(&str, Cell)> = counted.into_iter().filter(|(_, cell)| has(cell)).collect();
    let heads: String = counted.iter().map(|(head, _)| format!(" {head} |")).collect();
    let mut text = format!(
        "\n| self | of {} |{heads} {title} |\n|--:|--:|{}:--|\n",
        rows.whole,
        "--:|".repeat(counted.len())
    );
    for row in &rows.rows {
        let counted: String = counted
            .iter()
            .map(|(_, cell)| format!(" {} |", cell(row)))
            .collect();
        text.push_str(&format!(
            "| {} | {} |{counted} {} |\n",
            row.time,
            row.share,
            label(row)
        ));
    }
    if let Some((more, all)) = work::more_words(rows) {
        let hint = all.map_or_else(String::new, |all| format!(": `--top {all}`"));
        text.push_str(&format!("\n{more}{hint}\n"));
    }
    text
}

fn label(row: &WorkRow) -> String {
    let mut parts = Vec::new();
    if row.depth > 0 {
        parts.push("&gt;".repeat(row.depth.min(DEEPEST)));
    }
    for name in [&row.name, &row.url] {
        if !name.is_empty() {
            parts.push(visible::markdown_code(name, true));
        }
    }
    if !row.words.is_empty() {
        parts.push(format!("({})", visible::markdown_cell(&row.words)));
    }
    parts.join(" ")
}

fn more_rows(more: u64, all: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("\n{} more: `--top {all}`\n", number::count(more)),
    }
}

#[cfg(test)]
mod tests;
