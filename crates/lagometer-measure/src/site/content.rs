//! SHA-256 over a folder: other data, other numbers.

use crate::error::{Error, ErrorKind};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// More files than a page's folder has; beyond it stands something that was not meant.
const FILES_MAX: usize = 50_000;
/// The same of bytes.
const BYTES_MAX: u64 = 4 << 30;

/// SHA-256 over a folder, in hexadecimal: the relative path, the size and the content of each file, in
/// order of the paths. `.git` is left out, and so is `leave_out` where it lies inside: the results that
/// are written while it is served. Links that lead out of the folder are not served and not read.
pub fn sha256(dir: &Path, leave_out: Option<&Path>) -> Result<String, Error> {
    let root = dir.canonicalize().map_err(|error| unreadable(dir, &error))?;
    let leave_out = leave_out.and_then(|path| path.canonicalize().ok());
    let files = files(&root, leave_out.as_deref())?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut left = BYTES_MAX;
    for (name, path) in files {
        let mut file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
        let size = file.metadata().map_err(|error| unreadable(&path, &error))?.len();
        left = left
            .checked_sub(size)
            .ok_or_else(|| too_much(dir, &format!("more than {BYTES_MAX} bytes")))?;
        // Lengths stand before what they count, so that no two folders run into the same bytes.
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(size.to_le_bytes());
        loop {
            match file
                .read(&mut buffer)
                .map_err(|error| unreadable(&path, &error))?
            {
                0 => break,
                length => hash.update(&buffer[..length]),
            }
        }
    }
    let digest = hash.finalize();
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// SHA-256 over the hash of a served folder, where there is one, and further files: for each its size
/// and its content, in the order given. Names are no part of it. An error has the index of the file.
pub fn sha256_with_files(served: Option<&str>, files: &[PathBuf]) -> Result<String, (usize, io::Error)> {
    let mut hash = Sha256::new();
    if let Some(served) = served {
        hash.update(served.as_bytes());
    }
    let mut left = BYTES_MAX;
    for (index, path) in files.iter().enumerate() {
        let added = add_file(&mut hash, path, left).map_err(|error| (index, error))?;
        left -= added;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Gives back how many bytes there were, of at most `left`.
fn add_file(hash: &mut Sha256, path: &Path, left: u64) -> io::Result<u64> {
    let too_large = || {
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("more than {BYTES_MAX} bytes"),
        )
    };
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
    }
    let size = metadata.len();
    if size > left {
        return Err(too_large());
    }
    // The length stands before what it counts, so that no two lists run into the same bytes.
    hash.update(size.to_le_bytes());
    let mut read = 0;
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(read),
            length => {
                read += length as u64;
                if read > left {
                    return Err(too_large());
                }
                hash.update(&buffer[..length]);
            }
        }
    }
}

/// Every file, by its relative path with `/`.
fn files(root: &Path, leave_out: Option<&Path>) -> Result<BTreeMap<String, PathBuf>, Error> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))?;
        for entry in entries {
            let path = entry.map_err(|error| unreadable(&folder, &error))?.path();
            let kind = fs::symlink_metadata(&path)
                .map_err(|error| unreadable(&path, &error))?
                .file_type();
            if path.file_name().is_some_and(|name| name == ".git") || leave_out == Some(path.as_path()) {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            // A link to a folder may lead in a circle; one to a file is read as what it leads to.
            let is_served = path
                .canonicalize()
                .is_ok_and(|real| real.starts_with(root) && real.is_file());
            if is_served {
                files.insert(relative_name(root, &path), path);
            }
            if files.len() + folders.len() > FILES_MAX {
                return Err(too_much(root, &format!("more than {FILES_MAX} files")));
            }
        }
    }
    Ok(files)
}

fn relative_name(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    ErrorKind::FolderNotReadable {
        path: path.to_owned(),
        message: error.to_string(),
    }
    .into()
}

fn too_much(path: &Path, what: &str) -> Error {
    ErrorKind::FolderNotReadable {
        path: path.to_owned(),
        message: format!("it holds {what}; serve a smaller folder"),
    }
    .into()
}
