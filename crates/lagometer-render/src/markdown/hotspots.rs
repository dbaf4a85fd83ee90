//! Where the time of a run's extra round went.

use crate::cpu_tasks::{TaskView, TasksView};
use crate::hotspots::{APART, HEADING, HotspotsView};
use crate::{number, visible};

/// The functions of a run's extra round with their evidence, and its worst long tasks.
pub(super) fn hotspots(view: &HotspotsView) -> String {
    let found = match view {
        HotspotsView::Absent(why) => {
            return format!("\n**{HEADING}** n/a {}\n", visible::markdown(why));
        }
        HotspotsView::Found(found) => found,
    };
    let mut text = format!(
        "\n**{HEADING}** {APART} ({}, {})\n",
        found.round,
        visible::markdown(&found.basis)
    );
    if !found.rows.is_empty() {
        text.push_str("\n| self | % | total | % | function | source | evidence |\n");
        text.push_str("|--:|--:|--:|--:|:--|:--|:--|\n");
    }
    for row in &found.rows {
        let lines = (!row.lines.is_empty()).then_some(&row.lines);
        let evidence = lines.into_iter().chain(&row.labels);
        let evidence: Vec<String> = evidence.map(|text| visible::markdown_cell(text)).collect();
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            row.own,
            row.own_share,
            row.total,
            row.total_share,
            visible::markdown_code(&row.name, true),
            visible::markdown_code(&row.place, true),
            evidence.join("<br>")
        ));
    }
    if found.more > 0 {
        let more = number::count(found.more);
        text.push_str(&format!(
            "\n{more} more in {}\n",
            visible::markdown(&found.document)
        ));
    }
    if let Some(tasks) = &found.tasks {
        text.push_str(&long_tasks(tasks));
    }
    text
}

/// Long tasks with their functions.
pub(super) fn long_tasks(view: &TasksView) -> String {
    let mut text = format!("\nlong tasks: {}\n", view.all);
    if view.tasks.is_empty() {
        return text;
    }
    text.push_str("\n| long task | at | inside | self | % | function | source | line | |\n");
    text.push_str("|--:|--:|:--|--:|--:|:--|:--|:--|:--|\n");
    for task in &view.tasks {
        text.push_str(&rows(task));
    }
    if view.more > 0 {
        text.push_str(&format!("\n{} more in the JSON form\n", number::count(view.more)));
    }
    text
}

fn rows(task: &TaskView) -> String {
    let inside: Vec<String> = task
        .inside
        .iter()
        .map(|name| visible::markdown_code(name, true))
        .collect();
    let mut head = format!("{} | {} | {}", task.duration, task.start, inside.join(" &gt; "));
    if task.functions.is_empty() {
        return format!("| {head} | | | {} | | | |\n", visible::markdown_cell(&task.parts));
    }
    let mut text = String::new();
    for function in &task.functions {
        text.push_str(&format!(
            "| {head} | {} | {} | {} | {} | {} | {} |\n",
            function.own,
            function.own_share,
            visible::markdown_code(&function.name, true),
            match function.place.as_str() {
                "" => String::new(),
                place => visible::markdown_code(place, true),
            },
            function.line,
            function.forced
        ));
        // The task is said once.
        head = " | | ".to_owned();
    }
    text
}
