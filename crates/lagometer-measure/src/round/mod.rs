//! One round: a fresh context, the window, the artifacts.

use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use lagometer_report::SamplesDocument;
use lagometer_report::scenario::Scenario;
use std::io;
use std::path::Path;
use std::time::Duration;
use tokio::sync::watch;

/// The name of the trace in a round's folder.
pub const TRACE_FILE: &str = "trace.json.gz";
/// The name of the samples in a round's folder.
pub const SAMPLES_FILE: &str = "samples.json";
/// The name of the picture of a page at which a step failed.
pub const FAILURE_FILE: &str = "failure.png";

/// What a round needs beside the scenario.
pub struct RoundInput<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// The scenario's file name, as errors show it.
    pub scenario_file: &'a str,
    /// The round's folder, which exists.
    pub folder: &'a Path,
    /// What stands before a path: the address of the served folder; absent where there is none.
    pub base_url: Option<&'a str>,
    /// Brings a finished temporary file under its final name.
    pub finish: &'a dyn Fn(&Path, &Path) -> io::Result<()>,
    /// Becomes true when the round is to stop.
    pub cancel: watch::Receiver<bool>,
}

/// What a round leaves.
#[derive(Clone, Debug)]
pub struct RoundArtifacts {
    /// What was read beside the trace; also in `samples.json` of the folder.
    pub samples: SamplesDocument,
    /// The trace's file name in the folder.
    pub trace_file: &'static str,
    /// From the end mark to the finished trace file.
    pub after_window: Duration,
    /// Cleanup steps that failed, in words; empty where everything was cleaned up.
    pub cleanup: Vec<String>,
}

/// Runs one round.
pub async fn run(
    browser: &Browser,
    scenario: &Scenario,
    input: RoundInput<'_>,
) -> Result<RoundArtifacts, Error> {
    let _ = (browser, scenario, input);
    Err(ErrorKind::protocol("still being built").into())
}
