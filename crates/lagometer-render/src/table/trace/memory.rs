//! The memory counters of every thread that has any.

use crate::table::parts;
use crate::{Style, trace_view};
use lagometer_report::Analysis;

/// A line for each thread.
pub(super) fn memory(analysis: &Analysis, style: &Style) -> String {
    // The page's own are among the numbers; the others are for who looks closer.
    if style.verbose == 0 {
        return String::new();
    }
    parts::labelled("memory", &trace_view::memory(analysis), style)
}
