//! Objects by constructor.

use super::{columns, ending, more};
use crate::{Style, heap_view, number, visible};
use lagometer_report::{HeapGroup, HeapGroupsDocument};

/// Objects by constructor; `style.top` is not looked at: the document holds the rows that were asked for.
pub fn heap_groups(document: &HeapGroupsDocument, style: &Style) -> String {
    let name = visible::terminal(&document.input.name, style.unicode);
    let mut text = format!(
        "{}   {} in {} objects\n",
        style.bold(&name),
        heap_view::kib(document.all.bytes),
        number::count(document.all.nodes)
    );
    let engine = if document.options.engine {
        ""
    } else {
        ", left out (--all)"
    };
    text.push_str(&format!(
        "page groups {}   engine groups {}{engine}\n\n",
        heap_view::kib(document.page.bytes),
        heap_view::kib(document.engine.bytes)
    ));
    let rows: Vec<Vec<String>> = document.groups.iter().map(|group| row(group, style)).collect();
    if rows.is_empty() {
        text.push_str("no such group\n");
        return text + &ending(&document.remarks, &document.diagnostics, style);
    }
    let head = ["", "count", "shallow", "largest", "group retained", ""];
    text.push_str(&columns(&head, &rows, 5, style));
    text.push_str(&more(
        document.total,
        document.options.skip + document.listed,
        style,
    ));
    text.push_str(&ending(&document.remarks, &document.diagnostics, style));
    text
}

fn row(group: &HeapGroup, style: &Style) -> Vec<String> {
    let place = group
        .place
        .as_ref()
        .map(|place| format!("  {}", heap_view::place(place)));
    let said = match group.name.as_deref() {
        Some("") => format!("{} (no name)", group.kind),
        Some(name) => format!("{} {}", group.kind, heap_view::name(name)),
        None => group.kind.clone(),
    };
    vec![
        format!("{:>2}", group.rank),
        number::count(group.count),
        heap_view::kib(group.shallow_bytes),
        heap_view::bytes(&group.largest),
        heap_view::bytes(&group.group_retained),
        visible::terminal(&(said + place.as_deref().unwrap_or("")), style.unicode),
    ]
}
