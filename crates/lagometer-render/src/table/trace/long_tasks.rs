//! The longest tasks.

use super::distributions::LEAST_LABEL;
use super::work;
use crate::table::parts;
use crate::{Style, layout, long_tasks, number, visible};
use lagometer_report::Analysis;

/// The columns up to the right edge of the start of a task, and those of its other times.
const START_EDGE: usize = 20;
const TIME_COLUMNS: usize = 12;

/// A line for each of the longest, with the user timings around it.
pub(super) fn long_tasks(analysis: &Analysis, style: &Style) -> String {
    let tasks = long_tasks::longest(&analysis.long_tasks, style.top);
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
        if let Some(ran) = &row.work {
            text.push_str(&work::below(ran, TIME_COLUMNS + 2, style));
        }
    }
    if tasks.more > 0 {
        let all = tasks.rows.len() + tasks.more;
        let indent = " ".repeat(TIME_COLUMNS);
        let more = format!("{indent}{} more: --top {all}", number::count(tasks.more as u64));
        text.push_str(&style.dim(&more));
        text.push('\n');
    }
    text
}
