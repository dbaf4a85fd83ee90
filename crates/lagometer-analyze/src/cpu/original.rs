//! Functions and lines of profiles in the places where they were written.

use lagometer_report::{
    CpuDocument, CpuExcerpt, CpuExcerptLine, CpuFunction, CpuOriginal, CpuSourcePlace, Diagnostic,
};
use lagometer_source::{Excerpt, Files, Found, Missing, Place, Position, Resolver, Script, ScriptId};
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

/// A source map that the caller names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptMap {
    /// The end of the script's address; without it the script is the one that is called like the map
    /// without `.map`.
    pub script: Option<String>,
    /// The address of the map.
    pub map: String,
}

/// The document with the names, places and lines that its functions were written with.
///
/// A map or a source that is missing or broken is a note, and leaves the generated place as it is.
pub fn with_originals(mut document: CpuDocument, files: &dyn Files, options: &SourceOptions) -> CpuDocument {
    let mut resolver = Resolver::new(files);
    if let Some(root) = &options.root {
        resolver = resolver.with_source_root(root);
    }
    let mut sources = Sources {
        resolver,
        files,
        options,
        scripts: BTreeMap::new(),
    };
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
        .extend(notes(&missing, sources.resolver.unparsed()));
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

struct Sources<'o, 'f> {
    resolver: Resolver<'f>,
    files: &'f dyn Files,
    options: &'o SourceOptions,
    scripts: BTreeMap<String, ScriptId>,
}

impl Sources<'_, '_> {
    fn script(&mut self, url: &str) -> ScriptId {
        if let Some(script) = self.scripts.get(url) {
            return *script;
        }
        let named = self.options.maps.iter().find(|named| named.is_of(url));
        // A script that is served lies beside its map, if anywhere.
        let beside = named.and_then(|named| self.text(named.map.strip_suffix(".map")?));
        let script = self.resolver.add(Script {
            url,
            text: beside.as_deref(),
            map_url: None,
            map_file: named.map(|named| named.map.as_str()),
        });
        self.scripts.insert(url.to_owned(), script);
        script
    }

    fn text(&self, address: &str) -> Option<String> {
        match self.files.read(address) {
            Found::Text(bytes) => String::from_utf8(bytes).ok(),
            Found::Nothing | Found::Unreadable(_) => None,
        }
    }

    fn name(&mut self, function: &mut CpuFunction, missing: &mut BTreeSet<(String, String)>) {
        let script = self.script(&function.generated.url);
        for line in &mut function.hot_lines {
            let place = self.resolver.place_of_line(script, line.line).ok();
            line.original = place.map(|place| CpuSourcePlace {
                column: None,
                ..written(place)
            });
        }
        let Some(at) = position(function) else {
            function.original = CpuOriginal::absent("position-unknown", "the profile gives no place of it");
            return;
        };
        let found = self.resolver.function(script, at, &function.generated_name);
        function.name = found.name.text;
        function.name_source = found.name.from.code().to_owned();
        function.role = found.role;
        function.original = match found.place {
            Ok(place) => CpuOriginal::at(written(place)),
            Err(why) => {
                if matches!(why, Missing::MapNotFound(_) | Missing::BrokenMap { .. }) {
                    missing.insert((why.code().to_owned(), why.to_string()));
                }
                CpuOriginal::absent(why.code(), why.to_string())
            }
        };
    }

    /// The head of a function and the lines around its hottest ones: of the source that was written
    /// where it is known, with those of the lines that are known there, else of the script.
    fn excerpt(&mut self, function: &CpuFunction, around: u32) -> Option<CpuExcerpt> {
        let script = self.script(&function.generated.url);
        let hottest = function.hot_lines.iter().take(HOT_LINES);
        if let Some(head) = &function.original.value {
            let written = hottest.clone().filter_map(|line| line.original.as_ref());
            let written = written.filter(|place| place.source == head.source);
            let lines = std::iter::once(head.line).chain(written.map(|place| place.line));
            let lines: Vec<u32> = lines.collect();
            let found = self
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
        let found = self.resolver.generated_lines(script, &lines, around)?;
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

impl ScriptMap {
    fn is_of(&self, url: &str) -> bool {
        let url = url.split(['?', '#']).next().unwrap_or(url);
        match &self.script {
            Some(script) => url.ends_with(script.as_str()),
            None => {
                let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
                let script = self.map.strip_suffix(".map").and_then(name);
                script.is_some() && script == name(url)
            }
        }
    }
}

fn position(function: &CpuFunction) -> Option<Position> {
    Some(Position {
        line: function.generated.line?,
        column: function.generated.column?,
    })
}

fn written(place: Place) -> CpuSourcePlace {
    let Place {
        source,
        position,
        is_ignored,
    } = place;
    CpuSourcePlace {
        source,
        line: position.line,
        column: Some(position.column),
        ignored: is_ignored,
    }
}

fn notes(missing: &BTreeSet<(String, String)>, unparsed: Vec<(String, String)>) -> Vec<Diagnostic> {
    let unparsed = unparsed.into_iter().map(|(source, why)| {
        (
            "source-not-parsed".to_owned(),
            format!("source `{source}`: {why}"),
        )
    });
    let all = missing.iter().cloned().chain(unparsed);
    all.map(|(code, text)| Diagnostic {
        code,
        count: 1,
        text,
        warning: false,
        byte: None,
        amount_us: None,
    })
    .collect()
}

#[cfg(test)]
mod tests;
