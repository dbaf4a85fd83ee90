//! the written contracts: scenario, summary, record, round, trace, inspect; versions.
#![deny(missing_docs)]
