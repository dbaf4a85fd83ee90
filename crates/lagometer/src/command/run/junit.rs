//! `run --junit FILE`: the outcome of a run as CI systems read it.

use super::session::Measured;
use crate::destination::Destination;
use crate::problem::Problem;
use lagometer_analyze::definitions;
use lagometer_compare::budget::Limit;
use lagometer_render::{Style, junit, table};
use std::path::Path;

const OPTION: &str = "`--junit`";

/// Where the file goes: checked before anything is measured.
pub fn destination(file: Option<&Path>) -> Result<Option<Destination>, Problem> {
    let Some(file) = file else {
        return Ok(None);
    };
    match Destination::check_for(Some(file), OPTION)? {
        Destination::Stdout => Err(Problem::bad_input(
            "`--junit` cannot go to stdout, where the answer goes",
        )
        .at(OPTION)
        .hint("name a file")),
        destination => Ok(Some(destination)),
    }
}

/// Writes the file. A run that was measured has one, however it ended.
pub fn write(
    destination: &Destination,
    measured: &Measured,
    limits: &[Limit],
    seconds: f64,
) -> Result<(), Problem> {
    let summary = measured.summary.as_ref();
    let text = summary.map_or_else(String::new, |summary| {
        table::run(summary, &measured.record, definitions(), &Style::PLAIN)
    });
    let unjudged: Vec<String> = match summary {
        Some(_) => Vec::new(),
        None => limits.iter().map(|limit| limit.metric.to_string()).collect(),
    };
    let xml = junit::run(&junit::Report {
        record: &measured.record,
        budgets: summary.map_or(&[], |summary| &summary.budgets),
        unjudged: &unjudged,
        seconds,
        text: &text,
    });
    match destination {
        Destination::File(path) => Destination::write(path, xml.as_bytes(), OPTION),
        Destination::Device(path) => Destination::write_into(path, xml.as_bytes(), OPTION),
        // Refused before.
        Destination::Stdout => Ok(()),
    }
}
