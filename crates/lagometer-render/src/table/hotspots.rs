//! Where the time of a run's extra round went.

use super::parts;
use crate::cpu_tasks::{TaskFunctionView, TaskView, TasksView};
use crate::cpu_view::CpuRow;
use crate::hotspots::{APART, Found, HEADING, HotspotsView};
use crate::{Style, layout, number, visible};

/// The functions of a run's extra round, and its worst long tasks.
pub(super) fn hotspots(view: &HotspotsView, style: &Style) -> String {
    let head = format!("{}   ", style.bold(HEADING));
    match view {
        HotspotsView::Absent(why) => {
            let words = format!("n/a  {}", visible::terminal(why, style.unicode));
            format!("\n{}", parts::hanging(&head, &words, HEADING.len() + 3, style))
        }
        HotspotsView::Found(found) => {
            let mut text = format!("\n{}", parts::hanging(&head, APART, 4, style));
            text.push_str(&rows(&found.rows, style));
            text.push_str(&tasks(found, style));
            text
        }
    }
}

fn rows(rows: &[CpuRow], style: &Style) -> String {
    if rows.is_empty() {
        return "no function was sampled\n".to_owned();
    }
    let widest = |of: fn(&CpuRow) -> &String, least: usize| {
        let widths = rows.iter().map(|row| visible::width(of(row)));
        widths.max().unwrap_or(0).max(least)
    };
    let widths = [
        widest(|row| &row.own, 8) + 2,
        widest(|row| &row.own_share, 4) + 3,
        widest(|row| &row.total, 8) + 3,
        widest(|row| &row.total_share, 4) + 3,
    ];
    let line = |cells: [&str; 4]| -> String {
        let cells = widths.iter().zip(cells);
        cells.map(|(width, cell)| layout::right(cell, *width)).collect()
    };
    let safe = |text: &str| visible::terminal(text, style.unicode);
    let names: Vec<String> = rows.iter().map(|row| safe(&row.name)).collect();
    let name_width = names.iter().map(|name| visible::width(name)).max().unwrap_or(0);
    let mut text = style.bold(&line(["self", "%", "total", "%"])) + "\n";
    for (row, name) in rows.iter().zip(names) {
        let numbers = line([&row.own, &row.own_share, &row.total, &row.total_share]);
        let room = layout::columns(style)
            .saturating_sub(numbers.len() + 3)
            .max(LEAST_NAME);
        // A long name takes the place of its place.
        let name = layout::left(&name, name_width.min(room / 2));
        let name = layout::cut(&format!("{name}  {}", safe(&row.place)), room, style);
        text.push_str(&format!("{numbers}   {}\n", name.trim_end()));
    }
    text
}

/// What is left of a line for a name and a place, whatever the numbers take.
const LEAST_NAME: usize = 24;

/// `long task 120.1 ms at 70.0 ms in that round: busyUntil 75.2 ms line 74`.
fn tasks(found: &Found, style: &Style) -> String {
    let mut text = String::new();
    for task in found.tasks.iter().flat_map(|tasks| &tasks.tasks) {
        let functions: Vec<String> = task.functions.iter().map(short).collect();
        let what = match functions.is_empty() {
            true => task.parts.clone(),
            false => functions.join(", "),
        };
        let words = format!("{} at {} there: {what}", task.duration, task.start);
        let line = parts::hanging(TASK, &visible::terminal(&words, style.unicode), TASK.len(), style);
        text.push_str(&line.replacen("long task", &style.bold("long task"), 1));
    }
    text
}

const TASK: &str = "long task   ";

fn short(function: &TaskFunctionView) -> String {
    let mut text = format!("{} {}", function.name, function.own);
    if !function.line.is_empty() {
        text.push_str(&format!(" {}", function.line));
    }
    if !function.forced.is_empty() {
        text.push_str(&format!(" ({})", function.forced));
    }
    text
}

/// Long tasks with their functions, below the functions of a trace.
pub(super) fn long_tasks(view: &TasksView, style: &Style) -> String {
    let mut text = format!("{}   {}\n", style.bold("long tasks"), view.all);
    for task in &view.tasks {
        text.push_str(&long_task(task, style));
    }
    if view.more > 0 && !view.tasks.is_empty() {
        let more = format!("{} more: --top N, json lists 20", number::count(view.more));
        text.push_str(&style.dim(&more));
        text.push('\n');
    }
    text
}

fn long_task(task: &TaskView, style: &Style) -> String {
    let mut words = format!("at {}, {}", task.start, task.samples);
    if !task.inside.is_empty() {
        words.push_str(&format!(", inside {}", task.inside.join(" > ")));
    }
    words.push_str(&format!(": {}", task.parts));
    let safe = |text: &str| visible::terminal(text, style.unicode);
    let head = format!("{}  ", layout::right(&task.duration, TASK_COLUMNS));
    let mut text = parts::hanging(&head, &safe(&words), TASK_COLUMNS + 2, style);
    for function in &task.functions {
        let numbers = format!(
            "{}{}  ",
            layout::right(&function.own, TASK_COLUMNS + 12),
            layout::right(&function.own_share, 9)
        );
        let what = [&function.name, &function.place, &function.line];
        let what: Vec<&str> = what
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        let room = layout::columns(style)
            .saturating_sub(numbers.len())
            .max(LEAST_NAME);
        let line = layout::cut(&safe(&what.join("  ")), room, style);
        text.push_str(&format!("{numbers}{line}\n"));
        if !function.forced.is_empty() {
            let indent = " ".repeat(numbers.len() + 2);
            text.push_str(&parts::hanging(&indent, &function.forced, indent.len(), style));
        }
    }
    text
}

/// The right edge of a task's length.
const TASK_COLUMNS: usize = 12;
