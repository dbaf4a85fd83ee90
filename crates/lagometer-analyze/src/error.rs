//! What is wrong, where, and what to do.

use crate::container::Fault;
use lagometer_metric::Micros;
use lagometer_report::Partial;
use std::fmt;

/// Why there is no answer: what is wrong, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Error {
    /// Where; apart, so that a result without an error stays small.
    pub at: Box<Location>,
    /// What.
    #[source]
    pub kind: ErrorKind,
}

/// A place in an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The input's name as given.
    pub name: String,
    /// The offset in its text.
    pub byte: Option<u64>,
    /// What stands there, or which field it is.
    pub path: Option<String>,
    /// Whether that is a field, such as `edges[90211].to_node`.
    pub is_field: bool,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// It is a file of another kind.
    #[error("{what}")]
    NotATrace {
        /// What it is, and that this is no trace.
        what: String,
        /// The command that reads it, or why there is none.
        hint: Option<String>,
    },
    /// It is no JSON, or no trace.
    #[error("{what}")]
    Syntax {
        /// What was found, and what would be right.
        what: String,
        /// What to do.
        hint: String,
    },
    /// It ends too early, and the caller wants whole files only.
    #[error("{what}")]
    Partial {
        /// How it ends.
        what: String,
    },
    /// It could not be read.
    #[error("failed to read the input: {0}")]
    Read(#[source] std::io::Error),
    /// The window that was asked for is not there, or is none.
    #[error("{what}")]
    Window {
        /// What is wrong with it.
        what: String,
        /// How long the trace is, where that is what to know.
        trace_length: Option<Micros>,
        /// What to do.
        hint: String,
    },
    /// An option has a value that makes no sense.
    #[error("`{option}` must be more than zero")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value.
        value_us: i64,
    },
    /// What was asked for is not in it.
    #[error("{what}")]
    NotThere {
        /// What is not there.
        what: String,
        /// What to do.
        hint: String,
    },
    /// A bound on what is kept was exceeded.
    #[error("{what}")]
    Limit {
        /// What there is too much of.
        what: String,
        /// What to do.
        hint: String,
    },
}

impl Error {
    /// What is wrong, in one line.
    pub fn what(&self) -> String {
        self.kind.to_string()
    }

    /// Where: the input, the byte, the field.
    pub fn place(&self) -> Option<String> {
        let place = self.at.to_string();
        (!place.is_empty()).then_some(place)
    }

    /// What to do.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            ErrorKind::NotATrace { hint, .. } => hint.clone(),
            ErrorKind::Syntax { hint, .. }
            | ErrorKind::Window { hint, .. }
            | ErrorKind::NotThere { hint, .. }
            | ErrorKind::Limit { hint, .. } => Some(hint.clone()),
            ErrorKind::Partial { .. } => {
                Some("record it again, or leave out `--strict` for a partial answer".to_owned())
            }
            ErrorKind::Option { option, .. } => Some(format!("leave out `{option}` for the default")),
            ErrorKind::Read(_) => None,
        }
    }

    /// An option that makes no sense, whatever is read.
    pub(crate) fn option(name: &str, option: &'static str, value: Micros) -> Error {
        let kind = ErrorKind::Option {
            option,
            value_us: value.0,
        };
        Error::at(name, None, kind)
    }

    /// An input that is cut off where whole ones are wanted.
    pub(crate) fn cut_off(name: &str, partial: &Partial) -> Error {
        let what = partial.text.clone();
        Error::at(name, Some(partial.byte), ErrorKind::Partial { what })
    }

    /// A container that cannot be opened.
    pub(crate) fn of_fault(name: &str, fault: &Fault) -> Error {
        let kind = ErrorKind::Syntax {
            what: fault.to_string(),
            hint: fault.hint().to_owned(),
        };
        Error::at(name, Some(fault.at), kind)
    }

    /// An input that cannot be read.
    pub(crate) fn of_read(name: &str, error: std::io::Error) -> Error {
        Error::at(name, None, ErrorKind::Read(error))
    }

    /// A trace that has no answer.
    pub(crate) fn of_trace(name: &str, error: lagometer_trace::Error) -> Error {
        use lagometer_trace::{ErrorKind as Of, Limits};
        let what = error.kind.to_string();
        let syntax = |hint: &str| ErrorKind::Syntax {
            what: what.clone(),
            hint: hint.to_owned(),
        };
        let kind = match error.kind {
            Of::Json(lagometer_json::ErrorKind::UnexpectedEnd) => {
                syntax("the input ends before its events; get it again")
            }
            Of::Json(_) | Of::NumberOutOfRange { .. } => {
                syntax("the file was damaged or edited; record it or save it again")
            }
            Of::Empty => syntax("nothing was written to it; record it again"),
            Of::NotATrace { .. } | Of::EventsNotAnArray { .. } | Of::EventsTwice => {
                syntax("a trace is an object with an array `traceEvents`, or an array of events")
            }
            Of::TooMuchToKeep { .. } => ErrorKind::Limit {
                what,
                hint: format!("raise `{}`, or record a shorter time", Limits::KEPT_BYTES_OPTION),
            },
            Of::TooManySlices { .. } => ErrorKind::Limit {
                what,
                hint: format!("raise `{}`", Limits::SLICES_OPTION),
            },
            Of::Window(error) => window_kind(what, &error),
            _ => syntax("record it or save it again"),
        };
        Error::at(name, error.at, kind)
    }

    /// A profile that has no answer.
    pub(crate) fn of_cpu(name: &str, error: lagometer_cpu::Error) -> Error {
        use lagometer_cpu::ErrorKind as Of;
        let what = error.kind.to_string();
        let hint = match &error.kind {
            Of::Json(lagometer_json::ErrorKind::UnexpectedEnd) => {
                "the input ends before its samples and their times; get it again"
            }
            Of::Json(_) | Of::NumberOutOfRange { .. } | Of::FieldMissing { .. } | Of::PartTwice { .. } => {
                "the file was damaged or edited; record it or save it again"
            }
            Of::Empty => "nothing was written to it; record it again",
            Of::PartMissing { .. } => "without it samples have no time; record it again",
            Of::TooMany { option, .. } => {
                let hint = format!("raise `{option}`, or record a shorter time");
                return Error::at(name, error.at, ErrorKind::Limit { what, hint });
            }
            _ => "a CPU profile is an object with `nodes`, `samples` and `timeDeltas`",
        };
        let hint = hint.to_owned();
        Error::at(name, error.at, ErrorKind::Syntax { what, hint })
    }

    /// A trace without CPU samples.
    ///
    /// `called` names what the browser called, the longest first.
    pub(crate) fn no_samples(name: &str, called: &[String]) -> Error {
        let called: Vec<String> = called.iter().map(|function| format!("`{function}`")).collect();
        let what = "the trace holds no CPU samples";
        let kind = ErrorKind::Syntax {
            what: match called.is_empty() {
                true => what.to_owned(),
                false => format!("{what}, only what the browser called: {}", called.join(", ")),
            },
            hint: "record it with the category `disabled-by-default-v8.cpu_profiler`, as the Performance panel does"
                .to_owned(),
        };
        Error::at(name, None, kind)
    }

    /// More stacks than a file of them may have.
    pub(crate) fn too_many_stacks(name: &str, allowed: usize) -> Error {
        let kind = ErrorKind::Limit {
            what: format!("there are more than `{allowed}` different stacks"),
            hint: "choose fewer with `--focus`, `--hide` or `--window`".to_owned(),
        };
        Error::at(name, None, kind)
    }

    /// What has no order of time.
    pub(crate) fn no_order_of_time(name: &str, what: &str, hint: &str) -> Error {
        let kind = ErrorKind::Syntax {
            what: what.to_owned(),
            hint: hint.to_owned(),
        };
        Error::at(name, None, kind)
    }

    /// A function that is not there.
    pub(crate) fn no_function(name: &str, function: &str, others: &[String]) -> Error {
        let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
        let kind = ErrorKind::Syntax {
            what: format!("no function `{function}` has samples"),
            hint: format!("functions that have some: {}", others.join(", ")),
        };
        Error::at(name, None, kind)
    }

    /// A choice of profiles that is not there.
    pub(crate) fn no_profile(name: &str, what: &str, listed: &str) -> Error {
        let kind = ErrorKind::Syntax {
            what: what.to_owned(),
            hint: format!("the profiles are {listed}"),
        };
        Error::at(name, None, kind)
    }

    /// A heap snapshot that is refused.
    pub(crate) fn of_heap(name: &str, error: lagometer_heap::Error) -> Error {
        use lagometer_heap::ErrorKind as Of;
        use lagometer_json::ErrorKind as Json;
        if let Of::Json(Json::Io(io)) = &error.kind {
            return match Fault::of(io) {
                Some(fault) => Error::of_fault(name, fault),
                None => {
                    let io = std::io::Error::new(io.kind(), io.to_string());
                    Error::of_read(name, io)
                }
            };
        }
        let what = error.kind.to_string();
        let kind = match &error.kind {
            Of::Limit { option, .. } => ErrorKind::Limit {
                what,
                hint: format!("raise `{option}`; limits bound work, not time or memory"),
            },
            kind => ErrorKind::Syntax {
                what,
                hint: match kind {
                    Of::Json(Json::UnexpectedEnd) => {
                        "the file is cut off; take the snapshot again".to_owned()
                    }
                    Of::NotASnapshot { .. } => format!("`lagometer inspect {name}` tells what it is"),
                    Of::UnknownEdgeType(_) => {
                        "nobody knows whether such an edge keeps anything alive; take the snapshot with \
                         another version of V8"
                            .to_owned()
                    }
                    _ => "the file is cut off or was edited; take the snapshot again".to_owned(),
                },
            },
        };
        let mut located = Error::at(name, error.at.byte, kind);
        located.at.path = Some(error.at.path).filter(|path| !path.is_empty());
        located.at.is_field = true;
        located
    }

    /// Something that is not in the input.
    pub(crate) fn not_there(name: &str, what: String, hint: String) -> Error {
        Error::at(name, None, ErrorKind::NotThere { what, hint })
    }

    /// The same where a round was recorded: the options of `lagometer trace` are not at hand there.
    pub(crate) fn of_round(self) -> Error {
        let kind = match self.kind {
            ErrorKind::Limit { what, .. } => ErrorKind::Limit {
                what,
                hint: "measure a shorter time".to_owned(),
            },
            kind => kind,
        };
        Error { kind, ..self }
    }

    fn at(name: &str, byte: Option<u64>, kind: ErrorKind) -> Error {
        let at = Location {
            name: name.to_owned(),
            byte,
            path: None,
            is_field: false,
        };
        Error {
            at: Box::new(at),
            kind,
        }
    }
}

fn window_kind(what: String, error: &lagometer_trace::WindowError) -> ErrorKind {
    use lagometer_trace::WindowError as Of;
    let hint = match error {
        Of::NoMark { marks, .. } if marks.is_empty() => {
            "the trace has no marks at all: give times such as `--window 0.5s..1.2s`".to_owned()
        }
        Of::NoMark { marks, more, .. } => {
            let names: Vec<String> = marks.iter().map(|mark| format!("`{mark}`")).collect();
            let others = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("marks in this trace: {}{others}", names.join(", "))
        }
        Of::NoNavigation { navigations: 0, .. } => {
            "the trace has no navigation of the page's main frame: give times such as `--window 0.5s..1.2s`"
                .to_owned()
        }
        Of::NoNavigation { navigations, .. } => {
            format!("the main frame has {navigations} in this trace, and they count from 1")
        }
        Of::MarkBeforeStart { .. } | Of::Reversed { .. } => {
            "put the earlier end first: `--window FROM..TO`".to_owned()
        }
        Of::Outside { .. } => "times count from the start of the trace".to_owned(),
        Of::Ambiguous { readings } => {
            let reading = |(from, to, missing): &(String, String, Option<String>)| match missing {
                Some(missing) => format!("from `{from}` to `{to}` ({missing})"),
                None => format!("from `{from}` to `{to}`"),
            };
            let readings: Vec<String> = readings.iter().map(reading).collect();
            format!(
                "it means {}; rename a mark, or give times",
                readings.join(", or ")
            )
        }
        _ => "see `lagometer trace --help`".to_owned(),
    };
    let trace_length = match error {
        Of::Outside { length_us, .. } => Some(Micros(*length_us)),
        _ => None,
    };
    ErrorKind::Window {
        what,
        trace_length,
        hint,
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut separator = if self.name.is_empty() { "" } else { ": " };
        if let Some(byte) = self.byte {
            write!(f, "{separator}byte {byte}")?;
            separator = ": ";
        }
        if let Some(path) = &self.path {
            let separator = if self.is_field && self.byte.is_some() {
                ", "
            } else {
                separator
            };
            write!(f, "{separator}{path}")?;
        }
        Ok(())
    }
}
