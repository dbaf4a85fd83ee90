//! What the bars say, for who reads or copies.

use super::Markup;
use super::plain::{self, Cells, Column};
use crate::shown::{self, Shown};
use crate::timeline::Timeline;
use crate::{Style, interactions, long_tasks, number, work};
use lagometer_metric::Unit;
use lagometer_report::{Detail, Interaction};
use std::cmp::Reverse;

/// How many rows a list has.
const MOST_ROWS: usize = 100;

/// A list, folded.
struct List<'t> {
    title: String,
    columns: &'t [Column<'t>],
    /// How many are not listed, and where they are.
    more: u64,
    rest: &'t str,
}

/// The lists of a window, each folded.
pub(super) fn lists(markup: &mut Markup, timeline: &Timeline<'_>) {
    slow_interactions(markup, timeline);
    long_task_list(markup, timeline);
    interaction_list(markup, timeline);
    settled_heap_list(markup, timeline);
    measure_list(markup, timeline);
    mark_list(markup, timeline);
}

/// Those that somebody waited for, for everybody to see.
fn slow_interactions(markup: &mut Markup, timeline: &Timeline<'_>) {
    let shown = interactions::shown(timeline.interactions, &timeline.pages, &SLOW);
    if shown.rows.is_empty() {
        return;
    }
    markup.leaf(
        "p",
        &[("class", "over-table")],
        "Slow interactions, and that of inp",
    );
    let columns = [
        ("start", false),
        ("duration", false),
        ("delay + processing + presentation", false),
        ("type", true),
        ("what ran in it", true),
    ];
    plain::table(
        markup,
        "slow interactions",
        &columns,
        &shown.rows,
        |cells, row| {
            cells.number(&row.start);
            cells.number(&row.duration);
            cells.number(&row.parts);
            cells.text(|markup| event_type(markup, row.event_type, row.is_inp));
            match row.where_it_ran().filter(|_| row.work.is_none()) {
                Some(words) => cells.text(|markup| markup.text(&words)),
                None => cells.ran(row.work),
            }
        },
    );
}

/// How many of the slow ones are shown.
const SLOW: Style = Style {
    top: 5,
    ..Style::PLAIN
};

fn event_type(markup: &mut Markup, event_type: &str, is_inp: bool) {
    markup.name(event_type);
    if is_inp {
        markup.text(" ");
        markup.leaf("span", &[("class", "state warn")], "inp");
    }
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
            ("what ran in it", true),
        ],
        more: tasks.more as u64,
        rest: timeline.rest,
    };
    list.draw(markup, &tasks.rows, |cells, row| {
        cells.number(&row.start);
        cells.number(&row.duration);
        match &row.cpu {
            Shown::Number(text) => cells.number(text),
            Shown::Absent(absence) => {
                let words = format!("{} {}", shown::NOT_AVAILABLE, absence.text());
                cells.number(&words);
            }
        }
        cells.text(|markup| names(markup, &row.inside));
        cells.ran(row.work.as_ref());
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
            ("what ran in it", true),
        ],
        more: (all - order.len()) as u64,
        rest: timeline.rest,
    };
    list.draw(markup, &order, |cells, interaction| {
        cells.number(&number::millis(interaction.start_us));
        cells.number(&number::millis(interaction.duration_us));
        for part in [
            interaction.input_delay_us,
            interaction.processing_us,
            interaction.presentation_us,
        ] {
            let text = part.map_or_else(|| shown::NOT_AVAILABLE.to_owned(), number::millis);
            cells.number(&text);
        }
        cells.text(|markup| event_type(markup, &interaction.event_type, interaction.is_inp));
        let told = interaction.work.as_ref();
        cells.ran(told.filter(|ran| work::says_something(ran)));
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
    list.draw(markup, shown, |cells, reading| {
        cells.number(&number::count(reading.repetition.into()));
        cells.number(&number::millis(reading.at_us));
        cells.number(&number::value(Unit::Bytes, reading.used_bytes.0));
        cells.number(&number::value(Unit::Count, reading.nodes.0));
    });
}

/// Every measure by itself, in order of name and start.
fn measure_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let timings = timeline.user_timings.iter();
    let all: usize = timings.clone().map(|timing| timing.samples_us.len()).sum();
    let measures = timings.flat_map(|timing| {
        let each = timing.starts_us.iter().zip(&timing.samples_us).enumerate();
        each.map(move |(at, (start, length))| (timing, at, *start, *length))
    });
    let shown: Vec<_> = measures.take(MOST_ROWS).collect();
    let list = List {
        title: format!("Measures: {}", number::count(all as u64)),
        columns: &[
            ("start", false),
            ("duration", false),
            ("name", true),
            ("detail", true),
        ],
        more: all.saturating_sub(shown.len()) as u64,
        rest: timeline.rest,
    };
    list.draw(markup, &shown, |cells, (timing, at, start, length)| {
        cells.number(&number::millis(*start));
        cells.number(&number::millis(*length));
        cells.text(|markup| markup.name(&timing.name));
        let told = timing.details.get(*at).and_then(Option::as_ref);
        cells.text(|markup| detail(markup, told));
    });
}

/// How much of what a page wrote is shown.
const MOST_OF_DETAIL: usize = 200;

/// What the page wrote into a mark or measure.
fn detail(markup: &mut Markup, detail: Option<&Detail>) {
    let Some(detail) = detail else { return };
    let text = detail.to_string();
    let mut shown: String = text.chars().take(MOST_OF_DETAIL).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    markup.element("span", &[("class", "url")], |markup| markup.name(&shown));
}

fn mark_list(markup: &mut Markup, timeline: &Timeline<'_>) {
    let shown = &timeline.marks[..timeline.marks.len().min(MOST_ROWS)];
    let list = List {
        title: format!("Marks: {}", number::count(timeline.marks_total)),
        columns: &[("at", false), ("name", true), ("detail", true)],
        more: timeline.marks_total.saturating_sub(shown.len() as u64),
        rest: timeline.rest,
    };
    list.draw(markup, shown, |cells, mark| {
        cells.number(&number::millis(mark.at_us));
        cells.text(|markup| markup.name(&mark.name));
        cells.text(|markup| detail(markup, mark.detail.as_ref()));
    });
}

impl List<'_> {
    /// Nothing where there is no row.
    fn draw<R>(&self, markup: &mut Markup, rows: &[R], cells: impl Fn(&mut Cells<'_, '_>, &R)) {
        if rows.is_empty() {
            return;
        }
        markup.element("details", &[], |markup| {
            markup.leaf("summary", &[], &self.title);
            plain::table(markup, &self.title, self.columns, rows, cells);
            plain::more(markup, self.more, self.rest);
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
