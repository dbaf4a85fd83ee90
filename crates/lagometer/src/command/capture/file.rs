//! The file of a snapshot: written under another name, finished under its own, gone on every other way
//! out.

use crate::destination::Destination;
use crate::problem::Problem;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The option that names it.
const OUT: &str = "`--out`";

/// Where a snapshot goes. Dropped before it is finished, it leaves nothing.
pub struct SnapshotOut {
    /// As it was given.
    given: PathBuf,
    /// Where the bytes go.
    written: PathBuf,
    /// The name that it gets; absent where it is no regular file and written into as it is.
    last: Option<PathBuf>,
}

impl SnapshotOut {
    /// Checks that it can be written, before a browser is started.
    pub fn begin(given: &Path) -> Result<SnapshotOut, Problem> {
        let of = |written: PathBuf, last| SnapshotOut {
            given: given.to_owned(),
            written,
            last,
        };
        match Destination::check_for(Some(given), OUT)? {
            Destination::File(path) => Ok(of(Destination::temporary_beside(&path), Some(path))),
            Destination::Device(path) => Ok(of(path, None)),
            Destination::Stdout => Err(Problem::bad_input("a snapshot is not written to stdout")
                .at(OUT)
                .hint("name a file: stdout is for the answer")),
        }
    }

    /// The file, empty.
    pub fn file(&self) -> Result<File, Problem> {
        let opened = match &self.last {
            Some(_) => File::create(&self.written),
            None => OpenOptions::new().write(true).open(&self.written),
        };
        opened.map_err(|error| self.not_written(&error))
    }

    /// Where the bytes go.
    pub fn path(&self) -> &Path {
        &self.given
    }

    /// Whether it is packed: its name says so.
    pub fn is_gzip(&self) -> bool {
        let extension = self.given.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
    }

    /// Whether it is a file that can be read again.
    pub fn is_regular(&self) -> bool {
        self.last.is_some()
    }

    /// The file is whole: it gets its name, which is given back.
    pub fn finish(mut self) -> Result<PathBuf, Problem> {
        let Some(last) = &self.last else {
            return Ok(self.given.clone());
        };
        // Opened for writing: Windows flushes no file that was opened to be read.
        let synced = OpenOptions::new()
            .write(true)
            .open(&self.written)
            .and_then(|file| file.sync_all());
        synced
            .and_then(|()| fs::rename(&self.written, last))
            .map_err(|error| self.not_written(&error))?;
        self.last = None;
        Ok(self.given.clone())
    }

    fn not_written(&self, error: &io::Error) -> Problem {
        Problem::run_failed(format!("failed to write `{}`: {error}", self.given.display()))
            .at(OUT)
            .hint("name a file in a folder that exists and can be written")
    }
}

impl Drop for SnapshotOut {
    fn drop(&mut self) {
        if self.last.is_some()
            && let Err(error) = fs::remove_file(&self.written)
        {
            // It may not have been made yet.
            tracing::debug!(file = %self.written.display(), %error, "no unfinished file was removed");
        }
    }
}

#[cfg(test)]
mod tests;
