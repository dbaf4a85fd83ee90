//! Page loads, layout shifts and long animation frames.

use crate::table::parts;
use crate::trace_view::{self, Listing};
use crate::{Style, layout, number, visible};
use lagometer_report::Analysis;

/// The columns up to the right edge of the first number, and those of the others.
const FIRST_EDGE: usize = 20;
const COLUMNS: usize = 12;

/// A list for each of them that is there.
pub(super) fn loading(analysis: &Analysis, style: &Style) -> String {
    let lists = trace_view::loading(analysis, style.top);
    lists.iter().map(|list| one(list, style)).collect()
}

fn one(list: &Listing, style: &Style) -> String {
    let cells = list.rows.iter().flat_map(|row| &row.cells);
    let widest = cells.map(String::len).max().unwrap_or(0) + 2;
    let columns = COLUMNS.max(widest);
    let first = FIRST_EDGE.max(widest);
    let line = |cells: &mut dyn Iterator<Item = &str>, lead: usize| -> String {
        let cells = cells.enumerate();
        let cells = cells.map(|(at, cell)| layout::right(cell, if at == 0 { lead } else { columns }));
        cells.collect::<String>().trim_end().to_owned()
    };
    let head = line(
        &mut list.head.iter().copied(),
        first.saturating_sub(list.title.len()),
    );
    let mut text = format!("{}{}\n", style.bold(list.title), style.bold(&head));
    let indent = " ".repeat(COLUMNS);
    for row in &list.rows {
        text.push_str(&line(&mut row.cells.iter().map(String::as_str), first));
        text.push('\n');
        for words in &row.lines {
            let words = visible::terminal(words, style.unicode);
            text.push_str(&parts::hanging(&indent, &words, COLUMNS, style));
        }
    }
    if list.more > 0 {
        let more = format!("{indent}{} more: {}", number::count(list.more), list.all);
        text.push_str(&style.dim(&more));
        text.push('\n');
    }
    text
}
