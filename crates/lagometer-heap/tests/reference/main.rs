//! Everything that is computed, against slow and obvious ways to the same answer.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

mod corpus;
mod cycles;
mod fixtures;
mod graph;
mod groups;
mod paths;
mod retention;
