//! The only file of this crate that touches the disk.
//!
//! A file appears under its final name whole or not at all: it is written under a temporary name in
//! the same folder, flushed to the disk, and renamed. Errors are the system's; who calls knows what
//! the path is and says so.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Two writers with the same counter meet at most as often as there are stale temporary files.
const MAX_TEMPORARY_NAMES: u32 = 10_000;

static NEXT_TEMPORARY: AtomicU64 = AtomicU64::new(0);

/// An entry of a folder.
pub(crate) struct Entry {
    /// Its name; what is no Unicode in it is replaced.
    pub(crate) name: String,
    /// Whether it is a folder; a link to one is not.
    pub(crate) is_folder: bool,
}

/// What is in a file.
pub(crate) enum Contents {
    /// The bytes.
    Whole(Vec<u8>),
    /// There is no such file.
    Missing,
    /// It holds more bytes than were asked for.
    TooLarge,
}

/// Makes the folder and those above it; fine if it is there.
pub(crate) fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Makes the folder; `false` if something of that name is there, so that no two callers, in this
/// process or another, ever share one.
pub(crate) fn make_new_folder(path: &Path) -> io::Result<bool> {
    match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes a folder that this process made, with what it wrote there.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path)
}

/// Creates a file in the folder, writes to it and removes it again.
pub(crate) fn prove_writable(folder: &Path) -> io::Result<()> {
    let (path, mut file) = new_temporary(&folder.join("writable"))?;
    let written = file.write_all(b"lagometer").and_then(|()| file.sync_all());
    drop(file);
    let removed = fs::remove_file(&path);
    written.and(removed)
}

/// Writes the file, whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = new_temporary(path)?;
    let written = file.write_all(bytes);
    drop(file);
    let finished = written.and_then(|()| finish(&temporary, path));
    if finished.is_err() {
        discard(&temporary);
    }
    finished
}

/// Gives a written file its final name, after its bytes have reached the disk. What stood there is
/// replaced at once.
pub(crate) fn finish(temporary: &Path, path: &Path) -> io::Result<()> {
    // Opened for writing: Windows flushes no file that was opened to be read.
    OpenOptions::new().write(true).open(temporary)?.sync_all()?;
    fs::rename(temporary, path)?;
    sync_folder(path)
}

/// Reads a file that may be as large as `limit`.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Contents> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Contents::Missing),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    // One more than the limit tells a file of just that size from a larger one.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(if bytes.len() as u64 > limit {
        Contents::TooLarge
    } else {
        Contents::Whole(bytes)
    })
}

/// Whether there is such a file.
pub(crate) fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The entries of a folder by name, at most `limit`, and whether there are more. No folder, no
/// entries.
pub(crate) fn list(folder: &Path, limit: usize) -> io::Result<(Vec<Entry>, bool)> {
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), false)),
        Err(error) => return Err(error),
    };
    let mut entries = Vec::new();
    let mut more = false;
    for entry in listing {
        if entries.len() == limit {
            more = true;
            break;
        }
        let entry = entry?;
        entries.push(Entry {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: entry.file_type()?.is_dir(),
        });
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((entries, more))
}

/// A new file beside `path` under a name that nobody else has: the system refuses a name that is
/// taken, by whichever process.
fn new_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
    for _ in 0..MAX_TEMPORARY_NAMES {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}.tmp", NEXT_TEMPORARY.fetch_add(1, Ordering::Relaxed)));
        let candidate = path.with_file_name(temporary);
        match OpenOptions::new().write(true).create_new(true).open(&candidate) {
            Ok(file) => return Ok((candidate, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::AlreadyExists,
        "no free name for a temporary file",
    ))
}

/// The write has failed already and its error is the one to tell.
fn discard(temporary: &Path) {
    if let Err(error) = fs::remove_file(temporary) {
        tracing::debug!(file = %temporary.display(), %error, "a temporary file stays behind");
    }
}

/// A rename is on the disk once its folder is. Windows has no such call and needs none.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
