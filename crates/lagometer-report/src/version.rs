//! Reading stored documents: kind and version first, then the fields.
//!
//! A newer version than this one knows is refused; an older one is upgraded step by step. There is
//! only version 1 of each form so far, so there is no upgrader yet.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A document that is stored.
pub trait Document: Serialize + DeserializeOwned {
    /// Its `kind`.
    const KIND: &'static str;
    /// The version that this code writes.
    const VERSION: u32;
}

/// Why a stored document could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It is no JSON, or a field is missing or wrong.
    #[error("failed to read a `{kind}` document: {source}")]
    Syntax {
        /// The kind that was wanted.
        kind: &'static str,
        /// What the JSON reader says, with line and column.
        source: serde_json::Error,
    },
    /// It is another document.
    #[error("the document is a `{found}`, not a `{wanted}`")]
    Kind {
        /// The kind that was found.
        found: String,
        /// The kind that was wanted.
        wanted: &'static str,
    },
    /// No lagometer ever wrote such a version.
    #[error("the `{kind}` has format version 0, which never was")]
    Zero {
        /// The kind.
        kind: &'static str,
    },
    /// It is newer than this program.
    #[error("the `{kind}` has format version {found}; this lagometer reads up to {known}")]
    Newer {
        /// The kind.
        kind: &'static str,
        /// Its version.
        found: u32,
        /// The newest that is known.
        known: u32,
    },
}

#[derive(Deserialize)]
struct Head {
    kind: String,
    format_version: u32,
}

/// Loads a stored document.
pub fn load<D: Document>(json: &[u8]) -> Result<D, LoadError> {
    let syntax = |source| LoadError::Syntax {
        kind: D::KIND,
        source,
    };
    let head: Head = serde_json::from_slice(json).map_err(syntax)?;
    if head.kind != D::KIND {
        return Err(LoadError::Kind {
            found: head.kind,
            wanted: D::KIND,
        });
    }
    if head.format_version == 0 {
        return Err(LoadError::Zero { kind: D::KIND });
    }
    if head.format_version > D::VERSION {
        return Err(LoadError::Newer {
            kind: D::KIND,
            found: head.format_version,
            known: D::VERSION,
        });
    }
    serde_json::from_slice(json).map_err(syntax)
}

/// The document as it is stored: indented, ending in a line feed.
pub fn store<D: Document>(document: &D) -> Vec<u8> {
    let mut json =
        serde_json::to_vec_pretty(document).expect("contracts have string keys and no failing fields");
    json.push(b'\n');
    json
}

#[cfg(test)]
mod tests;
