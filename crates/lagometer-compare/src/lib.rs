//! the value of a run: medians over rounds.
#![deny(missing_docs)]
