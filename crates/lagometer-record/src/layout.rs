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

/// What the samples of a round with CPU samples say.
pub fn cpu(number: u32) -> String {
    format!("{}/cpu.json", round_folder(number))
}

/// The copy of a file that such a round's answer rests on. Numbered, because files of several folders may
/// have the same name; of the name only what is plain everywhere.
pub fn source(number: u32, index: usize, name: &str) -> String {
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || "._-".contains(*character);
    let plain: String = name.chars().filter(is_plain).take(MAX_SOURCE_NAME).collect();
    format!("{}/sources/{index}-{plain}", round_folder(number))
}

/// Of how many characters the name of a copy is at most.
const MAX_SOURCE_NAME: usize = 80;

/// The record of a run, relative to the results folder.
pub fn record_of(id: &str) -> String {
    format!("{RUNS}/{id}/{RECORD}")
}
