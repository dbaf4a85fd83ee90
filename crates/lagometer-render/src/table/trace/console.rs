//! What the page timed and stamped through the console.

use crate::table::parts;
use crate::{Style, trace_view};
use lagometer_report::Analysis;

/// A line for each label.
pub(super) fn console(analysis: &Analysis, style: &Style) -> String {
    parts::labelled("console", &trace_view::console(analysis, style.top), style)
}
