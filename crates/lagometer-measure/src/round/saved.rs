//! The units of what `evaluate` steps keep.

use lagometer_report::scenario::{Action, Scenario, Step};
use std::collections::BTreeMap;

/// The units by name, of those whose steps give one.
pub(super) fn units(scenario: &Scenario) -> BTreeMap<String, String> {
    let mut units = BTreeMap::new();
    for steps in [
        &scenario.prepare,
        &scenario.actions,
        &scenario.reset,
        &scenario.after,
    ] {
        collect(steps, &mut units);
    }
    units
}

/// Recurses as deep as steps are nested, which the parser bounds.
fn collect(steps: &[Step], units: &mut BTreeMap<String, String>) {
    for step in steps {
        match &step.action {
            Action::Evaluate {
                save_as: Some(name),
                unit: Some(unit),
                ..
            } => {
                units.insert(name.clone(), unit.name().to_owned());
            }
            Action::Measure { steps, .. } | Action::Repeat { steps, .. } => collect(steps, units),
            _ => {}
        }
    }
}
