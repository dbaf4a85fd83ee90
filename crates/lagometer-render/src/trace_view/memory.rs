//! The memory counters of every thread that has any.

use crate::number;
use lagometer_metric::Unit;
use lagometer_report::{Analysis, RawNumber, ThreadMemory};

/// Each thread in words, the page's first; only where there is another than the page's, because that one
/// has its numbers among the metrics.
pub(crate) fn memory(analysis: &Analysis) -> Vec<String> {
    if analysis.memory.iter().all(|thread| thread.is_page) {
        return Vec::new();
    }
    analysis.memory.iter().map(words).collect()
}

fn words(thread: &ThreadMemory) -> String {
    let mut who = format!("pid {}", thread.pid);
    if let Some(tid) = thread.tid {
        who.push_str(&format!(" tid {tid}"));
    }
    if let Some(name) = &thread.process_name {
        who.push_str(&format!(" {name}"));
    }
    if thread.is_page {
        who.push_str(" (the page)");
    }
    let columns = [
        ("heap", Unit::Bytes, &thread.js_heap),
        ("nodes", Unit::Count, &thread.dom_nodes),
        ("listeners", Unit::Count, &thread.event_listeners),
        ("documents", Unit::Count, &thread.documents),
    ];
    let ranges = columns.iter().filter_map(|(name, unit, column)| {
        let range = from_to(*unit, column)?;
        Some(format!("{name} {range}"))
    });
    let readings = if thread.total == 1 { "reading" } else { "readings" };
    let ranges: Vec<String> = ranges.collect();
    format!(
        "{who}: {}; {} {readings}",
        ranges.join(", "),
        number::count(thread.total)
    )
}

/// The first and the last value of a counter.
fn from_to(unit: Unit, column: &[Option<RawNumber>]) -> Option<String> {
    let first = column.iter().flatten().next()?;
    let last = column.iter().flatten().next_back()?;
    if first == last {
        return Some(number::value(unit, first.0));
    }
    Some(format!(
        "{} to {}",
        number::value(unit, first.0),
        number::value(unit, last.0)
    ))
}
