//! CPU time of the main thread.

use super::{Seen, VERIFIED, single};
use lagometer_metric::{Better, GateDefault, Group, Measured, MetricDefinition, Role, Unit};

/// `main_thread_cpu_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "main_thread_cpu_time",
    title: "main thread cpu time",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the sum of the thread's CPU time (`tdur`) over the top-level tasks of the page's main thread; that of a \
           task cut by an end of the window is scaled by its share inside; absent if one task lacks it",
    not_meaning: "not the CPU time of the page: workers, the compositor, other processes and the GPU are not in it",
    rule_version: 1,
    source: "`tdur` of trace events `RunTask` and its older names, or the difference of `tts` of `B` and `E`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 10_000.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(|view| view.thread_time()))
}

#[cfg(test)]
mod tests;
