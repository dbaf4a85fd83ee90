//! `lagometer run`: measures a page.
//!
//! A run is prepared ([`preparation`]: everything that can be wrong before a browser starts), measured
//! ([`session`]: rounds by the [`plan`], each kept on disk as soon as it is done), and answered.

pub(super) mod address;
mod budgets;
mod failure;
mod junit;
mod plan;
pub(super) mod preparation;
mod record;
mod session;

use crate::cli::{AnswerOptions, Format, RunArguments};
use crate::exit_code::ExitCode;
use crate::interrupt::{self, Ended, Signals};
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::definitions;
use lagometer_record::layout;
use lagometer_render::{json, markdown, table};
use lagometer_report::KeptSnapshot;
use preparation::Preparation;
pub(super) use session::snapshots;

use session::Measured;
use std::time::Instant;
use tokio::sync::watch;

/// Measures, keeps and answers. Rounds that were finished are kept and answered, however the run ends.
pub fn run(arguments: &RunArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let junit = junit::destination(arguments.junit.as_deref())?;
    let preparation = Preparation::new(arguments)?;
    let started = Instant::now();
    let measured = measure(&preparation, arguments, output)?;
    let seconds = started.elapsed().as_secs_f64();
    let answered = match &measured.summary {
        Some(summary) => {
            let style = output.style(LONG_TASKS_LISTED);
            let (what, file) = match &measured.record.files.report {
                Some(report) => ("report", report.as_str()),
                None => ("record", layout::RECORD),
            };
            let place = measured.folder.join(file).display().to_string();
            let snapshots = kept_snapshots(&measured);
            let others = &measured.record.files.other_heaps;
            output.answer(&match answer.format {
                Format::Table => {
                    table::run(summary, &measured.record, definitions(), &style)
                        + &table::run_snapshots(&snapshots, others, &style)
                        + &table::run_place(what, &place, &style)
                }
                Format::Markdown => {
                    markdown::run(summary, &measured.record, definitions(), &style)
                        + &markdown::run_snapshots(&snapshots, others)
                        + &markdown::run_place(what, &place)
                }
                Format::Json => json::run(summary),
            })
        }
        None => Ok(()),
    };
    let answered = match &junit {
        Some(file) => both(
            answered,
            junit::write(file, &measured, &preparation.budgets, seconds),
        ),
        None => answered,
    };
    let judged = measured
        .summary
        .as_ref()
        .map_or(ExitCode::Fine, |summary| budgets::exit_code(&summary.budgets));
    match (measured.problem, answered) {
        (Some(problem), Err(other)) => Err(problem.and(other)),
        (Some(problem), Ok(())) | (None, Err(problem)) => Err(Problem {
            exit: problem.exit.and(judged),
            ..problem
        }),
        (None, Ok(())) => Ok(judged),
    }
}

/// The heap snapshots of the run, by where they lie.
fn kept_snapshots(measured: &Measured) -> Vec<KeptSnapshot> {
    let snapshots = measured.record.files.snapshots.iter();
    let placed = snapshots.map(|snapshot| KeptSnapshot {
        file: measured.folder.join(&snapshot.file).display().to_string(),
        ..snapshot.clone()
    });
    placed.collect()
}

/// One error, or both in one.
fn both(one: Result<(), Problem>, other: Result<(), Problem>) -> Result<(), Problem> {
    match (one, other) {
        (Err(one), Err(other)) => Err(one.and(other)),
        (one, other) => one.and(other),
    }
}

/// How many long tasks the table of a run lists.
const LONG_TASKS_LISTED: usize = 2;

/// Runs the rounds with Ctrl-C watched.
fn measure(
    preparation: &Preparation,
    arguments: &RunArguments,
    output: &Output,
) -> Result<Measured, Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Problem::run_failed(format!("failed to start the event loop: {error}")))?;
    let ended = runtime.block_on(async {
        let mut signals = Signals::listen()
            .map_err(|error| Problem::run_failed(format!("failed to listen for Ctrl-C: {error}")))?;
        let (cancel, cancelled) = watch::channel(false);
        let work = session::measure(preparation, arguments.keep_traces, output, cancelled);
        let first = || output.notice("interrupted: cleaning up; once more ends it at once");
        Ok::<_, Problem>(
            interrupt::guard(
                work,
                cancel,
                interrupt::CLEANUP,
                async || signals.next().await,
                first,
            )
            .await,
        )
    })?;
    // What is left is at most the reading of one trace, whose answer nobody wants any more.
    runtime.shutdown_background();
    let what = match ended {
        Ended::ByItself(measured) => return measured,
        Ended::Twice => "interrupted twice".to_owned(),
        Ended::TooLong => format!(
            "interrupted, and cleaning up took longer than {} s",
            interrupt::CLEANUP.as_secs()
        ),
    };
    Err(Problem::run_failed(what).hint("finished rounds are kept; the record of the run says which"))
}
