//! The command line as a user meets it: no network, no browser.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

mod budgets;
mod cases;
mod cpu;
mod cpu_sources;
mod errors;
mod fetch_maps;
mod heap;
mod help;
mod history;
mod metrics;
mod program;
mod report;
mod streams;
mod tidy;
mod trace;
