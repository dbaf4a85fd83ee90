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
    let ranges = ranges(thread).into_iter().filter_map(|(name, range)| {
        let range = range?;
        Some(format!("{name} {range}"))
    });
    let readings = if thread.total == 1 { "reading" } else { "readings" };
    let ranges: Vec<String> = ranges.collect();
    format!(
        "{}: {}; {} {readings}",
        owner(thread),
        ranges.join(", "),
        number::count(thread.total)
    )
}

/// `pid 7 tid 9 Renderer (the page)`: raw text.
pub(crate) fn owner(thread: &ThreadMemory) -> String {
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
    who
}

/// Each counter with its first and its last value; `None` where it has none.
pub(crate) fn ranges(thread: &ThreadMemory) -> [(&'static str, Option<String>); 4] {
    [
        ("heap", from_to(Unit::Bytes, &thread.js_heap)),
        ("nodes", from_to(Unit::Count, &thread.dom_nodes)),
        ("listeners", from_to(Unit::Count, &thread.event_listeners)),
        ("documents", from_to(Unit::Count, &thread.documents)),
    ]
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
