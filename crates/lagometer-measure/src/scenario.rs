//! Reading and checking a scenario file.
//!
//! Goes in: the text of a file, YAML or JSON (which YAML contains). Comes out: a [`Scenario`] with
//! every default filled in and every step knowing its place in the file. What it refuses, each with
//! line, column, step and what to do: what is no YAML, keys, steps and values that it does not know
//! (with the nearest name that it does know), keys that stand there twice, values out of range, and
//! what a later version will bring. All problems of a file are told at once.
//!
//! The text becomes one tree in which every value and every key has its place; one mapper reads that
//! tree. So an error is as exact for a step in JSON as for a top-level key in YAML.
//!
//! ```
//! use lagometer_measure::scenario;
//!
//! let text = "name: grid\nurl: http://localhost:5173/\nactions:\n  - clik: \"#sort\"\n";
//! let error = scenario::parse(text, "grid.yaml").unwrap_err();
//! assert_eq!(
//!     error.report(),
//!     "unknown step `clik`\n  at grid.yaml:4:5, actions step 1\nhint: did you mean `click`?"
//! );
//! ```

mod budget;
mod conditions;
mod error;
mod fingerprint;
mod install;
mod mapper;
mod names;
mod quantity;
mod remarks;
mod secret;
mod selector;
mod snapshots;
mod step;
mod tree;
mod value;
pub mod vocabulary;

pub use error::{Error, ErrorKind, Location, Problem};
pub use fingerprint::fingerprint;
pub use remarks::{SLEEP_IN_MEASURE, remarks};
pub use snapshots::takes_snapshots;

use lagometer_report::scenario::Scenario;
use std::io;

/// A scenario file may be as large as this; so may a file that it names.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// Reads a scenario. `file_name` is what errors call the file.
///
/// Files that the scenario names (`evaluate: {file: ...}`) cannot be read this way and are a
/// problem; [`parse_with`] reads them.
pub fn parse(text: &str, file_name: &str) -> Result<Scenario, Error> {
    parse_with(text, file_name, &|_| {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "no files are read here",
        ))
    })
}

/// Reads a scenario, and the files that it names through `read_file`: it gets the path as it is
/// written and gives the text. Paths are relative to the scenario file, which only the caller knows.
pub fn parse_with(
    text: &str,
    file_name: &str,
    read_file: &dyn Fn(&str) -> io::Result<String>,
) -> Result<Scenario, Error> {
    let tree = match tree::parse(text) {
        Ok(tree) => tree,
        Err(found) => return Err(Error::new(file_name, vec![found])),
    };
    mapper::scenario(&tree, read_file).map_err(|found| Error::new(file_name, found))
}

#[cfg(test)]
mod tests;
