//! One round: a fresh context, the window, the artifacts.
//!
//! context, page, install, navigate, `prepare`; trace on, begin mark, `actions`, settle, end mark,
//! trace off; `after`; cleanup on every way out.

mod artifacts;
mod cleanup;
mod trace;
mod window;

use crate::browser::Browser;
use crate::cdp::CallError;
use crate::error::{Error, ErrorKind};
use crate::page::{self, Page};
use crate::step::{Phase, Steps};
use artifacts::Folder;
use cleanup::Resources;
use lagometer_metric::Measured;
use lagometer_report::scenario::Scenario;
use lagometer_report::version::Document;
use lagometer_report::{SamplesDocument, version};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The name of the trace in a round's folder.
pub const TRACE_FILE: &str = "trace.json.gz";
/// The name of the samples in a round's folder.
pub const SAMPLES_FILE: &str = "samples.json";
/// The name of the picture of a page at which a step failed.
pub const FAILURE_FILE: &str = "failure.png";

/// How long a picture of a failed page may take.
const SCREENSHOT_LIMIT: Duration = Duration::from_secs(2);

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
    /// The whole round, cleanup included.
    pub duration: Duration,
    /// Cleanup steps that failed, in words; empty where everything was cleaned up.
    pub cleanup: Vec<String>,
}

/// Runs one round. The trace and the samples stand in its folder when it succeeds; when it fails,
/// `failure.png` shows the page, where it still could be seen.
pub async fn run(
    browser: &Browser,
    scenario: &Scenario,
    input: RoundInput<'_>,
) -> Result<RoundArtifacts, Error> {
    let start = Instant::now();
    if *input.cancel.borrow() {
        return Err(ErrorKind::Interrupted.into());
    }
    let folder = Folder::new(input.folder, input.finish);
    // Not to be interrupted: a context whose id is not known could not be disposed of.
    let resources = Resources::open(browser.connection()).await?;
    let outcome = {
        let work = work(browser, scenario, &input, &folder, &resources);
        tokio::select! {
            biased;
            () = cancelled(input.cancel.clone()) => Err(ErrorKind::Interrupted.into()),
            outcome = work => outcome,
        }
    };
    let outcome = match outcome {
        Ok(finished) => Ok(finished),
        Err(error) => Err(picture(error, &folder, &resources).await),
    };
    let mut cleanup = resources.release().await;
    cleanup.extend(folder.remove_temporary());
    for problem in &cleanup {
        tracing::warn!(problem, "cleanup");
    }
    match outcome {
        Ok((samples, after_window)) => Ok(RoundArtifacts {
            samples,
            trace_file: TRACE_FILE,
            after_window,
            duration: start.elapsed(),
            cleanup,
        }),
        Err(mut error) => {
            if matches!(error.kind, ErrorKind::BrowserDied { .. }) {
                // The last lines may have come after the end of the pipe.
                let stderr = browser.connection().last_words();
                if let (Some(line), None) = (stderr.last(), &error.at.found) {
                    error.at.found = Some(format!("the last line on stderr: {line}"));
                }
                error.kind = ErrorKind::BrowserDied { stderr };
            }
            error.at.file = Some(input.scenario_file.to_owned());
            error.at.round = Some(input.number);
            error.cleanup = cleanup;
            Err(error)
        }
    }
}

/// Ends when the round is to stop; never when nobody can say so any more.
async fn cancelled(mut cancel: watch::Receiver<bool>) {
    if cancel.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn work(
    browser: &Browser,
    scenario: &Scenario,
    input: &RoundInput<'_>,
    folder: &Folder<'_>,
    resources: &Resources<'_>,
) -> Result<(SamplesDocument, Duration), Error> {
    let refresh_hz = match browser.refresh(scenario.viewport).await? {
        Measured::Value(rate) => Some(*rate),
        Measured::NotAvailable(_) => None,
    };
    let target_id = page::create_target(browser.connection(), resources.context_id()).await?;
    resources.has_target(&target_id);
    let page = Page::attach(browser.connection(), &target_id, scenario.viewport).await?;
    let page = resources.has_page(page);
    let timeout = Duration::from_millis(scenario.timeout_ms);
    let steps = Steps::new(page, input.base_url, timeout);
    steps.load(&scenario.url).await?;
    steps.run(Phase::Prepare, &scenario.prepare).await?;
    page.check_viewport(scenario.viewport).await?;
    page.detach_frames().await?;

    let window = window::record(scenario, &steps, folder, resources).await?;

    steps.run(Phase::After, &scenario.after).await?;
    let samples = SamplesDocument {
        kind: SamplesDocument::KIND.to_owned(),
        format_version: SamplesDocument::VERSION,
        begin_mark: window.marks.begin,
        end_mark: window.marks.end,
        actions_end_mark: window.marks.actions_end,
        frame_id: page.frame_id.clone(),
        refresh_hz,
        counters: window.counters,
        page: window.page,
        capture: window.capture,
        driver_probes: steps.probes.get(),
        saved: steps.saved.take(),
    };
    folder.write(SAMPLES_FILE, &version::store(&samples))?;
    Ok((samples, window.after_window))
}

/// Keeps a picture of the page at which a step failed, where there still is one to be seen.
async fn picture(mut error: Error, folder: &Folder<'_>, resources: &Resources<'_>) -> Error {
    let is_of_a_step = error.at.step.is_some() || error.at.key.is_some();
    let is_gone = matches!(
        error.kind,
        ErrorKind::BrowserDied { .. } | ErrorKind::RendererCrashed
    );
    let Some(page) = resources.page() else {
        return error;
    };
    if !is_of_a_step || is_gone {
        return error;
    }
    let saved = match page.screenshot(SCREENSHOT_LIMIT).await {
        Ok(png) => folder.write(FAILURE_FILE, &png),
        Err(problem) => Err(CallError::into_kind(problem).into()),
    };
    match saved {
        Ok(()) => error.at.screenshot = true,
        Err(problem) => tracing::debug!(%problem, "no picture of the failed page"),
    }
    error
}
