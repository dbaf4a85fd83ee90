//! The metrics from counters that the browser keeps (`Performance.getMetrics`) and from its
//! processes: one file each.
//!
//! Times and counts go up from when the domain was enabled, so a metric is the difference of two
//! readings, both inside the window. They count the page's process, not the page.

mod cdp_busy_rate;
mod cdp_documents;
mod cdp_js_event_listeners;
mod cdp_js_heap_used_size;
mod cdp_nodes;
mod counter_readings;
mod devtools_command_duration;
mod heap_slope;
mod layout_count;
mod layout_duration;
mod process;
mod process_cpu_time;
mod process_memory;
mod recalc_style_count;
mod recalc_style_duration;
mod script_duration;
mod series;
mod settled_heap;
mod task_duration;
mod theil_sen;
mod thread_time;

pub use process::{ProcessKind, ProcessNumbers, ProcessReading, ProcessState, processes};
pub use process_memory::ProcessMemory;
pub use series::{Series, series};
pub use settled_heap::{HeapOverRepetitions, heap_over_repetitions};
pub use theil_sen::Slope;

use lagometer_metric::{Measured, MetricDefinition, Micros, NotAvailable, Reason, Statistic};
use std::collections::BTreeMap;

/// Every metric from counters, in order of display.
pub const DEFINITIONS: &[&MetricDefinition] = &[
    &task_duration::DEFINITION,
    &cdp_busy_rate::DEFINITION,
    &thread_time::DEFINITION,
    &script_duration::DEFINITION,
    &layout_duration::DEFINITION,
    &recalc_style_duration::DEFINITION,
    &layout_count::DEFINITION,
    &recalc_style_count::DEFINITION,
    &devtools_command_duration::DEFINITION,
    &counter_readings::DEFINITION,
    &cdp_nodes::DEFINITION,
    &cdp_js_event_listeners::DEFINITION,
    &cdp_documents::DEFINITION,
    &cdp_js_heap_used_size::DEFINITION,
    &process_cpu_time::DEFINITION,
    &process_memory::DEFINITION,
    &settled_heap::DEFINITION,
    &heap_slope::DEFINITION,
];

/// The majors of Chrome on which the counters were held against traces.
const VERIFIED: &[u32] = &[156];

/// The statistics of a counter that goes up and down.
const STATISTICS: &[Statistic] = &[Statistic::Start, Statistic::End, Statistic::Growth];

/// One `Performance.getMetrics`.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// The browser's `Timestamp`, on the trace's clock.
    pub timestamp: Micros,
    /// Every counter by Chrome's name, in Chrome's unit.
    pub metrics: &'a BTreeMap<String, f64>,
}

/// The first and the last reading inside a window.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The first one after the window's begin mark.
    pub begin: Reading<'a>,
    /// The last one before its end mark.
    pub end: Reading<'a>,
    /// How many readings lie between the two.
    pub between: usize,
}

/// A counter that goes up and down, at both ends.
#[derive(Clone, Debug, PartialEq)]
pub struct EndLevels {
    /// At the first reading.
    pub start: Measured<f64>,
    /// At the last.
    pub end: Measured<f64>,
    /// End minus start.
    pub growth: Measured<f64>,
}

/// Every metric from counters.
#[derive(Clone, Debug, PartialEq)]
pub struct Counters {
    /// `task_duration`.
    pub task_duration: Measured<f64>,
    /// `cdp_busy_rate`.
    pub cdp_busy_rate: Measured<f64>,
    /// `thread_time`.
    pub thread_time: Measured<f64>,
    /// `script_duration`.
    pub script_duration: Measured<f64>,
    /// `layout_duration`.
    pub layout_duration: Measured<f64>,
    /// `recalc_style_duration`.
    pub recalc_style_duration: Measured<f64>,
    /// `layout_count`.
    pub layout_count: Measured<f64>,
    /// `recalc_style_count`.
    pub recalc_style_count: Measured<f64>,
    /// `devtools_command_duration`.
    pub devtools_command_duration: Measured<f64>,
    /// `counter_readings`.
    pub counter_readings: Measured<f64>,
    /// `cdp_nodes`.
    pub cdp_nodes: EndLevels,
    /// `cdp_js_event_listeners`.
    pub cdp_js_event_listeners: EndLevels,
    /// `cdp_documents`.
    pub cdp_documents: EndLevels,
    /// `cdp_js_heap_used_size`.
    pub cdp_js_heap_used_size: EndLevels,
}

/// The metrics from the readings at both ends of a window, or from their absence.
pub fn analyze(ends: Result<Ends<'_>, NotAvailable>) -> Counters {
    let ends = ends.as_ref();
    Counters {
        task_duration: task_duration::compute(ends),
        cdp_busy_rate: cdp_busy_rate::compute(ends),
        thread_time: thread_time::compute(ends),
        script_duration: script_duration::compute(ends),
        layout_duration: layout_duration::compute(ends),
        recalc_style_duration: recalc_style_duration::compute(ends),
        layout_count: layout_count::compute(ends),
        recalc_style_count: recalc_style_count::compute(ends),
        devtools_command_duration: devtools_command_duration::compute(ends),
        counter_readings: counter_readings::compute(ends),
        cdp_nodes: cdp_nodes::compute(ends),
        cdp_js_event_listeners: cdp_js_event_listeners::compute(ends),
        cdp_documents: cdp_documents::compute(ends),
        cdp_js_heap_used_size: cdp_js_heap_used_size::compute(ends),
    }
}

/// The readings, or why there are none.
type Seen<'r, 'a> = Result<&'r Ends<'a>, &'r NotAvailable>;

impl Reading<'_> {
    fn counter(&self, name: &str) -> Result<f64, NotAvailable> {
        match self.metrics.get(name) {
            Some(value) if value.is_finite() => Ok(*value),
            Some(value) => Err(NotAvailable {
                reason: Reason::InvalidValue,
                detail: format!("`{name}` is {value}"),
            }),
            None => Err(NotAvailable {
                reason: Reason::NotReported,
                detail: format!("`{name}` is not among the metrics"),
            }),
        }
    }

    /// A time, which Chrome gives in seconds, in whole microseconds: that is its clock's grain, and
    /// the difference of two such numbers is exact.
    fn micros(&self, name: &str) -> Result<f64, NotAvailable> {
        Ok((self.counter(name)? * 1e6).round())
    }
}

/// By how many microseconds a time went up.
fn time_delta(seen: Seen<'_, '_>, name: &str) -> Measured<f64> {
    Measured::from(seen.map_err(Clone::clone).and_then(|ends| {
        let (begin, end) = (ends.begin.micros(name)?, ends.end.micros(name)?);
        not_backwards(name, begin, end)
    }))
}

/// By how much a count went up.
fn count_delta(seen: Seen<'_, '_>, name: &str) -> Measured<f64> {
    Measured::from(seen.map_err(Clone::clone).and_then(|ends| {
        let (begin, end) = (ends.begin.counter(name)?, ends.end.counter(name)?);
        not_backwards(name, begin, end)
    }))
}

/// What only goes up went down: the page is in another process, which counts from zero.
fn not_backwards(name: &str, begin: f64, end: f64) -> Result<f64, NotAvailable> {
    if end < begin {
        return Err(NotAvailable {
            reason: Reason::ProcessChanged,
            detail: format!("`{name}` went down from {begin} to {end}"),
        });
    }
    Ok(end - begin)
}

/// A counter at both ends.
fn end_levels(seen: Seen<'_, '_>, name: &str) -> EndLevels {
    let start = seen
        .map_err(Clone::clone)
        .and_then(|ends| ends.begin.counter(name));
    let end = seen.map_err(Clone::clone).and_then(|ends| ends.end.counter(name));
    let growth = match (&start, &end) {
        (Ok(start), Ok(end)) => Ok(end - start),
        (Err(why), _) | (_, Err(why)) => Err(why.clone()),
    };
    EndLevels {
        start: Measured::from(start),
        end: Measured::from(end),
        growth: Measured::from(growth),
    }
}

#[cfg(test)]
mod tests;
