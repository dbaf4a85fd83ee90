//! Functions and lines of profiles in the places where they were written.

use crate::scripts::{self, ScriptMap, Scripts, written};
use lagometer_report::{CpuDocument, CpuExcerpt, CpuExcerptLine, CpuFunction, CpuOriginal, CpuSourcePlace};
use lagometer_source::{Excerpt, Files, Position};
use std::collections::{BTreeMap, BTreeSet};

/// How original places are looked for.
#[derive(Clone, Debug, Default)]
pub struct SourceOptions {
    /// Source maps that the caller names.
    pub maps: Vec<ScriptMap>,
    /// From where the sources of the maps are to be seen, in place of the maps' own addresses.
    pub root: Option<String>,
    /// How many lines are given around a hot one; absent where none are wanted.
    pub context_lines: Option<u32>,
    /// To how many functions, from the first on, lines are given.
    pub excerpts: usize,
}

/// The document with the names, places and lines that its functions were written with.
///
/// A map or a source that is missing or broken is a note, and leaves the generated place as it is.
pub fn with_originals(mut document: CpuDocument, files: &dyn Files, options: &SourceOptions) -> CpuDocument {
    let mut sources = Sources(Scripts::new(files, &options.maps, options.root.as_deref()));
    let mut missing = BTreeSet::new();
    for (index, function) in document.functions.iter_mut().enumerate() {
        if !function.native && !function.generated.url.is_empty() {
            sources.name(function, &mut missing);
            if let Some(around) = options.context_lines.filter(|_| index < options.excerpts) {
                function.excerpt = sources.excerpt(function, around);
            }
        }
    }
    let names: BTreeMap<String, String> = document
        .functions
        .iter()
        .map(|function| (function.id.clone(), function.name.clone()))
        .collect();
    let labels = document
        .functions
        .iter_mut()
        .flat_map(|function| &mut function.labels);
    for related in labels.flat_map(|label| &mut label.related) {
        if let Some(name) = names.get(&related.id) {
            related.name.clone_from(name);
        }
    }
    name_views(&mut document, &names);
    document
        .diagnostics
        .extend(scripts::notes(&missing, sources.0.resolver.unparsed()));
    document
}

/// The same names and lines in the other views.
fn name_views(document: &mut CpuDocument, names: &BTreeMap<String, String>) {
    let mut originals = BTreeMap::new();
    if document.lines.is_some() {
        for function in &document.functions {
            for line in &function.hot_lines {
                originals.insert((function.id.as_str(), line.line), line.original.clone());
            }
        }
    }
    for row in document.lines.iter_mut().flatten() {
        if let Some(original) = originals.get(&(row.function.as_str(), row.line.line)) {
            row.line.original.clone_from(original);
        }
        if let Some(name) = names.get(&row.function) {
            row.name.clone_from(name);
        }
    }
    let calls = document.calls.iter_mut().flat_map(|calls| {
        if let Some(name) = names.get(&calls.function) {
            calls.name.clone_from(name);
        }
        [&mut calls.callers, &mut calls.callees]
    });
    for row in document
        .tree
        .iter_mut()
        .chain(calls)
        .flat_map(|tree| &mut tree.rows)
    {
        if let Some(name) = names.get(&row.id) {
            row.name.clone_from(name);
        }
    }
}

struct Sources<'o, 'f>(Scripts<'o, 'f>);

impl Sources<'_, '_> {
    fn name(&mut self, function: &mut CpuFunction, missing: &mut BTreeSet<(String, String)>) {
        let script = self.0.script(&function.generated.url);
        for line in &mut function.hot_lines {
            let place = self.0.resolver.place_of_line(script, line.line).ok();
            line.original = place.map(|place| CpuSourcePlace {
                column: None,
                ..written(place)
            });
        }
        let Some(at) = position(function) else {
            function.original = CpuOriginal::absent("position-unknown", "the profile gives no place of it");
            return;
        };
        let found = self.0.resolver.function(script, at, &function.generated_name);
        function.name = found.name.text;
        function.name_source = found.name.from.code().to_owned();
        function.role = found.role;
        function.original = match found.place {
            Ok(place) => CpuOriginal::at(written(place)),
            Err(why) => {
                scripts::note(&why, missing);
                CpuOriginal::absent(why.code(), why.to_string())
            }
        };
    }

    /// The head of a function and the lines around its hottest ones: of the source that was written
    /// where it is known, with those of the lines that are known there, else of the script.
    fn excerpt(&mut self, function: &CpuFunction, around: u32) -> Option<CpuExcerpt> {
        let script = self.0.script(&function.generated.url);
        let hottest = function.hot_lines.iter().take(HOT_LINES);
        if let Some(head) = &function.original.value {
            let written = hottest.clone().filter_map(|line| line.original.as_ref());
            let written = written.filter(|place| place.source == head.source);
            let lines = std::iter::once(head.line).chain(written.map(|place| place.line));
            let lines: Vec<u32> = lines.collect();
            let found = self
                .0
                .resolver
                .original_lines(script, position(function)?, &lines, around)?;
            let samples = |line: u32| {
                let of_line = |hot: &&lagometer_report::CpuLine| {
                    let original = hot.original.as_ref();
                    original.is_some_and(|place| place.source == head.source && place.line == line)
                };
                sum(function.hot_lines.iter().filter(of_line).map(|hot| hot.samples))
            };
            return Some(excerpt(&head.source, true, found, samples));
        }
        let head = function.generated.line.into_iter();
        let lines: Vec<u32> = head.chain(hottest.map(|line| line.line)).collect();
        let found = self.0.resolver.generated_lines(script, &lines, around)?;
        let samples = |line: u32| {
            let of_line = function.hot_lines.iter().filter(|hot| hot.line == line);
            sum(of_line.map(|hot| hot.samples))
        };
        Some(excerpt(&function.generated.url, false, found, samples))
    }
}

/// Around how many of the hottest lines of a function lines are given.
const HOT_LINES: usize = 3;

/// The sum of what is there; absent where nothing is.
fn sum(samples: impl Iterator<Item = u64>) -> Option<u64> {
    samples.reduce(|sum, more| sum + more)
}

fn excerpt(
    source: &str,
    is_original: bool,
    found: Excerpt,
    samples: impl Fn(u32) -> Option<u64>,
) -> CpuExcerpt {
    let Excerpt { lines, of } = found;
    CpuExcerpt {
        source: source.to_owned(),
        is_original,
        lines_total: of,
        lines: lines
            .into_iter()
            .map(|line| CpuExcerptLine {
                line: line.number,
                samples: samples(line.number),
                text: line.text,
                cut: line.is_cut,
            })
            .collect(),
    }
}

fn position(function: &CpuFunction) -> Option<Position> {
    Some(Position {
        line: function.generated.line?,
        column: function.generated.column?,
    })
}

#[cfg(test)]
mod tests;
