//! Why a trace has no answer.

use lagometer_json::Kind;
use lagometer_metric::Micros;
use std::fmt;

/// What is wrong with a trace or with what is asked of it, and at which byte.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Error {
    /// The offset in the text; absent where the fault is no place in it.
    pub at: Option<u64>,
    /// What is wrong.
    #[source]
    pub kind: ErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is no JSON, is cut off before the events, or could not be read.
    #[error("{0}")]
    Json(lagometer_json::ErrorKind),
    /// The text is empty.
    #[error("the input is empty")]
    Empty,
    /// It is JSON, but no trace.
    #[error("expected a trace, found {found}")]
    NotATrace {
        /// What it is.
        found: Found,
    },
    /// `traceEvents` is no array.
    #[error("expected `traceEvents` to be an array, found {found}")]
    EventsNotAnArray {
        /// What it is.
        found: Kind,
    },
    /// `traceEvents` stands there twice.
    #[error("the file holds `traceEvents` twice")]
    EventsTwice,
    /// A number does not fit.
    #[error("the number in `{field}` is out of range")]
    NumberOutOfRange {
        /// Where it stands in the event.
        field: &'static str,
    },
    /// More of the trace would have to be kept than may be.
    #[error("more than `{allowed}` bytes of tasks, marks, frames and names would have to be kept")]
    TooMuchToKeep {
        /// The bound.
        allowed: usize,
    },
    /// The window has more slices than may be.
    #[error("the window has more than `{allowed}` slices")]
    TooManySlices {
        /// The length of the window.
        window: Micros,
        /// The length of a slice.
        slice: Micros,
        /// The bound.
        allowed: usize,
    },
    /// The window that was asked for is not in the trace.
    #[error("{0}")]
    Window(WindowError),
}

/// What a JSON text is that is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// An object without `traceEvents`; its first keys.
    Object(Vec<String>),
    /// An array of which no element is an event.
    Array,
    /// Another value.
    Value(Kind),
}

/// Why a window cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WindowError {
    /// No mark has this name.
    #[error("no mark `{name}` in the trace")]
    NoMark {
        /// The name.
        name: String,
        /// Names of marks that there are.
        marks: Vec<String>,
        /// How many more.
        more: usize,
    },
    /// The mark that ends the window is there only before its start.
    #[error("no mark `{name}` after the start of the window")]
    MarkBeforeStart {
        /// The name.
        name: String,
    },
    /// There are fewer navigations of the main frame.
    #[error("no navigation {number} in the trace")]
    NoNavigation {
        /// Which was asked for, from 1.
        number: usize,
        /// How many there are.
        navigations: usize,
    },
    /// It ends before it starts.
    #[error("the window does not end after its start")]
    Reversed {
        /// The start, after the start of the trace.
        start_us: i64,
        /// The end.
        end_us: i64,
    },
    /// It starts after the end of the trace.
    #[error("the window starts after the end of the trace")]
    Outside {
        /// The start, after the start of the trace.
        start_us: i64,
        /// The length of the trace.
        length_us: i64,
    },
    /// The text can be read in several ways, and more than one or none of them is in the trace.
    #[error("the window can be read in {} ways", readings.len())]
    Ambiguous {
        /// Each reading: from, to, and why it is not in the trace, if it is not.
        readings: Vec<(String, String, Option<String>)>,
    },
}

impl Error {
    pub(crate) fn too_much(at: u64, allowed: usize) -> Error {
        Error {
            at: Some(at),
            kind: ErrorKind::TooMuchToKeep { allowed },
        }
    }

    pub(crate) fn window(error: WindowError) -> Error {
        Error {
            at: None,
            kind: ErrorKind::Window(error),
        }
    }
}

impl From<lagometer_json::Error> for Error {
    fn from(error: lagometer_json::Error) -> Error {
        Error {
            at: Some(error.at),
            kind: ErrorKind::Json(error.kind),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Object(keys) if keys.is_empty() => f.write_str("an empty object"),
            Found::Object(keys) => {
                f.write_str("an object with")?;
                for (at, key) in keys.iter().take(4).enumerate() {
                    let separator = if at == 0 { " " } else { ", " };
                    write!(f, "{separator}`{key}`")?;
                }
                Ok(())
            }
            Found::Array => f.write_str("an array without events"),
            Found::Value(kind) => write!(f, "{kind}"),
        }
    }
}
