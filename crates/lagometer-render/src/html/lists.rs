//! What the bars say, for who reads or copies.

use super::Markup;
use crate::shown::{self, Shown};
use crate::timeline::Timeline;
use crate::{long_tasks, number};
use lagometer_metric::Unit;
use lagometer_report::Interaction;
use std::cmp::Reverse;

/// How many rows a list has.
const MOST_ROWS: usize = 100;

/// A list, folded.
struct List<'t> {
    title: String,
    /// The heads of the columns, and whether there is text below.
    columns: &'t [(&'t str, bool)],
    /// How many are not listed, and where they are.
    more: u64,
    rest: &'t str,
}

/// The lists of a window, each folded.
pub(super) fn lists(markup: &mut Markup, timeline: &Timeline<'_>) {
    long_task_list(markup, timeline);
    interaction_list(markup, timeline);
    settled_heap_list(markup, timeline);
    mark_list(markup, timeline);
}

fn long_task_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let tasks = long_tasks::longest(timeline.long_tasks, MOST_ROWS);
    let all = timeline.long_tasks.len();
    let list = List {
        title: format!("Long tasks: {}", number::count(all as u64)),
        columns: &[
            ("start", false),
            ("duration", false),
            ("cpu time", false),
            ("inside", true),
        ],
        more: tasks.more as u64,
        rest: timeline.rest,
    };
    list.draw(markup, &tasks.rows, |markup, row| {
        number_cell(markup, &row.start);
        number_cell(markup, &row.duration);
        match &row.cpu {
            Shown::Number(text) => number_cell(markup, text),
            Shown::Absent(absence) => {
                let words = format!("{} {}", shown::NOT_AVAILABLE, absence.text());
                number_cell(markup, &words);
            }
        }
        markup.element("td", &[], |markup| names(markup, &row.inside));
    });
}

/// The longest first, since those are what somebody waited for.
fn interaction_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let mut order: Vec<&Interaction> = timeline.interactions.iter().collect();
    order.sort_by_key(|interaction| (Reverse(interaction.duration_us), interaction.start_us));
    let all = order.len();
    order.truncate(MOST_ROWS);
    let list = List {
        title: format!("Interactions: {}", number::count(all as u64)),
        columns: &[
            ("start", false),
            ("duration", false),
            ("input delay", false),
            ("processing", false),
            ("presentation", false),
            ("type", true),
        ],
        more: (all - order.len()) as u64,
        rest: timeline.rest,
    };
    list.draw(markup, &order, |markup, interaction| {
        number_cell(markup, &number::millis(interaction.start_us));
        number_cell(markup, &number::millis(interaction.duration_us));
        for part in [
            interaction.input_delay_us,
            interaction.processing_us,
            interaction.presentation_us,
        ] {
            let text = part.map_or_else(|| shown::NOT_AVAILABLE.to_owned(), number::millis);
            number_cell(markup, &text);
        }
        markup.element("td", &[], |markup| {
            markup.name(&interaction.event_type);
            if interaction.is_inp {
                markup.text(" ");
                markup.leaf("span", &[("class", "state warn")], "inp");
            }
        });
    });
}

fn settled_heap_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let readings = timeline.settled_heap;
    let shown = &readings[..readings.len().min(MOST_ROWS)];
    let list = List {
        title: format!(
            "Settled heap: {} repetitions",
            number::count(readings.len() as u64)
        ),
        columns: &[
            ("repetition", false),
            ("read at", false),
            ("used", false),
            ("dom nodes", false),
        ],
        more: (readings.len() - shown.len()) as u64,
        rest: timeline.rest,
    };
    list.draw(markup, shown, |markup, reading| {
        number_cell(markup, &number::count(reading.repetition.into()));
        number_cell(markup, &number::millis(reading.at_us));
        number_cell(markup, &number::value(Unit::Bytes, reading.used_bytes.0));
        number_cell(markup, &number::value(Unit::Count, reading.nodes.0));
    });
}

fn mark_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let shown = &timeline.marks[..timeline.marks.len().min(MOST_ROWS)];
    let list = List {
        title: format!("Marks: {}", number::count(timeline.marks_total)),
        columns: &[("at", false), ("name", true)],
        more: timeline.marks_total.saturating_sub(shown.len() as u64),
        rest: timeline.rest,
    };
    list.draw(markup, shown, |markup, mark| {
        number_cell(markup, &number::millis(mark.at_us));
        markup.element("td", &[], |markup| markup.name(&mark.name));
    });
}

impl List<'_> {
    /// Nothing where there is no row.
    fn draw<R>(&self, markup: &mut Markup, rows: &[R], cells: impl Fn(&mut Markup, &R)) {
        if rows.is_empty() {
            return;
        }
        markup.element("details", &[], |markup| {
            markup.leaf("summary", &[], &self.title);
            markup.element("table", &[("class", "plain")], |markup| {
                markup.leaf("caption", &[], &self.title);
                markup.element("thead", &[], |markup| {
                    markup.element("tr", &[], |markup| {
                        for (column, is_text) in self.columns {
                            let class = if *is_text { "" } else { "number" };
                            markup.leaf("th", &[("class", class), ("scope", "col")], column);
                        }
                    });
                });
                markup.element("tbody", &[], |markup| {
                    for row in rows {
                        markup.element("tr", &[], |markup| cells(markup, row));
                    }
                });
            });
            if self.more > 0 {
                let words = format!("{} more are in {}", number::count(self.more), self.rest);
                markup.prose_in("p", &[("class", "quiet")], &words);
            }
        });
    }
}

fn names(markup: &mut Markup, names: &[String]) {
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            markup.text(" > ");
        }
        markup.name(name);
    }
}

fn number_cell(markup: &mut Markup, text: &str) {
    markup.leaf("td", &[("class", "number")], text);
}
