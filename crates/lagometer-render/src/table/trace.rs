//! The metrics of a trace: a file for each section.

mod console;
mod curves;
mod distributions;
mod frames;
mod loading;
mod long_tasks;
mod memory;
mod numbers;
mod open_tasks;
mod work;

use super::inspect::fact_rows;
use super::parts;
use crate::{Style, remarks, rules, trace_view, user_timings};
use lagometer_metric::MetricDefinition;
use lagometer_report::TraceDocument;

/// The metrics of a trace: what was read, the busy rate over time, distributions, single numbers,
/// the longest tasks. Warnings that touch the numbers stand on top, notes last.
pub fn trace(document: &TraceDocument, definitions: &[&MetricDefinition], style: &Style) -> String {
    let analysis = &document.analysis;
    let numbers = trace_view::numbers(analysis, definitions);
    // The order in which they are read. Each begins with its own empty line where it wants one, and
    // is empty where there is nothing to say.
    [
        parts::warnings(&trace_view::warnings(document), style),
        fact_rows(&trace_view::heading(document, style), style),
        curves::curves(analysis, style),
        distributions::distributions(&numbers, style),
        numbers::numbers(&numbers, style),
        numbers::explaining(analysis, definitions, style),
        work::work(analysis, style),
        long_tasks::long_tasks(analysis, style),
        work::interactions(analysis, style),
        work::workers(analysis, style),
        open_tasks::open_tasks(analysis, style),
        loading::loading(analysis, style),
        frames::frames(analysis, style),
        console::console(analysis, style),
        memory::memory(analysis, style),
        parts::notes(&user_timings::left_out(&analysis.user_timings), style),
        rules::text(&numbers.shown, style),
        parts::tolerated(remarks::tolerated_in_trace(&document.diagnostics).as_ref(), style),
    ]
    .concat()
}
