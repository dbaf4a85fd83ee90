//! Where the answer goes: stdout or a file, which appears whole or not at all.

use crate::problem::Problem;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The option that names the file of the answer.
pub const OUTPUT: &str = "`--output`";

/// Where the answer goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To stdout.
    Stdout,
    /// To a file, through a temporary one beside it.
    File(PathBuf),
    /// Into something that is no regular file (`/dev/null`, a named pipe): it must not be replaced.
    Device(PathBuf),
}

impl Destination {
    /// Checks that the answer can be written there, before anything is measured.
    pub fn check(output: Option<&Path>) -> Result<Destination, Problem> {
        Destination::check_for(output, OUTPUT)
    }

    /// The same for the file of another option.
    pub fn check_for(output: Option<&Path>, option: &'static str) -> Result<Destination, Problem> {
        let Some(path) = output else {
            return Ok(Destination::Stdout);
        };
        if path.as_os_str() == "-" {
            return Ok(Destination::Stdout);
        }
        // A link is followed, so that it stays a link. One that leads nowhere yet is replaced.
        let followed = path.is_symlink().then(|| fs::canonicalize(path).ok()).flatten();
        let path = followed.unwrap_or_else(|| path.to_owned());
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                return Err(
                    Problem::bad_input(format!("`{}` is a folder, not a file", path.display()))
                        .at(option)
                        .hint("name a file in it"),
                );
            }
            Ok(found) if !found.is_file() => return Ok(Destination::Device(path)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(not_writable(&path, &error, option)),
        }
        if path.file_name().is_none() {
            return Err(Problem::bad_input(format!("`{}` names no file", path.display())).at(option));
        }
        // The one sure way to know whether a file can be made there is to make one.
        let temporary = Destination::temporary_beside(&path);
        File::create(&temporary)
            .and_then(|_| fs::remove_file(&temporary))
            .map_err(|error| not_writable(&path, &error, option))?;
        Ok(Destination::File(path))
    }

    /// A name beside the file, under which it is written.
    pub fn temporary_beside(path: &Path) -> PathBuf {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.tmp", std::process::id()));
        path.with_file_name(name)
    }

    /// Writes to the file; for stdout see [`crate::output::Output::answer`].
    pub fn write(path: &Path, bytes: &[u8], option: &'static str) -> Result<(), Problem> {
        let temporary = Destination::temporary_beside(path);
        let written = File::create(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&temporary, path)
        });
        written.map_err(|error| {
            // It may not have been made at all; what matters is the first error.
            let _ = fs::remove_file(&temporary);
            not_writable(path, &error, option)
        })
    }

    /// Writes into a device or pipe; a reader that has gone is no error.
    pub fn write_into(path: &Path, bytes: &[u8], option: &'static str) -> Result<(), Problem> {
        let written = OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut device| device.write_all(bytes));
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(not_writable(path, &error, option))
            }
            _ => Ok(()),
        }
    }
}

fn not_writable(path: &Path, error: &io::Error, option: &'static str) -> Problem {
    Problem::bad_input(format!("failed to write `{}`: {error}", path.display()))
        .at(option)
        .hint("name a file in a folder that exists and can be written")
}

#[cfg(test)]
mod tests;
