//! One round: a fresh context, the window, the artifacts.
//!
//! context, page, install, navigate, `prepare`; trace on, begin mark, `actions`, settle, end mark,
//! trace off; `after`; cleanup on every way out.

mod artifacts;
mod cleanup;
mod notice;
pub(crate) mod preparation;
mod processes;
mod sampling;
mod saved;
mod trace;
mod window;

use crate::browser::Browser;
use crate::cdp::CallError;
use crate::error::{Error, ErrorKind};
use crate::secret::Secrets;
use crate::step::{Current, Phase, Steps};
use lagometer_metric::Measured;
use lagometer_report::scenario::Scenario;
use lagometer_report::version::Document;
use lagometer_report::{PageState, SamplesDocument, version};
use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::sync::watch;

pub(crate) use artifacts::Folder;
pub(crate) use cleanup::Resources;
pub(crate) use preparation::Origin;

pub use notice::Noticed;

/// The name of the trace in a round's folder.
pub const TRACE_FILE: &str = "trace.json.gz";
/// The name of the samples in a round's folder.
pub const SAMPLES_FILE: &str = "samples.json";
/// The name of the picture of a page at which a step failed.
pub const FAILURE_FILE: &str = "failure.png";
/// The name of what such a page said on its console.
pub const CONSOLE_FILE: &str = "console.txt";

/// How long a picture of a failed page, and its console, may take.
const SCREENSHOT_LIMIT: Duration = Duration::from_secs(2);

/// How long stopping the script of a page may take whose time is over.
const STOP_LIMIT: Duration = Duration::from_millis(500);

/// What a round is recorded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be measured: the lightest recording that has the numbers.
    Measuring,
    /// To say where the time goes: with CPU samples, stacks and scripts, which cost the page time. Its
    /// numbers are not those of the other rounds.
    Diagnosis,
}

/// What a round needs beside the scenario.
pub struct RoundInput<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// What it is recorded for.
    pub purpose: Purpose,
    /// The scenario's file name, as errors show it.
    pub scenario_file: &'a str,
    /// The round's folder, which exists.
    pub folder: &'a Path,
    /// What stands before a path: the address of the served folder; absent where there is none.
    pub base_url: Option<&'a str>,
    /// The values of the scenario's secrets.
    pub secrets: &'a Secrets,
    /// Brings a finished temporary file under its final name.
    pub finish: &'a dyn Fn(&Path, &Path) -> io::Result<()>,
    /// Becomes true when the round is to stop.
    pub cancel: watch::Receiver<bool>,
    /// Is called as soon as it is known that the round does not count, before anything is cleaned up.
    pub noticed: &'a dyn Fn(Noticed),
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
/// `failure.png` shows the page and `console.txt` has what it said, where it still could be asked.
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
    let current = RefCell::default();
    let limit = Duration::from_millis(scenario.round_timeout_ms);
    let due = Instant::now() + limit;
    let outcome = {
        let work = work(browser, scenario, &input, &folder, &resources, &current);
        tokio::select! {
            biased;
            () = cancelled(input.cancel.clone()) => Err(ErrorKind::Interrupted.into()),
            outcome = tokio::time::timeout(limit, work) => {
                outcome.unwrap_or_else(|_| Err(out_of_time(limit, due, &current)))
            }
        }
    };
    let outcome = match outcome {
        Ok(finished) => Ok(finished),
        Err(error) => {
            let due = current.borrow().due;
            Noticed::of(&error.kind, browser.connection(), due).tell(input.noticed);
            if let (ErrorKind::RoundTimeout { .. }, Some(page)) = (&error.kind, resources.page()) {
                // One that hangs would answer nothing of what follows.
                page.stop_script(STOP_LIMIT).await;
            }
            Err(evidence(error, &folder, &resources, input.secrets).await)
        }
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
            Err(error.without(input.secrets))
        }
    }
}

fn out_of_time(limit: Duration, due: Instant, current: &RefCell<Current>) -> Error {
    let mut current = current.borrow_mut();
    current.due = Some(due);
    Error {
        at: Box::new(current.at.take().unwrap_or_default()),
        ..ErrorKind::RoundTimeout { limit }.into()
    }
}

/// Ends when the round is to stop; never when nobody can say so any more.
pub(crate) async fn cancelled(mut cancel: watch::Receiver<bool>) {
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
    current: &RefCell<Current>,
) -> Result<(SamplesDocument, Duration), Error> {
    let refresh_hz = match browser.refresh(scenario.viewport).await? {
        Measured::Value(rate) => Some(*rate),
        Measured::NotAvailable(_) => None,
    };
    let from = Origin {
        base_url: input.base_url,
        secrets: input.secrets,
    };
    let page = preparation::open(browser.connection(), scenario, from, resources).await?;
    let timeout = Duration::from_millis(scenario.timeout_ms);
    let steps = Steps::new(page, input.base_url, timeout, input.secrets, current);
    steps.load(&scenario.url).await?;
    page.storage_is_filled().await?;
    steps.run(Phase::Prepare, &scenario.prepare).await?;
    for _ in 0..scenario.warmup_in_page {
        steps.run(Phase::WarmupInPage, &scenario.actions).await?;
        steps.run(Phase::WarmupInPage, &scenario.reset).await?;
    }
    page.check_viewport(page.viewport.get()).await?;
    page.detach_frames().await?;

    let window = window::record(scenario, input.purpose, &steps, folder, resources, input.noticed).await?;

    steps.run(Phase::After, &scenario.after).await?;
    let clean = |value| input.secrets.scrub_json(value);
    let saved = steps.saved.take().into_iter();
    let samples = SamplesDocument {
        kind: SamplesDocument::KIND.to_owned(),
        format_version: SamplesDocument::VERSION,
        begin_mark: window.marks.begin,
        end_mark: window.marks.end,
        actions_end_mark: window.marks.actions_end,
        frame_id: page.frame_id.clone(),
        refresh_hz,
        counters: window.counters,
        processes: window.processes,
        settled_heap: steps.settled_heap.take(),
        page: window
            .page
            .into_iter()
            .map(|state| PageState {
                url: input.secrets.scrub(&state.url).into_owned(),
                ..state
            })
            .collect(),
        capture: window.capture,
        driver_probes: steps.probes.get(),
        saved: saved.map(|(name, value)| (name, clean(value))).collect(),
        saved_units: saved::units(scenario),
    };
    folder.write(SAMPLES_FILE, &version::store(&samples))?;
    Ok((samples, window.after_window))
}

/// Keeps a picture of the page at which a step failed and what it said, where there still is one.
async fn evidence(
    mut error: Error,
    folder: &Folder<'_>,
    resources: &Resources<'_>,
    secrets: &Secrets,
) -> Error {
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
    let (picture, console) = tokio::join!(page.screenshot(SCREENSHOT_LIMIT), page.console(SCREENSHOT_LIMIT));
    let keep = |name: &str, found: Result<Option<Vec<u8>>, CallError>| match found {
        Ok(Some(content)) => folder.write(name, &content).map(|()| true),
        Ok(None) => Ok(false),
        Err(problem) => Err(CallError::into_kind(problem).into()),
    };
    let console = console.map(|text| text.map(|text| secrets.scrub(&text).into_owned().into_bytes()));
    let is_kept = |kept: Result<bool, Error>| {
        kept.unwrap_or_else(|problem| {
            tracing::debug!(%problem, "a failed page left less than it could");
            false
        })
    };
    error.at.screenshot = is_kept(keep(FAILURE_FILE, picture.map(Some)));
    error.at.console = is_kept(keep(CONSOLE_FILE, console));
    error
}
