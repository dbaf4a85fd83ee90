//! What is wrong with a snapshot, and where.

use crate::SnapshotObjectId;
use std::fmt;

/// A rejection: what is wrong, and where.
#[derive(Debug, thiserror::Error)]
#[error("{kind} at {at}")]
#[non_exhaustive]
pub struct Error {
    /// Where.
    pub at: Location,
    /// What.
    #[source]
    pub kind: ErrorKind,
}

/// A place in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Offset in the text, where there is one.
    pub byte: Option<u64>,
    /// The field, such as `edges[90211].to_node`; empty for the whole file.
    pub path: String,
}

/// What is wrong with a snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not JSON, or holds a value of another kind, or cannot be read.
    #[error("{0}")]
    Json(#[source] lagometer_json::ErrorKind),
    /// The text is JSON and no heap snapshot.
    #[error("the file is no V8 heap snapshot: it has no `snapshot` with `meta`")]
    NotASnapshot {
        /// The keys that it has instead.
        keys: Vec<String>,
    },
    /// An object has a member twice.
    #[error("the key `{0}` stands there twice")]
    DuplicateKey(String),
    /// A list of fields names one twice.
    #[error("the field `{0}` is listed twice")]
    DuplicateField(String),
    /// Something that every snapshot has.
    #[error("`{0}` is missing")]
    Missing(String),
    /// Two objects have the same id.
    #[error("object id `{0}` is used twice")]
    DuplicateId(SnapshotObjectId),
    /// Two calls of the record of allocations have the same id.
    #[error("call id `{0}` is used twice")]
    DuplicateCallId(u32),
    /// An index into the table of strings that is none.
    #[error("string index `{index}` is outside the table of `{strings}` strings")]
    StringIndex {
        /// The index.
        index: u64,
        /// The length of the table.
        strings: u64,
    },
    /// The offset of an object that points between two.
    #[error("{what} `{value}` is not a multiple of the node record width `{width}`")]
    NotAligned {
        /// What it is.
        what: &'static str,
        /// The offset.
        value: u64,
        /// The width.
        width: u32,
    },
    /// The offset of an object that there is not.
    #[error("{what} `{value}` is outside the array `nodes` of `{length}` numbers")]
    OutOfRange {
        /// What it is.
        what: &'static str,
        /// The offset.
        value: u64,
        /// The length of the array.
        length: u64,
    },
    /// A call of a function that there is not.
    #[error("function index `{index}` is outside the list of `{functions}` functions")]
    FunctionIndex {
        /// The index.
        index: u64,
        /// The length of the list.
        functions: u64,
    },
    /// A count that is not that of the records.
    #[error("`{field}` says `{declared}`, and there are `{found}`")]
    Count {
        /// What counts.
        field: &'static str,
        /// What it says.
        declared: u64,
        /// What there is.
        found: u64,
    },
    /// An array that ends inside a record.
    #[error("`{section}` has `{numbers}` numbers, no multiple of its record width `{width}`")]
    PartialRecord {
        /// The array.
        section: &'static str,
        /// Its length.
        numbers: u64,
        /// The width of a record.
        width: u64,
    },
    /// A type index that is outside the list of its types.
    #[error("type index `{index}` is outside the list of `{types}` types")]
    TypeIndex {
        /// The index.
        index: u64,
        /// The length of the list.
        types: u64,
    },
    /// A type of edge of which nobody knows whether it keeps anything alive.
    #[error("edge type `{0}` is unknown")]
    UnknownEdgeType(String),
    /// A number with more digits than it can have.
    #[error("`{value}` is more than the largest possible `{max}`")]
    TooLarge {
        /// The number.
        value: u64,
        /// The largest.
        max: u64,
    },
    /// Sizes that add up to more than every program can count exactly.
    #[error("the sizes add up to more than `9007199254740991` bytes")]
    TotalBytes,
    /// The first object is not the root.
    #[error("the root must be of type `synthetic`, and is `{0}`")]
    Root(String),
    /// A snapshot without objects.
    #[error("there is no object at all, not even the root")]
    NoNodes,
    /// A limit of [`Limits`](crate::Limits) is exceeded.
    #[error("{what} than the limit of `{allowed}`")]
    Limit {
        /// What there is more of.
        what: &'static str,
        /// The value that was set.
        allowed: u64,
        /// The option that sets it.
        option: &'static str,
    },
}

impl Error {
    #[cold]
    pub(crate) fn new(byte: impl Into<Option<u64>>, path: impl Into<String>, kind: ErrorKind) -> Error {
        let (byte, path) = (byte.into(), path.into());
        Error {
            at: Location { byte, path },
            kind,
        }
    }

    /// An error of the reader, in the field `path`; a limit of its becomes ours.
    #[cold]
    pub(crate) fn json(
        error: lagometer_json::Error,
        path: impl Into<String>,
        limits: &crate::Limits,
    ) -> Error {
        use crate::Limits;
        use lagometer_json::{ErrorKind as Of, Limit};
        let kind = match error.kind {
            Of::LimitExceeded {
                limit: Limit::Depth, ..
            } => ErrorKind::Limit {
                what: "nested deeper",
                allowed: limits.metadata_depth.into(),
                option: Limits::DEPTH_OPTION,
            },
            Of::LimitExceeded { .. } => ErrorKind::Limit {
                what: "more bytes",
                allowed: limits.file_bytes,
                option: Limits::FILE_OPTION,
            },
            kind => ErrorKind::Json(kind),
        };
        Error::new(error.at, path, kind)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.byte, &*self.path) {
            (Some(byte), "") => write!(f, "byte {byte}"),
            (Some(byte), path) => write!(f, "byte {byte}, {path}"),
            (None, path) => f.write_str(path),
        }
    }
}
