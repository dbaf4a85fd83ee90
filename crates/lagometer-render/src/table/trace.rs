//! The metrics of a trace.

use super::inspect::fact_rows;
use super::parts::{self, BusyLine};
use crate::long_tasks::LongTasks;
use crate::shown::Shown;
use crate::trace_view::{self, DistributionRow, NumberRow};
use crate::{Style, layout, rules, visible};
use lagometer_metric::MetricDefinition;
use lagometer_report::TraceDocument;

/// The metrics of a trace: what was read, the busy rate over time, distributions, single numbers,
/// the longest tasks. Warnings that touch the numbers stand on top, notes last.
pub fn trace(document: &TraceDocument, definitions: &[&MetricDefinition], style: &Style) -> String {
    let view = trace_view::view(document, definitions, style);
    let mut text = parts::warnings(&view.warnings, style);
    text.push_str(&fact_rows(&view.heading, style));
    if let Some(curve) = &view.busy {
        let line = BusyLine {
            curve,
            words: &curve.words,
            rest: "--format json has all",
        };
        text.push('\n');
        text.push_str(&parts::busy(&line, style));
    }
    if !view.distributions.is_empty() {
        text.push('\n');
        text.push_str(&distributions(&view.distributions, style));
        text.push_str(&parts::more_names(&view.more, style));
        if view.small_samples {
            let note = "p95 is nearest rank: with n under 20 close to the maximum";
            text.push_str(&style.dim(note));
            text.push('\n');
        }
    }
    if !view.numbers.is_empty() {
        text.push('\n');
        text.push_str(&numbers(&view.numbers, style));
    }
    text.push_str(&long_tasks(&view.long_tasks, style));
    text.push_str(&open_tasks(&view.open, style));
    text.push_str(&parts::notes(&view.left_out, style));
    if style.rules_text {
        text.push('\n');
        text.push_str(&rules::text(&view.shown, style));
    }
    if let Some(tolerated) = &view.tolerated {
        text.push_str(&parts::note(tolerated, style));
    }
    text
}

/// The columns up to the right edge of `n`, and those of each statistic, where nothing is longer.
const FIRST_COLUMNS: usize = 27;
const STATISTIC_COLUMNS: usize = 13;
/// Labels have at least these columns, whatever the numbers take.
const LEAST_LABEL: usize = 10;

fn distributions(rows: &[DistributionRow], style: &Style) -> String {
    let columns = layout::columns(style);
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| visible::width(text)).max();
    let cell = widest(&mut rows.iter().flat_map(|row| &row.cells))
        .unwrap_or(0)
        .max(6);
    let n = widest(&mut rows.iter().map(|row| &row.n)).unwrap_or(0).max(1);
    let labels: Vec<String> = rows.iter().map(|row| row.label.text(style)).collect();
    let most = columns.saturating_sub(4 * (cell + 2) + 1 + n).max(LEAST_LABEL);
    let label = parts::label_column(&labels, most, style);
    // The statistics keep their places while the labels leave them; then they move together.
    let statistic =
        (columns.saturating_sub(label + 1 + n) / 4).clamp(cell + 2, STATISTIC_COLUMNS.max(cell + 2));
    let first = FIRST_COLUMNS
        .min(columns.saturating_sub(4 * statistic))
        .max(label + 1 + n);
    let head: String = ["mean", "median", "p95", "max"]
        .iter()
        .map(|name| layout::right(name, statistic))
        .collect();
    let mut text = style.bold(&format!("{}{head}", layout::right("n", first))) + "\n";
    for (row, name) in rows.iter().zip(&labels) {
        let (own_line, name) = parts::in_column(name, first - n - 1, style);
        text.push_str(&own_line);
        let space = first.saturating_sub(visible::width(&name));
        let cells: String = row
            .cells
            .iter()
            .map(|cell| layout::right(cell, statistic))
            .collect();
        let line = format!("{name}{}{cells}", layout::right(&row.n, space.max(n + 1)));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The columns up to the right edge of a single number, where no label is longer.
const VALUE_EDGE: usize = 33;
/// What a number is of has at least these columns.
const LEAST_WORDS: usize = 24;

fn numbers(rows: &[NumberRow], style: &Style) -> String {
    let columns = layout::columns(style);
    let labels: Vec<String> = rows.iter().map(|row| row.label.text(style)).collect();
    let value = rows.iter().map(|row| row.value.short().len()).max().unwrap_or(0);
    // What a number is of needs some room behind it.
    let most = columns.saturating_sub(LEAST_WORDS + 4 + value).max(LEAST_LABEL);
    let edge = VALUE_EDGE.max(parts::label_column(&labels, most, style) + 1 + value);
    let mut text = String::new();
    for (row, name) in rows.iter().zip(&labels) {
        let (own_line, name) = parts::in_column(name, edge - value - 1, style);
        text.push_str(&own_line);
        let space = edge.saturating_sub(visible::width(&name));
        let first = format!(
            "{name}{}   ",
            layout::right(row.value.short(), space.max(value + 1))
        );
        let words = match &row.value {
            Shown::Number(_) => row.words.clone(),
            Shown::Absent(absence) => absence.text(),
        };
        let words = visible::terminal(&words, style.unicode);
        text.push_str(&parts::hanging(&first, &words, edge + 3, style));
    }
    text
}

/// The columns up to the right edge of the start of a task, and those of its other times.
const START_EDGE: usize = 20;
const TIME_COLUMNS: usize = 12;

fn long_tasks(tasks: &LongTasks, style: &Style) -> String {
    if tasks.rows.is_empty() && tasks.more == 0 {
        return String::new();
    }
    let longest = tasks
        .rows
        .iter()
        .flat_map(|row| [row.start.len(), row.duration.len(), row.cpu.short().len()])
        .max()
        .unwrap_or(0);
    let time = TIME_COLUMNS.max(longest + 2);
    let start = START_EDGE.max(longest + 2);
    let head = format!(
        "{}{}{}   inside",
        layout::right("start", start - "long tasks".len()),
        layout::right("dur", time),
        layout::right("cpu", time),
    );
    let mut text = format!("{}{}\n", style.bold("long tasks"), style.bold(&head));
    for row in &tasks.rows {
        let first = format!(
            "{}{}{}   ",
            layout::right(&row.start, start),
            layout::right(&row.duration, time),
            layout::right(row.cpu.short(), time),
        );
        let names: Vec<String> = row
            .inside
            .iter()
            .map(|name| visible::terminal(name, style.unicode))
            .collect();
        let room = layout::columns(style).saturating_sub(first.len());
        // On a terminal names lose their middle, elsewhere they take more lines.
        let inside = layout::cut(&names.join(" > "), room.max(LEAST_LABEL), style);
        text.push_str(&match style.width {
            Some(_) => format!("{}\n", (first + &inside).trim_end()),
            None => parts::hanging(&first, &inside, first.len(), style),
        });
    }
    if tasks.more > 0 {
        let all = tasks.rows.len() + tasks.more;
        let indent = " ".repeat(TIME_COLUMNS);
        let more = format!(
            "{indent}{} more: --top {all}",
            crate::number::count(tasks.more as u64)
        );
        text.push_str(&style.dim(&more));
        text.push('\n');
    }
    text
}

fn open_tasks(open: &[String], style: &Style) -> String {
    let mut text = String::new();
    for (index, task) in open.iter().enumerate() {
        let first = if index == 0 {
            "open task   "
        } else {
            "            "
        };
        text.push_str(&parts::hanging(first, task, 12, style));
    }
    text
}
