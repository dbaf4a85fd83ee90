//! Lists of objects, edges, cycles and places.

use super::ending;
use crate::{Style, heap_view, number, visible};
use lagometer_report::{
    HeapAllocationsDocument, HeapCyclesDocument, HeapDominatorsDocument, HeapEdgeList, HeapObject,
    HeapObjectDocument, HeapObjectsDocument,
};

fn code(text: &str) -> String {
    visible::markdown_code(text, true)
}

fn titled(object: &HeapObject) -> String {
    let place = object
        .place
        .as_ref()
        .map(|place| format!(" {}", visible::markdown_cell(&heap_view::place(place))));
    code(&heap_view::titled(object)) + place.as_deref().unwrap_or("")
}

fn heading(object: &HeapObject) -> String {
    format!(
        "**{}** {} shallow, {} retained\n",
        visible::markdown_code(&heap_view::titled(object), false),
        number::small_size(object.shallow_bytes),
        heap_view::bytes(&object.retained)
    )
}

fn more(total: u64, shown: u64) -> String {
    match total.saturating_sub(shown) {
        0 => String::new(),
        more => format!("\n{} more\n", number::count(more)),
    }
}

/// A list of objects; detached ones with what holds them.
pub fn heap_objects(document: &HeapObjectsDocument, _style: &Style) -> String {
    let what = match document.kind {
        "heap-detached" => "detached object",
        _ => "object",
    };
    let mut text = format!(
        "**{}** {}, by {}\n\n| | retained | shallow | distance | object | held by |\n|--:|--:|--:|--:|:--|:--|\n",
        visible::markdown_code(&document.input.name, false),
        heap_view::counted(document.total, what, ""),
        document.sort
    );
    for row in &document.objects {
        let held = row.held_by.as_ref().map(|holder| {
            format!(
                "{} of {}",
                code(&heap_view::edge(&holder.edge)),
                code(&heap_view::titled(&holder.object))
            )
        });
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row.rank,
            heap_view::bytes(&row.object.retained),
            heap_view::kib(row.object.shallow_bytes),
            heap_view::bytes(&row.object.distance),
            titled(&row.object),
            held.as_deref().unwrap_or("")
        ));
    }
    text + &more(document.total, document.skip + document.listed)
        + &ending(&document.remarks, &document.diagnostics)
}

/// One object with its edges in both directions.
pub fn heap_object(document: &HeapObjectDocument, _style: &Style) -> String {
    let mut text = heading(&document.object);
    if let Some(above) = &document.dominator {
        text.push_str(&format!("\ndominated by {}\n", titled(above)));
    }
    if let Some(reason) = &document.dominator_reason {
        text.push_str(&format!("\ndominated by n/a, {reason}\n"));
    }
    text.push_str(
        &match (&document.allocation.stack, document.allocation.reason.as_deref()) {
            (Some(stack), _) => {
                let frames: Vec<String> = stack.iter().map(heap_view::frame).collect();
                format!(
                    "\nallocated at {}\n",
                    visible::markdown_code(&frames.join(" < "), false)
                )
            }
            (None, Some("text")) => "\nallocation n/a, its names are too long: --max-text N\n".to_owned(),
            (None, Some("no-record")) => "\nallocation n/a, no record of this object\n".to_owned(),
            (None, _) => "\nallocation n/a, nothing was recorded in this file\n".to_owned(),
        },
    );
    text.push_str(&edges("edge", "", "leads to", &document.edges));
    text.push_str(&edges("edge", " to it", "from", &document.retainers));
    text + &ending(&document.remarks, &document.diagnostics)
}

fn edges(title: &str, rest: &str, end: &str, list: &HeapEdgeList) -> String {
    let mut text = format!("\n{}\n", heap_view::counted(list.total, title, rest));
    if list.rows.is_empty() {
        return text;
    }
    text.push_str(&format!(
        "\n| retained | retains | {end} | edge |\n|--:|:--|:--|:--|\n"
    ));
    for row in &list.rows {
        text.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            heap_view::bytes(&row.object.retained),
            if row.edge.retaining { "" } else { "no" },
            titled(&row.object),
            code(&heap_view::edge(&row.edge))
        ));
    }
    text + &more(list.total, list.skip + list.listed)
}

/// What an object retains, in parts that add up to the whole.
pub fn heap_dominators(document: &HeapDominatorsDocument, _style: &Style) -> String {
    let mut text = heading(&document.object);
    if let Some(whole) = document.object.retained.value {
        let whole = whole.0 as u64;
        let mut line = |bytes: u64, what: &str| {
            let share = heap_view::percent(bytes, whole);
            text.push_str(&format!("| {} | {share} | {what} |\n", heap_view::kib(bytes)));
        };
        let head = "dominates directly";
        line(document.own_bytes, "its own");
        for row in &document.objects {
            if let Some(bytes) = row.object.retained.value {
                line(bytes.0 as u64, &titled(&row.object));
            }
        }
        let rest = document.total - document.listed;
        if rest > 0 {
            line(document.rest_bytes, &heap_view::counted(rest, "other", ""));
        }
        line(whole, "together");
        let (first, rows) = text.split_once('\n').unwrap_or((&text, ""));
        text = format!("{first}\n\n| retained | % | {head} |\n|--:|--:|:--|\n{rows}");
    }
    text + &ending(&document.remarks, &document.diagnostics)
}

/// Groups of objects that lead to each other, and objects that lead to themselves.
pub fn heap_cycles(document: &HeapCyclesDocument, _style: &Style) -> String {
    let mut text = format!(
        "**{}** {} of objects that keep each other\n\n| | objects | shallow | members, what retains most first |\n|--:|--:|--:|:--|\n",
        visible::markdown_code(&document.input.name, false),
        heap_view::counted(document.total, "group", "")
    );
    for cycle in &document.cycles {
        let members: Vec<String> = cycle.largest.iter().map(titled).collect();
        let lost = if cycle.reachable { "" } else { "unreachable: " };
        text.push_str(&format!(
            "| {} | {} | {} | {lost}{} |\n",
            cycle.rank,
            number::count(cycle.nodes),
            heap_view::kib(cycle.shallow_bytes),
            members.join(", ")
        ));
    }
    text.push_str(&more(document.total, document.skip + document.listed));
    text.push_str(&edges(
        "edge",
        " of objects to themselves",
        "object",
        &document.self_references,
    ));
    text + &ending(&document.remarks, &document.diagnostics)
}

/// The places at which objects were made.
pub fn heap_allocations(document: &HeapAllocationsDocument, _style: &Style) -> String {
    let name = visible::markdown_code(&document.input.name, false);
    if !document.recorded {
        return format!("**{name}** allocations n/a: nothing was recorded in this file\n")
            + &ending(&document.remarks, &document.diagnostics);
    }
    let mut text = format!(
        "**{name}** {} at which objects were made\n\n| | made | bytes | left | bytes | place < callers |\n|--:|--:|--:|--:|--:|:--|\n",
        heap_view::counted(document.total, "place", "")
    );
    for site in &document.sites {
        let frames: Vec<String> = site.stack.iter().map(heap_view::frame).collect();
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            site.rank,
            number::count(site.made),
            heap_view::kib(site.made_bytes),
            number::count(site.live),
            heap_view::kib(site.live_bytes),
            code(&frames.join(" < "))
        ));
    }
    text.push_str(&more(document.total, document.skip + document.listed));
    text.push_str(&format!(
        "\n{} objects have no record\n",
        number::count(document.without_record)
    ));
    text + &ending(&document.remarks, &document.diagnostics)
}
