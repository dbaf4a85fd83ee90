//! From what a recording says of a function to what its author calls it, and where it stands.

mod loaded;
mod name;

use crate::excerpt::{Excerpt, excerpt};
use crate::map::{MapError, SourceIndex};
use crate::{Deed, Position, address, map_url};
use loaded::{LoadedScript, LoadedSource};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Where files come from. The caller decides what may be read.
pub trait Files {
    /// The file of an address: a URL as it stands in a recording, a map or a comment, or a path.
    fn read(&self, address: &str) -> Found;

    /// What [`Files::read`] does not have, from where it is served: asked for source maps, and for scripts
    /// where nothing at hand says whether they have one. Nothing, unless a caller wants it.
    fn fetch(&self, _address: &str, _wanted: Wanted) -> Found {
        Found::Nothing
    }
}

/// What is wanted from afar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A script, for the address of its source map.
    Script,
    /// A source map.
    Map,
}

/// What was found at an address.
pub enum Found {
    /// The file.
    Text(Vec<u8>),
    /// Nothing is looked for there, or nothing was found.
    Nothing,
    /// It is there and cannot be read, or is too large: why, in words.
    Unreadable(String),
}

/// What a recording knows of a script.
pub struct Script<'a> {
    /// Its address.
    pub url: &'a str,
    /// Its text, where the recording holds it.
    pub text: Option<&'a str>,
    /// Where its source map is, seen from the script, where the recording says so: before what the
    /// script says of itself.
    pub map_url: Option<&'a str>,
    /// Its source map, where the caller names one: the address as it is, before all else.
    pub map_file: Option<&'a str>,
}

/// A script that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScriptId(usize);

/// A function of a script, as its author knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Where it was written.
    pub place: Result<Place, Missing>,
    /// What one without a name is for, as `callback of map in renderRows`.
    pub role: Option<String>,
}

/// A name, and how it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name; empty for a function that has none.
    pub text: String,
    /// How it is known.
    pub from: NameSource,
}

/// How a name is known. The first of these that says something counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameSource {
    /// The scopes of the source map.
    Scopes,
    /// The name that the source map has at the function's place.
    MapName,
    /// The original source was parsed, and the function begins at the mapped place.
    ParsedSource,
    /// The generated script: what V8 calls it.
    Generated,
}

impl NameSource {
    /// A stable code.
    pub fn code(self) -> &'static str {
        match self {
            NameSource::Scopes => "scopes",
            NameSource::MapName => "map-name",
            NameSource::ParsedSource => "parsed-source",
            NameSource::Generated => "generated",
        }
    }
}

/// What is done on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineDeed {
    /// What.
    pub deed: Deed,
    /// Whether a loop of the same function is around it.
    pub in_loop: bool,
}

/// A place in an original source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address of the source.
    pub source: String,
    /// Where in it.
    pub position: Position,
    /// Whether the source map says that it is not the author's own.
    pub is_ignored: bool,
}

/// Why there is no original place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Missing {
    /// The script does not say that it has a source map.
    #[error("no `sourceMappingURL`")]
    NoMap,
    /// The script's text is not at hand, so nobody knows whether it says that it has one.
    #[error("the text of the script is not at hand, so its `sourceMappingURL` is not known")]
    NoScript,
    /// The script was asked for from afar and is not to be had.
    #[error("script `{address}`: {why}")]
    ScriptNotFetched {
        /// Where it is.
        address: String,
        /// Why, in words.
        why: String,
    },
    /// It says so, and the map is not where it says.
    #[error("source map `{0}` was not found")]
    MapNotFound(String),
    /// The map cannot be used.
    #[error("source map `{address}`: {why}")]
    BrokenMap {
        /// Where it is.
        address: String,
        /// What is wrong, in words.
        why: String,
    },
    /// The map has nothing for this place.
    #[error("the source map has no mapping there")]
    NotMapped,
    /// The line has mappings of several original lines, and no column says which.
    #[error("several original lines stand in this generated line, and no column is known")]
    SeveralLines,
}

impl Missing {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Missing::NoMap => "no-source-map",
            Missing::NoScript => "no-script-text",
            Missing::ScriptNotFetched { .. } => "script-not-fetched",
            Missing::MapNotFound(_) => "source-map-not-found",
            Missing::BrokenMap { .. } => "broken-source-map",
            Missing::NotMapped => "not-mapped",
            Missing::SeveralLines => "several-lines",
        }
    }
}

/// Keeps what was read, so that each map and each source is read once.
pub struct Resolver<'f> {
    files: &'f dyn Files,
    source_root: Option<String>,
    scripts: Vec<LoadedScript>,
    sources: BTreeMap<(ScriptId, SourceIndex), LoadedSource>,
    /// Scripts that were parsed themselves.
    parsed: BTreeMap<ScriptId, LoadedSource>,
}

impl<'f> Resolver<'f> {
    /// One that knows no script yet.
    pub fn new(files: &'f dyn Files) -> Resolver<'f> {
        Resolver {
            files,
            source_root: None,
            scripts: Vec::new(),
            sources: BTreeMap::new(),
            parsed: BTreeMap::new(),
        }
    }

    /// From where the sources of the maps are to be seen, in place of the maps' own addresses.
    pub fn with_source_root(mut self, root: &str) -> Resolver<'f> {
        self.source_root = Some(root.to_owned());
        self
    }

    /// Adds a script and reads its map.
    pub fn add(&mut self, script: Script<'_>) -> ScriptId {
        let text = match script.text {
            Some(text) => Some(text.to_owned()),
            None => self.text_of(script.url),
        };
        let said = script.map_url.filter(|said| !said.is_empty());
        let is_enough = text.is_some() || said.is_some() || script.map_file.is_some();
        let (text, no_script) = match is_enough {
            true => (text, Missing::NoScript),
            false => self.fetched_script(script.url),
        };
        let said = said.or_else(|| text.as_deref().and_then(map_url::in_script));
        let (map, base) = match (script.map_file, said) {
            (Some(file), _) => self.map_at(file.to_owned()),
            (None, None) if text.is_none() => (Err(no_script), script.url.to_owned()),
            (None, None) => (Err(Missing::NoMap), script.url.to_owned()),
            (None, Some(said)) => self.map_of(script.url, said),
        };
        self.scripts.push(LoadedScript::new(text, map, base));
        ScriptId(self.scripts.len() - 1)
    }

    /// The function whose `callFrame` is at a position of a script: in V8's profiles the `(` of its
    /// parameters.
    pub fn function(&mut self, script: ScriptId, at: Position, generated_name: &str) -> Function {
        let generated = || Name {
            text: generated_name.to_owned(),
            from: NameSource::Generated,
        };
        let found = match self.original(script, at) {
            Ok(found) => found,
            Err(missing) => {
                return Function {
                    name: generated(),
                    place: Err(missing),
                    role: None,
                };
            }
        };
        let loaded = &self.scripts[script.0];
        let known_in_map = loaded
            .map
            .as_ref()
            .ok()
            .and_then(|map| name::in_map(loaded, map, at));
        let known = match &known_in_map {
            Some(_) => None,
            None => self.source(script, found.source).function_at(found.position),
        };
        let (name, role) = match (known_in_map, known) {
            (Some(name), _) => (name, None),
            (None, Some(known)) => match known.name {
                Some(text) => {
                    let from = NameSource::ParsedSource;
                    (Name { text, from }, None)
                }
                // It has no name in the original, so a short one of the minifier says nothing.
                None => {
                    let from = NameSource::ParsedSource;
                    let text = String::new();
                    (Name { text, from }, known.role)
                }
            },
            (None, None) => (generated(), None),
        };
        Function {
            name,
            place: Ok(self.place(script, found)),
            role,
        }
    }

    /// The original place of a position.
    pub fn place_of(&mut self, script: ScriptId, at: Position) -> Result<Place, Missing> {
        let found = self.original(script, at)?;
        Ok(self.place(script, found))
    }

    /// The original place of a line of which no column is known: only where the whole line comes
    /// from one.
    pub fn place_of_line(&mut self, script: ScriptId, line: u32) -> Result<Place, Missing> {
        let map = self.scripts[script.0].map.as_ref().map_err(Missing::clone)?;
        let at = Position {
            line,
            column: u32::MAX,
        };
        if map.original(at).is_none() {
            return Err(Missing::NotMapped);
        }
        let (source, line) = map.only_line(line).ok_or(Missing::SeveralLines)?;
        let position = Position { line, column: 1 };
        Ok(self.place(script, Original { source, position }))
    }

    /// The lines of an original source around some of its lines.
    pub fn original_lines(
        &mut self,
        script: ScriptId,
        at: Position,
        lines: &[u32],
        around: u32,
    ) -> Option<Excerpt> {
        let found = self.original(script, at).ok()?;
        let source = self.source(script, found.source);
        let (text, index) = source.text()?;
        Some(excerpt(text, index, lines, around))
    }

    /// The lines of a script itself around some of its lines.
    pub fn generated_lines(&self, script: ScriptId, lines: &[u32], around: u32) -> Option<Excerpt> {
        let (text, index) = self.scripts.get(script.0)?.text()?;
        Some(excerpt(text, index, lines, around))
    }

    /// What is done on a line of the original source that a function is in.
    pub fn original_deeds(&mut self, script: ScriptId, at: Position, line: u32) -> Vec<LineDeed> {
        match self.original(script, at) {
            Ok(found) => self.source(script, found.source).deeds_on(line),
            Err(_) => Vec::new(),
        }
    }

    /// What is done on a line of a script itself.
    pub fn generated_deeds(&mut self, script: ScriptId, url: &str, line: u32) -> Vec<LineDeed> {
        let Some(loaded) = self.scripts.get(script.0) else {
            return Vec::new();
        };
        let parsed = self.parsed.entry(script).or_insert_with(|| {
            let text = loaded.text().map(|(text, _)| Cow::Borrowed(text));
            LoadedSource::new(text, url)
        });
        parsed.deeds_on(line)
    }

    /// Why sources could not be parsed, by their address.
    pub fn unparsed(&self) -> Vec<(String, String)> {
        let sources = self.sources.iter();
        let unparsed = sources.filter_map(|((script, source), loaded)| {
            let why = loaded.unparsed()?;
            Some((self.address(*script, *source), why))
        });
        unparsed.collect()
    }

    fn original(&self, script: ScriptId, at: Position) -> Result<Original, Missing> {
        let map = self.scripts[script.0].map.as_ref().map_err(Missing::clone)?;
        let found = map.original(at).ok_or(Missing::NotMapped)?;
        Ok(Original {
            source: found.source,
            position: found.position,
        })
    }

    fn place(&self, script: ScriptId, found: Original) -> Place {
        let map = self.scripts[script.0].map.as_ref();
        Place {
            source: self.address(script, found.source),
            position: found.position,
            is_ignored: map.is_ok_and(|map| map.is_ignored(found.source)),
        }
    }

    /// The address of a source, seen from its map or from the root that was asked for.
    fn address(&self, script: ScriptId, source: SourceIndex) -> String {
        let loaded = &self.scripts[script.0];
        let Ok(map) = &loaded.map else {
            return String::new();
        };
        let said = map.source(source);
        match &self.source_root {
            Some(root) => address::join(&format!("{}/", root.trim_end_matches('/')), said),
            None => address::join(&loaded.map_base, said),
        }
    }

    /// A source, read and parsed when it is first asked for.
    fn source(&mut self, script: ScriptId, source: SourceIndex) -> &LoadedSource {
        if !self.sources.contains_key(&(script, source)) {
            let address = self.address(script, source);
            let map = self.scripts[script.0].map.as_ref().ok();
            let text = match map.and_then(|map| map.content(source)) {
                Some(content) => Some(Cow::Borrowed(content)),
                None => self.text_of(&address).map(Cow::Owned),
            };
            let loaded = LoadedSource::new(text, &address);
            self.sources.insert((script, source), loaded);
        }
        &self.sources[&(script, source)]
    }

    fn text_of(&self, address: &str) -> Option<String> {
        match self.files.read(address) {
            Found::Text(bytes) => String::from_utf8(bytes).ok(),
            Found::Nothing | Found::Unreadable(_) => None,
        }
    }

    /// A script from afar, or why there is none.
    fn fetched_script(&self, address: &str) -> (Option<String>, Missing) {
        match self.files.fetch(address, Wanted::Script) {
            Found::Text(bytes) => (String::from_utf8(bytes).ok(), Missing::NoScript),
            Found::Nothing => (None, Missing::NoScript),
            Found::Unreadable(why) => {
                let address = address.to_owned();
                (None, Missing::ScriptNotFetched { address, why })
            }
        }
    }

    /// A map, and from where the addresses in it are to be seen.
    fn map_of(&self, script_url: &str, said: &str) -> (Result<crate::map::Map, Missing>, String) {
        if let Some(data) = map_url::data(said) {
            // The address of a `data:` map is itself; what it names is seen from the script.
            let shown = "data: address of the script".to_owned();
            let bytes = data.map_err(|why| Missing::BrokenMap {
                address: shown.clone(),
                why: why.to_owned(),
            });
            let map = bytes.and_then(|bytes| parse_map(&bytes, &shown));
            return (map, script_url.to_owned());
        }
        self.map_at(address::join(script_url, said))
    }

    fn map_at(&self, address: String) -> (Result<crate::map::Map, Missing>, String) {
        let found = match self.files.read(&address) {
            Found::Nothing => self.files.fetch(&address, Wanted::Map),
            found => found,
        };
        let map = match found {
            Found::Text(bytes) => parse_map(&bytes, &address),
            Found::Nothing => Err(Missing::MapNotFound(address.clone())),
            Found::Unreadable(why) => Err(Missing::BrokenMap {
                address: address.clone(),
                why,
            }),
        };
        (map, address)
    }
}

/// A place in a source, by the number of the source.
#[derive(Clone, Copy)]
struct Original {
    source: SourceIndex,
    position: Position,
}

fn parse_map(bytes: &[u8], address: &str) -> Result<crate::map::Map, Missing> {
    crate::map::Map::parse(bytes).map_err(|error: MapError| Missing::BrokenMap {
        address: address.to_owned(),
        why: error.to_string(),
    })
}

#[cfg(test)]
mod tests;
