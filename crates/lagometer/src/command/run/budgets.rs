//! The budgets of a run: held against the list of metrics before a browser starts, and turned into an
//! exit code at the end.

use crate::exit_code::ExitCode;
use crate::nearest::nearest;
use crate::problem::Problem;
use lagometer_analyze::definitions;
use lagometer_compare::budget::{self, Limit, Refusal};
use lagometer_report::BudgetOutcome;
use lagometer_report::scenario::{Budget, Scenario};

/// The budgets of a scenario; all that are wrong are told at once.
pub fn resolve(scenario: &Scenario, file: &str) -> Result<Vec<Limit>, Problem> {
    let mut limits = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for written in &scenario.budgets {
        match budget::resolve(written, definitions()) {
            Ok(limit) => limits.push(limit),
            Err(refusal) => problems.push(problem(&refusal, written, file)),
        }
    }
    match problems.into_iter().reduce(Problem::and) {
        Some(problem) => Err(problem),
        None => Ok(limits),
    }
}

fn problem(refusal: &Refusal, written: &Budget, file: &str) -> Problem {
    let place = if refusal.is_about_limit() {
        &written.limit_place
    } else {
        &written.metric_place
    };
    let hint = refusal.hint().unwrap_or_else(|| {
        let ids = definitions().iter().map(|definition| definition.id);
        let metric = written.metric.split([':', '/']).next();
        match nearest(metric.unwrap_or(&written.metric), ids) {
            Some(name) => format!("did you mean `{name}`? `lagometer metrics` lists all"),
            None => "`lagometer metrics` lists all".to_owned(),
        }
    });
    Problem::bad_input(refusal.to_string())
        .at(format!("{file}:{}:{}, {}", place.line, place.column, place.path))
        .hint(hint)
}

/// What the program ends with if nothing else is wrong.
pub fn exit_code(outcomes: &[BudgetOutcome]) -> ExitCode {
    let code = |outcome: &BudgetOutcome| match outcome.met {
        Some(true) => ExitCode::Fine,
        Some(false) => ExitCode::GateFailed,
        None => ExitCode::NotComparable,
    };
    outcomes.iter().map(code).fold(ExitCode::Fine, ExitCode::and)
}

#[cfg(test)]
mod tests;
