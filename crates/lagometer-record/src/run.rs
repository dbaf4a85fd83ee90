//! The folder of one run.

use crate::{Error, ErrorKind, layout, store};
use lagometer_report::version::{self, Document};
use lagometer_report::{RecordDocument, RoundDocument, RoundState, SamplesDocument, SummaryDocument};
use std::io;
use std::path::{Component, Path, PathBuf};

/// No document of ours comes near this; a larger file is something else.
const MAX_DOCUMENT_BYTES: u64 = 64 << 20;

/// The folder of one run: writes its documents, each whole or not at all, and reads them back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    id: String,
    path: PathBuf,
}

impl RunFolder {
    /// The run in this folder, wherever it was moved to. Fails if there is no record in it that
    /// this version can read.
    pub fn at(path: &Path) -> Result<RunFolder, Error> {
        let record: RecordDocument = load(&path.join(layout::RECORD))?;
        Ok(RunFolder {
            id: record.id,
            path: path.to_owned(),
        })
    }

    pub(crate) fn known(id: String, path: PathBuf) -> RunFolder {
        RunFolder { id, path }
    }

    /// The run's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of a round; it is made if it is not there.
    pub fn round_folder(&self, number: u32) -> Result<PathBuf, Error> {
        let folder = self.path.join(layout::round_folder(number));
        store::make_folders(&folder).map_err(|source| Error::write(&folder, source))?;
        Ok(folder)
    }

    /// Writes the numbers of a round; the answer is the file's path relative to the record.
    pub fn write_round(&self, round: &RoundDocument) -> Result<String, Error> {
        self.round_folder(round.number)?;
        self.write(layout::round(round.number), &version::store(round))
    }

    /// Writes the raw readings of a round; the answer is the file's path relative to the record.
    pub fn write_samples(&self, number: u32, samples: &SamplesDocument) -> Result<String, Error> {
        self.round_folder(number)?;
        self.write(layout::samples(number), &version::store(samples))
    }

    /// Writes the value of the run; the answer is the file's path relative to the record.
    pub fn write_summary(&self, summary: &SummaryDocument) -> Result<String, Error> {
        self.write(layout::SUMMARY.to_owned(), &version::store(summary))
    }

    /// Writes the page to look at; the answer is the file's path relative to the record.
    pub fn write_report(&self, html: &str) -> Result<String, Error> {
        self.write(layout::REPORT.to_owned(), html.as_bytes())
    }

    /// Writes what the samples of a round say, as JSON; the answer is the file's path relative to the
    /// record.
    pub fn write_cpu(&self, number: u32, json: &str) -> Result<String, Error> {
        self.round_folder(number)?;
        self.write(layout::cpu(number), json.as_bytes())
    }

    /// Writes the copy of a file that such an answer rests on; the answer is its path relative to the
    /// record.
    pub fn write_source(&self, number: u32, index: usize, name: &str, bytes: &[u8]) -> Result<String, Error> {
        let relative = layout::source(number, index, name);
        let folder = self.path.join(&relative);
        if let Some(folder) = folder.parent() {
            store::make_folders(folder).map_err(|source| Error::write(folder, source))?;
        }
        self.write(relative, bytes)
    }

    /// The pictures of the page when rounds failed: those that are there, by round, relative to the
    /// record.
    pub fn failure_pictures(&self, record: &RecordDocument) -> Vec<(u32, String)> {
        self.files_of_failed(record, layout::FAILURE_PICTURE)
    }

    /// What the page said on its console until rounds failed: the files that are there, by round,
    /// relative to the record.
    pub fn failure_consoles(&self, record: &RecordDocument) -> Vec<(u32, String)> {
        self.files_of_failed(record, layout::FAILURE_CONSOLE)
    }

    fn files_of_failed(&self, record: &RecordDocument, name: &str) -> Vec<(u32, String)> {
        let failed = record
            .rounds
            .iter()
            .filter(|round| round.state == RoundState::Failed);
        failed
            .map(|round| {
                let folder = layout::round_folder(round.number);
                (round.number, format!("{folder}/{name}"))
            })
            .filter(|(_, file)| store::is_file(&self.path.join(file)))
            .collect()
    }

    /// Writes the record. It is to be written again whenever a round is done: what is on the disk
    /// when the process is killed is what is known about the run.
    pub fn write_record(&self, record: &RecordDocument) -> Result<(), Error> {
        self.write(layout::RECORD.to_owned(), &version::store(record))
            .map(drop)
    }

    pub(crate) fn write_scenario(&self, text: &str) -> Result<(), Error> {
        self.write(layout::SCENARIO.to_owned(), text.as_bytes()).map(drop)
    }

    /// Gives a file that somebody wrote into this run's folder its final name, after its bytes have
    /// reached the disk. Both names must lie in this folder. Its error is the system's, since it is
    /// handed as a callback to who records.
    pub fn finish(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        for given in [temporary, path] {
            let climbs = given
                .components()
                .any(|component| component == Component::ParentDir);
            if climbs || !given.starts_with(&self.path) {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    format!("`{}` is not in the run's folder", given.display()),
                ));
            }
        }
        store::finish(temporary, path)
    }

    /// The record.
    pub fn load_record(&self) -> Result<RecordDocument, Error> {
        load(&self.path.join(layout::RECORD))
    }

    /// The value of the run. Fails where the record says that there is none.
    pub fn load_summary(&self) -> Result<SummaryDocument, Error> {
        match self.load_record()?.files.summary {
            Some(file) => load(&self.file(&file)?),
            None => Err(Error::at(self.path.display().to_string(), ErrorKind::NoSummary)),
        }
    }

    /// The numbers of a round, by its path in the record.
    pub fn load_round(&self, file: &str) -> Result<RoundDocument, Error> {
        load(&self.file(file)?)
    }

    /// The raw readings of a round, by its path in the record.
    pub fn load_samples(&self, file: &str) -> Result<SamplesDocument, Error> {
        load(&self.file(file)?)
    }

    /// The place of a file that a record names. A record may come from a stranger: a path that
    /// leaves the folder is refused.
    pub fn file(&self, relative: &str) -> Result<PathBuf, Error> {
        let inside = Path::new(relative)
            .components()
            .all(|component| matches!(component, Component::Normal(_)));
        if relative.is_empty() || !inside {
            let at = self.path.join(layout::RECORD).display().to_string();
            let path = relative.to_owned();
            return Err(Error::at(at, ErrorKind::Outside { path }));
        }
        Ok(self.path.join(relative))
    }

    fn write(&self, relative: String, bytes: &[u8]) -> Result<String, Error> {
        let path = self.path.join(&relative);
        store::write(&path, bytes).map_err(|source| Error::write(&path, source))?;
        Ok(relative)
    }
}

/// Loads a stored document.
pub(crate) fn load<D: Document>(path: &Path) -> Result<D, Error> {
    match load_if_there(path)? {
        Some(document) => Ok(document),
        None => Err(Error::read(
            path,
            io::Error::new(io::ErrorKind::NotFound, "there is no such file"),
        )),
    }
}

/// Loads a stored document; `None` where there is no such file.
pub(crate) fn load_if_there<D: Document>(path: &Path) -> Result<Option<D>, Error> {
    let at = || path.display().to_string();
    match store::read(path, MAX_DOCUMENT_BYTES).map_err(|source| Error::read(path, source))? {
        store::Contents::Missing => Ok(None),
        store::Contents::TooLarge => Err(Error::at(
            at(),
            ErrorKind::TooLarge {
                limit: MAX_DOCUMENT_BYTES,
            },
        )),
        store::Contents::Whole(bytes) => version::load(&bytes)
            .map(Some)
            .map_err(|error| Error::at(at(), ErrorKind::Document(error))),
    }
}

#[cfg(test)]
mod tests;
