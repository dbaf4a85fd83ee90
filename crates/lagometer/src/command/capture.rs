//! `lagometer capture page --once`: a heap snapshot of a page, streamed to disk.

mod file;

use crate::cli::{self, AnswerOptions, CaptureArguments, CaptureCommand, CapturePageArguments, Format};
use crate::command::run::snapshots::{self, counted, words};
use crate::command::run::{address, preparation};
use crate::exit_code::ExitCode;
use crate::input;
use crate::interrupt::{self, Ended, Signals};
use crate::output::Output;
use crate::problem::Problem;
use file::SnapshotOut;
use lagometer_measure::capture::{self, CaptureFile, CaptureInput, PageCapture};
use lagometer_measure::{
    Browser, BrowserChoice, Error, ErrorKind, LaunchOptions, Secrets, browser, scenario, site,
};
use lagometer_render::message::ProgressLine;
use lagometer_render::{command_line, json, markdown, table};
use lagometer_report::scenario::{Cache, Scenario};
use lagometer_report::{CapturedFile, PageCaptureDocument};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::watch;

/// How long a browser may take to give its first answer, on a machine that is busy.
const LAUNCH: Duration = Duration::from_secs(30);

/// Captures, and says what was written.
pub fn capture(
    arguments: &CaptureArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let CaptureCommand::Page(arguments) = &arguments.command;
    let out = SnapshotOut::begin(&arguments.out)?;
    let subject = Subject::of(arguments)?;
    let document = page(subject, out, output)?;
    let style = output.style(0);
    output.answer(&match answer.format {
        Format::Table => table::page_capture(&document, &style),
        Format::Markdown => markdown::page_capture(&document, &style),
        Format::Json => json::page_capture(&document),
    })?;
    Ok(ExitCode::Fine)
}

/// Everything that can be known, and can be wrong, before a browser is started.
struct Subject {
    scenario: Scenario,
    /// What errors call its file.
    scenario_file: String,
    /// The folder that is served.
    served: Option<PathBuf>,
    /// What stands before a path in `navigate`, where nothing is served.
    origin: Option<String>,
    secrets: Secrets,
    browser: BrowserChoice,
}

impl Subject {
    fn of(arguments: &CapturePageArguments) -> Result<Subject, Problem> {
        let path = &arguments.page;
        let address = path.to_str().filter(|text| cli::is_address(text));
        let is_stdin = path.as_os_str() == input::STDIN;
        let folder = match path.parent() {
            Some(parent) if address.is_none() && !is_stdin && !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let (text, scenario_file) = match (address, path.file_name()) {
            (Some(address), _) => (address::waiting(address), address.to_owned()),
            (None, Some(name)) if !is_stdin => {
                (input::read_scenario(path)?, name.to_string_lossy().into_owned())
            }
            _ => (input::read_scenario(path)?, "stdin".to_owned()),
        };
        let read_file = |named: &str| preparation::read_named(&folder.join(named));
        let scenario = scenario::parse_with(&text, &scenario_file, &read_file)?;
        let served = scenario.serve.as_ref();
        Ok(Subject {
            served: served.map(|serve| folder.join(serve).components().collect()),
            origin: address.and_then(preparation::origin),
            secrets: preparation::secrets(&scenario, &scenario_file)?,
            browser: browser::find(arguments.browser.as_deref())
                .map_err(|error| Problem::measuring(&error, ""))?,
            scenario,
            scenario_file,
        })
    }
}

/// Captures with Ctrl-C watched.
fn page(subject: Subject, out: SnapshotOut, output: &Output) -> Result<PageCaptureDocument, Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Problem::run_failed(format!("failed to start the event loop: {error}")))?;
    let ended = runtime.block_on(async {
        let mut signals = Signals::listen()
            .map_err(|error| Problem::run_failed(format!("failed to listen for Ctrl-C: {error}")))?;
        let (cancel, cancelled) = watch::channel(false);
        let work = in_browser(&subject, out, output, cancelled);
        let first = || output.notice("interrupted: cleaning up; once more ends it at once");
        let next = async || signals.next().await;
        Ok::<_, Problem>(interrupt::guard(work, cancel, interrupt::CLEANUP, next, first).await)
    })?;
    // What is left is at most a thread that writes to a file which nobody wants any more.
    runtime.shutdown_background();
    match ended {
        Ended::ByItself(captured) => captured,
        Ended::Twice => Err(Problem::run_failed("interrupted twice")),
        Ended::TooLong => Err(Problem::run_failed(format!(
            "interrupted, and cleaning up took longer than {} s",
            interrupt::CLEANUP.as_secs()
        ))),
    }
}

async fn in_browser(
    subject: &Subject,
    out: SnapshotOut,
    output: &Output,
    cancelled: watch::Receiver<bool>,
) -> Result<PageCaptureDocument, Problem> {
    let failed = |error: Error| Problem::measuring(&error, "");
    let site = match &subject.served {
        Some(folder) if subject.scenario.browser.cache == Cache::Warm => {
            Some(site::serve_cacheable(folder).await.map_err(failed)?)
        }
        Some(folder) => Some(site::serve(folder).await.map_err(failed)?),
        None => None,
    };
    show(output, subject, "starting the browser".to_owned());
    let browser = launch(subject, cancelled.clone()).await.map_err(failed)?;
    show(output, subject, "loading the page".to_owned());
    let base_url = site.as_ref().map(site::Site::base_url);
    let input = CaptureInput {
        scenario_file: &subject.scenario_file,
        base_url: base_url.or(subject.origin.as_deref()),
        secrets: &subject.secrets,
        cancel: cancelled,
    };
    let into = CaptureFile {
        file: out.file()?,
        path: out.path(),
        gzip: out.is_gzip(),
        progress: &|progress| show(output, subject, words(progress)),
    };
    let captured = async {
        let captured = capture::page(&browser, &subject.scenario, input, into).await?;
        Ok::<_, Error>((captured, browser.name().await?))
    };
    let captured = captured.await;
    let cleanup = browser.close().await;
    let of_page = match &captured {
        Ok((captured, _)) => captured.cleanup.as_slice(),
        Err(error) => error.cleanup.as_slice(),
    };
    for problem in of_page.iter().chain(&cleanup) {
        output.warning(&format!("failed to clean up: {problem}"));
    }
    let (captured, (browser, v8)) = captured.map_err(failed)?;
    let container = if out.is_gzip() { "gzip" } else { "plain" };
    let next = out.is_regular();
    let name = out.finish()?;
    Ok(document(captured, &name, container, next, browser, v8))
}

async fn launch(subject: &Subject, mut cancelled: watch::Receiver<bool>) -> Result<Browser, Error> {
    let wanted = &subject.scenario.browser;
    let options = LaunchOptions {
        headless: wanted.headless,
        flags: wanted.flags.clone(),
        major: wanted.major,
        timeout: LAUNCH,
    };
    tokio::select! {
        biased;
        launched = Browser::launch(&subject.browser, options) => launched,
        _ = cancelled.wait_for(|cancelled| *cancelled) => Err(ErrorKind::Interrupted.into()),
    }
}

fn show(output: &Output, subject: &Subject, at: String) {
    if output.shows_progress() {
        output.progress(&ProgressLine {
            name: subject.scenario.name.clone(),
            at,
            figures: Vec::new(),
            rest: None,
        });
    }
}

fn document(
    captured: PageCapture,
    name: &Path,
    container: &str,
    is_regular: bool,
    browser: String,
    v8: String,
) -> PageCaptureDocument {
    let PageCapture {
        file,
        url,
        other_heaps,
        cleanup: _,
    } = captured;
    let name = name.display().to_string();
    PageCaptureDocument {
        kind: "page-capture",
        format_version: 1,
        nodes: counted(file.nodes, "node_count"),
        edges: counted(file.edges, "edge_count"),
        next: is_regular.then(|| format!("lagometer heap summary {}", command_line::word(&name))),
        file: CapturedFile {
            name,
            container: container.to_owned(),
            bytes: file.bytes,
            sha256: file.sha256,
            text_bytes: file.text_bytes,
        },
        url,
        browser,
        v8,
        other_heaps: other_heaps.into_iter().map(snapshots::other_heap).collect(),
    }
}
