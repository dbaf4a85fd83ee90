//! Fuzzing without a fuzzer: seeds that lie in the tree, a mutator that makes the same inputs in every
//! run, and targets that are fed with them.
//!
//! A run is known by its number alone: `cargo xtask fuzz TARGET --from N --runs 1` makes its input again.
//! A run fails where the target panics, or where it says that what came out cannot be.

mod mutate;
mod targets;

pub use targets::{TARGETS, Target};

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// What a target says of an input: nothing where all is well.
pub type Verdict = Result<(), String>;

/// A run that failed.
#[derive(Debug)]
pub struct Failure {
    /// Its number.
    pub run: u64,
    /// What it was fed with.
    pub input: Vec<u8>,
    /// What is wrong.
    pub what: String,
}

/// The seeds of a target, in the order of their names.
///
/// # Errors
///
/// Fails where the folder cannot be read, or holds nothing.
pub fn seeds(root: &Path, target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> = std::fs::read_dir(root.join(target.seeds))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(std::fs::read).collect::<io::Result<_>>()?;
    match seeds.is_empty() {
        true => Err(io::Error::new(io::ErrorKind::NotFound, "no seeds")),
        false => Ok(seeds),
    }
}

/// Feeds a target with the inputs of these runs. `seeds` must not be empty.
///
/// # Errors
///
/// The first run that fails.
pub fn run(target: &Target, seeds: &[Vec<u8>], runs: impl Iterator<Item = u64>) -> Result<u64, Failure> {
    let mut done = 0;
    for run in runs {
        let input = mutate::input(seeds, run);
        let verdict = catch_unwind(AssertUnwindSafe(|| (target.feed)(&input)));
        let what = match verdict {
            Ok(Ok(())) => {
                done += 1;
                continue;
            }
            Ok(Err(what)) => what,
            Err(panic) => format!("a panic: {}", message(&*panic)),
        };
        return Err(Failure { run, input, what });
    }
    Ok(done)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests;
