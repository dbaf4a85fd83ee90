//! Scripts and sources that were read.

use super::Missing;
use crate::Position;
use crate::functions::{Functions, Known, Unparsed};
use crate::line_index::LineIndex;
use crate::map::Map;
use std::borrow::Cow;

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
