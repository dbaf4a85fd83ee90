//! `lagometer heap`: what a heap snapshot says.

use crate::cli::{
    AnswerOptions, DominatorsArguments, Format, GroupSort, GroupsArguments, HeapArguments, HeapCommand,
    HeapExport, HeapLimits, HeapSourceMaps, ObjectSort, ObjectsArguments, PageArguments, PathsArguments,
};
use crate::exit_code::ExitCode;
use crate::fetched_files::FetchedFiles;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use crate::source_files::{self, SourceFiles};
use lagometer_analyze::heap::{
    self, GroupsOptions, GroupsSort, HeapFile, HeapSources, Limits, Located, ObjectsOptions, ObjectsSort,
    Page, PathLimits,
};
use lagometer_render::{Style, json, markdown, table};
use lagometer_report::{HeapObjectsDocument, HeapPathsDocument};
use std::path::Path;
use std::time::Instant;

/// Answers one question.
pub fn heap(arguments: &HeapArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let asked = Asked {
        arguments,
        answer,
        style: output.style(0),
    };
    let open = |file: &Path| open(file, &arguments.limits, answer);
    let text = match &arguments.command {
        HeapCommand::Summary { file } => {
            let forms = Forms(json::heap_summary, table::heap_summary, markdown::heap_summary);
            asked.text(open(file)?.summary(), forms)
        }
        HeapCommand::Groups(groups) => {
            let forms = Forms(json::heap_groups, table::heap_groups, markdown::heap_groups);
            asked.text(open(&groups.file)?.groups(&groups_options(groups)), forms)
        }
        HeapCommand::Objects(objects) => {
            let document = open(&objects.file)?.objects(&objects_options(objects));
            asked.text(document, OBJECTS)
        }
        HeapCommand::Detached(list) => asked.text(open(&list.file)?.detached(page(list.page)), OBJECTS),
        HeapCommand::Object(one) => {
            let forms = Forms(json::heap_object, table::heap_object, markdown::heap_object);
            asked.text(open(&one.file)?.one(&one.id, page(one.page))?, forms)
        }
        HeapCommand::Dominators(DominatorsArguments { one, export: None }) => {
            let forms = Forms(
                json::heap_dominators,
                table::heap_dominators,
                markdown::heap_dominators,
            );
            asked.text(open(&one.file)?.dominators(&one.id, page(one.page))?, forms)
        }
        HeapCommand::Dominators(DominatorsArguments {
            one,
            export: Some(HeapExport::Svg),
        }) => {
            let map = open(&one.file)?.treemap(&one.id, page(one.page))?;
            lagometer_render::export::treemap(&asked.with_original_places(map))
        }
        HeapCommand::Paths(paths) => {
            asked.text(open(&paths.file)?.paths(&paths.id, &path_limits(paths))?, PATHS)
        }
        HeapCommand::Path { file, id, depth } => asked.text(open(file)?.path(id, *depth as usize)?, PATHS),
        HeapCommand::Cycles(list) => {
            let forms = Forms(json::heap_cycles, table::heap_cycles, markdown::heap_cycles);
            asked.text(open(&list.file)?.cycles(page(list.page)), forms)
        }
        HeapCommand::Allocations(list) => {
            let forms = Forms(
                json::heap_allocations,
                table::heap_allocations,
                markdown::heap_allocations,
            );
            asked.text(open(&list.file)?.allocations(page(list.page)), forms)
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

const OBJECTS: Forms<HeapObjectsDocument> =
    Forms(json::heap_objects, table::heap_objects, markdown::heap_objects);
const PATHS: Forms<HeapPathsDocument> = Forms(json::heap_paths, table::heap_paths, markdown::heap_paths);

/// What is the same for every question.
struct Asked<'a> {
    arguments: &'a HeapArguments,
    answer: &'a AnswerOptions,
    style: Style,
}

impl Asked<'_> {
    fn text<D: Located>(&self, document: D, forms: Forms<D>) -> String {
        let document = self.with_original_places(document);
        let Forms(json, table, markdown) = forms;
        match self.answer.format {
            Format::Json => json(&document),
            Format::Table => table(&document, &self.style),
            Format::Markdown => markdown(&document, &self.style),
        }
    }

    fn with_original_places<D: Located>(&self, document: D) -> D {
        let HeapSourceMaps {
            source_maps,
            fetch_maps,
            source_root,
        } = &self.arguments.sources;
        let sources = HeapSources {
            maps: source_files::script_maps(source_maps),
            root: source_root.clone(),
        };
        let files = FetchedFiles::new(SourceFiles, *fetch_maps);
        let mut document = heap::with_original_places(document, &files, &sources);
        if let Some(notes) = document.notes() {
            notes.extend(files.note());
        }
        document
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
        max_text,
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
    Ok(opened.with_text_limit(max_text))
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
