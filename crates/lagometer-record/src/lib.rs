//! Runs on disk.
//!
//! Goes in: finished contracts ([`RecordDocument`], [`RoundDocument`], [`SummaryDocument`], ...) and
//! the folder that holds the results. Comes out: files under their final names, each of them whole;
//! and the contracts again. What it refuses: a folder that cannot be written (said before anything is
//! measured), documents that a newer lagometer wrote, and paths that leave the run's folder. It
//! computes nothing and has no clock: the time of a run is given by the caller.
//!
//! ```text
//! lagometer-results/            a Store
//!   records.json                the index, rebuilt from the runs
//!   runs/<id>/                  a RunFolder
//!     record.json  summary.json  report.html  scenario.yaml
//!     rounds/003/               round.json  samples.json  trace.json.gz
//! ```
//! All paths inside are relative, so the folder can be moved, packed and kept.
//!
//! ```
//! use lagometer_record::{Store, UnixTime};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let store = Store::open(&folder.path().join("lagometer-results")).unwrap();
//! assert!(store.rebuild_index().unwrap().document.records.is_empty());
//! assert_eq!(UnixTime::new(1_795_962_612).unwrap().rfc3339(), "2026-11-29T14:30:12Z");
//! ```
#![deny(missing_docs)]

mod clock;
mod error;
mod index;
pub mod layout;
mod results;
mod run;
mod store;
#[cfg(test)]
mod tests;

pub use clock::UnixTime;
pub use error::{Error, ErrorKind};
pub use index::Index;
pub use results::Store;
pub use run::RunFolder;

#[cfg(doc)]
use lagometer_report::{RecordDocument, RoundDocument, SummaryDocument};
