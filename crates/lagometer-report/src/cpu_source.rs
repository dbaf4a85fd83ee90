//! Where functions of CPU profiles and heap snapshots were written.

use serde::{Deserialize, Serialize};

/// A place in a source that was written, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuOriginal {
    /// The place.
    pub value: Option<CpuSourcePlace>,
    /// `position`.
    pub unit: String,
    /// Why there is none: a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuSourcePlace {
    /// The address of the source.
    pub source: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on; null for a line as a whole.
    pub column: Option<u32>,
    /// Whether the source map says that the source is not the author's own.
    pub ignored: bool,
}

/// Lines of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuExcerpt {
    /// The address of the source, or of the script as it ran.
    pub source: String,
    /// Whether it is the source that was written.
    pub is_original: bool,
    /// How many lines the source has.
    pub lines_total: u32,
    /// The lines, in order; a gap in the numbers is a gap in the lines.
    pub lines: Vec<CpuExcerptLine>,
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuExcerptLine {
    /// Its number, from 1 on.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Whether the text was cut.
    pub cut: bool,
    /// The samples on it; null where there are none.
    pub samples: Option<u64>,
}

impl CpuOriginal {
    /// A place that is known.
    pub fn at(place: CpuSourcePlace) -> CpuOriginal {
        CpuOriginal {
            value: Some(place),
            unit: "position".to_owned(),
            reason: None,
            detail: None,
        }
    }

    /// None, and why.
    pub fn absent(reason: &str, detail: impl Into<String>) -> CpuOriginal {
        CpuOriginal {
            value: None,
            unit: "position".to_owned(),
            reason: Some(reason.to_owned()),
            detail: Some(detail.into()),
        }
    }
}
