//! The longest tasks.

use crate::markdown::parts;
use crate::{Style, long_tasks};
use lagometer_report::Analysis;

/// A row for each of the longest, with the user timings around it.
pub(super) fn long_tasks(analysis: &Analysis, style: &Style) -> String {
    let tasks = long_tasks::longest(&analysis.long_tasks, style.top);
    let all = tasks.rows.len() + tasks.more;
    parts::long_tasks(&tasks, &format!("`--top {all}`"))
}
