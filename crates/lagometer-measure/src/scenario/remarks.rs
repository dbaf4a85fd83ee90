//! What is odd about a scenario that is right all the same: warnings about the numbers that it gives.

use lagometer_report::Diagnostic;
use lagometer_report::scenario::{Action, Scenario, Step};

/// The code of a pause inside a measure.
pub const SLEEP_IN_MEASURE: &str = "sleep-in-measure";

/// The warnings about a scenario; they belong to the result, because they are about its numbers.
pub fn remarks(scenario: &Scenario) -> Vec<Diagnostic> {
    let mut sleeps = Vec::new();
    // The steps that are still to be looked at, with the innermost measure around them.
    let mut open: Vec<(&Step, Option<&str>)> = scenario.actions.iter().map(|step| (step, None)).collect();
    open.reverse();
    while let Some((step, measure)) = open.pop() {
        let (inner, around) = match &step.action {
            Action::Sleep { .. } => {
                sleeps.extend(measure.map(|name| (step, name)));
                continue;
            }
            Action::Measure { name, steps, .. } => (steps, Some(name.as_str())),
            Action::Repeat { steps, .. } => (steps, measure),
            _ => continue,
        };
        open.extend(inner.iter().rev().map(|step| (step, around)));
    }
    let Some((first, name)) = sleeps.first() else {
        return Vec::new();
    };
    let (path, line) = (&first.place.path, first.place.line);
    vec![Diagnostic {
        code: SLEEP_IN_MEASURE.to_owned(),
        count: sleeps.len() as u64,
        text: format!(
            "a `sleep` is part of the measure `{name}`, {path} in line {line}: wait for what the user sees instead"
        ),
        warning: true,
        byte: None,
        amount_us: None,
    }]
}

#[cfg(test)]
mod tests;
