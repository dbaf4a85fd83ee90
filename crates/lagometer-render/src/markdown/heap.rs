//! Heap snapshots.

mod lists;

pub use lists::{heap_allocations, heap_cycles, heap_dominators, heap_object, heap_objects};

use crate::{Style, heap_view, number, visible};
use lagometer_report::{Diagnostic, HeapGroupsDocument, HeapPathsDocument, HeapRemark, HeapSummaryDocument};

/// What fills a heap.
pub fn heap_summary(document: &HeapSummaryDocument, _style: &Style) -> String {
    let mut text = format!(
        "**{}** {} form, {} nodes, {} edges; rules `{}`\n\n| | count | shallow | % | |\n|:--|--:|--:|--:|:--|\n",
        visible::markdown_code(&document.input.name, false),
        document.input.form,
        number::count(document.nodes),
        number::count(document.edges),
        document.rules
    );
    let whole = document.shallow_bytes;
    let mut row = |label: &str, nodes: &str, bytes: u64, note: &str| {
        text.push_str(&format!(
            "| {} | {nodes} | {} | {} | {note} |\n",
            visible::markdown_cell(label),
            heap_view::kib(bytes),
            heap_view::percent(bytes, whole)
        ));
    };
    for line in heap_view::kind_lines(document) {
        row(&line.label, &number::count(line.nodes), line.bytes, "");
    }
    let lost = &document.unreachable;
    row(
        "unreachable",
        &number::count(lost.nodes),
        lost.bytes,
        "retained n/a, unreachable",
    );
    let detached = &document.detached;
    match (detached.nodes.value, detached.bytes.value) {
        (Some(nodes), Some(bytes)) => row(
            "detached nodes",
            &number::count(nodes.0 as u64),
            bytes.0 as u64,
            &format!("group retained {}", heap_view::bytes(&detached.group_retained)),
        ),
        _ => text.push_str("| detached nodes | n/a | n/a | n/a | not reported |\n"),
    }
    if document.weakmap_pair_edges > 0 {
        text.push_str(&format!(
            "| weakmap pairs | {} | | | {} edges, taken as ordinary: sizes may be high |\n",
            number::count(document.weakmap_pairs),
            number::count(document.weakmap_pair_edges)
        ));
    }
    for (label, said) in heap_view::part_lines(&document.parts) {
        text.push_str(&format!("| {label} | | | | {said} |\n"));
    }
    text + &ending(&document.remarks, &document.diagnostics)
}

/// Objects by constructor.
pub fn heap_groups(document: &HeapGroupsDocument, _style: &Style) -> String {
    let engine = if document.options.engine { "" } else { ", left out" };
    let mut text = format!(
        "**{}** {} in {} objects; page groups {}, engine groups {}{engine}\n\n",
        visible::markdown_code(&document.input.name, false),
        heap_view::kib(document.all.bytes),
        number::count(document.all.nodes),
        heap_view::kib(document.page.bytes),
        heap_view::kib(document.engine.bytes)
    );
    text.push_str("| | count | shallow | largest | group retained | |\n|--:|--:|--:|--:|--:|:--|\n");
    for group in &document.groups {
        let name = match group.name.as_deref() {
            Some("") | None => String::new(),
            Some(name) => format!(" {}", visible::markdown_code(&heap_view::name(name), true)),
        };
        let place = group
            .place
            .as_ref()
            .map(|place| format!(" {}", visible::markdown_cell(&heap_view::place(place))));
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {}{name}{} |\n",
            group.rank,
            number::count(group.count),
            heap_view::kib(group.shallow_bytes),
            heap_view::bytes(&group.largest),
            heap_view::bytes(&group.group_retained),
            visible::markdown_cell(&group.kind),
            place.as_deref().unwrap_or("")
        ));
    }
    let shown = document.options.skip + document.listed;
    if document.total > shown {
        text.push_str(&format!("\n{} more\n", number::count(document.total - shown)));
    }
    text + &ending(&document.remarks, &document.diagnostics)
}

/// The shortest path, or several.
pub fn heap_paths(document: &HeapPathsDocument, _style: &Style) -> String {
    let mut text = format!(
        "**{}**",
        visible::markdown_code(&heap_view::titled(&document.object), false)
    );
    text.push_str(&format!(
        " {} shallow, {} retained\n",
        number::small_size(document.object.shallow_bytes),
        heap_view::bytes(&document.object.retained)
    ));
    if document.paths.is_empty() {
        text.push_str("\nno path: the object is not reachable\n");
    }
    for path in &document.paths {
        text.push_str("\n| retained | object | held by |\n|--:|:--|:--|\n");
        for step in &path.steps {
            let held = step
                .held_by
                .as_ref()
                .map(|edge| visible::markdown_code(&heap_view::edge(edge), true));
            text.push_str(&format!(
                "| {} | {} | {} |\n",
                heap_view::bytes(&step.object.retained),
                visible::markdown_code(&heap_view::titled(&step.object), true),
                held.as_deref().unwrap_or("")
            ));
        }
        if path.left_out > 0 {
            text.push_str(&format!(
                "\n{} objects in the middle are left out\n",
                number::count(path.left_out)
            ));
        }
    }
    text + &ending(&document.remarks, &document.diagnostics)
}

fn ending(remarks: &[HeapRemark], diagnostics: &[Diagnostic]) -> String {
    let mut text = String::from("\n");
    for remark in heap_view::remarks(remarks) {
        text.push_str(&format!("- {}\n", visible::markdown(&remark)));
    }
    for diagnostic in diagnostics {
        let said = format!("{}: {}", diagnostic.text, number::count(diagnostic.count));
        text.push_str(&format!("- note: {}\n", visible::markdown(&said)));
    }
    text
}
