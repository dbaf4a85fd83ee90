//! First Contentful Paint.

use super::per_navigation::{PerNavigation, no_paint};
use super::{Seen, VERIFIED, View};
use crate::loading::Load;
use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, NotAvailable, Role, Unit};

/// `fcp`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "fcp",
    title: "first contentful paint",
    group: Group::Loading,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "from the start of a navigation to the first text, image or drawing that its document painted; of several \
           navigations in the window that of the last one of the main frame, `about:blank` aside",
    not_meaning: "not when a person sees something: it is when the page had it ready; good is up to 1.8 s, poor is over 3 s",
    rule_version: 1,
    source: "trace events `navigationStart`, `firstContentfulPaint`; web.dev/articles/fcp",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 20_000.0,
    }),
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> PerNavigation {
    PerNavigation::of(seen, fcp)
}

fn fcp(view: &View<'_>, _: usize, load: &Load) -> Result<f64, NotAvailable> {
    let painted = load
        .first_paint
        .ok_or_else(|| no_paint(view, "firstContentfulPaint"))?;
    Ok(painted.saturating_sub(load.navigation.start).as_f64())
}
