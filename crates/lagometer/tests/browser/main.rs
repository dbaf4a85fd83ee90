//! The program with a real browser: measures, fails and is killed. Servers are on loopback only.
//!
//! Without a browser these tests say so and pass; with `LAGOMETER_REQUIRE_BROWSER=1` they fail.
#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

mod budgets;
mod capture;
mod conditions;
mod diagnosis;
mod example;
mod failures;
mod growth;
mod heap;
mod kills;
mod loads;
mod lost_mark;
mod other_examples;
mod pages;
mod processes;
mod program;
mod report_page;
mod server;
mod snapshots;
mod surroundings;
