//! What the page timed and stamped through the console.

use crate::{Style, trace_view, visible};
use lagometer_report::Analysis;

/// A line for each label.
pub(super) fn console(analysis: &Analysis, style: &Style) -> String {
    let lines = trace_view::console(analysis, style.top);
    let line = |line: &String| format!("\nconsole {}\n", visible::markdown(line));
    lines.iter().map(line).collect()
}
