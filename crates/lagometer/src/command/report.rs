//! `lagometer report`: runs and traces as a page to look at.

use super::trace::{rules, window};
use crate::cli::{AnswerOptions, Format, ReportArguments, RuleSet};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use crate::runs;
use lagometer_analyze::{Limits, TraceOptions, definitions};
use lagometer_record::{RunFolder, Store};
use lagometer_render::html::{self, ReportRun, Subject};
use lagometer_report::{RecordDocument, RoundDocument, SummaryDocument, TraceDocument};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Reads them and writes the page.
pub fn report(
    arguments: &ReportArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    if answer.format != Format::Table {
        return Err(
            Problem::bad_input("a report is a page: `--format` has no other form of it")
                .hint("summary.json in the run's folder has every value; `lagometer run --format` and `lagometer trace --format` \
                       answer in other forms"),
        );
    }
    let store = Store::reading(&arguments.results);
    let page = folder_of_page(answer.output.as_deref());
    let mut loaded = Vec::new();
    let options = trace_options(arguments)?;
    for wanted in &arguments.subjects {
        loaded.push(Loaded::new(&store, wanted, page.as_deref(), &options)?);
    }
    let is_asked = arguments.window.is_some() || arguments.rules != RuleSet::Lagometer;
    if is_asked && loaded.iter().any(|loaded| matches!(loaded, Loaded::Run(_))) {
        return Err(Problem::bad_input("`--window` and `--rules` are of traces, and there is a run")
            .hint("a run was measured in one window and by our rules; give its raw trace, `rounds/NNN/trace.json.gz` in its folder"));
    }
    let subjects: Vec<Subject<'_>> = loaded.iter().map(Loaded::as_subject).collect();
    output.answer(&html::report(&subjects, definitions()))?;
    if let Some(path) = answer.output.as_deref().filter(|path| path.as_os_str() != "-") {
        output.notice(&format!("the page is {}", path.display()));
    }
    let partial = |(loaded, wanted): (&Loaded, &PathBuf)| match loaded {
        Loaded::Trace(document) => {
            let partial = document.input.partial.as_ref()?;
            Some(Problem::cut_off(wanted, partial))
        }
        Loaded::Run(_) => None,
    };
    match loaded.iter().zip(&arguments.subjects).find_map(partial) {
        Some(problem) if answer.strict => Err(problem),
        _ => Ok(ExitCode::Fine),
    }
}

/// The page of a run that lies in its own folder.
pub fn page_in_folder(
    folder: &RunFolder,
    record: &RecordDocument,
    summary: Option<&SummaryDocument>,
) -> String {
    let (pictures, consoles) = (folder.failure_pictures(record), folder.failure_consoles(record));
    let series = series_rounds(folder, record, summary);
    let run = ReportRun {
        record,
        summary,
        series: &series,
        folder: "",
        pictures: &pictures,
        consoles: &consoles,
    };
    html::report(&[Subject::Run(run)], definitions())
}

/// By variant, the round that stands for the others. One whose file is gone or broken is not among them,
/// and the page says so: the value of the run is whole without it.
fn series_rounds(
    folder: &RunFolder,
    record: &RecordDocument,
    summary: Option<&SummaryDocument>,
) -> BTreeMap<String, RoundDocument> {
    let variants = summary.into_iter().flat_map(|summary| &summary.variants);
    let rounds = variants.filter_map(|(name, variant)| {
        let number = variant.series_round?;
        let entry = record.rounds.iter().find(|entry| entry.number == number)?;
        match folder.load_round(&entry.round) {
            Ok(round) => Some((name.clone(), round)),
            Err(error) => {
                tracing::debug!(number, %error, "the page goes without this round");
                None
            }
        }
    });
    rounds.collect()
}

/// What was read.
enum Loaded {
    Run(Box<LoadedRun>),
    Trace(Box<TraceDocument>),
}

impl Loaded {
    /// A file is a trace, anything else a run.
    fn new(
        store: &Store,
        wanted: &Path,
        page: Option<&Path>,
        options: &TraceOptions,
    ) -> Result<Loaded, Problem> {
        if runs::is_file(wanted) {
            let source = input::open(wanted)?;
            let document = lagometer_analyze::trace(source, options)?;
            return Ok(Loaded::Trace(Box::new(document)));
        }
        let run = LoadedRun::new(&runs::find(store, wanted)?, page)?;
        Ok(Loaded::Run(Box::new(run)))
    }

    fn as_subject(&self) -> Subject<'_> {
        match self {
            Loaded::Run(run) => Subject::Run(run.as_run()),
            Loaded::Trace(document) => Subject::Trace(document),
        }
    }
}

/// What `lagometer trace` does, with what is asked for.
fn trace_options(arguments: &ReportArguments) -> Result<TraceOptions, Problem> {
    Ok(TraceOptions {
        window: window(arguments.window.as_deref())?,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: rules(arguments.rules),
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    })
}

/// A run that was read.
struct LoadedRun {
    record: RecordDocument,
    summary: Option<SummaryDocument>,
    series: BTreeMap<String, RoundDocument>,
    pictures: Vec<(u32, String)>,
    consoles: Vec<(u32, String)>,
    /// The way from the page to the run's folder.
    folder: String,
}

impl LoadedRun {
    fn new(run: &RunFolder, page: Option<&Path>) -> Result<LoadedRun, Problem> {
        let record = run.load_record()?;
        let summary = match record.files.summary {
            Some(_) => Some(run.load_summary()?),
            None => None,
        };
        Ok(LoadedRun {
            series: series_rounds(run, &record, summary.as_ref()),
            pictures: run.failure_pictures(&record),
            consoles: run.failure_consoles(&record),
            folder: page
                .and_then(|page| way(page, &fs::canonicalize(run.path()).ok()?))
                .unwrap_or_default(),
            record,
            summary,
        })
    }

    fn as_run(&self) -> ReportRun<'_> {
        ReportRun {
            record: &self.record,
            summary: self.summary.as_ref(),
            series: &self.series,
            folder: &self.folder,
            pictures: &self.pictures,
            consoles: &self.consoles,
        }
    }
}

/// The folder in which the page will lie, as the system knows it; on stdout it lies nowhere, and its
/// links start in the current folder.
fn folder_of_page(output: Option<&Path>) -> Option<PathBuf> {
    let parent = output
        .filter(|path| path.as_os_str() != "-")
        .and_then(Path::parent);
    let folder = parent.filter(|folder| !folder.as_os_str().is_empty());
    fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()
}

/// The way from one folder to another, with `/` and a `/` at its end; empty where they are the same.
/// There is none between two drives.
fn way(from: &Path, to: &Path) -> Option<String> {
    let from: Vec<Component<'_>> = from.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return None;
    }
    let mut way = "../".repeat(from.len() - common);
    for part in &to[common..] {
        way.push_str(part.as_os_str().to_str()?);
        way.push('/');
    }
    // A name with a colon would be taken for a scheme.
    Some(if way.is_empty() || way.starts_with('.') {
        way
    } else {
        format!("./{way}")
    })
}

#[cfg(test)]
mod tests;
