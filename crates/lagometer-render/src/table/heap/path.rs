//! Why an object is alive.

use super::{dim, ending};
use crate::{Style, heap_view, layout, number, visible};
use lagometer_report::{HeapObject, HeapPath, HeapPathsDocument};

/// The shortest path, or several.
pub fn heap_paths(document: &HeapPathsDocument, style: &Style) -> String {
    let mut text = heading(&document.object, style);
    let (file, id) = (
        visible::terminal(&document.input.name, style.unicode),
        &document.object.id,
    );
    let several = document.kind == "heap-paths";
    for (index, path) in document.paths.iter().enumerate() {
        if several {
            let edges = number::count(path.edges);
            let heading = format!("\npath {}   {edges} edges", index + 1);
            text.push_str(&style.bold(&heading));
            text.push('\n');
        }
        text.push_str(&steps(path, style));
    }
    text.push_str(&match (document.paths.is_empty(), several) {
        (true, _) => {
            "no path: the object is not reachable, and only what is reachable is kept alive\n".to_owned()
        }
        // A command stays whole, to be copied.
        (false, false) => {
            style.dim(&format!(
                "the shortest path; others: lagometer heap paths {file} {id}"
            )) + "\n"
        }
        (false, true) => dim(&stopped(document), style),
    });
    text.push_str(&ending(&document.remarks, &document.diagnostics, style));
    text
}

fn stopped(document: &HeapPathsDocument) -> String {
    let inspected = number::count(document.edges_inspected);
    match document.stop_reason.as_deref() {
        None => format!("these are all simple paths; {inspected} edges looked at"),
        Some("paths") => format!("there are more paths: --paths N; {inspected} edges looked at"),
        Some("depth") => format!("longer paths were left out: --depth N; {inspected} edges looked at"),
        Some("edges") => format!(
            "there may be more paths: the limit of edges looked at was reached ({inspected}; --edges N)"
        ),
        Some(reason) => {
            format!("there may be more paths: the search stopped ({reason}); {inspected} edges looked at")
        }
    }
}

/// `closure b @61737   28 B shallow, 39.1 KiB retained, distance 7   leak.js:11:102`
pub(super) fn heading(object: &HeapObject, style: &Style) -> String {
    let title = visible::terminal(&heap_view::titled(object), style.unicode);
    let retained = match object.retained.value {
        Some(bytes) => format!("{} retained", number::small_size(bytes.0 as u64)),
        None => "retained n/a, unreachable".to_owned(),
    };
    let distance = match object.distance.value {
        Some(distance) => format!(", distance {}", number::count(distance.0 as u64)),
        None => String::new(),
    };
    let place = object
        .place
        .as_ref()
        .map(|place| format!("   {}", heap_view::place(place)));
    let place = visible::terminal(place.as_deref().unwrap_or(""), style.unicode);
    let shallow = number::small_size(object.shallow_bytes);
    format!(
        "{}   {shallow} shallow, {retained}{distance}{place}\n",
        style.bold(&title)
    )
}

fn steps(path: &HeapPath, style: &Style) -> String {
    /// A wider object pushes what holds it to the right.
    const OBJECT_COLUMNS: usize = 48;
    let rows = path.steps.iter().map(|step| {
        let object = visible::terminal(&heap_view::titled(&step.object), style.unicode);
        let held = step.held_by.as_ref().map(heap_view::edge);
        let held = visible::terminal(held.as_deref().unwrap_or(""), style.unicode);
        (heap_view::bytes(&step.object.retained), object, held)
    });
    let rows: Vec<(String, String, String)> = rows.collect();
    let sizes = rows
        .iter()
        .map(|(size, ..)| visible::width(size))
        .max()
        .unwrap_or(0)
        .max(8)
        + 2;
    let objects = rows.iter().map(|(_, object, _)| visible::width(object));
    let objects = objects
        .filter(|width| *width <= OBJECT_COLUMNS)
        .max()
        .unwrap_or(0)
        .max(6);
    let line = |size: &str, object: &str, held: &str| {
        let line = format!(
            "{}  {}   {held}",
            layout::right(size, sizes),
            layout::left(object, objects)
        );
        line.trim_end().to_owned() + "\n"
    };
    let mut text = style.bold(line("retained", "object", "held by").trim_end()) + "\n";
    let half = path.steps.len() / 2;
    for (index, (size, object, held)) in rows.iter().enumerate() {
        if path.left_out > 0 && index == half {
            let gap = format!("{} objects in between are left out", number::count(path.left_out));
            text.push_str(&line("", &gap, ""));
        }
        text.push_str(&line(size, object, held));
    }
    text
}
