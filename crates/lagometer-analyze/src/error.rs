//! What is wrong, where, and what to do.

use std::fmt;

/// Why there is no answer: what is wrong, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Error {
    /// Where.
    pub at: Location,
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
    #[error("the input is cut off")]
    Partial,
    /// It could not be read.
    #[error("failed to read the input: {0}")]
    Read(#[source] std::io::Error),
    /// The window that was asked for is not there, or is none.
    #[error("{what}")]
    Window {
        /// What is wrong with it.
        what: String,
        /// What to do.
        hint: String,
    },
    /// A bound on what is kept was exceeded.
    #[error("the trace holds more than {allowed} {what}")]
    Limit {
        /// What there is too much of.
        what: String,
        /// The bound.
        allowed: u64,
        /// The option that raises it.
        option: String,
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
            ErrorKind::Syntax { hint, .. } | ErrorKind::Window { hint, .. } => Some(hint.clone()),
            ErrorKind::Partial => {
                Some("record it again, or leave out `--strict` for a partial answer".to_owned())
            }
            ErrorKind::Limit { option, .. } => Some(format!("raise `{option}`")),
            ErrorKind::Read(_) => None,
        }
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
            write!(f, "{separator}{path}")?;
        }
        Ok(())
    }
}
