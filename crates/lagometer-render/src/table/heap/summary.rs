//! What fills a heap.

use super::ending;
use crate::{Style, heap_view, layout, number, visible};
use lagometer_report::HeapSummaryDocument;

/// What fills a heap.
pub fn heap_summary(document: &HeapSummaryDocument, style: &Style) -> String {
    let name = visible::terminal(&document.input.name, style.unicode);
    let column = visible::width(&name).max(5) + 3;
    let facts = format!(
        "{} form, {} nodes, {} edges",
        document.input.form,
        number::count(document.nodes),
        number::count(document.edges)
    );
    let space = " ".repeat(column - visible::width(&name));
    let mut text = format!("{}{space}{facts}\n", style.bold(&name));
    text.push_str(&format!(
        "{}{}: weak and self edges retain nothing\n\n",
        layout::left("rules", column),
        document.rules
    ));
    text.push_str(&lines(document, style));
    text.push_str(&ending(&document.remarks, &document.diagnostics, style));
    text
}

/// Label, count, bytes, share, and what else is to be said.
type Row = [String; 5];

fn rows(document: &HeapSummaryDocument) -> Vec<Row> {
    let whole = document.shallow_bytes;
    let row = |label: &str, nodes: String, bytes: u64, note: String| {
        let share = heap_view::percent(bytes, whole);
        [label.to_owned(), nodes, heap_view::kib(bytes), share, note]
    };
    let lines = heap_view::kind_lines(document).into_iter();
    let lines = lines.map(|line| row(&line.label, number::count(line.nodes), line.bytes, String::new()));
    let mut rows: Vec<Row> = lines.collect();
    let lost = &document.unreachable;
    let note = "retained n/a, unreachable".to_owned();
    rows.push(row("unreachable", number::count(lost.nodes), lost.bytes, note));
    let detached = &document.detached;
    rows.push(match (detached.nodes.value, detached.bytes.value) {
        (Some(nodes), Some(bytes)) => {
            let note = format!("group retained {}", heap_view::bytes(&detached.group_retained));
            row(
                "detached nodes",
                number::count(nodes.0 as u64),
                bytes.0 as u64,
                note,
            )
        }
        _ => {
            let reason = detached.nodes.reason.as_deref().unwrap_or("not-reported");
            ["detached nodes", "n/a", "n/a", "n/a", reason].map(str::to_owned)
        }
    });
    rows
}

fn lines(document: &HeapSummaryDocument, style: &Style) -> String {
    let rows = rows(document);
    let width = |column: usize, least: usize| {
        let widths = rows.iter().map(|row| visible::width(&row[column]));
        widths.max().unwrap_or(0).max(least)
    };
    let widths = [width(0, 0), width(1, 5), width(2, 7), width(3, 1)];
    let placed = |row: &Row| {
        let line = format!(
            "{}   {}    {}    {}   {}",
            layout::left(&row[0], widths[0]),
            layout::right(&row[1], widths[1]),
            layout::right(&row[2], widths[2]),
            layout::right(&row[3], widths[3]),
            row[4]
        );
        line.trim_end().to_owned() + "\n"
    };
    let head = ["", "count", "shallow", "%", ""].map(str::to_owned);
    let mut text = style.bold(placed(&head).trim_end()) + "\n";
    for row in &rows {
        text.push_str(&placed(row));
    }
    if document.weakmap_pair_edges > 0 {
        text.push_str(&format!(
            "{}   {}   {} edges, taken as ordinary: sizes may be high\n",
            layout::left("weakmap pairs", widths[0]),
            layout::right(&number::count(document.weakmap_pairs), widths[1]),
            number::count(document.weakmap_pair_edges)
        ));
    }
    if let Some(extra) = document.extra_native.value.filter(|extra| extra.0 > 0.0) {
        text.push_str(&format!(
            "{}   {} beside the objects, in none of them\n",
            layout::left("extra native", widths[0]),
            number::size(extra.0 as u64)
        ));
    }
    for (label, said) in heap_view::part_lines(&document.parts) {
        text.push_str(&format!("{}   {said}\n", layout::left(label, widths[0])));
    }
    text
}
