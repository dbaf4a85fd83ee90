//! The index over all runs: rebuilt from them, never the only place of a fact.

use crate::run::load_if_there;
use crate::{Error, ErrorKind, layout, store};
use lagometer_report::version::{self, Document, LoadError};
use lagometer_report::{Diagnostic, IndexEntry, RecordDocument, RecordsDocument, RoundRole, RoundState};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// More runs than this in one folder are not looked at, and that is said.
const MAX_RUNS: usize = 100_000;
/// A run that ends while the index is written makes the index be written again; so many runs do
/// not end at the same time.
const MAX_REWRITES: u32 = 8;

/// The index, and what was left out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    /// The index as it was written.
    pub document: RecordsDocument,
    /// What lies among the runs and is none, by kind, with the first name.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads every run and replaces the index. Other processes may do the same at the same time: each
/// index is whole, and the last one knows every run, because who has written looks again and writes
/// once more if something has changed meanwhile.
pub(crate) fn rebuild(root: &Path) -> Result<Index, Error> {
    rebuild_while(root, &mut || {})
}

/// `meanwhile` is what happens between reading the runs and writing the index: nothing of ours, but
/// whatever other processes do.
fn rebuild_while(root: &Path, meanwhile: &mut dyn FnMut()) -> Result<Index, Error> {
    let path = root.join(layout::INDEX);
    check(root)?;
    let mut index = read_runs(root)?;
    for _ in 0..MAX_REWRITES {
        meanwhile();
        let bytes = version::store(&index.document);
        store::write(&path, &bytes).map_err(|source| Error::write(&path, source))?;
        let now = read_runs(root)?;
        if now.document == index.document {
            break;
        }
        index = now;
    }
    Ok(index)
}

/// Refuses to replace what is not this version's to replace: a newer lagometer's index, and a file
/// that is no index at all. Ours is never half-written, so such a file is somebody else's.
pub(crate) fn check(root: &Path) -> Result<(), Error> {
    match load_if_there::<RecordsDocument>(&root.join(layout::INDEX)) {
        Ok(_) => Ok(()),
        Err(Error {
            at,
            kind: ErrorKind::Document(error),
        }) if !matches!(error, LoadError::Newer { .. }) => Err(Error::at(at, ErrorKind::ForeignIndex(error))),
        Err(error) => Err(error),
    }
}

fn is_newer(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Document(LoadError::Newer { .. }))
}

/// Every run that has a record, in order of ids.
pub(crate) fn read_runs(root: &Path) -> Result<Index, Error> {
    let runs = root.join(layout::RUNS);
    let (entries, more) = store::list(&runs, MAX_RUNS).map_err(|source| Error::read(&runs, source))?;
    let mut skipped = Skipped::default();
    let mut records = Vec::new();
    for entry in entries {
        if !entry.is_folder {
            skipped.add("no-folder", &entry.name, "is no folder");
            continue;
        }
        match load_if_there::<RecordDocument>(&runs.join(&entry.name).join(layout::RECORD)) {
            Ok(None) => skipped.add("no-record", &entry.name, "holds no record"),
            Ok(Some(record)) if record.id != entry.name => {
                skipped.add("other-id", &entry.name, &format!("holds the run `{}`", record.id));
            }
            Ok(Some(record)) => records.push(entry_of(record)),
            Err(error) if is_newer(&error) => skipped.add("newer-record", &entry.name, &error.what()),
            Err(error) => skipped.add("unreadable-record", &entry.name, &error.what()),
        }
    }
    if more {
        skipped.add(
            "too-many-runs",
            layout::RUNS,
            &format!("holds more than {MAX_RUNS} entries"),
        );
    }
    Ok(Index {
        document: RecordsDocument {
            kind: RecordsDocument::KIND.to_owned(),
            format_version: RecordsDocument::VERSION,
            records,
        },
        diagnostics: skipped.into_diagnostics(),
    })
}

fn entry_of(record: RecordDocument) -> IndexEntry {
    let counts = |round: &&lagometer_report::RoundEntry| {
        round.role == RoundRole::Measured && round.state == RoundState::Valid
    };
    let variants: BTreeSet<&String> = record.rounds.iter().map(|round| &round.variant).collect();
    IndexEntry {
        record: layout::record_of(&record.id),
        started_at: record.started_at,
        scenario: record.scenario.name,
        outcome: record.outcome,
        variants: variants.into_iter().cloned().collect(),
        rounds: record.rounds.iter().filter(counts).count() as u32,
        id: record.id,
    }
}

/// What was left out, counted by code, with the first of each in words.
#[derive(Default)]
struct Skipped(BTreeMap<&'static str, (u64, String)>);

impl Skipped {
    fn add(&mut self, code: &'static str, name: &str, why: &str) {
        let entry = self
            .0
            .entry(code)
            .or_insert_with(|| (0, format!("`{name}` {why}")));
        entry.0 += 1;
    }

    fn into_diagnostics(self) -> Vec<Diagnostic> {
        let diagnostic = |(code, (count, text)): (&str, (u64, String))| Diagnostic {
            code: code.to_owned(),
            count,
            text,
            warning: false,
            byte: None,
            amount_us: None,
        };
        self.0.into_iter().map(diagnostic).collect()
    }
}

#[cfg(test)]
mod tests;
