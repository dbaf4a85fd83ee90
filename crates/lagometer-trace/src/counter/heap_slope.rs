//! By how much the heap grows from one repetition to the next.

use super::VERIFIED;
use super::theil_sen::{self, Slope};
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, Role, Statistic, Unit};

/// `heap_slope`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "heap_slope",
    title: "heap slope",
    group: Group::Memory,
    unit: Unit::Bytes,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[Statistic::Median, Statistic::Low, Statistic::High],
    rule: "bytes a repetition of a `repeat` with `series: heap`: the median of the slopes between every two readings of \
           `settled_heap` (Theil-Sen); low and high are the ends of its 95 % interval by Kendall's exact distribution, \
           from 5 repetitions on",
    not_meaning: "not a leak: caches fill, code is compiled, and what is kept may be wanted; growth is a thing to look at, \
                  and an interval that holds 0 shows none; it takes the readings for independent, and that of a run is \
                  the median of those of its rounds",
    rule_version: 1,
    source: "CDP `HeapProfiler.collectGarbage`, then `Performance.getMetrics`, `JSHeapUsedSize`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 1_024.0,
    }),
};

/// The slope of what is left after each repetition.
pub(super) fn compute(used_bytes: &[f64]) -> Slope {
    theil_sen::slope(used_bytes)
}
