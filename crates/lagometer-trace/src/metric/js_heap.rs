//! The JavaScript heap of the page's main thread.

use super::{Seen, VERIFIED, View};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, Micros, NotAvailable, Reason, Role, Statistic,
    Unit,
};

use crate::memory;

/// `js_heap`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "js_heap",
    title: "js heap",
    group: Group::Memory,
    unit: Unit::Bytes,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[
        Statistic::Count,
        Statistic::Start,
        Statistic::End,
        Statistic::Growth,
        Statistic::Max,
        Statistic::Mean,
        Statistic::Limit,
    ],
    rule: "used bytes of the JavaScript heap of the page's main thread: start is the last reading at or before the window, \
           else the first inside; growth is end minus start; the mean is over time, each reading holding until the next",
    not_meaning: "not a leak, and not the memory of the process: when garbage is collected is up to the engine, and \
                  growth is a thing to look at; other pages in the same process are in it, and the heaps of \
                  workers are not",
    rule_version: 2,
    source: "trace event `UpdateCounters`, `jsHeapSizeUsed` and `jsHeapSizeLimit`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 262_144.0,
    }),
};

/// The JavaScript heap inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct JsHeap {
    /// How many readings lie inside.
    pub count: Measured<f64>,
    /// At the start.
    pub start: Measured<f64>,
    /// At the end.
    pub end: Measured<f64>,
    /// End minus start.
    pub growth: Measured<f64>,
    /// The largest.
    pub max: Measured<f64>,
    /// Over time.
    pub mean: Measured<f64>,
    /// The limit that the browser reports.
    pub limit: Measured<f64>,
    /// The time from the start of the window to the reading that is taken for it; negative where
    /// that was before.
    pub start_offset: Measured<Micros>,
    /// The value at the end of every slice, absent before the first reading.
    pub series: Measured<Vec<Option<f64>>>,
    /// The length of a slice.
    pub slice: Option<Micros>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> JsHeap {
    match seen.map_err(Clone::clone).and_then(js_heap) {
        Ok(heap) => heap,
        Err(why) => {
            let absent = || Measured::NotAvailable(why.clone());
            JsHeap {
                count: absent(),
                start: absent(),
                end: absent(),
                growth: absent(),
                max: absent(),
                mean: absent(),
                limit: absent(),
                start_offset: Measured::NotAvailable(why.clone()),
                series: Measured::NotAvailable(why.clone()),
                slice: None,
            }
        }
    }
}

fn js_heap(view: &View<'_>) -> Result<JsHeap, NotAvailable> {
    let of = |counter| memory::readings(view.facts, view.main_thread, view.window, counter);
    let readings = of(|data| data.js_heap_used)?;
    let limit = match of(|data| data.js_heap_limit) {
        Ok(limits) => Measured::Value(limits.end().value),
        Err(why) if why.reason == Reason::NotReported => {
            Measured::absent(Reason::NotReported, "no `jsHeapSizeLimit` in `UpdateCounters`")
        }
        Err(why) => Measured::NotAvailable(why),
    };
    Ok(JsHeap {
        count: Measured::Value(readings.inside as f64),
        start: Measured::Value(readings.start().value),
        end: Measured::Value(readings.end().value),
        growth: readings.growth(),
        max: Measured::Value(readings.max()),
        mean: readings.mean(view.window),
        limit,
        start_offset: Measured::Value(readings.start().ts.saturating_sub(view.window.start())),
        series: Measured::Value(readings.series(view.window, view.slice)),
        slice: Some(view.slice),
    })
}

#[cfg(test)]
mod tests;
