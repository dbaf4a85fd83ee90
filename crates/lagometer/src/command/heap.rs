//! `lagometer heap`: what a heap snapshot says.

use crate::cli::{
    AnswerOptions, Format, GroupSort, GroupsArguments, HeapArguments, HeapCommand, HeapLimits, ObjectSort,
    ObjectsArguments, PageArguments, PathsArguments,
};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::heap::{
    self, GroupsOptions, GroupsSort, HeapFile, Limits, ObjectsOptions, ObjectsSort, Page, PathLimits,
};
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
        HeapCommand::Objects(objects) => {
            let document = open(&objects.file)?.objects(&objects_options(objects));
            let forms = Forms(json::heap_objects, table::heap_objects, markdown::heap_objects);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Detached(list) => {
            let document = open(&list.file)?.detached(page(list.page));
            let forms = Forms(json::heap_objects, table::heap_objects, markdown::heap_objects);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Object(one) => {
            let document = open(&one.file)?.one(&one.id, page(one.page))?;
            let forms = Forms(json::heap_object, table::heap_object, markdown::heap_object);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Dominators(one) => {
            let document = open(&one.file)?.dominators(&one.id, page(one.page))?;
            let forms = Forms(
                json::heap_dominators,
                table::heap_dominators,
                markdown::heap_dominators,
            );
            forms.text(&document, answer, &style)
        }
        HeapCommand::Paths(paths) => {
            let document = open(&paths.file)?.paths(&paths.id, &path_limits(paths))?;
            let forms = Forms(json::heap_paths, table::heap_paths, markdown::heap_paths);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Cycles(list) => {
            let document = open(&list.file)?.cycles(page(list.page));
            let forms = Forms(json::heap_cycles, table::heap_cycles, markdown::heap_cycles);
            forms.text(&document, answer, &style)
        }
        HeapCommand::Allocations(list) => {
            let document = open(&list.file)?.allocations(page(list.page));
            let forms = Forms(
                json::heap_allocations,
                table::heap_allocations,
                markdown::heap_allocations,
            );
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

fn page(arguments: PageArguments) -> Page {
    let PageArguments { top, skip } = arguments;
    Page {
        skip: skip as usize,
        rows: top as usize,
    }
}

fn path_limits(arguments: &PathsArguments) -> PathLimits {
    PathLimits {
        paths: arguments.paths as usize,
        depth: arguments.depth,
        edges: arguments.edges,
        queue: arguments.queue as usize,
    }
}

fn objects_options(arguments: &ObjectsArguments) -> ObjectsOptions {
    let ObjectsArguments {
        file: _,
        page: rows,
        sort,
        kind,
        name,
        regex,
        min_shallow,
        min_retained,
        max_distance,
        detached,
    } = arguments.clone();
    ObjectsOptions {
        sort: match sort {
            ObjectSort::Retained => ObjectsSort::Retained,
            ObjectSort::Shallow => ObjectsSort::Shallow,
            ObjectSort::Distance => ObjectsSort::Distance,
            ObjectSort::Id => ObjectsSort::Id,
            ObjectSort::Name => ObjectsSort::Name,
        },
        page: page(rows),
        kind,
        name,
        pattern: regex,
        shallow_min: min_shallow,
        retained_min: min_retained,
        distance_max: max_distance,
        detached,
    }
}
