//! The memory counters of every process.

use crate::number;
use lagometer_metric::Unit;
use lagometer_report::{Analysis, ProcessMemory, RawNumber};

/// Each process in words, the page's first; only where there is another than the page's, because that
/// one has its numbers among the metrics.
pub(crate) fn memory(analysis: &Analysis) -> Vec<String> {
    if analysis.memory.iter().all(|process| process.is_page) {
        return Vec::new();
    }
    analysis.memory.iter().map(words).collect()
}

fn words(process: &ProcessMemory) -> String {
    let mut who = format!("pid {}", process.pid);
    if let Some(name) = &process.name {
        who.push_str(&format!(" {name}"));
    }
    if process.is_page {
        who.push_str(" (the page)");
    }
    let columns = [
        ("heap", Unit::Bytes, &process.js_heap),
        ("nodes", Unit::Count, &process.dom_nodes),
        ("listeners", Unit::Count, &process.event_listeners),
        ("documents", Unit::Count, &process.documents),
    ];
    let ranges = columns.iter().filter_map(|(name, unit, column)| {
        let range = from_to(*unit, column)?;
        Some(format!("{name} {range}"))
    });
    let readings = if process.total == 1 { "reading" } else { "readings" };
    let ranges: Vec<String> = ranges.collect();
    format!(
        "{who}: {}; {} {readings}",
        ranges.join(", "),
        number::count(process.total)
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
