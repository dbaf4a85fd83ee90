//! Where things lie in a run's folder: paths relative to it, with `/` on every system.

/// The record of a run.
pub const RECORD: &str = "record.json";
/// The value of a run.
pub const SUMMARY: &str = "summary.json";
/// The page to look at.
pub const REPORT: &str = "report.html";
/// The picture of the page when a round failed, in the round's folder.
pub const FAILURE_PICTURE: &str = "failure.png";
/// What the page said on its console until a round failed, in the round's folder.
pub const FAILURE_CONSOLE: &str = "console.txt";
/// The copy of the scenario.
pub const SCENARIO: &str = "scenario.yaml";
/// The index, relative to the results folder.
pub const INDEX: &str = "records.json";
/// The folder of the runs, relative to the results folder.
pub const RUNS: &str = "runs";

/// The folder of a round.
pub fn round_folder(number: u32) -> String {
    format!("rounds/{number:03}")
}

/// The numbers of a round.
pub fn round(number: u32) -> String {
    format!("{}/round.json", round_folder(number))
}

/// The raw readings of a round.
pub fn samples(number: u32) -> String {
    format!("{}/samples.json", round_folder(number))
}

/// The raw trace of a round.
pub fn trace(number: u32) -> String {
    format!("{}/trace.json.gz", round_folder(number))
}

/// A heap snapshot in the folder of the pass that took it.
pub fn snapshot(number: u32, file_name: &str) -> String {
    format!("{}/{file_name}", round_folder(number))
}

/// The record of a run, relative to the results folder.
pub fn record_of(id: &str) -> String {
    format!("{RUNS}/{id}/{RECORD}")
}
