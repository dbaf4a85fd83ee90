//! Objects: lists of them, one with its edges, and what one dominates.

use super::path::heading;
use super::{columns, dim, ending, more};
use crate::{Style, heap_view, number, visible};
use lagometer_report::{
    HeapDominatorsDocument, HeapEdgeList, HeapObject, HeapObjectDocument, HeapObjectRow, HeapObjectsDocument,
};

/// A list of objects; detached ones with what holds them.
pub fn heap_objects(document: &HeapObjectsDocument, style: &Style) -> String {
    let name = visible::terminal(&document.input.name, style.unicode);
    let what = match document.kind {
        "heap-detached" => "detached objects",
        _ => "objects",
    };
    let total = number::count(document.total);
    let mut text = format!("{}   {total} {what}, by {}\n\n", style.bold(&name), document.sort);
    if document.objects.is_empty() {
        text.push_str("no such object\n");
    } else {
        let rows: Vec<Vec<String>> = document
            .objects
            .iter()
            .map(|row| object_row(row, style))
            .collect();
        text.push_str(&columns(
            &["", "retained", "shallow", "distance", "object"],
            &rows,
            4,
            style,
        ));
    }
    text.push_str(&more(document.total, document.skip + document.listed, style));
    text + &ending(&document.remarks, &document.diagnostics, style)
}

fn object_row(row: &HeapObjectRow, style: &Style) -> Vec<String> {
    let held = row.held_by.as_ref().map(|holder| {
        format!(
            "  by {} of {}",
            heap_view::edge(&holder.edge),
            heap_view::titled(&holder.object)
        )
    });
    let object = placed(&row.object) + held.as_deref().unwrap_or("");
    vec![
        format!("{:>2}", row.rank),
        heap_view::bytes(&row.object.retained),
        heap_view::kib(row.object.shallow_bytes),
        heap_view::bytes(&row.object.distance),
        visible::terminal(&object, style.unicode),
    ]
}

/// An object, and where its function or constructor stands.
fn placed(object: &HeapObject) -> String {
    let place = object
        .place
        .as_ref()
        .map(|place| format!("  {}", heap_view::place(place)));
    heap_view::titled(object) + place.as_deref().unwrap_or("")
}

/// One object with its edges in both directions.
pub fn heap_object(document: &HeapObjectDocument, style: &Style) -> String {
    let mut text = heading(&document.object, style);
    if let Some(above) = &document.dominator {
        let above = visible::terminal(&heap_view::titled(above), style.unicode);
        text.push_str(&format!("dominated by {above}\n"));
    }
    if let Some(reason) = &document.dominator_reason {
        text.push_str(&format!("dominated by n/a, {reason}\n"));
    }
    if let Some(detached) = document.object.detached {
        text.push_str(if detached { "detached\n" } else { "attached\n" });
    }
    text.push_str(
        &match (&document.allocation.stack, document.allocation.reason.as_deref()) {
            (Some(stack), _) => {
                let frames: Vec<String> = stack.iter().map(heap_view::frame).collect();
                let frames = visible::terminal(&frames.join(" < "), style.unicode);
                format!("allocated at {frames}\n")
            }
            (None, Some("text")) => "allocation n/a, its names are too long: --max-text N\n".to_owned(),
            (None, Some("no-record")) => "allocation n/a, no record of this object\n".to_owned(),
            (None, _) => "allocation n/a, nothing was recorded in this file\n".to_owned(),
        },
    );
    text.push_str(&edges("edge", "", "leads to", &document.edges, style));
    text.push_str(&edges("edge", " to it", "from", &document.retainers, style));
    text + &ending(&document.remarks, &document.diagnostics, style)
}

pub(super) fn edges(title: &str, rest: &str, end: &str, list: &HeapEdgeList, style: &Style) -> String {
    let mut text = format!("\n{}\n", heap_view::counted(list.total, title, rest));
    if list.rows.is_empty() {
        return text;
    }
    let rows = list.rows.iter().map(|row| {
        let keeps = if row.edge.retaining { "" } else { "no" };
        vec![
            heap_view::bytes(&row.object.retained),
            keeps.to_owned(),
            visible::terminal(&heap_view::titled(&row.object), style.unicode),
            visible::terminal(&heap_view::edge(&row.edge), style.unicode),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    text.push_str(&columns(&["retained", "retains", end, "edge"], &rows, 2, style));
    text.push_str(&more(list.total, list.skip + list.listed, style));
    text
}

/// What an object retains, in parts that add up to the whole.
pub fn heap_dominators(document: &HeapDominatorsDocument, style: &Style) -> String {
    let mut text = heading(&document.object, style);
    let Some(whole) = document.object.retained.value else {
        text.push_str("it is not reachable, so it dominates nothing\n");
        return text + &ending(&document.remarks, &document.diagnostics, style);
    };
    let share = |bytes: u64| heap_view::percent(bytes, whole.0 as u64);
    let line = |bytes: u64, what: String| vec![heap_view::kib(bytes), share(bytes), what];
    let mut rows = vec![line(document.own_bytes, "its own".to_owned())];
    for row in &document.objects {
        let bytes = row.object.retained.value.map(|bytes| bytes.0 as u64);
        let title = visible::terminal(&placed(&row.object), style.unicode);
        rows.extend(bytes.map(|bytes| line(bytes, title)));
    }
    let rest = document.total - document.listed;
    if rest > 0 {
        rows.push(line(document.rest_bytes, heap_view::counted(rest, "other", "")));
    }
    rows.push(line(whole.0 as u64, "together".to_owned()));
    text.push_str(&columns(
        &["retained", "%", "dominates directly"],
        &rows,
        2,
        style,
    ));
    text.push_str(&dim(
        "what goes with it: parts of one whole, none is counted twice",
        style,
    ));
    text.push_str(&more(document.total, document.skip + document.listed, style));
    text + &ending(&document.remarks, &document.diagnostics, style)
}
