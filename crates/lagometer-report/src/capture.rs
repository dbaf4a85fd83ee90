//! What `lagometer capture page --once` answers.

use crate::Value;
use serde::{Deserialize, Serialize};

/// The answer of `lagometer capture page --once`: `{"kind": "page-capture", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageCaptureDocument {
    /// `page-capture`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// The file that was written.
    pub file: CapturedFile,
    /// How many nodes the snapshot says that it has.
    pub nodes: Value,
    /// How many edges it says that it has.
    pub edges: Value,
    /// The address of the page when the snapshot was taken.
    pub url: String,
    /// The browser and its version.
    pub browser: String,
    /// The version of V8.
    pub v8: String,
    /// Heaps of the page that are not in the file.
    pub other_heaps: Vec<CapturedOtherHeap>,
    /// The command that reads the file; null where it was written into a pipe or device.
    pub next: Option<String>,
}

/// A heap snapshot's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapturedFile {
    /// Its name as given.
    pub name: String,
    /// `plain` or `gzip`.
    pub container: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 over it, in hexadecimal.
    pub sha256: String,
    /// The size of the snapshot in it: of a plain file the same.
    pub text_bytes: u64,
}

/// A worker, or a frame in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapturedOtherHeap {
    /// As the browser says it: `worker`, `iframe`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// Its address; null where the browser does not say it.
    pub url: Option<String>,
}
