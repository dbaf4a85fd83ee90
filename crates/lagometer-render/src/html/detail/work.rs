//! What the main thread was busy with.

use super::Level;
use crate::html::Markup;
use crate::html::plain::{self, Cells, Column};
use crate::shown::Shown;
use crate::work::{self, WorkRow, WorkRows, WorkView};
use crate::{number, shown};
use lagometer_report::{Analysis, ForcedTask, NamedWork, Work};

/// How many rows a list has.
const MOST_ROWS: usize = 50;
/// A node deeper in a tree is indented no further.
const DEEPEST: usize = 10;

/// The lists beside the kinds, in the order in which they are asked for.
const VIEWS: [WorkView; 5] = [
    WorkView::Url,
    WorkView::Domain,
    WorkView::Name,
    WorkView::BottomUp,
    WorkView::TopDown,
];

/// Time by kind of work; every other list on demand.
pub(super) fn work(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    let Some(found) = &analysis.work else { return };
    if let Shown::Absent(why) = Shown::of(&found.total, None) {
        let words = format!("{} {}", shown::NOT_AVAILABLE, why.text());
        markup.prose_in("p", &[("class", "quiet")], &words);
        return;
    }
    match work::kinds(found, analysis) {
        Some(kinds) => list(markup, "kind of work", &kinds),
        None => markup.leaf("p", &[], "the recording tells no kinds of work apart"),
    }
    if !found.complete {
        markup.leaf("p", &[("class", "quiet")], work::INCOMPLETE);
    }
    level.rules(
        markup,
        &[
            "main_thread_work",
            "busy_time",
            "forced_style_layout",
            "garbage_collection",
            "script_compile",
        ],
    );
    for view in VIEWS {
        if let Some(rows) = work::rows(found, view, MOST_ROWS).filter(|rows| !rows.rows.is_empty()) {
            folded(markup, view.title(), |markup| {
                list(markup, view.title(), &rows);
                plain::more(markup, rows.more, level.rest);
            });
        }
    }
    counted(
        markup,
        "garbage collection by kind",
        &found.garbage_collection,
        level,
    );
    counted(
        markup,
        "parsing and compiling by kind",
        &found.script_compile,
        level,
    );
    forced_tasks(markup, found, level);
}

fn folded(markup: &mut Markup, title: &str, inside: impl FnOnce(&mut Markup)) {
    markup.element("details", &[], |markup| {
        let (first, rest) = title.split_at(1);
        markup.leaf("summary", &[], &format!("{}{rest}", first.to_ascii_uppercase()));
        inside(markup);
    });
}

/// How a cell of a row is made.
type Cell = fn(&WorkRow) -> &String;

fn list(markup: &mut Markup, title: &str, rows: &WorkRows) {
    let whole = format!("of {}", rows.whole);
    let optional: [(&str, Cell); 2] = [("total", |row| &row.total), ("count", |row| &row.count)];
    let has = |cell: &Cell| rows.rows.iter().any(|row| !cell(row).is_empty());
    let optional: Vec<(&str, Cell)> = optional.into_iter().filter(|(_, cell)| has(cell)).collect();
    let mut columns: Vec<Column<'_>> = vec![("", true), ("self", false), (&whole, false)];
    columns.extend(optional.iter().map(|(name, _)| (*name, false)));
    columns.push((title, true));
    plain::table(markup, title, &columns, &rows.rows, |cells, row| {
        cells.share(row.part);
        cells.number(&row.time);
        cells.number(&row.share);
        for (_, cell) in &optional {
            cells.number(cell(row));
        }
        label(cells, row);
    });
}

fn label(cells: &mut Cells<'_, '_>, row: &WorkRow) {
    cells.text(|markup| {
        if row.depth > 0 {
            let depth = "\u{203a}".repeat(row.depth.min(DEEPEST));
            markup.leaf("span", &[("class", "depth")], &depth);
            markup.text(" ");
        }
        if !row.name.is_empty() {
            markup.name(&row.name);
            markup.text(" ");
        }
        if !row.url.is_empty() {
            markup.element("span", &[("class", "url")], |markup| markup.name(&row.url));
            markup.text(" ");
        }
        if !row.words.is_empty() {
            markup.leaf("span", &[("class", "quiet")], &row.words);
        }
    });
}

/// Events of some names, also those in others.
fn counted(markup: &mut Markup, title: &str, rows: &[NamedWork], level: &Level<'_>) {
    if rows.is_empty() {
        return;
    }
    folded(markup, title, |markup| {
        let columns = [
            ("count", false),
            ("self", false),
            ("total", false),
            ("event", true),
        ];
        let listed = &rows[..rows.len().min(MOST_ROWS)];
        plain::table(markup, title, &columns, listed, |cells, row| {
            cells.number(&number::count(row.count));
            cells.number(&number::millis(row.self_us));
            cells.number(&number::millis(row.total_us));
            cells.text(|markup| markup.name(&row.name));
        });
        plain::more(markup, (rows.len() - listed.len()) as u64, level.rest);
    });
}

/// The tasks in which script forced style and layout.
fn forced_tasks(markup: &mut Markup, work: &Work, level: &Level<'_>) {
    let tasks = &work.forced_style_layout_tasks;
    if tasks.is_empty() {
        return;
    }
    let title = format!(
        "tasks with forced style and layout: {}",
        number::count(work.forced_style_layout_tasks_total)
    );
    folded(markup, &title, |markup| {
        let columns = [
            ("start", false),
            ("duration", false),
            ("forced", false),
            ("for", false),
        ];
        let listed = &tasks[..tasks.len().min(MOST_ROWS)];
        plain::table(markup, &title, &columns, listed, |cells, task: &ForcedTask| {
            cells.number(&number::millis(task.start_us));
            cells.number(&number::millis(task.duration_us));
            cells.number(&work::times(&number::count(task.count)));
            cells.number(&number::millis(task.total_us));
        });
        let all = work.forced_style_layout_tasks_total;
        plain::more(markup, all.saturating_sub(listed.len() as u64), level.rest);
    });
}
