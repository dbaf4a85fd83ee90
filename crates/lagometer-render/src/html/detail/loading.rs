//! Page loads, layout shifts and long animation frames.

use super::Level;
use crate::html::Markup;
use crate::html::plain::{self, Column};
use crate::trace_view::{self, Listing};
use lagometer_report::Analysis;

/// How many rows a list has.
const MOST_ROWS: usize = 20;

pub(super) fn is_there(analysis: &Analysis) -> bool {
    !trace_view::loading(analysis, 1).is_empty()
}

/// A table for each of them that is there.
pub(super) fn loading(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    for listing in trace_view::loading(analysis, MOST_ROWS) {
        one(markup, &listing, level);
    }
    level.rules(
        markup,
        &[
            "fcp",
            "lcp",
            "cls",
            "tti",
            "load_blocking_time",
            "long_animation_frame",
        ],
    );
}

fn one(markup: &mut Markup, listing: &Listing, level: &Level<'_>) {
    markup.leaf("p", &[("class", "over-table")], listing.title);
    let mut columns: Vec<Column<'_>> = listing.head.iter().map(|name| (*name, false)).collect();
    columns.push(("", true));
    plain::table(markup, listing.title, &columns, &listing.rows, |cells, row| {
        for cell in &row.cells {
            cells.number(cell);
        }
        cells.text(|markup| {
            for line in &row.lines {
                markup.element("p", &[("class", "url")], |markup| markup.name(line));
            }
        });
    });
    plain::more(markup, listing.more, level.rest);
}
