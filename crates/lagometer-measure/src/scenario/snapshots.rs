//! Whether a scenario takes heap snapshots.

use lagometer_report::scenario::{Action, Scenario, Step};

/// Whether any step of the scenario takes a heap snapshot.
pub fn takes_snapshots(scenario: &Scenario) -> bool {
    let parts = [&scenario.prepare, &scenario.actions, &scenario.after];
    let mut open: Vec<&Step> = parts.into_iter().flatten().collect();
    while let Some(step) = open.pop() {
        match &step.action {
            Action::Snapshot { .. } => return true,
            Action::Measure { steps, .. } | Action::Repeat { steps, .. } => open.extend(steps),
            _ => {}
        }
    }
    false
}
