//! Logging to stderr, off unless asked for with `-v` or `LAGOMETER_LOG`.

use crate::problem::Problem;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The variable that says what to log: `debug`, or `lagometer_measure=trace,lagometer_trace=debug`.
pub const VARIABLE: &str = "LAGOMETER_LOG";

/// What to log; the variable wins over `-v`.
///
/// `-v` shows what the program does (debug of our own crates), `-vv` every step (trace).
pub fn targets(variable: Option<&str>, verbose: u8) -> Result<Targets, Problem> {
    if let Some(text) = variable {
        return text.parse().map_err(|error| {
            Problem::bad_input(format!("`{text}` is no log filter: {error}"))
                .at(format!("variable `{VARIABLE}`"))
                .hint("a level such as `debug`, or `lagometer_measure=trace`")
        });
    }
    let level = match verbose {
        0 => return Ok(Targets::new()),
        1 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    // Targets are compared by prefix: this one holds all our crates, and no dependency's.
    Ok(Targets::new().with_target("lagometer", level))
}

/// Sends log lines that pass to stderr.
pub fn start(targets: Targets) {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // Plain everywhere: a log is searched and kept more often than it is looked at.
        .with_ansi(false)
        .with_target(true);
    // Only a second call can fail, and it would change nothing.
    let _ = tracing_subscriber::registry()
        .with(targets)
        .with(lines)
        .try_init();
}

#[cfg(test)]
mod tests;
