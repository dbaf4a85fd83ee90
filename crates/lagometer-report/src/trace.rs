//! What `lagometer trace` answers.

use crate::{Analysis, Diagnostic};
use serde::{Deserialize, Serialize};

/// The answer of `lagometer trace`: `{"kind": "trace", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceDocument {
    /// `trace`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// What was read.
    pub input: Input,
    /// Whether the recording itself is whole.
    pub capture: Capture,
    /// The window and its numbers.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// What was tolerated.
    pub diagnostics: Vec<Diagnostic>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    /// The file's name as given; `-` for stdin.
    pub name: String,
    /// How many bytes came out of the file, packed as they are.
    pub bytes: u64,
    /// How many bytes of text that was.
    pub text_bytes: u64,
    /// SHA-256 of the bytes, in hex; null where it was not asked for.
    pub sha256: Option<String>,
    /// `object` or `array`.
    pub form: String,
    /// `plain` or `gzip`.
    pub container: String,
    /// How many events.
    pub events: u64,
    /// The browser's version, where the file tells it.
    pub browser: Option<String>,
    /// Whether the file is whole.
    pub complete: bool,
    /// Where and how it was cut.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub partial: Option<Partial>,
}

/// A file that ends too early: the numbers are those of the whole part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partial {
    /// The offset in the text at which the input ends.
    pub byte: u64,
    /// The offset in the text up to which events are whole.
    pub whole_to_byte: u64,
    /// What is wrong, in words.
    pub text: String,
}

/// Whether the browser kept all events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capture {
    /// Whether events are known to be missing; null where the file does not tell.
    pub lost: Option<bool>,
    /// How many chunks were thrown away; null where the file does not tell.
    pub chunks_discarded: Option<u64>,
    /// The field that says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub field: Option<String>,
    /// How many bytes the buffer holds, where the file tells.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub buffer_bytes: Option<u64>,
    /// The mark that should end the window and is not in the trace: what was recorded last is lost.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub missing_end_mark: Option<String>,
}
