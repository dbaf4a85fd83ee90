//! Total blocking time of a page load.

use super::per_navigation::{PerNavigation, no_paint};
use super::total_blocking_time::BLOCKING_FROM;
use super::tti::of_main_frame_only;
use super::{Seen, VERIFIED, View};
use crate::loading::Load;
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, Micros, NotAvailable, Role, Unit,
};

/// `load_blocking_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "load_blocking_time",
    title: "total blocking time of the load",
    group: Group::Loading,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the sum over the top-level tasks of the page's main thread, each clipped to the time from first contentful \
           paint to time to interactive, of what is beyond 50 ms: Lighthouse's Total Blocking Time as observed",
    not_meaning: "not that of the window, which is `total_blocking_time`, and not what Lighthouse reports by default, \
                  which is simulated for a slower network and processor",
    rule_version: 1,
    source: "those of `fcp` and `tti`; Lighthouse's Total Blocking Time in navigation mode",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 20_000.0,
    }),
};

/// The blocking time of each page load, to two ends.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadBlockingTime {
    /// From first contentful paint to time to interactive.
    pub to_interactive: PerNavigation,
    /// From first contentful paint to the end of the navigation, in the order of the navigations: known
    /// also where the page was never quiet.
    pub to_end: Vec<Measured<f64>>,
}

pub(crate) fn compute(seen: Seen<'_, '_>, tti: &PerNavigation) -> LoadBlockingTime {
    let to_interactive = PerNavigation::of(seen, |view, at, load| {
        let from = painted(view, load)?;
        // Whole microseconds, far below 2^53.
        let after = tti.list[at].clone().into_result()? as i64;
        blocking_between(view, from, load.navigation.start.saturating_add(Micros(after)))
    });
    let to_end = PerNavigation::of(seen, |view, _, load| {
        blocking_between(view, painted(view, load)?, load.navigation.end)
    });
    LoadBlockingTime {
        to_interactive,
        to_end: to_end.list,
    }
}

fn painted(view: &View<'_>, load: &Load) -> Result<Micros, NotAvailable> {
    if !load.navigation.is_main {
        return Err(of_main_frame_only());
    }
    load.first_paint
        .ok_or_else(|| no_paint(view, "firstContentfulPaint"))
}

fn blocking_between(view: &View<'_>, from: Micros, to: Micros) -> Result<f64, NotAvailable> {
    let tasks = view.tasks()?.heavy.iter();
    let inside = tasks.map(|task| {
        let end = task.inside.end().min(to);
        end.saturating_sub(task.inside.start().max(from))
    });
    let beyond = inside.map(|inside| inside.saturating_sub(BLOCKING_FROM));
    // Whole numbers in 128 bits: exact, whatever the file holds.
    let blocked: i128 = beyond
        .filter(|beyond| beyond.0 > 0)
        .map(|beyond| i128::from(beyond.0))
        .sum();
    Ok(blocked as f64)
}

#[cfg(test)]
mod tests;
