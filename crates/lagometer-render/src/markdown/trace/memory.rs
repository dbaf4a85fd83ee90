//! The memory counters of every thread that has any.

use crate::{Style, trace_view, visible};
use lagometer_report::Analysis;

/// A line for each thread.
pub(super) fn memory(analysis: &Analysis, style: &Style) -> String {
    // The page's own are among the numbers; the others are for who looks closer.
    if style.verbose == 0 {
        return String::new();
    }
    let lines = trace_view::memory(analysis);
    let line = |line: &String| format!("\nmemory {}\n", visible::markdown(line));
    lines.iter().map(line).collect()
}
