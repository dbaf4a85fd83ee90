//! What `lagometer inspect` answers.

use crate::{Partial, Value};
use serde::Serialize;

/// The answer of `lagometer inspect`: `{"kind": "inspect", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectDocument {
    /// `inspect`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// The file's name as given.
    pub name: String,
    /// Its bytes as they lie on disk; null for stdin and folders.
    pub bytes: Option<u64>,
    /// `trace`, `cpu-profile`, `heap-snapshot`, `heap-timeline`, `heap-profile`, `har`, `html`,
    /// `source-map`, `recorder`, `scenario`, `run`, `document` (one of ours), `perfetto-trace`,
    /// `json`, `text`, `archive`, `binary`, `empty`.
    pub found: String,
    /// The same in words: "a Chrome trace".
    pub title: String,
    /// `plain`, `gzip` or `folder`.
    pub container: String,
    /// What shows it: "byte 0: object with `traceEvents`".
    pub evidence: String,
    /// Facts about it, in order.
    pub facts: Vec<InspectFact>,
    /// The command that reads it; null where this version has none.
    pub command: Option<String>,
    /// What else is to be known about reading it, in words: that this version does not, or how.
    pub note: Option<String>,
    /// Where it was cut, if it was.
    pub partial: Option<Partial>,
}

/// One line of what is known about a file: a text as it stands in the file, or a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectFact {
    /// What.
    pub name: String,
    /// The text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}
