//! What is fed: a file for each.

mod trace;

use super::Verdict;

/// Something that takes bytes of strangers.
pub struct Target {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The folder of its seeds, from the root of the project on.
    pub seeds: &'static str,
    /// Takes an input, and says what cannot be.
    pub feed: fn(&[u8]) -> Verdict,
}

/// All of them.
pub const TARGETS: &[Target] = &[trace::TARGET];
