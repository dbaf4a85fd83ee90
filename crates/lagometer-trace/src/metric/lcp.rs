//! Largest Contentful Paint.

use super::per_navigation::{PerNavigation, no_paint};
use super::{Seen, VERIFIED, View};
use crate::loading::Load;
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, NotAvailable, Role, Unit};

/// `lcp`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "lcp",
    title: "largest contentful paint",
    group: Group::Loading,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "from the start of a navigation to the paint of its largest text or image: the candidate with the highest \
           index, of which Chrome writes no more once somebody used the page; of several navigations in the window that \
           of the last one of the main frame, `about:blank` aside",
    not_meaning: "not final where the window ends before the page is loaded or used: a larger one may come; what was \
                  painted after a soft navigation is not in it; good is up to 2.5 s, poor is over 4 s",
    rule_version: 1,
    source: "trace events `navigationStart`, `largestContentfulPaint::Candidate`; web.dev/articles/lcp",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 20_000.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> PerNavigation {
    PerNavigation::of(seen, lcp)
}

fn lcp(view: &View<'_>, _: usize, load: &Load) -> Result<f64, NotAvailable> {
    let none = || no_paint(view, "largestContentfulPaint::Candidate");
    let largest = load.largest_paint.as_ref().ok_or_else(none)?;
    Ok(largest.ts.saturating_sub(load.navigation.start).as_f64())
}
