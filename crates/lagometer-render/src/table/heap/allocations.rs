//! Where objects were made.

use super::{columns, dim, ending, more};
use crate::{Style, heap_view, number, visible};
use lagometer_report::HeapAllocationsDocument;

/// The places at which objects were made.
pub fn heap_allocations(document: &HeapAllocationsDocument, style: &Style) -> String {
    let name = visible::terminal(&document.input.name, style.unicode);
    if !document.recorded {
        let text = format!(
            "{}   allocations n/a: nothing was recorded in this file\n",
            style.bold(&name)
        );
        let how = "take it with allocation tracking: in DevTools \"Allocations on timeline\" with stacks";
        return text + &dim(how, style) + &ending(&document.remarks, &document.diagnostics, style);
    }
    let total = heap_view::counted(document.total, "place", " at which objects were made");
    let mut text = format!("{}   {total}\n\n", style.bold(&name));
    let rows = document.sites.iter().map(|site| {
        let frames: Vec<String> = site.stack.iter().map(heap_view::frame).collect();
        vec![
            format!("{:>2}", site.rank),
            number::count(site.made),
            heap_view::kib(site.made_bytes),
            number::count(site.live),
            heap_view::kib(site.live_bytes),
            visible::terminal(&frames.join(" < "), style.unicode),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let head = ["", "made", "bytes", "left", "bytes", "place < callers"];
    text.push_str(&columns(&head, &rows, 5, style));
    text.push_str(&format!(
        "{} without a record\n",
        heap_view::counted(document.without_record, "object", "")
    ));
    if document.unknown_record > 0 {
        let unknown = number::count(document.unknown_record);
        text.push_str(&format!(
            "{unknown} objects name a place that the record does not have\n"
        ));
    }
    text.push_str(&more(document.total, document.skip + document.listed, style));
    text + &ending(&document.remarks, &document.diagnostics, style)
}
