//! Opening what is read: a file or stdin.

use crate::problem::Problem;
use lagometer_analyze::Source;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The name that means stdin.
pub const STDIN: &str = "-";

/// A file, or stdin for `-`.
pub fn open(path: &Path) -> Result<Source<'static>, Problem> {
    let name = path.display().to_string();
    if path.as_os_str() == STDIN {
        return Ok(Source {
            name,
            bytes_on_disk: None,
            reader: Box::new(io::stdin().lock()),
        });
    }
    let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
    let (metadata, file) = opened.map_err(|error| cannot_open(path, &error))?;
    if metadata.is_dir() {
        return Err(is_a_folder(path));
    }
    Ok(Source {
        name,
        // A pipe or device tells no size.
        bytes_on_disk: metadata.is_file().then_some(metadata.len()),
        reader: Box::new(file),
    })
}

/// Larger than any scenario that people write.
const MAX_SCENARIO_BYTES: u64 = 4 * 1024 * 1024;

/// The text of a scenario.
pub fn read_scenario(path: &Path) -> Result<String, Problem> {
    let source = open(path)?;
    let mut bytes = Vec::new();
    source
        .reader
        .take(MAX_SCENARIO_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| cannot_open(path, &error))?;
    if bytes.len() as u64 > MAX_SCENARIO_BYTES {
        let limit = MAX_SCENARIO_BYTES / (1024 * 1024);
        return Err(no_scenario(path, &format!("is larger than {limit} MiB")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        no_scenario(path, "is no UTF-8 text").at(format!("byte {at}"))
    })
}

fn no_scenario(path: &Path, why: &str) -> Problem {
    if path.as_os_str() == STDIN {
        return Problem::bad_input(format!("what stdin gave {why}, so it is no scenario"));
    }
    let name = path.display();
    Problem::bad_input(format!("`{name}` {why}, so it is no scenario"))
        .hint(format!("`lagometer inspect {name}` tells what it is"))
}

fn is_a_folder(path: &Path) -> Problem {
    Problem::bad_input(format!("`{}` is a folder, not a file", path.display())).hint(format!(
        "`lagometer inspect {}` reads the folder of a run",
        path.display()
    ))
}

/// The error of a file that cannot be opened or read.
pub fn cannot_open(path: &Path, error: &io::Error) -> Problem {
    let problem = Problem::bad_input(format!("failed to read `{}`: {error}", path.display()));
    match error.kind() {
        io::ErrorKind::NotFound => problem.hint("look at the path, or give `-` to read stdin"),
        _ => problem,
    }
}
