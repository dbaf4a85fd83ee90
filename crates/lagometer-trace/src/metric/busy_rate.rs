//! How much of the time the main thread was busy.

use super::{Seen, VERIFIED, View};
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, Measured, MetricDefinition, Micros, NotAvailable, Role,
    Statistic, Unit,
};

use crate::interval;

/// `busy_rate`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "busy_rate",
    title: "busy rate",
    group: Group::MainThread,
    unit: Unit::Ratio,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[
        Statistic::Count,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
    ],
    rule: "the share of time in which a top-level task of the page's main thread ran, by the union of the tasks, in \
           slices of 200 ms (an option), the last as long as it is; the mean is that of the whole window, count, \
           median, p95 and max are of the slices",
    not_meaning: "not CPU usage: a task that waits for a processor is busy, and workers, the compositor, the GPU and \
                  other processes are not in it",
    rule_version: 1,
    source: "trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 0.02,
    }),
};

/// The busy rate of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct BusyRate {
    /// How many slices.
    pub count: Measured<f64>,
    /// Of the whole window.
    pub mean: Measured<f64>,
    /// Of the slices.
    pub median: Measured<f64>,
    /// Of the slices, nearest rank.
    pub p95: Measured<f64>,
    /// Of the slices.
    pub max: Measured<f64>,
    /// The rate of every slice, or why there is none.
    pub slices: Measured<Vec<f64>>,
    /// The length of a slice.
    pub slice: Option<Micros>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> BusyRate {
    match seen.map_err(Clone::clone).and_then(busy_rate) {
        Ok(rate) => rate,
        Err(why) => {
            let absent = || Measured::NotAvailable(why.clone());
            BusyRate {
                count: absent(),
                mean: absent(),
                median: absent(),
                p95: absent(),
                max: absent(),
                slices: Measured::NotAvailable(why.clone()),
                slice: None,
            }
        }
    }
}

fn busy_rate(view: &View<'_>) -> Result<BusyRate, NotAvailable> {
    let timeline = view.tasks()?;
    let rates = timeline.busy_slices.iter().enumerate().map(|(at, covered)| {
        let slice = interval::slice_at(view.window, view.slice, at);
        covered.as_f64() / slice.length().as_f64()
    });
    let rates: Vec<f64> = rates.collect();
    let distribution = Distribution::of(rates.iter().copied());
    Ok(BusyRate {
        count: Measured::Value(rates.len() as f64),
        mean: Measured::Value(timeline.busy_in_window.as_f64() / view.window.length().as_f64()),
        median: distribution.median(),
        p95: distribution.p95(),
        max: distribution.max(),
        slices: Measured::Value(rates),
        slice: Some(view.slice),
    })
}

#[cfg(test)]
mod tests;
