//! Heap snapshots of a page, and nothing else: no window, no trace, no rounds.
//!
//! context, page, install, navigate, `prepare`; the snapshot, or the rest of the scenario with the
//! snapshots that its steps take; cleanup on every way out.

use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use crate::round::{Folder, Origin, Resources, cancelled, preparation};
use crate::secret::Secrets;
use crate::snapshot::{self, OtherHeap, SnapshotFile, SnapshotProgress, Snapshots, TakenSnapshot};
use crate::step::{Phase, Steps};
use lagometer_report::scenario::Scenario;
use std::cell::RefCell;
use std::fs::File;
use std::io;
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
    /// Becomes true when the capture is to stop.
    pub cancel: watch::Receiver<bool>,
}

/// Where one snapshot goes.
pub struct CaptureFile<'a> {
    /// The file, which is written from its beginning. After an error it holds nothing of use.
    pub file: File,
    /// What errors call it.
    pub path: &'a Path,
    /// Whether it is packed.
    pub gzip: bool,
    /// Is told how far the snapshot is.
    pub progress: &'a dyn Fn(SnapshotProgress),
}

/// Where the snapshots of a scenario's steps go.
pub struct CaptureFolder<'a> {
    /// The folder, which exists.
    pub path: &'a Path,
    /// Brings a finished temporary file under its final name.
    pub finish: &'a dyn Fn(&Path, &Path) -> io::Result<()>,
    /// Is told which snapshot is taken, and how far it is.
    pub progress: &'a dyn Fn(&str, SnapshotProgress),
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

/// What the steps of a scenario gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioCapture {
    /// The snapshots, in their order; their files stand in the folder.
    pub snapshots: Vec<TakenSnapshot>,
    /// Heaps of the page that are in none of them, as they were at the end.
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
    into: CaptureFile<'_>,
) -> Result<PageCapture, Error> {
    let captured = in_context(browser, &input, async |resources| {
        let current = RefCell::default();
        let steps = ready(browser, scenario, &input, resources, &current).await?;
        steps.run(Phase::Prepare, &scenario.prepare).await?;
        let url = steps.page.state().await?.url;
        let other_heaps = others(browser, resources, input.secrets).await?;
        let CaptureFile {
            file,
            path,
            gzip,
            progress,
        } = into;
        let file = snapshot::take(steps.page, (file, path), gzip, progress).await?;
        Ok((file, input.secrets.scrub(&url).into_owned(), other_heaps))
    });
    let ((file, url, other_heaps), cleanup) = captured.await?;
    Ok(PageCapture {
        file,
        url,
        other_heaps,
        cleanup,
    })
}

/// Does all steps of a scenario once, as in a round but without a window, and takes the snapshots that
/// they ask for. Nothing is measured, so nothing is disturbed.
pub async fn scenario(
    browser: &Browser,
    scenario: &Scenario,
    input: CaptureInput<'_>,
    into: CaptureFolder<'_>,
) -> Result<ScenarioCapture, Error> {
    let folder = Folder::new(into.path, into.finish);
    let snapshots = Snapshots::new(&folder, into.progress);
    let captured = in_context(browser, &input, async |resources| {
        let current = RefCell::default();
        let mut steps = ready(browser, scenario, &input, resources, &current).await?;
        steps.snapshots = Some(&snapshots);
        steps.run(Phase::Prepare, &scenario.prepare).await?;
        for _ in 0..scenario.warmup_in_page {
            steps.run(Phase::WarmupInPage, &scenario.actions).await?;
            steps.run(Phase::WarmupInPage, &scenario.reset).await?;
        }
        steps.run(Phase::Actions, &scenario.actions).await?;
        steps.settle(scenario.settle).await?;
        steps.run(Phase::After, &scenario.after).await?;
        others(browser, resources, input.secrets).await
    });
    let captured = captured.await;
    let left = folder.remove_temporary();
    match captured {
        Ok((other_heaps, mut cleanup)) => {
            cleanup.extend(left);
            Ok(ScenarioCapture {
                snapshots: snapshots.into_taken(),
                other_heaps,
                cleanup,
            })
        }
        Err(mut error) => {
            error.cleanup.extend(left);
            Err(error)
        }
    }
}

/// Does the work in a fresh context, gives everything back, and says where an error happened.
async fn in_context<T>(
    browser: &Browser,
    input: &CaptureInput<'_>,
    work: impl AsyncFnOnce(&Resources<'_>) -> Result<T, Error>,
) -> Result<(T, Vec<String>), Error> {
    if *input.cancel.borrow() {
        return Err(ErrorKind::Interrupted.into());
    }
    // Not to be interrupted: a context whose id is not known could not be disposed of.
    let resources = Resources::open(browser.connection()).await?;
    let outcome = tokio::select! {
        biased;
        () = cancelled(input.cancel.clone()) => Err(ErrorKind::Interrupted.into()),
        outcome = work(&resources) => outcome,
    };
    let cleanup = resources.release().await;
    match outcome {
        Ok(done) => Ok((done, cleanup)),
        Err(mut error) => {
            if matches!(error.kind, ErrorKind::BrowserDied { .. }) {
                // The last lines may have come after the end of the pipe.
                let stderr = browser.connection().last_words();
                error.kind = ErrorKind::BrowserDied { stderr };
            }
            if error.at.step.is_some() || error.at.key.is_some() {
                error.at.file = Some(input.scenario_file.to_owned());
            }
            error.cleanup = cleanup;
            Err(error.without(input.secrets))
        }
    }
}

/// The page, loaded.
async fn ready<'a>(
    browser: &Browser,
    scenario: &Scenario,
    input: &'a CaptureInput<'_>,
    resources: &'a Resources<'_>,
    current: &'a RefCell<crate::step::Current>,
) -> Result<Steps<'a>, Error> {
    let from = Origin {
        base_url: input.base_url,
        secrets: input.secrets,
    };
    let page = preparation::open(browser.connection(), scenario, from, resources).await?;
    let timeout = Duration::from_millis(scenario.timeout_ms);
    let steps = Steps::new(page, input.base_url, timeout, input.secrets, current);
    steps.load(&scenario.url).await?;
    page.storage_is_filled().await?;
    Ok(steps)
}

async fn others(
    browser: &Browser,
    resources: &Resources<'_>,
    secrets: &Secrets,
) -> Result<Vec<OtherHeap>, Error> {
    let others = snapshot::other_heaps(browser.connection(), resources.context_id(), LIST_LIMIT).await?;
    let clean = |other: OtherHeap| OtherHeap {
        url: secrets.scrub(&other.url).into_owned(),
        ..other
    };
    Ok(others.into_iter().map(clean).collect())
}
