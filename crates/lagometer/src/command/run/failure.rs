//! How a run that did not come to its end says so: in the record, and on stderr.

use crate::command::run::plan::Plan;
use crate::problem::Problem;
use lagometer_measure::{Error, ErrorKind};
use lagometer_render::message;
use lagometer_report::{Failure, RoundDocument, RoundRole, RoundState};

/// Why a run stopped before its end.
#[derive(Debug)]
pub enum Stop {
    /// Ctrl-C.
    Interrupted,
    /// An error of the browser or the page; it ended the run by itself or by repeating.
    Measuring(Box<Error>),
    /// Too few rounds are valid.
    TooManyInvalid,
    /// A file of the run could not be written.
    Keeping(lagometer_record::Error),
    /// Our own work went wrong.
    Internal(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        match error.kind {
            ErrorKind::Interrupted => Stop::Interrupted,
            _ => Stop::Measuring(Box::new(error)),
        }
    }
}

impl From<lagometer_record::Error> for Stop {
    fn from(error: lagometer_record::Error) -> Stop {
        Stop::Keeping(error)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Stop {
        Stop::Internal(problem.what)
    }
}

impl Stop {
    /// The error to print. `rounds` are the finished ones.
    pub fn problem(&self, plan: &Plan, rounds: &[RoundDocument]) -> Problem {
        let kept = kept(plan.valid());
        match self {
            Stop::Interrupted => Problem::run_failed("interrupted").line(kept),
            Stop::Measuring(error) => Problem::measuring(error, &after_round(error, plan)),
            Stop::TooManyInvalid => {
                let mut problem = Problem::run_failed(format!(
                    "only {} of {} rounds are valid after {} tries",
                    plan.valid(),
                    plan.wanted(),
                    plan.measured()
                ));
                problem
                    .place
                    .extend(reasons(rounds).iter().map(|reason| format!("at {reason}")));
                problem.hint(what_to_do(rounds))
            }
            Stop::Keeping(error) => Problem {
                what: error.what(),
                hint: error.hint(),
                ..Problem::run_failed("")
            }
            .at(format!("{}; {kept}", error.place().unwrap_or("the run's folder"))),
            Stop::Internal(what) => Problem::run_failed(what.clone()).line(kept),
        }
    }

    /// The same for the record. What is kept is in the record itself.
    pub fn failure(&self, plan: &Plan, rounds: &[RoundDocument]) -> Failure {
        let problem = self.problem(plan, rounds);
        let place = match self {
            Stop::Measuring(error) => error.place_with(&of_all(error, plan)),
            Stop::TooManyInvalid => Some(reasons(rounds).join("; ")),
            Stop::Keeping(error) => error.place().map(str::to_owned),
            Stop::Interrupted | Stop::Internal(_) => None,
        };
        Failure {
            code: self.code().to_owned(),
            text: problem.what,
            place,
            hint: problem.hint,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Stop::Interrupted => "interrupted",
            Stop::Measuring(error) => error.code(),
            Stop::TooManyInvalid => "too-few-valid-rounds",
            Stop::Keeping(_) => "folder-not-writable",
            Stop::Internal(_) => "internal",
        }
    }
}

/// ` of 10; 5 rounds kept`, behind the number of a round.
fn after_round(error: &Error, plan: &Plan) -> String {
    format!("{}; {}", of_all(error, plan), kept(plan.valid()))
}

/// ` of 10`; nothing where repeated rounds have counted on past the number that was planned.
fn of_all(error: &Error, plan: &Plan) -> String {
    match error.at.round {
        Some(round) if round <= plan.total() => format!(" of {}", plan.total()),
        _ => String::new(),
    }
}

fn kept(rounds: u32) -> String {
    match rounds {
        0 => "no measured round kept".to_owned(),
        1 => "1 round kept".to_owned(),
        _ => format!("{rounds} rounds kept"),
    }
}

/// What helps depends on what most likely made the rounds invalid.
fn what_to_do(rounds: &[RoundDocument]) -> &'static str {
    let has = |code: &str| {
        let reasons = rounds.iter().flat_map(|round| &round.reasons);
        reasons.into_iter().any(|reason| reason.code == code)
    };
    if has("data-loss") {
        "do less in one window, or raise `browser: { traceBuffer: .. }`; `round.json` of each round says more"
    } else if has("not-visible") {
        "keep the page in front: look for a popup in `actions`; `round.json` of each round says more"
    } else if has("mark-missing") {
        "the browser did not record a mark of ours: try again, or another version of it; `round.json` of each round says more"
    } else {
        "close other programs and try again; `round.json` of each round says more"
    }
}

/// Why rounds did not count, each reason with its first round.
fn reasons(rounds: &[RoundDocument]) -> Vec<String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for round in rounds {
        if round.role != RoundRole::Measured || round.state == RoundState::Valid {
            continue;
        }
        for reason in round.reasons.iter().filter(|reason| !reason.is_note()) {
            if !seen.contains(&reason.code.as_str()) {
                seen.push(&reason.code);
                let text = message::words(&reason.text, reason.amount_us);
                lines.push(format!("round {}: {}: {text}", round.number, reason.code));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests;
