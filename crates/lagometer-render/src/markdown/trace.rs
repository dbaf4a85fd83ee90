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

pub(super) use work::span;

use super::inspect::fact_rows;
use super::parts;
use crate::{Style, remarks, rules, trace_view, user_timings};
use lagometer_metric::MetricDefinition;
use lagometer_report::TraceDocument;

/// The metrics of a trace: the same as the table shows. Plots, where they are asked for, are a block
/// of text; or the picture at the address `drawing`, which is seen from where the text will lie.
pub fn trace(
    document: &TraceDocument,
    definitions: &[&MetricDefinition],
    style: &Style,
    drawing: Option<&str>,
) -> String {
    let analysis = &document.analysis;
    let numbers = trace_view::numbers(analysis, definitions);
    // The order of the table. A section is empty where there is nothing to say.
    [
        parts::warnings(&trace_view::warnings(document)),
        fact_rows(&trace_view::heading(document, style)),
        curves::curves(analysis, style, drawing),
        distributions::distributions(&numbers),
        numbers::numbers(&numbers),
        numbers::explaining(analysis, definitions, style),
        work::work(analysis, style),
        long_tasks::long_tasks(analysis, style),
        work::interactions(analysis, style),
        work::workers(analysis, style),
        open_tasks::open_tasks(analysis, style),
        loading::loading(analysis, style),
        frames::frames(analysis),
        console::console(analysis, style),
        memory::memory(analysis, style),
        parts::notes(&user_timings::left_out(&analysis.user_timings)),
        rules::markdown(&numbers.shown, style),
        parts::tolerated(remarks::tolerated_in_trace(&document.diagnostics).as_ref(), style),
    ]
    .concat()
}
