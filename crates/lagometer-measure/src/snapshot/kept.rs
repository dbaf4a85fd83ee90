//! The snapshots of one pass: files in its folder, each whole or not there.

use super::{SnapshotFile, SnapshotProgress, not_written};
use crate::error::ErrorKind;
use crate::page::Page;
use crate::round::Folder;
use std::cell::RefCell;

/// A snapshot that lies in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenSnapshot {
    /// The name that its step gives it.
    pub name: String,
    /// The step: `after step 1`.
    pub step: String,
    /// The name of its file in the folder.
    pub file_name: String,
    /// What was written.
    pub file: SnapshotFile,
}

/// Where the snapshots of a pass go.
pub(crate) struct Snapshots<'a> {
    folder: &'a Folder<'a>,
    progress: &'a dyn Fn(&str, SnapshotProgress),
    taken: RefCell<Vec<TakenSnapshot>>,
}

impl<'a> Snapshots<'a> {
    pub fn new(folder: &'a Folder<'a>, progress: &'a dyn Fn(&str, SnapshotProgress)) -> Snapshots<'a> {
        Snapshots {
            folder,
            progress,
            taken: RefCell::default(),
        }
    }

    /// Takes one. The step is done again and again inside a `repeat`: the second of a name is called
    /// `NAME.2`, which no name in a scenario can be.
    pub async fn take(&self, page: &Page, name: &str, step: &str) -> Result<(), ErrorKind> {
        let before = self
            .taken
            .borrow()
            .iter()
            .filter(|taken| taken.name == name)
            .count();
        let file_name = match before {
            0 => format!("{name}.heapsnapshot.gz"),
            _ => format!("{name}.{}.heapsnapshot.gz", before + 1),
        };
        let unfinished = self.folder.begin(&file_name).map_err(|error| error.kind)?;
        let path = unfinished.path().to_owned();
        let opened = unfinished
            .opened()
            .map_err(|error| not_written(path.clone(), &error))?;
        let told = |progress| (self.progress)(name, progress);
        let file = super::take(page, (opened, &path), true, &told).await?;
        self.folder.finish(unfinished).map_err(|error| error.kind)?;
        self.taken.borrow_mut().push(TakenSnapshot {
            name: name.to_owned(),
            step: step.to_owned(),
            file_name,
            file,
        });
        Ok(())
    }

    /// Those that were taken, in their order.
    pub fn into_taken(self) -> Vec<TakenSnapshot> {
        self.taken.into_inner()
    }
}
