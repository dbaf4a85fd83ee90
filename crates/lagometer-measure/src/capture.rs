//! A heap snapshot of a page that is ready, and nothing else: no window, no trace, no rounds.
//!
//! context, page, install, navigate, `prepare`; the snapshot; cleanup on every way out.

use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use crate::round::{Origin, Resources, cancelled, preparation};
use crate::secret::Secrets;
use crate::snapshot::{self, OtherHeap, SnapshotFile, SnapshotProgress};
use crate::step::{Phase, Steps};
use lagometer_report::scenario::Scenario;
use std::cell::RefCell;
use std::fs::File;
use std::path::Path;
use std::time::Duration;
use tokio::sync::watch;

/// How long listing what else has a heap may take.
const LIST_LIMIT: Duration = Duration::from_secs(10);

/// What a capture needs beside the scenario.
pub struct CaptureInput<'a> {
    /// The scenario's file name, as errors show it.
    pub scenario_file: &'a str,
    /// What stands before a path: the address of the served folder; absent where there is none.
    pub base_url: Option<&'a str>,
    /// The values of the scenario's secrets.
    pub secrets: &'a Secrets,
    /// The file that is written, from its beginning. After an error it holds nothing of use.
    pub file: File,
    /// What errors call it.
    pub path: &'a Path,
    /// Whether it is packed.
    pub gzip: bool,
    /// Becomes true when the capture is to stop.
    pub cancel: watch::Receiver<bool>,
    /// Is told how far the snapshot is.
    pub progress: &'a dyn Fn(SnapshotProgress),
}

/// What a capture gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCapture {
    /// The file.
    pub file: SnapshotFile,
    /// The address of the page, as it was when the snapshot was taken.
    pub url: String,
    /// Heaps of the page that are not in it.
    pub other_heaps: Vec<OtherHeap>,
    /// Cleanup steps that failed, in words; empty where everything was cleaned up.
    pub cleanup: Vec<String>,
}

/// Gets a page ready, as its scenario says, and takes a snapshot of its heap. The actions of the scenario
/// are not done.
pub async fn page(
    browser: &Browser,
    scenario: &Scenario,
    input: CaptureInput<'_>,
) -> Result<PageCapture, Error> {
    if *input.cancel.borrow() {
        return Err(ErrorKind::Interrupted.into());
    }
    let (scenario_file, secrets, cancel) = (input.scenario_file, input.secrets, input.cancel.clone());
    // Not to be interrupted: a context whose id is not known could not be disposed of.
    let resources = Resources::open(browser.connection()).await?;
    let outcome = tokio::select! {
        biased;
        () = cancelled(cancel) => Err(ErrorKind::Interrupted.into()),
        outcome = work(browser, scenario, input, &resources) => outcome,
    };
    let cleanup = resources.release().await;
    match outcome {
        Ok(captured) => Ok(PageCapture { cleanup, ..captured }),
        Err(mut error) => {
            if matches!(error.kind, ErrorKind::BrowserDied { .. }) {
                // The last lines may have come after the end of the pipe.
                let stderr = browser.connection().last_words();
                error.kind = ErrorKind::BrowserDied { stderr };
            }
            if error.at.step.is_some() || error.at.key.is_some() {
                error.at.file = Some(scenario_file.to_owned());
            }
            error.cleanup = cleanup;
            Err(error.without(secrets))
        }
    }
}

async fn work(
    browser: &Browser,
    scenario: &Scenario,
    input: CaptureInput<'_>,
    resources: &Resources<'_>,
) -> Result<PageCapture, Error> {
    let CaptureInput {
        base_url,
        secrets,
        file,
        path,
        gzip,
        progress,
        ..
    } = input;
    let connection = browser.connection();
    let page = preparation::open(connection, scenario, Origin { base_url, secrets }, resources).await?;
    let timeout = Duration::from_millis(scenario.timeout_ms);
    let current = RefCell::default();
    let steps = Steps::new(page, base_url, timeout, secrets, &current);
    steps.load(&scenario.url).await?;
    page.storage_is_filled().await?;
    steps.run(Phase::Prepare, &scenario.prepare).await?;
    let url = page.state().await?.url;
    let other_heaps = snapshot::other_heaps(connection, resources.context_id(), LIST_LIMIT).await?;
    let file = snapshot::take(page, (file, path), gzip, progress).await?;
    Ok(PageCapture {
        file,
        url: secrets.scrub(&url).into_owned(),
        other_heaps: other_heaps
            .into_iter()
            .map(|other| OtherHeap {
                url: secrets.scrub(&other.url).into_owned(),
                ..other
            })
            .collect(),
        cleanup: Vec::new(),
    })
}
