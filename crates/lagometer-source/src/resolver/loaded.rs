//! Scripts and sources that were read.

use super::{LineDeed, Missing};
use crate::Position;
use crate::functions::{Functions, Known, Unparsed};
use crate::line_index::LineIndex;
use crate::map::Map;
use std::borrow::Cow;

/// A longer line is a minified one: that it does something says nothing of its samples.
const LINE_MAX: usize = 300;

/// A script with its map.
pub(super) struct LoadedScript {
    text: Option<(String, LineIndex)>,
    pub(super) map: Result<Map, Missing>,
    /// From where the addresses in the map are to be seen.
    pub(super) map_base: String,
}

/// A source with its functions.
pub(super) struct LoadedSource {
    text: Option<(String, LineIndex)>,
    functions: Option<Result<Functions, Unparsed>>,
}

impl LoadedScript {
    pub(super) fn new(text: Option<String>, map: Result<Map, Missing>, map_base: String) -> LoadedScript {
        LoadedScript {
            text: text.map(indexed),
            map,
            map_base,
        }
    }

    pub(super) fn text(&self) -> Option<(&str, &LineIndex)> {
        self.text.as_ref().map(|(text, index)| (text.as_str(), index))
    }
}

impl LoadedSource {
    pub(super) fn new(text: Option<Cow<'_, str>>, address: &str) -> LoadedSource {
        let text = text.map(Cow::into_owned).map(indexed);
        let functions = text.as_ref().map(|(text, _)| Functions::parse(text, address));
        LoadedSource { text, functions }
    }

    pub(super) fn text(&self) -> Option<(&str, &LineIndex)> {
        self.text.as_ref().map(|(text, index)| (text.as_str(), index))
    }

    /// The function whose head holds a position.
    pub(super) fn function_at(&self, position: Position) -> Option<Known> {
        let (text, index) = self.text()?;
        let functions = self.functions.as_ref()?.as_ref().ok()?;
        functions.with_head_at(index.offset(text, position)?).cloned()
    }

    /// What is done on a line, if the line is short enough to be one.
    pub(super) fn deeds_on(&self, line: u32) -> Vec<LineDeed> {
        let Some((text, index)) = self.text() else {
            return Vec::new();
        };
        let Some(Ok(functions)) = &self.functions else {
            return Vec::new();
        };
        let start = index.offset(text, Position { line, column: 1 });
        let content = (line as usize)
            .checked_sub(1)
            .and_then(|line| index.line(text, line));
        let (Some(start), Some(content)) = (start, content) else {
            return Vec::new();
        };
        if content.len() > LINE_MAX {
            return Vec::new();
        }
        let deeds = functions.deeds_within(start, start + content.len());
        deeds
            .iter()
            .map(|at| LineDeed {
                deed: at.deed,
                in_loop: at.in_loop,
            })
            .collect()
    }

    /// Why the source has no functions.
    pub(super) fn unparsed(&self) -> Option<String> {
        match self.functions.as_ref()? {
            Ok(_) => None,
            Err(why) => Some(why.to_string()),
        }
    }
}

fn indexed(text: String) -> (String, LineIndex) {
    let index = LineIndex::new(&text);
    (text, index)
}
