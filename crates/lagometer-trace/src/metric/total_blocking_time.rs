//! Total blocking time.

use super::{Seen, VERIFIED, View, single};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, Micros, NotAvailable, Role, Unit,
};

/// What of a task does not block: a user notices no wait up to here. Total Blocking Time of
/// Lighthouse and of the Web Vitals has the same 50 ms.
pub const BLOCKING_FROM: Micros = Micros::from_millis(50);

/// `total_blocking_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "total_blocking_time",
    title: "total blocking time",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the sum over the top-level tasks of the page's main thread, each clipped to the window, of what is \
           beyond 50 ms; the part that is left of a clipped one counts, and under 50 ms adds nothing",
    not_meaning: "not the time between first paint and interactive, as in a page-load report: it is that of the window",
    rule_version: 1,
    source: "trace events `RunTask` and its older names; Lighthouse's Total Blocking Time in timespan mode",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 20_000.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    single(seen.map_err(Clone::clone).and_then(blocking_time))
}

fn blocking_time(view: &View<'_>) -> Result<f64, NotAvailable> {
    let timeline = view.tasks()?;
    let tasks = timeline.heavy.iter().chain(&timeline.nested);
    let beyond = tasks.map(|task| task.inside.length().0 - BLOCKING_FROM.0);
    // Whole numbers in 128 bits: exact, whatever the file holds.
    let blocked: i128 = beyond.filter(|beyond| *beyond > 0).map(i128::from).sum();
    Ok(blocked as f64)
}

#[cfg(test)]
mod tests;
