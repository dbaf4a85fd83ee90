//! Scripts, source maps and sources: where a place in a script was written.

use crate::scripts::{ScriptMap, Scripts, written};
use lagometer_cpu::Function;
use lagometer_report::{CpuExcerpt, CpuExcerptLine, CpuSourcePlace};
use lagometer_source::{Excerpt, Files, Found, LineDeed, Position, ScriptId};
use std::collections::BTreeMap;
use std::fmt;

/// How original places are looked for.
#[derive(Clone)]
pub struct SourceOptions<'f> {
    /// Where scripts, maps and sources are read from.
    pub files: &'f dyn Files,
    /// Source maps that the caller names.
    pub maps: Vec<ScriptMap>,
    /// From where the sources of the maps are to be seen, in place of the maps' own addresses.
    pub root: Option<String>,
    /// How many lines are given around a hot one; absent where none are wanted.
    pub context_lines: Option<u32>,
    /// To how many functions, from the first on, lines are given.
    pub excerpts: usize,
}

impl<'f> SourceOptions<'f> {
    /// What the scripts say of themselves, and no lines.
    pub fn new(files: &'f dyn Files) -> SourceOptions<'f> {
        SourceOptions {
            files,
            maps: Vec::new(),
            root: None,
            context_lines: None,
            excerpts: 0,
        }
    }
}

impl SourceOptions<'static> {
    /// With no file at all: what a recording holds itself is still used.
    pub fn without_files() -> SourceOptions<'static> {
        SourceOptions::new(&Nothing)
    }
}

impl fmt::Debug for SourceOptions<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceOptions {
            files: _,
            maps,
            root,
            context_lines,
            excerpts,
        } = self;
        to.debug_struct("SourceOptions")
            .field("maps", maps)
            .field("root", root)
            .field("context_lines", context_lines)
            .field("excerpts", excerpts)
            .finish_non_exhaustive()
    }
}

/// No files.
struct Nothing;

impl Files for Nothing {
    fn read(&self, _: &str) -> Found {
        Found::Nothing
    }
}

/// What a recording holds of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordedScript {
    /// Its address.
    pub(super) url: String,
    /// Where its source map is, seen from it.
    pub(super) map_url: Option<String>,
    /// Its text.
    pub(super) text: Option<String>,
}

/// Around how many of the hottest lines of a function lines are given.
const HOT_LINES: usize = 3;

/// Scripts by their address, each looked for once.
pub(super) struct Sources<'o> {
    scripts: Scripts<'o, 'o>,
    context_lines: Option<u32>,
    /// Those that the recordings hold.
    recorded: Vec<&'o RecordedScript>,
    known: BTreeMap<String, ScriptId>,
}

/// A line of a function with its samples, for its excerpt.
pub(super) struct ExcerptLine<'l> {
    pub(super) line: u32,
    pub(super) original: Option<&'l CpuSourcePlace>,
    pub(super) samples: u64,
}

impl<'o> Sources<'o> {
    pub(super) fn new(options: &'o SourceOptions<'_>, recorded: Vec<&'o RecordedScript>) -> Sources<'o> {
        Sources {
            scripts: Scripts::new(options.files, &options.maps, options.root.as_deref()),
            context_lines: options.context_lines,
            recorded,
            known: BTreeMap::new(),
        }
    }

    /// Adds the scripts of these functions.
    pub(super) fn add(&mut self, functions: &[Function]) {
        let mut by_url: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
        for function in functions.iter().filter(|function| !function.url.is_empty()) {
            let places = by_url.entry(&function.url).or_default();
            places.extend(position(function).filter(|_| !function.name.is_empty()));
        }
        for (url, places) in by_url {
            let script = self.script(url, &places);
            self.known.insert(url.to_owned(), script);
        }
    }

    fn script(&mut self, url: &str, places: &[Position]) -> ScriptId {
        let recorded = || self.recorded.iter().filter(|script| script.url == url);
        let text = recorded().filter_map(|script| script.text.as_deref());
        let text = text.max_by_key(|text| fitting(text, places));
        // A page holds several scripts under its own address, each from a line of its own on.
        let text = text.filter(|text| 2 * fitting(text, places) > places.len());
        let map_url = recorded().find_map(|script| script.map_url.as_deref());
        self.scripts.script_with(url, text, map_url)
    }

    /// The function as it was written; `None` where its script or its place is not known.
    pub(super) fn function(&mut self, function: &Function) -> Option<lagometer_source::Function> {
        let script = *self.known.get(&function.url)?;
        let at = position(function)?;
        Some(self.scripts.resolver.function(script, at, &function.name))
    }

    /// Where a line of a script was written; `column` is 0 where it is not known.
    pub(super) fn line(&mut self, url: &str, line: u32, column: u32) -> Option<CpuSourcePlace> {
        let script = *self.known.get(url)?;
        let place = match column {
            0 => self.scripts.resolver.place_of_line(script, line),
            column => self.scripts.resolver.place_of(script, Position { line, column }),
        };
        Some(CpuSourcePlace {
            column: None,
            ..written(place.ok()?)
        })
    }

    /// The head of a function and the lines around its hottest ones: of the source that was written
    /// where it is known, with those of the lines that are known there, else of the script.
    pub(super) fn excerpt(
        &mut self,
        function: &Function,
        original: Option<&CpuSourcePlace>,
        lines: &[ExcerptLine<'_>],
    ) -> Option<CpuExcerpt> {
        let around = self.context_lines?;
        let script = *self.known.get(&function.url)?;
        let hottest = lines.iter().take(HOT_LINES);
        if let Some(head) = original {
            let is_in =
                |line: &&ExcerptLine<'_>| line.original.is_some_and(|place| place.source == head.source);
            let place = |line: &ExcerptLine<'_>| line.original.map(|place| place.line);
            let wanted = hottest.filter(is_in).filter_map(place);
            let wanted: Vec<u32> = std::iter::once(head.line).chain(wanted).collect();
            let found = self
                .scripts
                .resolver
                .original_lines(script, position(function)?, &wanted, around)?;
            let samples = |number: u32| {
                let of_line = lines
                    .iter()
                    .filter(is_in)
                    .filter(|line| place(line) == Some(number));
                sum(of_line.map(|line| line.samples))
            };
            return Some(excerpt(&head.source, true, found, samples));
        }
        let head = function.position.line.map(|line| line.get()).into_iter();
        let wanted: Vec<u32> = head.chain(hottest.map(|line| line.line)).collect();
        let found = self.scripts.resolver.generated_lines(script, &wanted, around)?;
        let samples = |number: u32| {
            let of_line = lines.iter().filter(|line| line.line == number);
            sum(of_line.map(|line| line.samples))
        };
        Some(excerpt(&function.url, false, found, samples))
    }

    /// What is done on a line of the source that a function was written in.
    pub(super) fn original_deeds(&mut self, function: &Function, line: u32) -> Vec<LineDeed> {
        match (self.known.get(&function.url), position(function)) {
            (Some(script), Some(at)) => self.scripts.resolver.original_deeds(*script, at, line),
            _ => Vec::new(),
        }
    }

    /// What is done on a line of a script itself.
    pub(super) fn generated_deeds(&mut self, function: &Function, line: u32) -> Vec<LineDeed> {
        match self.known.get(&function.url) {
            Some(script) => self
                .scripts
                .resolver
                .generated_deeds(*script, &function.url, line),
            None => Vec::new(),
        }
    }

    /// Why sources could not be parsed, by their address.
    pub(super) fn unparsed(&self) -> Vec<(String, String)> {
        self.scripts.resolver.unparsed()
    }
}

/// How many of the places of functions have the bracket of their parameters in a text, as V8 places them.
fn fitting(text: &str, places: &[Position]) -> usize {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_ascii = text.is_ascii();
    let fits = |place: &&Position| {
        let line = lines.get(place.line as usize - 1);
        let column = place.column as usize - 1;
        line.is_some_and(|line| match is_ascii {
            // A minified line may be the whole script.
            true => line.as_bytes().get(column) == Some(&b'('),
            false => line.encode_utf16().nth(column) == Some(u16::from(b'(')),
        })
    };
    places.iter().filter(fits).count()
}

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

pub(super) fn position(function: &Function) -> Option<Position> {
    Some(Position {
        line: function.position.line?.get(),
        column: function.position.column?.get(),
    })
}

#[cfg(test)]
mod tests;
