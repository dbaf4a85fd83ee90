//! What is left on the heap after each repetition.

use super::heap_slope;
use super::theil_sen::Slope;
use super::{EndLevels, VERIFIED};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, Reason, Role, Statistic, Unit};

/// `settled_heap`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "settled_heap",
    title: "settled heap",
    group: Group::Memory,
    unit: Unit::Bytes,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[
        Statistic::Count,
        Statistic::Start,
        Statistic::End,
        Statistic::Growth,
    ],
    rule: "used bytes of the JavaScript heap after a repetition of a `repeat` with `series: heap`, read after two forced \
           collections of garbage 100 ms apart: after the first repetition (start), after the last (end), end minus \
           start, and how many",
    not_meaning: "not the heap that the page has while it works, and not the memory of the process: the collections are \
                  forced, and other pages in the same process are in it; growth is not a leak",
    rule_version: 1,
    source: "CDP `HeapProfiler.collectGarbage`, then `Performance.getMetrics`, `JSHeapUsedSize`",
    verified_chrome: VERIFIED,
    gate: None,
};

/// The heap over the repetitions.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapOverRepetitions {
    /// How many were read.
    pub count: usize,
    /// `settled_heap`.
    pub settled_heap: EndLevels,
    /// `heap_slope`.
    pub heap_slope: Slope,
}

/// The numbers of the readings after each repetition, in order.
pub fn heap_over_repetitions(used_bytes: &[f64]) -> HeapOverRepetitions {
    let end = |value: Option<&f64>| match value {
        Some(bytes) => Measured::Value(*bytes),
        None => Measured::absent(Reason::NotRecorded, "no repetition was read"),
    };
    let (start, end) = (end(used_bytes.first()), end(used_bytes.last()));
    let growth = start.clone().and_then(|start| end.clone().map(|end| end - start));
    HeapOverRepetitions {
        count: used_bytes.len(),
        settled_heap: EndLevels { start, end, growth },
        heap_slope: heap_slope::compute(used_bytes),
    }
}
