//! How much of the busy time was spent waiting for a processor.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit};

/// `contention`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "contention",
    title: "contention",
    group: Group::MainThread,
    unit: Unit::Ratio,
    better: Better::Neither,
    role: Role::Explains,
    statistics: &[],
    rule: "one minus the thread's CPU time divided by the sum of durations, both over the top-level tasks of the \
           page's main thread inside the window; 0 where the clocks' grain would make it negative",
    not_meaning: "not a property of the page alone: a loaded machine, and a thread that waits for the GPU or for \
                  another process inside a task, raise it; with much of it wall times are too high",
    rule_version: 1,
    source: "`dur` and `tdur` of trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(contention))
}

fn contention(view: &View<'_>) -> Result<f64, NotAvailable> {
    let cpu_time = view.thread_time()?;
    let timeline = view.tasks()?;
    if timeline.count == 0 {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no task".to_owned(),
        });
    }
    let wall_time = timeline.length as f64;
    Ok((1.0 - cpu_time / wall_time).max(0.0))
}

#[cfg(test)]
mod tests;
