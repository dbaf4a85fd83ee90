//! Readings of the memory counters into their written form.

use lagometer_metric::Micros;
use lagometer_report::{RawNumber, ThreadMemory};
use lagometer_trace::MemoryReading;

/// How many readings of a thread are listed: more than any picture has columns.
const LISTED: usize = 10_000;

pub(super) fn memory(threads: &[lagometer_trace::ThreadMemory], window_start: Micros) -> Vec<ThreadMemory> {
    let thread = |thread: &lagometer_trace::ThreadMemory| {
        let lagometer_trace::ThreadMemory {
            pid,
            tid,
            process_name,
            is_page,
            readings,
        } = thread;
        let step = readings.len().div_ceil(LISTED).max(1);
        let last = readings.len().saturating_sub(1);
        let listed = (0..readings.len()).filter(|at| at.is_multiple_of(step) || *at == last);
        let listed: Vec<MemoryReading> = listed.map(|at| readings[at]).collect();
        let column = |of: fn(&MemoryReading) -> Option<f64>| {
            listed.iter().map(|reading| of(reading).map(RawNumber)).collect()
        };
        ThreadMemory {
            pid: *pid,
            tid: *tid,
            process_name: process_name.clone(),
            is_page: *is_page,
            total: readings.len() as u64,
            step: step as u64,
            times_us: listed
                .iter()
                .map(|reading| reading.ts.saturating_sub(window_start).0)
                .collect(),
            js_heap: column(|reading| reading.js_heap),
            dom_nodes: column(|reading| reading.dom_nodes),
            event_listeners: column(|reading| reading.event_listeners),
            documents: column(|reading| reading.documents),
        }
    };
    threads.iter().map(thread).collect()
}

#[cfg(test)]
mod tests;
