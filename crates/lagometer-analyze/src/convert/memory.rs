//! Readings of the memory counters into their written form.

use lagometer_metric::Micros;
use lagometer_report::{RawNumber, ThreadMemory};
use lagometer_trace::MemoryReading;

pub(super) fn memory(threads: &[lagometer_trace::ThreadMemory], window_start: Micros) -> Vec<ThreadMemory> {
    let thread = |thread: &lagometer_trace::ThreadMemory| {
        let lagometer_trace::ThreadMemory {
            pid,
            tid,
            process_name,
            is_page,
            total,
            step,
            readings,
        } = thread;
        let column = |of: fn(&MemoryReading) -> Option<f64>| {
            readings
                .iter()
                .map(|reading| of(reading).map(RawNumber))
                .collect()
        };
        ThreadMemory {
            pid: *pid,
            tid: *tid,
            process_name: process_name.clone(),
            is_page: *is_page,
            total: *total,
            step: *step,
            times_us: readings
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
