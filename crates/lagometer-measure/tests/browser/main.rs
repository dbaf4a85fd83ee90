//! Tests with a real browser. They run wherever one is found, and say so when they are skipped; with
//! `LAGOMETER_REQUIRE_BROWSER=1` a missing browser is a failure. One browser at a time: what is
//! measured in them depends on the machine being free.

// Outside of functions with `#[test]` clippy does not know that this is a test.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod acting;
mod cancelling;
mod conditions;
mod controlling;
mod dying;
mod failing;
mod framing;
mod lab;
mod launching;
mod measuring;
mod protocol;
mod recorder;
mod recording;
mod repeating;
mod sampling;
mod selecting;
mod server;
mod stepping;
