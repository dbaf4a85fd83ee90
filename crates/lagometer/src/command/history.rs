//! `lagometer history`: the runs of a results folder.

use crate::cli::{AnswerOptions, Format, HistoryArguments};
use crate::exit_code::ExitCode;
use crate::nearest::nearest;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_compare::history;
use lagometer_record::{Store, layout};
use lagometer_render::{json, markdown, table};
use lagometer_report::{Diagnostic, HistoryDocument, IndexEntry};
use std::collections::BTreeSet;

/// Answers with the newest runs; what among them cannot be read is noted.
pub fn history(
    arguments: &HistoryArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let folder = arguments.results.display().to_string();
    if !arguments.results.join(layout::RUNS).is_dir() {
        return Err(Problem::bad_input(format!("`{folder}` holds no runs"))
            .at(arguments.results.join(layout::RUNS).display().to_string() + ": there is no such folder")
            .hint("`lagometer run` makes it, and `--results` names it"));
    }
    let document = read(arguments)?;
    let style = output.style(0);
    output.answer(&match answer.format {
        Format::Table => table::history(&document, &folder, &style),
        Format::Markdown => markdown::history(&document, &folder),
        Format::Json => json::history(&document),
    })?;
    Ok(ExitCode::Fine)
}

fn read(arguments: &HistoryArguments) -> Result<HistoryDocument, Problem> {
    let store = Store::reading(&arguments.results);
    let index = store.runs()?;
    let mut diagnostics = index.diagnostics;
    let mut entries = index.document.records;
    if let Some(wanted) = &arguments.scenario {
        let names: BTreeSet<String> = entries.iter().map(|entry| entry.scenario.clone()).collect();
        entries.retain(|entry| entry.scenario == *wanted);
        if entries.is_empty() {
            return Err(unknown_scenario(wanted, &names));
        }
    }
    let total = entries.len();
    let entries = history::newest(entries, arguments.limit as usize);
    let runs = entries
        .iter()
        .filter_map(|entry| run(&store, entry, &mut diagnostics))
        .collect();
    Ok(history::document(runs, total, diagnostics))
}

fn run(
    store: &Store,
    entry: &IndexEntry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<lagometer_report::HistoryRun> {
    let mut note = |code: &str, error: &lagometer_record::Error| {
        let place = error
            .place()
            .map_or_else(String::new, |place| format!(" at {place}"));
        diagnostics.push(Diagnostic {
            code: code.to_owned(),
            count: 1,
            text: format!("`{}`: {}{place}", entry.id, error.what()),
            warning: false,
            byte: None,
            amount_us: None,
        });
    };
    let record = store
        .load_record(&entry.id)
        .inspect_err(|error| note("unreadable-record", error))
        .ok()?;
    let summary = match record.files.summary {
        // A run that is listed without its numbers says why.
        Some(_) => store
            .load_summary(&entry.id)
            .inspect_err(|error| note("unreadable-summary", error))
            .ok(),
        None => None,
    };
    Some(history::run(&record, summary.as_ref(), &entry.record))
}

fn unknown_scenario(wanted: &str, names: &BTreeSet<String>) -> Problem {
    let problem = Problem::bad_input(format!("no run of a scenario `{wanted}`"));
    match nearest(wanted, names.iter().map(String::as_str)) {
        Some(name) => problem.hint(format!("did you mean `{name}`?")),
        None if names.is_empty() => problem.hint("there is no run at all"),
        None => {
            let names: Vec<&str> = names.iter().take(10).map(String::as_str).collect();
            problem.hint(format!("there are runs of `{}`", names.join("`, `")))
        }
    }
}
