//! What can go wrong while a page is measured: a stable code, what, where, and what to do.

mod location;
mod scrub;
#[cfg(test)]
mod tests;
mod text;

pub use location::Location;

use lagometer_report::Failure;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A run or a round that could not go on.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub struct Error {
    /// Where it happened.
    pub at: Box<Location>,
    /// What happened.
    pub kind: ErrorKind,
    /// Cleanup steps that failed afterwards, in words; empty where everything was cleaned up.
    pub cleanup: Vec<String>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No browser was found, or the one that was asked for is not there.
    NoBrowser {
        /// The path that was asked for; absent where all the usual places were tried.
        asked: Option<PathBuf>,
    },
    /// The browser could not be started, or did not answer.
    BrowserStart {
        /// The program.
        program: PathBuf,
        /// Why.
        why: String,
        /// The last lines that it wrote to stderr.
        stderr: Vec<String>,
    },
    /// The browser has another major version than the scenario wants.
    OtherMajor {
        /// The one that it has; absent where it does not say.
        found: Option<u32>,
        /// The one that is wanted.
        wanted: u32,
    },
    /// The browser ended, or closed its pipe, while it was needed.
    BrowserDied {
        /// The last lines that it wrote to stderr.
        stderr: Vec<String>,
    },
    /// The page's renderer process crashed.
    RendererCrashed,
    /// A condition of `prepare` did not come true in time.
    PageNotReady {
        /// The condition, as a sentence: "nothing matched `[data-ready]`".
        condition: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// A step found no element, or not the number that it wanted.
    NoMatch {
        /// What was not found, as a sentence.
        condition: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The element of a pointer step is covered by another one.
    Covered {
        /// The selector of the element.
        selector: String,
        /// The element on top: `div.cookie-banner`.
        by: String,
    },
    /// The element of a pointer step is there, but cannot be reached.
    NotClickable {
        /// The selector of the element.
        selector: String,
        /// What was to be done to it: "clicked".
        verb: &'static str,
        /// Why: "has no box", "does not stay in one place".
        why: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// A selector or an expression is not valid.
    Invalid {
        /// `selector` or `expression`.
        what: &'static str,
        /// The text.
        text: String,
        /// What the page says about it.
        message: String,
    },
    /// The code of an `evaluate` step threw.
    EvaluateThrew {
        /// The exception's message.
        message: String,
        /// The line in the step's code, from 1; absent where it is not known.
        line: Option<u32>,
    },
    /// A page could not be loaded.
    NavigationFailed {
        /// The address.
        url: String,
        /// Why: "net::ERR_CONNECTION_REFUSED", "status 404".
        why: String,
    },
    /// The trace could not be started.
    TraceStart {
        /// What the browser says.
        message: String,
    },
    /// Something did not happen in time.
    Timeout {
        /// What, as a sentence: "`document.ready` did not become true".
        what: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The round took longer than it may.
    RoundTimeout {
        /// How long it may take.
        limit: Duration,
    },
    /// The run was told to stop.
    Interrupted,
    /// A file or folder cannot be written.
    FolderNotWritable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// The browser gave no sign of life while it took a heap snapshot.
    SnapshotStalled {
        /// For how long.
        waited: Duration,
    },
    /// The file of a heap snapshot cannot be written.
    SnapshotNotWritten {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// A folder that is to be served cannot be read.
    FolderNotReadable {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// The browser answered something that was not expected.
    Protocol {
        /// What.
        message: String,
    },
}

impl ErrorKind {
    /// The stable code, kebab-case.
    pub fn code(&self) -> &'static str {
        match self {
            ErrorKind::NoBrowser { .. } => "no-browser",
            ErrorKind::BrowserStart { .. } => "browser-start",
            ErrorKind::OtherMajor { .. } => "other-major",
            ErrorKind::BrowserDied { .. } => "browser-died",
            ErrorKind::RendererCrashed => "renderer-crashed",
            ErrorKind::PageNotReady { .. } => "page-not-ready",
            ErrorKind::NoMatch { .. } => "no-match",
            ErrorKind::Covered { .. } => "covered",
            ErrorKind::NotClickable { .. } => "not-clickable",
            ErrorKind::Invalid { .. } => "invalid-step",
            ErrorKind::EvaluateThrew { .. } => "evaluate-threw",
            ErrorKind::NavigationFailed { .. } => "navigation-failed",
            ErrorKind::TraceStart { .. } => "trace-start",
            ErrorKind::Timeout { .. } => "timeout",
            ErrorKind::RoundTimeout { .. } => "round-timeout",
            ErrorKind::Interrupted => "interrupted",
            ErrorKind::FolderNotWritable { .. } => "folder-not-writable",
            ErrorKind::SnapshotStalled { .. } => "snapshot-stalled",
            ErrorKind::SnapshotNotWritten { .. } => "snapshot-not-written",
            ErrorKind::FolderNotReadable { .. } => "folder-not-readable",
            ErrorKind::Protocol { .. } => "protocol",
        }
    }

    /// An answer of the browser that was not expected.
    pub(crate) fn protocol(message: impl Into<String>) -> ErrorKind {
        ErrorKind::Protocol {
            message: message.into(),
        }
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error {
            at: Box::default(),
            kind,
            cleanup: Vec::new(),
        }
    }
}

impl Error {
    /// The stable code, kebab-case.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Where: the place in the scenario, the step, the round, and what was found there; to be read
    /// behind "at". Without any such place, where `at` is the default, these are lines of their own:
    /// where a browser was looked for, or its last words.
    pub fn place(&self) -> Option<String> {
        self.place_with("")
    }

    /// The same, with `after_round` set behind the round's number: only the caller knows how many
    /// rounds there are and how many are kept.
    pub fn place_with(&self, after_round: &str) -> Option<String> {
        self.at.text(after_round).or_else(|| text::place(&self.kind))
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        text::hint(self)
    }

    /// The error as a document keeps it.
    pub fn to_failure(&self) -> Failure {
        Failure {
            code: self.code().to_owned(),
            text: self.to_string(),
            place: self.place(),
            hint: self.hint(),
        }
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Failure {
        error.to_failure()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::what(&self.kind, f)
    }
}
