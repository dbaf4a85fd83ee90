//! What the main thread was busy with, and the workers.

use super::distributions::LEAST_LABEL;
use crate::table::parts;
use crate::work::{self, WorkRow, WorkRows};
use crate::{Style, interactions, layout, number, visible};
use lagometer_report::{Analysis, SpanWork};

/// The columns up to the right edge of the first time, and those of the others.
const TIME_EDGE: usize = 20;
const TIME: usize = 12;
const SHARE: usize = 7;
const COUNT: usize = 7;
/// A node deeper in a tree is indented no further.
const DEEPEST: usize = 10;
/// Fewer columns than these have no room for totals.
const ROOM_FOR_TOTALS: usize = 72;

/// Time by kind of work, and the list that is asked for.
pub(super) fn work(analysis: &Analysis, style: &Style) -> String {
    let Some(work) = &analysis.work else {
        let notes: Vec<String> = work::absence(analysis, style).into_iter().collect();
        return parts::notes(&notes, style);
    };
    let mut text = String::new();
    if let Some(kinds) = work::kinds(work, analysis) {
        text.push('\n');
        text.push_str(&list("main thread work", &kinds, style));
    }
    let view = style.work;
    if let Some((view, rows)) = view.and_then(|view| Some((view, work::rows(work, view, style.top)?))) {
        text.push('\n');
        text.push_str(&list(view.title(), &rows, style));
    }
    text.push_str(&parts::labelled(
        "forced",
        &work::forced_tasks(work, style),
        style,
    ));
    if !work.complete {
        text.push_str(&parts::notes(&[work::INCOMPLETE.to_owned()], style));
    }
    text
}

/// The slow interactions with what ran in them.
pub(super) fn interactions(analysis: &Analysis, style: &Style) -> String {
    let shown = interactions::shown(&analysis.interactions, &interactions::pages(analysis), style);
    if shown.rows.is_empty() {
        return String::new();
    }
    let head = format!(
        "interactions{}{}   what ran in it",
        layout::right("start", 8),
        layout::right("dur", 12)
    );
    let mut text = style.bold(&head) + "\n";
    for row in &shown.rows {
        let first = format!(
            "{}{}   ",
            layout::right(&row.start, 20),
            layout::right(&row.duration, 12)
        );
        let words = visible::terminal(&row.words(), style.unicode);
        text.push_str(&parts::hanging(&first, &words, first.len(), style));
    }
    text.push_str(&more_rows(
        shown.more as u64,
        shown.rows.len() + shown.more,
        style,
    ));
    text
}

/// The threads of workers.
pub(super) fn workers(analysis: &Analysis, style: &Style) -> String {
    if analysis.workers.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "{}\n",
        style.bold(&format!("workers{}", layout::right("busy", 13)))
    );
    for worker in analysis.workers.iter().take(style.top) {
        let busy = crate::shown::Shown::of(&worker.busy, None);
        let first = format!("{}   ", layout::right(busy.short(), 20));
        let words = visible::terminal(&work::worker(worker), style.unicode);
        text.push_str(&parts::hanging(&first, &words, first.len(), style));
    }
    let more = analysis.workers.len().saturating_sub(style.top);
    text.push_str(&more_rows(more as u64, analysis.workers.len(), style));
    text
}

/// What ran in a stretch of time, below its line.
pub(super) fn below(work: &SpanWork, indent: usize, style: &Style) -> String {
    let line = |words: &str| {
        let words = visible::terminal(words, style.unicode);
        parts::hanging(&" ".repeat(indent), &words, indent, style)
    };
    let names = work::names(work);
    match style.verbose > 0 && !names.is_empty() {
        true => line(&work::ran(work)) + &line(&names),
        false => line(&work::ran(work)),
    }
}

/// The columns of a list; those of totals are left out where it has none, or there is no room.
struct Columns {
    time_edge: usize,
    total: Option<usize>,
    count: Option<usize>,
}

impl Columns {
    fn of(title: &str, rows: &WorkRows, style: &Style) -> Columns {
        let longest = |cell: fn(&WorkRow) -> &String| rows.rows.iter().map(|row| cell(row).len()).max();
        let has_room = layout::columns(style) >= ROOM_FOR_TOTALS;
        let column = |cell, least: usize| {
            let longest = longest(cell).filter(|longest| *longest > 0 && has_room);
            longest.map(|longest| least.max(longest + 2))
        };
        Columns {
            time_edge: TIME_EDGE
                .max(title.len() + "  self".len())
                .max(longest(|row| &row.time).unwrap_or(0) + 2),
            total: column(|row| &row.total, TIME),
            count: column(|row| &row.count, COUNT),
        }
    }
}

fn list(title: &str, rows: &WorkRows, style: &Style) -> String {
    let columns = Columns::of(title, rows, style);
    let mut head = format!(
        "{title}{}{}",
        layout::right("self", columns.time_edge.saturating_sub(title.len())),
        layout::right("%", SHARE)
    );
    if let Some(total) = columns.total {
        head.push_str(&layout::right("total", total));
    }
    if let Some(count) = columns.count {
        head.push_str(&layout::right("count", count));
    }
    head.push_str(&format!("   of {}", rows.whole));
    let mut text = style.bold(&head) + "\n";
    for row in &rows.rows {
        text.push_str(&line(row, &columns, style));
    }
    if let Some((more, all)) = work::more_words(rows) {
        let hint = all.map_or_else(String::new, |all| format!(": --top {all}"));
        text.push_str(&style.dim(&format!("{}{more}{hint}", " ".repeat(12))));
        text.push('\n');
    }
    text
}

fn line(row: &WorkRow, columns: &Columns, style: &Style) -> String {
    let mut first = format!(
        "{}{}",
        layout::right(&row.time, columns.time_edge),
        layout::right(row.share.trim_end_matches(" %"), SHARE)
    );
    if let Some(total) = columns.total {
        first.push_str(&layout::right(&row.total, total));
    }
    if let Some(count) = columns.count {
        first.push_str(&layout::right(&row.count, count));
    }
    // A tree deeper than the line is wide stays within it.
    first.push_str(&" ".repeat(3 + row.depth.min(DEEPEST)));
    let words = match row.words.is_empty() {
        true => String::new(),
        false => format!("({})", row.words),
    };
    let parts = [&row.name, &row.url, &words].map(|part| visible::terminal(part, style.unicode));
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let words = parts.join(" ");
    let room = layout::columns(style).saturating_sub(first.len());
    match style.width {
        Some(_) => format!("{first}{}\n", layout::cut(&words, room.max(LEAST_LABEL), style)),
        None => parts::hanging(&first, &words, first.len(), style),
    }
}

fn more_rows(more: u64, all: usize, style: &Style) -> String {
    if more == 0 {
        return String::new();
    }
    let text = format!("{}{} more: --top {all}", " ".repeat(12), number::count(more));
    style.dim(&text) + "\n"
}

#[cfg(test)]
mod tests;
