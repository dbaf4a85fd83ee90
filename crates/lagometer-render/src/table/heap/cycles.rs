//! Objects that keep each other.

use super::objects::edges;
use super::{columns, ending, more};
use crate::{Style, heap_view, number, visible};
use lagometer_report::HeapCyclesDocument;

/// Groups of objects that lead to each other, and objects that lead to themselves.
pub fn heap_cycles(document: &HeapCyclesDocument, style: &Style) -> String {
    let name = visible::terminal(&document.input.name, style.unicode);
    let total = heap_view::counted(document.total, "group", " of objects that keep each other");
    let mut text = format!("{}   {total}\n\n", style.bold(&name));
    let rows = document.cycles.iter().map(|cycle| {
        let members: Vec<String> = cycle.largest.iter().map(heap_view::titled).collect();
        let more = cycle.nodes - members.len() as u64;
        let more = if more > 0 {
            format!(", {} more", number::count(more))
        } else {
            String::new()
        };
        let lost = if cycle.reachable { "" } else { "unreachable: " };
        vec![
            format!("{:>2}", cycle.rank),
            number::count(cycle.nodes),
            heap_view::kib(cycle.shallow_bytes),
            visible::terminal(&format!("{lost}{}{more}", members.join(", ")), style.unicode),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        text.push_str(&columns(
            &["", "objects", "shallow", "members, what retains most first"],
            &rows,
            3,
            style,
        ));
    }
    text.push_str(&more(document.total, document.skip + document.listed, style));
    text.push_str(&edges(
        "edge",
        " of objects to themselves",
        "object",
        &document.self_references,
        style,
    ));
    text + &ending(&document.remarks, &document.diagnostics, style)
}
