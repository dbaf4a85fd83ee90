//! The error of the binary: what is wrong, where, what to do, and the exit code it leads to.

use crate::exit_code::ExitCode;
use lagometer_render::number;
use lagometer_report::Partial;
use std::fmt;
use std::path::Path;

/// Something that ends a command. Shown as
///
/// ```text
/// error: what is wrong
///   at the place
/// hint: what to do
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong: one fact.
    pub what: String,
    /// Where; each a line of its own, indented.
    pub place: Vec<String>,
    /// What to do.
    pub hint: Option<String>,
    /// What the program ends with.
    pub exit: ExitCode,
    /// Further ones of the same kind: all that is wrong with a scenario is told at once.
    pub others: Vec<Problem>,
}

impl Problem {
    /// Wrong usage or bad input.
    pub fn bad_input(what: impl Into<String>) -> Problem {
        Problem {
            what: what.into(),
            place: Vec::new(),
            hint: None,
            exit: ExitCode::BadInput,
            others: Vec::new(),
        }
    }

    /// A run that failed.
    pub fn run_failed(what: impl Into<String>) -> Problem {
        Problem {
            exit: ExitCode::RunFailed,
            ..Problem::bad_input(what)
        }
    }

    /// A file that ends too early, where whole files were asked for.
    pub fn cut_off(file: &Path, partial: &Partial) -> Problem {
        Problem::bad_input(format!(
            "`{}` is cut off, and --strict wants it whole",
            file.display()
        ))
        .at(format!("byte {}: {}", partial.byte, partial.text))
        .hint("the answer holds for the part that is there; record it again for the rest")
    }

    /// Both, and the exit code for both together.
    pub fn and(mut self, other: Problem) -> Problem {
        self.exit = self.exit.and(other.exit);
        self.others.push(other);
        self
    }

    /// Adds where it is.
    pub fn at(mut self, place: impl fmt::Display) -> Problem {
        self.place.push(format!("at {place}"));
        self
    }

    /// Adds a line below the first: what else is to be known.
    pub fn line(mut self, line: impl Into<String>) -> Problem {
        self.place.push(line.into());
        self
    }

    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }
}

impl From<lagometer_analyze::Error> for Problem {
    fn from(error: lagometer_analyze::Error) -> Problem {
        let problem = located(error.what(), error.place(), error.hint());
        match error.kind {
            lagometer_analyze::ErrorKind::Window {
                trace_length: Some(length),
                ..
            } => problem.line(format!("the trace is {} long", number::millis(length.0))),
            _ => problem,
        }
    }
}

impl From<lagometer_record::Error> for Problem {
    fn from(error: lagometer_record::Error) -> Problem {
        located(error.what(), error.place().map(str::to_owned), error.hint())
    }
}

impl From<lagometer_measure::scenario::Error> for Problem {
    fn from(error: lagometer_measure::scenario::Error) -> Problem {
        let mut problems = error
            .problems()
            .iter()
            .map(|problem| located(problem.what(), Some(problem.place()), problem.hint()));
        // There is at least one; were there none, the error itself would still be told.
        let first = problems.next();
        let mut others: Vec<Problem> = problems.collect();
        if error.dropped() > 0 {
            others.push(Problem::bad_input(format!(
                "and {} more problems",
                error.dropped()
            )));
        }
        Problem {
            others,
            ..first.unwrap_or_else(|| Problem::bad_input(error.to_string()))
        }
    }
}

fn located(what: String, place: Option<String>, hint: Option<String>) -> Problem {
    Problem {
        place: place.map(|place| format!("at {place}")).into_iter().collect(),
        hint,
        ..Problem::bad_input(what)
    }
}

impl Problem {
    /// An error of the browser or the page; `after_round` says what is known about the rounds.
    pub fn measuring(error: &lagometer_measure::Error, after_round: &str) -> Problem {
        // Without a place in the scenario these are lines of their own: where was looked, last words.
        let at = if *error.at == lagometer_measure::Location::default() {
            ""
        } else {
            "at "
        };
        let place = error.place_with(after_round).map(|place| format!("{at}{place}"));
        let lines = place.iter().flat_map(|place| place.lines());
        Problem {
            place: lines.map(|line| line.trim().to_owned()).collect(),
            hint: error.hint(),
            ..Problem::run_failed(error.to_string())
        }
    }
}

/// The text after `error: `.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        for place in &self.place {
            write!(f, "\n  {place}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
