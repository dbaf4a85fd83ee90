//! A source map, as ECMA-426 says it, with the bounds that hostile ones need.
//!
//! The library decodes mappings and scopes. Sections are laid beside each other here and never
//! flattened, so that the offset of a section costs nothing however large it is.

mod scope;

use crate::Position;
use serde::Deserialize;
use serde_json::value::RawValue;
use srcmap_scopes::ScopeInfo;
use srcmap_sourcemap::{Mapping, SourceMap};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Why a source map cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It is no JSON, or none of this shape.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It is not UTF-8.
    #[error("not UTF-8 from byte {0}")]
    NotUtf8(usize),
    /// It is of another version.
    #[error("version {0}, and only version 3 is known")]
    Version(u64),
    /// The mappings are no VLQ.
    #[error("broken `mappings`: {0}")]
    Mappings(srcmap_sourcemap::ParseError),
    /// The scopes cannot be decoded.
    #[error("broken `scopes`: {0}")]
    Scopes(srcmap_scopes::ScopesError),
    /// The scopes lie deeper in each other than is followed.
    #[error("`scopes` nested deeper than {0}")]
    ScopesTooDeep(usize),
    /// A section is no map, or holds sections.
    #[error("section {0} is an index map or only a URL, which is not followed")]
    Section(usize),
    /// Sections have to be in order.
    #[error("section {0} begins before the one in front of it")]
    SectionOrder(usize),
}

/// A source map.
pub(crate) struct Map {
    sections: Vec<Section>,
}

/// A part of the generated text with a map of its own; a plain map is one from the start.
struct Section {
    /// Line and column from 0 at which it begins.
    start: (u32, u32),
    map: SourceMap,
    sources: Vec<String>,
    scopes: Option<ScopeInfo>,
    /// The lines, from 0, whose mappings are not in order.
    unsorted: BTreeSet<u32>,
}

/// A source of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SourceIndex {
    section: usize,
    source: u32,
}

/// What a map says of a generated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Original<'m> {
    pub(crate) source: SourceIndex,
    pub(crate) position: Position,
    /// The name at the mapping.
    pub(crate) name: Option<&'m str>,
    /// Where the mapping begins in the generated text.
    pub(crate) begins: Position,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawMap<'a> {
    version: u64,
    source_root: Option<String>,
    #[serde(default)]
    sources: Vec<Option<String>>,
    sources_content: Option<Vec<Option<String>>>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default, borrow)]
    mappings: Cow<'a, str>,
    ignore_list: Option<Vec<u32>>,
    #[serde(rename = "x_google_ignoreList")]
    x_google_ignore_list: Option<Vec<u32>>,
    #[serde(borrow)]
    scopes: Option<Cow<'a, str>>,
    #[serde(borrow)]
    range_mappings: Option<Cow<'a, str>>,
    #[serde(borrow)]
    sections: Option<Vec<RawSection<'a>>>,
}

#[derive(Deserialize)]
struct RawSection<'a> {
    offset: RawOffset,
    #[serde(borrow)]
    map: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawOffset {
    line: u32,
    column: u32,
}

impl Map {
    /// Reads a map: plain or with sections, with or without the `)]}'` line that some servers put
    /// before JSON.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Map, MapError> {
        let text = std::str::from_utf8(bytes).map_err(|error| MapError::NotUtf8(error.valid_up_to()))?;
        let text = text.trim_start_matches('\u{feff}');
        let text = match text.strip_prefix(")]}'") {
            Some(rest) => rest.split_once('\n').map_or("", |(_, map)| map),
            None => text,
        };
        let raw: RawMap<'_> = serde_json::from_str(text)?;
        let Some(sections) = raw.sections else {
            return Ok(Map {
                sections: vec![Section::new((0, 0), raw)?],
            });
        };
        check_version(raw.version)?;
        let mut read: Vec<Section> = Vec::with_capacity(sections.len());
        for (index, RawSection { offset, map }) in sections.into_iter().enumerate() {
            let start = (offset.line, offset.column);
            if read.last().is_some_and(|before| before.start >= start) {
                return Err(MapError::SectionOrder(index));
            }
            let map = map.ok_or(MapError::Section(index))?;
            let map: RawMap<'_> = serde_json::from_str(map.get())?;
            if map.sections.is_some() {
                return Err(MapError::Section(index));
            }
            read.push(Section::new(start, map)?);
        }
        Ok(Map { sections: read })
    }

    /// What stands behind a generated position: the last mapping at or before it *on its line*.
    pub(crate) fn original(&self, generated: Position) -> Option<Original<'_>> {
        let (section, line, column) = self.section(generated)?;
        let Section { map, start, .. } = &self.sections[section];
        let mapping = self.sections[section].mapping(line, column)?;
        let ahead = match mapping.is_range_mapping {
            true => column - mapping.generated_column,
            false => 0,
        };
        let first = if line == 0 { start.1 } else { 0 };
        map.get_source(mapping.source)?;
        Some(Original {
            source: SourceIndex {
                section,
                source: mapping.source,
            },
            position: Position::from_zero_based(
                mapping.original_line,
                mapping.original_column.saturating_add(ahead),
            ),
            name: map.get_name(mapping.name),
            begins: Position::from_zero_based(
                generated.zero_based()?.0,
                mapping.generated_column.saturating_add(first),
            ),
        })
    }

    /// The only original line that a generated line has mappings of; absent where there are several.
    pub(crate) fn only_line(&self, generated_line: u32) -> Option<(SourceIndex, u32)> {
        let (section, line, _) = self.section(Position {
            line: generated_line,
            column: u32::MAX,
        })?;
        let mappings = self.sections[section].map.mappings_for_line(line);
        let mut mapped = mappings.iter().filter(|mapping| mapping.source != u32::MAX);
        let first = mapped.next()?;
        let is_same =
            |other: &Mapping| (other.source, other.original_line) == (first.source, first.original_line);
        let source = SourceIndex {
            section,
            source: first.source,
        };
        mapped
            .all(is_same)
            .then(|| (source, first.original_line.saturating_add(1)))
    }

    /// What the scopes of the map call the function that runs at a generated position.
    pub(crate) fn scope_name(&self, generated: Position) -> Option<&str> {
        let (section, line, column) = self.section(generated)?;
        let scopes = self.sections[section].scopes.as_ref()?;
        scope::function_name(scopes, line, column)
    }

    /// The address of a source as the map gives it, its root in front.
    pub(crate) fn source(&self, source: SourceIndex) -> &str {
        self.sections
            .get(source.section)
            .and_then(|section| section.sources.get(source.source as usize))
            .map_or("", String::as_str)
    }

    /// The text of a source, where the map holds it.
    pub(crate) fn content(&self, source: SourceIndex) -> Option<&str> {
        let section = self.sections.get(source.section)?;
        section
            .map
            .sources_content
            .get(source.source as usize)?
            .as_deref()
    }

    /// Whether the map says that a source is not the author's own.
    pub(crate) fn is_ignored(&self, source: SourceIndex) -> bool {
        self.sections
            .get(source.section)
            .is_some_and(|section| section.map.ignore_list.contains(&source.source))
    }

    /// The section of a position, and the position in it, from 0.
    fn section(&self, generated: Position) -> Option<(usize, u32, u32)> {
        let at = generated.zero_based()?;
        let section = self
            .sections
            .partition_point(|section| section.start <= at)
            .checked_sub(1)?;
        let (line, column) = self.sections[section].start;
        let column = if at.0 == line { at.1 - column } else { at.1 };
        Some((section, at.0 - line, column))
    }
}

impl Section {
    fn new(start: (u32, u32), raw: RawMap<'_>) -> Result<Section, MapError> {
        check_version(raw.version)?;
        let root = raw.source_root.as_deref();
        let sources: Vec<String> = raw
            .sources
            .iter()
            .map(|source| with_root(root, source.as_deref()))
            .collect();
        let scopes = match raw.scopes.as_deref() {
            Some(scopes) if !scopes.is_empty() => Some(scope::decode(scopes, &raw.names, sources.len())?),
            _ => None,
        };
        let map = SourceMap::from_vlq_with_range_mappings(
            &raw.mappings,
            // The library joins roots in a way of its own; the names that are shown are ours.
            raw.sources.into_iter().map(Option::unwrap_or_default).collect(),
            raw.names,
            None,
            None,
            // A map may leave the texts out.
            raw.sources_content.into_iter().flatten().collect(),
            raw.ignore_list
                .or(raw.x_google_ignore_list)
                .into_iter()
                .flatten()
                .collect(),
            None,
            raw.range_mappings.as_deref(),
        )
        .map_err(MapError::Mappings)?;
        let mut unsorted = BTreeSet::new();
        for pair in map.all_mappings().windows(2) {
            if pair[0].generated_line == pair[1].generated_line
                && pair[0].generated_column > pair[1].generated_column
            {
                unsorted.insert(pair[0].generated_line);
            }
        }
        Ok(Section {
            start,
            map,
            sources,
            scopes,
            unsorted,
        })
    }

    /// The last mapping at or before a column of a line; absent where that one has no source.
    /// Of several at one column the first counts, as in other readers of source maps.
    fn mapping(&self, line: u32, column: u32) -> Option<&Mapping> {
        let mappings = self.map.mappings_for_line(line);
        let mapping = if self.unsorted.contains(&line) {
            let before = mappings
                .iter()
                .filter(|mapping| mapping.generated_column <= column);
            // The first of the greatest: `max_by_key` would give the last.
            before.reduce(|best, next| {
                if next.generated_column > best.generated_column {
                    next
                } else {
                    best
                }
            })?
        } else {
            let after = mappings.partition_point(|mapping| mapping.generated_column <= column);
            let found = mappings[after.checked_sub(1)?].generated_column;
            let first = mappings.partition_point(|mapping| mapping.generated_column < found);
            &mappings[first]
        };
        (mapping.source != u32::MAX).then_some(mapping)
    }
}

fn check_version(version: u64) -> Result<(), MapError> {
    match version {
        3 => Ok(()),
        other => Err(MapError::Version(other)),
    }
}

/// A source with the root of its map in front, one slash between them.
fn with_root(root: Option<&str>, source: Option<&str>) -> String {
    let source = source.unwrap_or_default();
    match root {
        Some(root)
            if !root.is_empty() && crate::address::scheme(source).is_none() && !source.starts_with('/') =>
        {
            let slash = if root.ends_with('/') { "" } else { "/" };
            format!("{root}{slash}{source}")
        }
        _ => source.to_owned(),
    }
}

#[cfg(test)]
mod tests;
