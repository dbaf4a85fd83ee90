//! Why a profile has no answer.

use std::fmt;

/// What is wrong with a profile, and at which byte.
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
    /// The text is no JSON, is cut off before the samples, or could not be read.
    #[error("{0}")]
    Json(lagometer_json::ErrorKind),
    /// The text is empty.
    #[error("the input is empty")]
    Empty,
    /// It is JSON, but no profile.
    #[error("expected a CPU profile, found {found}")]
    NotAProfile {
        /// What it is.
        found: Found,
    },
    /// A part that a profile cannot do without is missing.
    #[error("the profile has no `{part}`")]
    PartMissing {
        /// Its key.
        part: &'static str,
    },
    /// A part that can be there once is there twice.
    #[error("the file holds `{part}` twice")]
    PartTwice {
        /// Its key.
        part: &'static str,
    },
    /// A node lacks a field.
    #[error("a node has no `{field}`")]
    FieldMissing {
        /// The field.
        field: &'static str,
    },
    /// A number does not fit.
    #[error("the number in `{field}` is out of range")]
    NumberOutOfRange {
        /// Where it stands.
        field: &'static str,
    },
    /// More would have to be kept than may be.
    #[error("the profile has more than `{allowed}` {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The bound.
        allowed: usize,
        /// The option that moves it.
        option: &'static str,
    },
}

/// What a JSON text is that is no profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// An object without the parts of a profile; its first keys.
    Object(Vec<String>),
    /// Another value.
    Value(lagometer_json::Kind),
}

impl Error {
    pub(crate) fn at(at: u64, kind: ErrorKind) -> Error {
        Error { at: Some(at), kind }
    }

    pub(crate) fn out_of_range(at: u64, field: &'static str) -> Error {
        Error::at(at, ErrorKind::NumberOutOfRange { field })
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
            Found::Value(kind) => write!(f, "{kind}"),
        }
    }
}
