//! Workers, and the memory of every thread that has a heap.

use super::Level;
use crate::html::Markup;
use crate::html::plain;
use crate::shown::Shown;
use crate::{number, trace_view};
use lagometer_report::Analysis;

/// How many rows a list has.
const MOST_ROWS: usize = 50;

pub(super) fn is_there(analysis: &Analysis) -> bool {
    !analysis.workers.is_empty() || !analysis.memory.is_empty()
}

/// A table of each.
pub(super) fn threads(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    workers(markup, analysis, level);
    memory(markup, analysis, level);
    level.rules(markup, &["js_heap", "dom_nodes", "event_listeners", "documents"]);
}

fn workers(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    let workers = &analysis.workers;
    if workers.is_empty() {
        return;
    }
    markup.leaf("p", &[("class", "over-table")], "workers");
    let columns = [
        ("busy", false),
        ("tasks", false),
        ("longest task", false),
        ("worker", true),
    ];
    let listed = &workers[..workers.len().min(MOST_ROWS)];
    plain::table(markup, "workers", &columns, listed, |cells, worker| {
        cells.number(Shown::of(&worker.busy, None).short());
        cells.number(&number::count(worker.tasks));
        cells.number(Shown::of(&worker.longest_task, None).short());
        cells.text(|markup| {
            markup.name(&worker.kind);
            markup.text(&format!(" worker, pid {} tid {}", worker.pid, worker.tid));
            if let Some(url) = &worker.url {
                markup.text(" ");
                markup.element("span", &[("class", "url")], |markup| markup.name(url));
            }
        });
    });
    plain::more(markup, (workers.len() - listed.len()) as u64, level.rest);
}

fn memory(markup: &mut Markup, analysis: &Analysis, level: &Level<'_>) {
    let threads = &analysis.memory;
    if threads.is_empty() {
        return;
    }
    markup.leaf(
        "p",
        &[("class", "over-table")],
        "memory, from the first reading to the last",
    );
    let columns = [
        ("heap", false),
        ("nodes", false),
        ("listeners", false),
        ("documents", false),
        ("readings", false),
        ("thread", true),
    ];
    let listed = &threads[..threads.len().min(MOST_ROWS)];
    plain::table(markup, "memory", &columns, listed, |cells, thread| {
        for (_, range) in trace_view::memory_ranges(thread) {
            cells.number(&range.unwrap_or_default());
        }
        cells.number(&number::count(thread.total));
        cells.text(|markup| markup.name(&trace_view::memory_owner(thread)));
    });
    plain::more(markup, (threads.len() - listed.len()) as u64, level.rest);
}
