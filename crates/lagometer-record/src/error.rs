//! What can go wrong with runs on disk.

use lagometer_report::version::LoadError;
use std::fmt;
use std::io;
use std::path::Path;

/// What is wrong, and at which path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub struct Error {
    /// The file or folder as it was given; empty where it is not about one.
    pub at: String,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Nothing can be created in the results folder.
    #[error("cannot write to the results folder: {source}")]
    NotWritable {
        /// What the system says.
        source: io::Error,
    },
    /// The disk has no room left.
    #[error("the disk is full")]
    DiskFull {
        /// What the system says.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("failed to write: {source}")]
    Write {
        /// What the system says.
        source: io::Error,
    },
    /// A file or folder could not be read.
    #[error("failed to read: {source}")]
    Read {
        /// What the system says.
        source: io::Error,
    },
    /// A stored document is too large to be one.
    #[error("the file is larger than {limit} bytes, so it is no stored document")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A stored document could not be loaded.
    #[error("{0}")]
    Document(LoadError),
    /// Where the index belongs lies another file.
    #[error("the file is no index of runs: {0}")]
    ForeignIndex(LoadError),
    /// The results folder holds no run.
    #[error("there are no runs yet")]
    NoRuns,
    /// No run has this id or prefix.
    #[error("no run is called `{wanted}`")]
    UnknownRun {
        /// What was asked for.
        wanted: String,
        /// The newest run.
        newest: String,
    },
    /// Several runs have this prefix.
    #[error("`{wanted}` is the start of {total} runs")]
    AmbiguousRun {
        /// What was asked for.
        wanted: String,
        /// The first few of them.
        some: Vec<String>,
        /// How many there are.
        total: usize,
    },
    /// The run has no summary.
    #[error("the run has no summary: no round of it is valid")]
    NoSummary,
    /// The scenario's name cannot be part of a folder's name.
    #[error("the name `{name}` cannot be part of a folder's name")]
    Name {
        /// The name.
        name: String,
    },
    /// Every id of this second is taken.
    #[error("all {tried} ids of this second are taken")]
    NoFreeId {
        /// How many were tried.
        tried: u32,
    },
    /// The clock shows a year after 9999.
    #[error("the clock shows {seconds} s since 1970, which is after the year 9999")]
    TimeOutOfRange {
        /// What it shows.
        seconds: u64,
    },
    /// A path in a record leads out of the run's folder.
    #[error("the path `{path}` leads out of the run's folder")]
    Outside {
        /// The path.
        path: String,
    },
}

impl Error {
    pub(crate) fn at(at: impl Into<String>, kind: ErrorKind) -> Error {
        Error { at: at.into(), kind }
    }

    /// A failed write: a full disk is named as such.
    pub(crate) fn write(path: &Path, source: io::Error) -> Error {
        let kind = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorKind::DiskFull { source },
            _ => ErrorKind::Write { source },
        };
        Error::at(path.display().to_string(), kind)
    }

    pub(crate) fn read(path: &Path, source: io::Error) -> Error {
        Error::at(path.display().to_string(), ErrorKind::Read { source })
    }

    /// What is wrong, in one line.
    pub fn what(&self) -> String {
        self.kind.to_string()
    }

    /// Where: the path.
    pub fn place(&self) -> Option<&str> {
        (!self.at.is_empty()).then_some(self.at.as_str())
    }

    /// What to do.
    pub fn hint(&self) -> Option<String> {
        let text = match &self.kind {
            ErrorKind::NotWritable { .. } => "name another folder with `--results DIR`".to_owned(),
            ErrorKind::DiskFull { .. } => {
                "remove runs that are no longer needed, or name another folder with `--results DIR`"
                    .to_owned()
            }
            ErrorKind::Document(LoadError::Newer { .. }) => {
                "it was written by a newer lagometer; read it with that one".to_owned()
            }
            ErrorKind::Document(_) | ErrorKind::TooLarge { .. } => {
                "the file was cut off, edited, or is not lagometer's; take it from a copy of the run"
                    .to_owned()
            }
            ErrorKind::ForeignIndex(_) => {
                "move it away, or name another folder with `--results DIR`; the index is made \
                 anew from the runs"
                    .to_owned()
            }
            ErrorKind::NoRuns => "measure one: `lagometer run SCENARIO`".to_owned(),
            ErrorKind::UnknownRun { newest, .. } => {
                format!("the newest is `{newest}`; an id, a unique start of one, or `last`")
            }
            ErrorKind::AmbiguousRun { some, total, .. } => {
                let rest = total - some.len();
                let more = if rest > 0 {
                    format!(" and {rest} more")
                } else {
                    String::new()
                };
                format!("write more of it: `{}`{more}", some.join("`, `"))
            }
            ErrorKind::NoSummary => "`record.json` of the run says what failed".to_owned(),
            ErrorKind::Name { .. } => "1 to 64 letters, digits, `-` and `_`".to_owned(),
            ErrorKind::TimeOutOfRange { .. } => "set the machine's clock".to_owned(),
            ErrorKind::Outside { .. } => "the record was edited; take it from a copy of the run".to_owned(),
            ErrorKind::Write { .. } | ErrorKind::Read { .. } | ErrorKind::NoFreeId { .. } => return None,
        };
        Some(text)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
