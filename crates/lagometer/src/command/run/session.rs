//! A run under way: the rounds, one after the other, each on disk as soon as it is done.

mod diagnosis;
pub(in crate::command) mod snapshots;

use crate::cli::KeepTraces;
use crate::command::report;
use crate::command::run::failure::Stop;
use crate::command::run::plan::{Ended, GiveUp, Next, Plan};
use crate::command::run::preparation::Preparation;
use crate::command::run::record;
use crate::exit_code::ExitCode;
use crate::output::Output;
use crate::problem::Problem;
use crate::progress::{self, Progress};
use lagometer_analyze::{RoundInput, RoundOptions, definitions};
use lagometer_compare::budget;
use lagometer_measure::round::{self, Purpose, RoundArtifacts, TRACE_FILE};
use lagometer_measure::{Browser, Error, ErrorKind, LaunchOptions, scenario, site};
use lagometer_record::{RunFolder, layout};
use lagometer_report::scenario::Cache;
use lagometer_report::{
    Hotspots, Outcome, RecordDocument, RoundDocument, RoundRole, RoundState, SummaryDocument,
};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What a run gave.
#[derive(Debug)]
pub struct Measured {
    /// The record, as it lies on disk.
    pub record: RecordDocument,
    /// The run's folder.
    pub folder: PathBuf,
    /// The value of the run; absent where no round is valid.
    pub summary: Option<SummaryDocument>,
    /// What ended the run before its end.
    pub problem: Option<Problem>,
}

/// The one variant of a plain run.
const VARIANT: &str = "head";
/// How long a browser may take to give its first answer, on a machine that is busy.
const LAUNCH: Duration = Duration::from_secs(30);

/// Begins a run, measures, and writes what came of it. Dropped, it leaves no browser, and on disk a
/// record that says `interrupted`.
pub async fn measure(
    preparation: &Preparation,
    keep_traces: KeepTraces,
    output: &Output,
    cancelled: watch::Receiver<bool>,
) -> Result<Measured, Problem> {
    let begun = record::provisional(preparation);
    let started = record::now()?;
    let (folder, record) = preparation
        .store
        .begin(started, begun, &preparation.scenario_text)
        .map_err(Problem::from)?;
    let mut session = Session {
        preparation,
        output,
        cancelled,
        folder,
        record,
        rounds: Vec::new(),
        plan: Plan::new(preparation.warmup, preparation.rounds),
        progress: Progress::new(&preparation.scenario.name, preparation.warmup, preparation.rounds),
        last_error: None,
        hotspots: None,
    };
    let stop = session.run().await.err();
    Ok(session.finish(stop, keep_traces))
}

struct Session<'a> {
    preparation: &'a Preparation,
    output: &'a Output,
    cancelled: watch::Receiver<bool>,
    folder: RunFolder,
    record: RecordDocument,
    rounds: Vec<RoundDocument>,
    plan: Plan,
    progress: Progress,
    /// The error of the last round that failed.
    last_error: Option<Error>,
    /// Where the time of the extra round went.
    hotspots: Option<Hotspots>,
}

impl Session<'_> {
    async fn run(&mut self) -> Result<(), Stop> {
        let site = match &self.preparation.served {
            Some(folder) if self.preparation.scenario.browser.cache == Cache::Warm => {
                Some(site::serve_cacheable(folder).await?)
            }
            Some(folder) => Some(site::serve(folder).await?),
            None => None,
        };
        let base_url = site.as_ref().map(site::Site::base_url);
        let base_url = base_url.or(self.preparation.origin.as_deref());
        let mut browser = Some(self.launch().await?);
        let mut ended = self.run_rounds(&mut browser, base_url).await;
        if ended.is_ok() && self.preparation.diagnosis {
            ended = self.diagnose(&mut browser, base_url).await;
        }
        if ended.is_ok() && scenario::takes_snapshots(&self.preparation.scenario) {
            ended = self.take_snapshots(&mut browser, base_url).await;
        }
        if let Some(browser) = browser {
            self.close(browser).await;
        }
        ended
    }

    /// The number of what comes next: rounds, the extra one, and what else is kept like one.
    fn next_number(&self) -> u32 {
        let extra = u32::from(self.record.diagnosis.is_some());
        self.rounds.len() as u32 + extra + 1
    }

    async fn launch(&self) -> Result<Browser, Stop> {
        let wanted = &self.preparation.scenario.browser;
        let options = LaunchOptions {
            headless: wanted.headless,
            flags: wanted.flags.clone(),
            major: wanted.major,
            timeout: LAUNCH,
        };
        let mut cancelled = self.cancelled.clone();
        tokio::select! {
            biased;
            launched = Browser::launch(&self.preparation.browser, options) => Ok(launched?),
            _ = cancelled.wait_for(|cancelled| *cancelled) => Err(Stop::Interrupted),
        }
    }

    async fn close(&self, browser: Browser) {
        self.report_cleanup(&browser.close().await);
    }

    fn report_cleanup(&self, problems: &[String]) {
        for problem in problems {
            self.output.warning(&format!("failed to clean up: {problem}"));
        }
    }

    async fn run_rounds(
        &mut self,
        browser: &mut Option<Browser>,
        base_url: Option<&str>,
    ) -> Result<(), Stop> {
        if let Some(browser) = browser.as_ref() {
            self.take_environment(browser).await?;
        }
        loop {
            if *self.cancelled.borrow() {
                return Err(Stop::Interrupted);
            }
            let role = match self.plan.next() {
                Next::Round(role) => role,
                Next::Done => return Ok(()),
                Next::GiveUp(why) => return Err(self.give_up(why)),
            };
            let current = match browser.take() {
                Some(browser) => browser,
                None => self.launch().await?,
            };
            let current = browser.insert(current);
            self.show_progress();
            let started = Instant::now();
            let ended = self.round(current, role, base_url).await?;
            self.plan.ended(role, ended);
            self.progress.round_done(started.elapsed());
            if ended == Ended::BrowserDied
                && let Some(dead) = browser.take()
            {
                self.close(dead).await;
            }
        }
    }

    async fn take_environment(&mut self, browser: &Browser) -> Result<(), Stop> {
        let mut cancelled = self.cancelled.clone();
        let environment = tokio::select! {
            biased;
            environment = browser.environment_of(&self.preparation.scenario) => environment?,
            _ = cancelled.wait_for(|cancelled| *cancelled) => return Err(Stop::Interrupted),
        };
        self.record.environment = Some(environment);
        self.folder.write_record(&self.record)?;
        Ok(())
    }

    fn give_up(&mut self, why: GiveUp) -> Stop {
        match (why, self.last_error.take()) {
            (GiveUp::Failed | GiveUp::Crashes, Some(error)) => Stop::Measuring(Box::new(error)),
            _ => Stop::TooManyInvalid,
        }
    }

    fn show_progress(&mut self) {
        if self.output.shows_progress() {
            self.progress.warmups_done = self.plan.warmups_done();
            self.progress.valid = self.plan.valid();
            if let Some(last) = self.rounds.last() {
                self.progress.last = progress::figures(last, lagometer_render::number::value);
            }
            self.output.progress(&self.progress.line());
        }
    }

    /// Runs a round and keeps what it gave. An error here ends the run; a round that failed is kept
    /// as failed, and the plan says what follows.
    async fn round(
        &mut self,
        browser: &Browser,
        role: RoundRole,
        base_url: Option<&str>,
    ) -> Result<Ended, Stop> {
        let number = self.rounds.len() as u32 + 1;
        let path = self.folder.round_folder(number)?;
        let unfinished = Unfinished(Some(path.clone()));
        let input = round::RoundInput {
            number,
            purpose: Purpose::Measuring,
            scenario_file: &self.preparation.scenario_file,
            folder: &path,
            base_url,
            secrets: &self.preparation.secrets,
            finish: &|temporary, finished| self.folder.finish(temporary, finished),
            cancel: self.cancelled.clone(),
            noticed: &|noticed| {
                let line = self.progress.failed_line(noticed.code);
                self.output.progress(&line);
            },
        };
        match round::run(browser, &self.preparation.scenario, input).await {
            Ok(artifacts) => {
                self.report_cleanup(&artifacts.cleanup);
                let (measuring, after_window) = (artifacts.duration, artifacts.after_window);
                let started = Instant::now();
                let document = analyse(number, role, path.join(TRACE_FILE), artifacts).await?;
                let reading = started.elapsed();
                tracing::debug!(
                    number,
                    ?role,
                    ?measuring,
                    ?after_window,
                    ?reading,
                    "a round is done"
                );
                let ended = match document.state {
                    RoundState::Valid => Ended::Valid,
                    RoundState::Invalid | RoundState::Failed => Ended::Invalid,
                };
                self.keep(document)?;
                unfinished.keep();
                Ok(ended)
            }
            Err(error) => {
                self.report_cleanup(&error.cleanup);
                let ended = match error.kind {
                    ErrorKind::Interrupted => return Err(Stop::Interrupted),
                    ErrorKind::RendererCrashed => Ended::RendererCrashed,
                    ErrorKind::BrowserDied { .. } => Ended::BrowserDied,
                    _ => Ended::Failed,
                };
                self.keep(record::failed_round(
                    number,
                    VARIANT,
                    role,
                    &error,
                    self.folder.path(),
                ))?;
                unfinished.keep();
                self.last_error = Some(error);
                Ok(ended)
            }
        }
    }

    /// Writes a round, then the record that names it.
    fn keep(&mut self, document: RoundDocument) -> Result<(), Stop> {
        self.folder.write_round(&document)?;
        self.record.rounds.push(record::entry(&self.folder, &document));
        self.record.ended_at = record::now()?.rfc3339();
        self.folder.write_record(&self.record)?;
        self.rounds.push(document);
        Ok(())
    }

    /// Computes the value of the run and keeps it. What was measured is answered even where it could
    /// not be kept.
    fn finish(mut self, stop: Option<Stop>, keep_traces: KeepTraces) -> Measured {
        let summary = (self.plan.valid() > 0).then(|| self.summary());
        let kept_in = format!("kept in {}", self.folder.path().display());
        let stopped = stop
            .as_ref()
            .map(|stop| stop.problem(&self.plan, &self.rounds).line(kept_in));
        let kept = self.keep_run(stop.as_ref(), summary.as_ref(), keep_traces);
        let problem = match (stopped, kept) {
            (Some(stopped), Err(unkept)) => Some(stopped.and(unkept)),
            (Some(problem), Ok(())) | (None, Err(problem)) => Some(problem),
            (None, Ok(())) => None,
        };
        Measured {
            problem,
            folder: self.folder.path().to_owned(),
            record: self.record,
            summary,
        }
    }

    fn summary(&self) -> SummaryDocument {
        let mut summary = lagometer_compare::summarise(self.folder.id(), &self.rounds, definitions());
        let remarks = lagometer_measure::scenario::remarks(&self.preparation.scenario);
        summary.diagnostics.extend(remarks);
        SummaryDocument {
            budgets: budget::judge(&self.preparation.budgets, &summary),
            hotspots: self.hotspots.clone(),
            snapshots: self.record.files.snapshots.clone(),
            other_heaps: self.record.files.other_heaps.clone(),
            ..summary
        }
    }

    /// Writes the value of the run, the final record and the index.
    fn keep_run(
        &mut self,
        stop: Option<&Stop>,
        summary: Option<&SummaryDocument>,
        keep_traces: KeepTraces,
    ) -> Result<(), Problem> {
        let run_failed = |error: lagometer_record::Error| Problem {
            exit: ExitCode::RunFailed,
            ..Problem::from(error)
        };
        if let Some(summary) = summary {
            self.record.files.summary = Some(self.folder.write_summary(summary).map_err(run_failed)?);
        }
        self.record.outcome = match stop {
            None => Outcome::Complete,
            Some(Stop::Interrupted) => Outcome::Interrupted,
            Some(_) => Outcome::Failed,
        };
        let failure = stop.map(|stop| stop.failure(&self.plan, &self.rounds));
        self.record.failure = failure.map(|failure| record::relative(failure, self.folder.path()));
        self.record.ended_at = record::now()?.rfc3339();
        let dropped = record::drop_traces(&mut self.record, keep_traces, summary, VARIANT);
        // What is known is kept even where the page about it cannot be.
        let reported = self.write_report(summary).map_err(run_failed);
        // The record before traces go: it never names a file that is gone.
        self.folder.write_record(&self.record).map_err(run_failed)?;
        for trace in dropped {
            if let Err(error) = fs::remove_file(self.folder.path().join(&trace)) {
                self.output
                    .warning(&format!("failed to remove `{trace}`: {error}"));
            }
        }
        let index = self.preparation.store.rebuild_index().map_err(run_failed)?;
        for diagnostic in index.diagnostics {
            self.output.warning(&diagnostic.text);
        }
        reported
    }
}

impl Session<'_> {
    /// Writes the page to look at, and names it in the record.
    fn write_report(&mut self, summary: Option<&SummaryDocument>) -> Result<(), lagometer_record::Error> {
        let page = report::page_in_folder(&self.folder, &self.record, summary);
        self.record.files.report = Some(self.folder.write_report(&page)?);
        Ok(())
    }
}

/// Reads the trace of a round, beside the event loop, so that Ctrl-C is heard meanwhile.
async fn analyse(
    number: u32,
    role: RoundRole,
    trace: PathBuf,
    artifacts: RoundArtifacts,
) -> Result<RoundDocument, Stop> {
    let reading = tokio::task::spawn_blocking(move || {
        let trace_name = layout::trace(number);
        let trace = match File::open(&trace) {
            Ok(file) => file,
            Err(error) => return Err(format!("failed to open `{trace_name}`: {error}")),
        };
        let input = RoundInput {
            number,
            variant: VARIANT.to_owned(),
            role,
            trace_name,
            trace: Box::new(trace),
            samples: &artifacts.samples,
        };
        lagometer_analyze::round(input, &round_options())
            .or_else(|error| Ok(record::unreadable_round(number, VARIANT, role, &error)))
    });
    match reading.await {
        Ok(Ok(document)) => Ok(document),
        Ok(Err(what)) => Err(Stop::Internal(what)),
        Err(error) => Err(Stop::Internal(format!(
            "the reading of round {number} ended: {error}"
        ))),
    }
}

fn round_options() -> RoundOptions {
    RoundOptions {
        slice: lagometer_analyze::TraceOptions::SLICE,
        long_task: lagometer_analyze::TraceOptions::LONG_TASK,
        refresh_hz: None,
        limits: lagometer_analyze::Limits::default(),
    }
}

/// The folder of a round that is not finished: whatever ends the round, it goes.
struct Unfinished(Option<PathBuf>);

impl Unfinished {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            remove_unfinished(folder);
        }
    }
}

fn remove_unfinished(folder: &Path) {
    if let Err(error) = fs::remove_dir_all(folder) {
        tracing::debug!(folder = %folder.display(), %error, "the folder of an unfinished round stays behind");
    }
}
