//! The round's folder: nothing stands under its final name before it is whole.

use crate::error::{Error, ErrorKind};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of a round, and how files are finished in it.
pub(crate) struct Folder<'a> {
    path: &'a Path,
    finish: &'a dyn Fn(&Path, &Path) -> io::Result<()>,
    /// Files that were begun and not finished.
    temporary: RefCell<Vec<PathBuf>>,
}

/// A file that is being written.
pub(crate) struct Unfinished {
    file: File,
    temporary: PathBuf,
    name: PathBuf,
    /// How many bytes were written.
    pub bytes: u64,
}

impl<'a> Folder<'a> {
    pub fn new(path: &'a Path, finish: &'a dyn Fn(&Path, &Path) -> io::Result<()>) -> Folder<'a> {
        Folder {
            path,
            finish,
            temporary: RefCell::default(),
        }
    }

    /// Begins a file under a temporary name.
    pub fn begin(&self, name: &str) -> Result<Unfinished, Error> {
        let temporary = self.path.join(format!("{name}.tmp"));
        let file = File::create(&temporary).map_err(|error| not_writable(&temporary, &error))?;
        self.temporary.borrow_mut().push(temporary.clone());
        Ok(Unfinished {
            file,
            temporary,
            name: self.path.join(name),
            bytes: 0,
        })
    }

    /// Brings a file under its final name.
    pub fn finish(&self, unfinished: Unfinished) -> Result<(), Error> {
        let Unfinished {
            file,
            temporary,
            name,
            ..
        } = unfinished;
        // Some systems do not rename a file that is open.
        drop(file);
        (self.finish)(&temporary, &name).map_err(|error| not_writable(&name, &error))?;
        self.temporary.borrow_mut().retain(|path| *path != temporary);
        Ok(())
    }

    /// Writes a whole file.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let mut unfinished = self.begin(name)?;
        unfinished.append(content)?;
        self.finish(unfinished)
    }

    /// Removes what was begun and not finished; gives back, in words, what could not be removed.
    pub fn remove_temporary(&self) -> Vec<String> {
        let left = self.temporary.take();
        let removed = left.iter().map(|path| (path, fs::remove_file(path)));
        removed
            .filter_map(|(path, result)| match result {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Some(format!("`{}` could not be removed: {error}", path.display()))
                }
                _ => None,
            })
            .collect()
    }
}

impl Unfinished {
    /// Its temporary name.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// The same file for who writes it elsewhere; what is written that way is not counted.
    pub fn opened(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Writes more of it.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file
            .write_all(bytes)
            .map_err(|error| not_writable(&self.temporary, &error))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

fn not_writable(path: &Path, error: &io::Error) -> Error {
    ErrorKind::FolderNotWritable {
        path: path.to_owned(),
        message: error.to_string(),
    }
    .into()
}

#[cfg(test)]
mod tests;
