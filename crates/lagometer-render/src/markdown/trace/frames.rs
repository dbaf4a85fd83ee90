//! The frames in three views.

use crate::frames;
use crate::markdown::inspect::fact_rows;
use lagometer_report::Analysis;

/// A line for each view, and how they agree.
pub(super) fn frames(analysis: &Analysis) -> String {
    let facts = frames::facts(analysis);
    match facts.is_empty() {
        true => String::new(),
        false => format!("\n{}", fact_rows(&facts)),
    }
}
