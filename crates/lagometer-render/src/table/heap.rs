//! Heap snapshots.

mod allocations;
mod cycles;
mod groups;
mod objects;
mod path;
mod summary;

pub use allocations::heap_allocations;
pub use cycles::heap_cycles;
pub use groups::heap_groups;
pub use objects::{heap_dominators, heap_object, heap_objects};
pub use path::heap_paths;
pub use summary::heap_summary;

use crate::{Style, heap_view, layout, number, visible};
use lagometer_report::{Diagnostic, HeapRemark};

/// What the numbers do not mean, in a few words or in full, and what was tolerated.
fn ending(remarks: &[HeapRemark], diagnostics: &[Diagnostic], style: &Style) -> String {
    let mut text = String::new();
    if style.rules_text {
        text.push('\n');
        for remark in heap_view::remarks(remarks) {
            text.push_str(&dim(&remark, style));
        }
    } else {
        for remark in remarks {
            text.push_str(&dim(&remark.short, style));
        }
    }
    for diagnostic in diagnostics {
        let place = diagnostic.byte.filter(|_| style.verbose > 0);
        let place = place.map(|byte| format!(", first at byte {byte}"));
        let said = format!(
            "{}: {}{}",
            diagnostic.text,
            number::count(diagnostic.count),
            place.as_deref().unwrap_or("")
        );
        text.push_str(&crate::message::note(&said, style));
    }
    text
}

/// A dim line, wrapped.
fn dim(words: &str, style: &Style) -> String {
    let words = visible::terminal(words, style.unicode);
    let lines = layout::hang("", &words, 2, style);
    lines
        .iter()
        .map(|line| style.dim(line.trim_end()) + "\n")
        .collect()
}

/// `131 more: --top N`, where there are more.
fn more(total: u64, shown: u64, style: &Style) -> String {
    match total.saturating_sub(shown) {
        0 => String::new(),
        more => style.dim(&format!("{} more: --top N, --skip N", number::count(more))) + "\n",
    }
}

/// Rows of cells: the first `right` columns to the right, the rest to the left; two spaces between.
fn columns(head: &[&str], rows: &[Vec<String>], right: usize, style: &Style) -> String {
    let mut widths: Vec<usize> = head.iter().map(|cell| visible::width(cell)).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = visible::width(cell).max(*width);
        }
    }
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let placed = cells.zip(&widths).enumerate().map(|(index, (cell, width))| {
            if index < right {
                layout::right(cell, *width)
            } else {
                layout::left(cell, *width)
            }
        });
        let placed: Vec<String> = placed.collect();
        placed.join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = style.bold(line(&mut head.iter().copied()).trim_end()) + "\n";
    for row in rows {
        text.push_str(&line(&mut row.iter().map(String::as_str)));
    }
    text
}
