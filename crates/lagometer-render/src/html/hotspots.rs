//! Where the time of a run's extra round went, on its page.

use super::{Markup, ReportRun, links};
use crate::cpu_tasks::{TaskView, TasksView};
use crate::cpu_view::CpuRow;
use crate::hotspots::{self, Found, HotspotsView};
use crate::number;

/// How many functions are shown.
const FUNCTIONS: usize = 10;
/// How many long tasks, and how many functions of each.
const TASKS: usize = 5;
const OF_TASK: usize = 5;

/// What is shown of a run's extra round; `None` where it had none.
pub(super) fn view(run: &ReportRun<'_>) -> Option<HotspotsView> {
    hotspots::view(run.summary, run.record, FUNCTIONS, TASKS, OF_TASK)
}

/// The functions, then the long tasks with theirs.
pub(super) fn hotspots(markup: &mut Markup, run: &ReportRun<'_>, view: &HotspotsView) {
    match view {
        HotspotsView::Absent(why) => {
            markup.element("p", &[("class", "quiet")], |markup| {
                markup.text("The extra round with CPU samples says nothing: ");
                markup.prose(why);
            });
        }
        HotspotsView::Found(found) => {
            markup.element("p", &[("class", "quiet")], |markup| {
                markup.text("From ");
                markup.leaf("strong", &[], hotspots::APART);
                markup.text(&format!(
                    ": {}, {}. Samples slow a page down, so ",
                    found.round, found.basis
                ));
                markup.text("these times are longer than those of the measured rounds. All of it: ");
                links::link(markup, run.folder, &found.document, "cpu.json");
                markup.text(".");
            });
            functions(markup, found);
            if let Some(tasks) = &found.tasks {
                long_tasks(markup, tasks);
            }
        }
    }
}

fn functions(markup: &mut Markup, found: &Found) {
    let columns = [
        ("self", false),
        ("%", false),
        ("total", false),
        ("%", false),
        ("function", true),
        ("source", true),
        ("evidence", true),
    ];
    table(markup, "Functions by their own time", &columns, |markup| {
        for row in &found.rows {
            markup.element("tr", &[], |markup| function(markup, row));
        }
    });
    for row in found.rows.iter().filter(|row| !row.excerpt.is_empty()) {
        source(markup, row);
    }
    if found.more > 0 {
        let words = format!("{} more functions are in cpu.json.", number::count(found.more));
        markup.leaf("p", &[("class", "quiet")], &words);
    }
}

fn function(markup: &mut Markup, row: &CpuRow) {
    for text in [&row.own, &row.own_share, &row.total, &row.total_share] {
        markup.leaf("td", &[("class", "number")], text);
    }
    markup.element("td", &[], |markup| markup.name(&row.name));
    markup.element("td", &[], |markup| markup.name(&row.place));
    markup.element("td", &[], |markup| {
        let lines = (!row.lines.is_empty()).then_some(&row.lines);
        for text in lines.into_iter().chain(&row.labels) {
            markup.leaf("div", &[], text);
        }
    });
}

/// The lines of a function, folded; below the table, which they would stretch.
fn source(markup: &mut Markup, row: &CpuRow) {
    markup.element("details", &[], |markup| {
        markup.element("summary", &[], |markup| {
            markup.text("Source of ");
            markup.name(&row.name);
            markup.text(" ");
            markup.name(&row.place);
        });
        markup.element("div", &[("class", "code")], |markup| {
            for line in &row.excerpt {
                markup.leaf("div", &[], line);
            }
        });
    });
}

fn long_tasks(markup: &mut Markup, view: &TasksView) {
    if view.tasks.is_empty() {
        let words = format!("In that round: {}.", view.all);
        markup.leaf("p", &[("class", "quiet")], &words);
        return;
    }
    let columns = [
        ("long task", false),
        ("at", false),
        ("inside", true),
        ("self", false),
        ("%", false),
        ("function", true),
        ("source", true),
        ("line", true),
    ];
    let title = format!("Long tasks of that round with their functions: {}", view.all);
    markup.element("p", &[("class", "raw")], |markup| {
        markup.leaf("strong", &[], &title)
    });
    table(markup, &title, &columns, |markup| {
        for task in &view.tasks {
            long_task(markup, task);
        }
    });
}

fn long_task(markup: &mut Markup, task: &TaskView) {
    let head = |markup: &mut Markup, is_first: bool| {
        let [duration, start] = match is_first {
            true => [task.duration.as_str(), task.start.as_str()],
            false => ["", ""],
        };
        markup.leaf("td", &[("class", "number")], duration);
        markup.leaf("td", &[("class", "number")], start);
        markup.element("td", &[], |markup| {
            let names = task.inside.iter().filter(|_| is_first);
            for (index, name) in names.enumerate() {
                if index > 0 {
                    markup.text(" > ");
                }
                markup.name(name);
            }
        });
    };
    if task.functions.is_empty() {
        markup.element("tr", &[], |markup| {
            head(markup, true);
            markup.leaf("td", &[("colspan", "5")], &task.parts);
        });
    }
    for (index, function) in task.functions.iter().enumerate() {
        markup.element("tr", &[], |markup| {
            head(markup, index == 0);
            markup.leaf("td", &[("class", "number")], &function.own);
            markup.leaf("td", &[("class", "number")], &function.own_share);
            markup.element("td", &[], |markup| {
                markup.name(&function.name);
                if !function.forced.is_empty() {
                    markup.leaf("div", &[("class", "quiet")], &function.forced);
                }
            });
            markup.element("td", &[], |markup| markup.name(&function.place));
            markup.leaf("td", &[], &function.line);
        });
    }
}

fn table(markup: &mut Markup, title: &str, columns: &[(&str, bool)], rows: impl FnOnce(&mut Markup)) {
    markup.element("table", &[("class", "plain hot")], |markup| {
        markup.leaf("caption", &[], title);
        markup.element("thead", &[], |markup| {
            markup.element("tr", &[], |markup| {
                for (column, is_text) in columns {
                    let class = if *is_text { "" } else { "number" };
                    markup.leaf("th", &[("class", class), ("scope", "col")], column);
                }
            });
        });
        markup.element("tbody", &[], rows);
    });
}
