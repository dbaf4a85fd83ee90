//! Time to Interactive.

use super::per_navigation::{PerNavigation, no_paint};
use super::{Seen, VERIFIED, View};
use crate::Categories;
use crate::loading::{BREAKS_QUIET, Interactive, interactive, requests};
use lagometer_metric::{Better, Group, MetricDefinition, Micros, NotAvailable, Reason, Role, Unit};

/// `tti`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "tti",
    title: "time to interactive",
    group: Group::Loading,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "from the start of a navigation to the end of the last task of 50 ms or more before the first 5 s in which the \
           main thread has none and at most two finished `GET` requests are under way, but not before first contentful \
           paint and `DOMContentLoaded`; of several navigations in the window that of the last one of the main frame",
    not_meaning: "not when the page answers to somebody: it is a bound for what comes before, and one late request or \
                  task moves it by seconds",
    rule_version: 1,
    source: "trace events `RunTask`, `ResourceSendRequest`, `ResourceReceiveResponse`, `ResourceFinish`, \
             `domContentLoadedEventEnd`; Lighthouse's Time to Interactive as observed",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> PerNavigation {
    // The same for every navigation, and only where there is one.
    let requests = match seen {
        Ok(view) if !view.loads.loads.is_empty() => requests(view.facts, view.main_thread),
        _ => Vec::new(),
    };
    PerNavigation::of(seen, |view, _, load| {
        if !load.navigation.is_main {
            return Err(of_main_frame_only());
        }
        let painted = load
            .first_paint
            .ok_or_else(|| no_paint(view, "firstContentfulPaint"))?;
        let parsed = load.parsed.ok_or_else(|| NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `domContentLoadedEventEnd` of the navigation".to_owned(),
        })?;
        requests_known(view)?;
        let end = load.navigation.end;
        let tasks = view.tasks()?.heavy.iter();
        let breaks = tasks.filter(|task| {
            task.duration() >= BREAKS_QUIET && task.end >= load.navigation.start && task.start < end
        });
        let tasks: Vec<(Micros, Micros)> = breaks.map(|task| (task.start, task.end)).collect();
        let at = interactive(&Interactive {
            painted,
            parsed,
            end,
            tasks: &tasks,
            requests: &requests,
        })?;
        Ok(at.saturating_sub(load.navigation.start).as_f64())
    })
}

/// Main thread and network are those of the whole page.
pub(super) fn of_main_frame_only() -> NotAvailable {
    NotAvailable {
        reason: Reason::NotReported,
        detail: "of the main frame only".to_owned(),
    }
}

/// Whether requests were recorded: a page load has at least one.
fn requests_known(view: &View<'_>) -> Result<(), NotAvailable> {
    if !view.facts.loading.requests.is_empty() {
        return Ok(());
    }
    let (reason, detail) = match view.facts.categories.has(Categories::DEVTOOLS_TIMELINE) {
        true => (Reason::NoEventInWindow, "no `ResourceSendRequest`"),
        false => (Reason::CategoryOff, "devtools.timeline"),
    };
    Err(NotAvailable {
        reason,
        detail: detail.to_owned(),
    })
}
