//! The folder that holds all runs.

use crate::{Error, ErrorKind, Index, RunFolder, UnixTime, index, layout, store};
use lagometer_report::{RecordDocument, SummaryDocument};
use std::path::{Path, PathBuf};

/// The length of `2026-11-29-143012`.
const STAMP_LENGTH: usize = 17;
const MAX_NAME_LENGTH: usize = 64;
const MAX_IDS_A_SECOND: u32 = 10_000;
const MAX_RUNS_SEARCHED: usize = 100_000;
/// How many of several candidates an error names.
const NAMED_CANDIDATES: usize = 5;

/// The folder that holds all runs, and their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The results folder to write to. It is made if it is not there, and a file is created and
    /// removed in it, so that a folder that cannot be written is known before anything is measured.
    /// A `records.json` that is a newer lagometer's, or no index at all, is refused here too: it would
    /// be replaced at the end.
    pub fn open(results: &Path) -> Result<Store, Error> {
        let runs = results.join(layout::RUNS);
        let proof = store::make_folders(&runs)
            .and_then(|()| store::prove_writable(results))
            .and_then(|()| store::prove_writable(&runs));
        match proof {
            Ok(()) => {}
            Err(source) => {
                let error = Error::write(results, source);
                return Err(match error.kind {
                    ErrorKind::Write { source } => Error::at(error.at, ErrorKind::NotWritable { source }),
                    kind => Error::at(error.at, kind),
                });
            }
        }
        index::check(results)?;
        Ok(Store::reading(results))
    }

    /// The results folder to read from: nothing is created.
    pub fn reading(results: &Path) -> Store {
        Store {
            root: results.to_owned(),
        }
    }

    /// The folder, as it was given.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Begins a run: finds its id, `YYYY-MM-DD-HHMMSS-NAME` (`-2`, `-3`, ... if that is taken), makes
    /// its folder, and writes the scenario's text and the record there. In the record that comes
    /// back `id`, `started_at` and `scenario.file` are set.
    ///
    /// Hand in a record whose outcome is `interrupted`: it is what the disk says if the process is
    /// killed before it writes another one.
    pub fn begin(
        &self,
        started: UnixTime,
        record: RecordDocument,
        scenario: &str,
    ) -> Result<(RunFolder, RecordDocument), Error> {
        let run = self.allocate(started, &record.scenario.name)?;
        let mut record = record;
        record.id = run.id().to_owned();
        record.started_at = started.rfc3339();
        record.scenario.file = layout::SCENARIO.to_owned();
        let written = run
            .write_scenario(scenario)
            .and_then(|()| run.write_record(&record));
        match written {
            Ok(()) => Ok((run, record)),
            Err(error) => {
                // A folder without a record would lie there as a foreign one.
                if let Err(left) = store::remove_folder(run.path()) {
                    tracing::debug!(folder = %run.path().display(), error = %left, "a folder stays behind");
                }
                Err(error)
            }
        }
    }

    fn allocate(&self, started: UnixTime, name: &str) -> Result<RunFolder, Error> {
        if !is_name(name) || name.len() > MAX_NAME_LENGTH {
            let name = name.to_owned();
            return Err(Error::at("", ErrorKind::Name { name }));
        }
        let runs = self.root.join(layout::RUNS);
        let first = format!("{}-{name}", started.id_stamp());
        for attempt in 1..=MAX_IDS_A_SECOND {
            let id = if attempt == 1 {
                first.clone()
            } else {
                format!("{first}-{attempt}")
            };
            let path = runs.join(&id);
            if store::make_new_folder(&path).map_err(|source| Error::write(&path, source))? {
                return Ok(RunFolder::known(id, path));
            }
        }
        Err(Error::at(
            runs.join(first).display().to_string(),
            ErrorKind::NoFreeId {
                tried: MAX_IDS_A_SECOND,
            },
        ))
    }

    /// Reads every run and replaces `records.json`. What lies among the runs and is none is left
    /// out and named.
    pub fn rebuild_index(&self) -> Result<Index, Error> {
        index::rebuild(&self.root)
    }

    /// Every run that has a record, and what lies among the runs and is none; nothing is written.
    pub fn runs(&self) -> Result<Index, Error> {
        index::read_runs(&self.root)
    }

    /// The run of this id, of this unique start of an id, or the newest one for `last`. An id that
    /// is also the start of others is that run.
    pub fn find(&self, wanted: &str) -> Result<RunFolder, Error> {
        let runs = self.root.join(layout::RUNS);
        let ids = self.ids(&runs)?;
        let Some(newest) = ids.last() else {
            return Err(Error::at(runs.display().to_string(), ErrorKind::NoRuns));
        };
        if wanted == "last" {
            return Ok(self.run(newest));
        }
        if let Some(id) = ids.iter().find(|id| *id == wanted) {
            return Ok(self.run(id));
        }
        let candidates: Vec<&String> = ids
            .iter()
            .filter(|id| !wanted.is_empty() && id.starts_with(wanted))
            .collect();
        match candidates.as_slice() {
            [id] => Ok(self.run(id)),
            [] => Err(Error::at(
                runs.display().to_string(),
                ErrorKind::UnknownRun {
                    wanted: wanted.to_owned(),
                    newest: newest.clone(),
                },
            )),
            several => Err(Error::at(
                runs.display().to_string(),
                ErrorKind::AmbiguousRun {
                    wanted: wanted.to_owned(),
                    some: several
                        .iter()
                        .take(NAMED_CANDIDATES)
                        .map(|id| (*id).clone())
                        .collect(),
                    total: several.len(),
                },
            )),
        }
    }

    /// The record of a run, found as [`Store::find`] does.
    pub fn load_record(&self, wanted: &str) -> Result<RecordDocument, Error> {
        self.find(wanted)?.load_record()
    }

    /// The value of a run, found as [`Store::find`] does.
    pub fn load_summary(&self, wanted: &str) -> Result<SummaryDocument, Error> {
        self.find(wanted)?.load_summary()
    }

    fn run(&self, id: &str) -> RunFolder {
        RunFolder::known(id.to_owned(), self.root.join(layout::RUNS).join(id))
    }

    /// The ids of all runs, oldest first. Folders that are not named as runs are left out; so is
    /// nothing else, since a damaged run that is asked for must say that it is damaged.
    fn ids(&self, runs: &Path) -> Result<Vec<String>, Error> {
        let (entries, _) =
            store::list(runs, MAX_RUNS_SEARCHED).map_err(|source| Error::read(runs, source))?;
        let mut ids: Vec<String> = entries
            .into_iter()
            .filter(|entry| entry.is_folder && is_id(&entry.name))
            .map(|entry| entry.name)
            .collect();
        // Within one second the shorter id is the older one: `x`, `x-2`, `x-10`.
        ids.sort_by(|a, b| {
            let stamp = a[..STAMP_LENGTH].cmp(&b[..STAMP_LENGTH]);
            stamp.then(a.len().cmp(&b.len())).then(a.cmp(b))
        });
        Ok(ids)
    }
}

/// Whether a folder's name has the form of an id: `2026-11-29-143012-NAME`.
fn is_id(name: &str) -> bool {
    let Some((stamp, rest)) = name.split_at_checked(STAMP_LENGTH) else {
        return false;
    };
    let is_stamp = stamp.bytes().enumerate().all(|(index, byte)| match index {
        4 | 7 | 10 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    is_stamp && rest.strip_prefix('-').is_some_and(is_name)
}

/// What may follow the time in an id: nothing that has a meaning in a path or for a terminal.
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !name.is_empty() && name.bytes().all(fits)
}

#[cfg(test)]
mod tests;
