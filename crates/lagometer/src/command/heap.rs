//! `lagometer heap`: what a heap snapshot says.

use crate::cli::{AnswerOptions, Format, GroupSort, GroupsArguments, HeapArguments, HeapCommand, HeapLimits};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::heap::{self, GroupsOptions, GroupsSort, HeapFile, Limits};
use lagometer_render::{Style, json, markdown, table};
use std::path::Path;
use std::time::Instant;

/// Answers one question.
pub fn heap(arguments: &HeapArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let open = |file: &Path| open(file, &arguments.limits, answer);
    let style = output.style(0);
    let text = match &arguments.command {
        HeapCommand::Summary { file } => {
            let document = open(file)?.summary();
            let forms = Forms(json::heap_summary, table::heap_summary, markdown::heap_summary);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Groups(groups) => {
            let document = open(&groups.file)?.groups(&groups_options(groups));
            let forms = Forms(json::heap_groups, table::heap_groups, markdown::heap_groups);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Path { file, id } => {
            let document = open(file)?.path(id)?;
            let forms = Forms(json::heap_paths, table::heap_paths, markdown::heap_paths);
            forms.text(&document, answer, &style)
        }
    };
    output.answer(&text)?;
    Ok(ExitCode::Fine)
}

/// How a document is written: JSON, a table, Markdown.
struct Forms<D>(
    fn(&D) -> String,
    fn(&D, &Style) -> String,
    fn(&D, &Style) -> String,
);

impl<D> Forms<D> {
    fn text(&self, document: &D, answer: &AnswerOptions, style: &Style) -> String {
        let Forms(json, table, markdown) = self;
        match answer.format {
            Format::Json => json(document),
            Format::Table => table(document, style),
            Format::Markdown => markdown(document, style),
        }
    }
}

fn open(file: &Path, limits: &HeapLimits, answer: &AnswerOptions) -> Result<HeapFile, Problem> {
    let HeapLimits {
        max_file,
        max_nodes,
        max_edges,
        max_strings,
        max_value,
        max_depth,
        max_work,
    } = *limits;
    let limits = Limits {
        file_bytes: u64::from(max_file) << 20,
        nodes: max_nodes,
        edges: max_edges,
        strings: max_strings,
        value_chars: max_value,
        metadata_depth: max_depth,
        dominator_work: max_work,
    };
    let started = Instant::now();
    // Only JSON says the hash.
    let hash = matches!(answer.format, Format::Json);
    let opened = heap::open(input::open(file)?, hash, &limits)?;
    tracing::debug!(file = %file.display(), took = ?started.elapsed(), "the snapshot is read and searched");
    Ok(opened)
}

fn groups_options(arguments: &GroupsArguments) -> GroupsOptions {
    let GroupsArguments {
        file: _,
        top,
        skip,
        sort,
        kind,
        name,
        all,
        by_location,
    } = arguments;
    GroupsOptions {
        sort: match sort {
            GroupSort::Retained => GroupsSort::Retained,
            GroupSort::Shallow => GroupsSort::Shallow,
            GroupSort::Count => GroupsSort::Count,
            GroupSort::Largest => GroupsSort::Largest,
            GroupSort::Name => GroupsSort::Name,
        },
        skip: *skip as usize,
        rows: *top as usize,
        // Who asks for a kind that the engine makes wants to see it.
        engine: *all || kind.is_some(),
        by_location: *by_location,
        kind: kind.clone(),
        name: name.clone(),
    }
}
