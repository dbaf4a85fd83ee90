//! The name that a source map itself has for a function.

use super::loaded::LoadedScript;
use super::{Name, NameSource};
use crate::Position;
use crate::map::Map;

/// The name from the scopes, else the one at the mapping.
pub(super) fn in_map(script: &LoadedScript, map: &Map, at: Position) -> Option<Name> {
    if let Some(name) = map.scope_name(at) {
        return Some(Name {
            text: name.to_owned(),
            from: NameSource::Scopes,
        });
    }
    let found = map.original(at)?;
    let name = found.name?;
    let (text, index) = script.text()?;
    let (begins, place) = (index.offset(text, found.begins)?, index.offset(text, at)?);
    let belongs = text[place..].starts_with('(') && is_head(text.get(begins..place)?);
    belongs.then(|| Name {
        text: name.to_owned(),
        from: NameSource::MapName,
    })
}

/// Whether a text is what can stand between the name of a function and its parameters. An arrow
/// without brackets is placed at its parameter, whose name is not the function's; and a mapping may
/// have begun at something else further left.
fn is_head(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    words.next_if_eq(&"async");
    if words.next_if_eq(&"function").is_none() {
        words.next_if_eq(&"function*");
    }
    let name = words.next();
    let is_word = |word: &str| {
        let word = word.strip_prefix('#').unwrap_or(word);
        word.chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '\u{200c}' | '\u{200d}'))
    };
    words.next().is_none() && name.is_none_or(is_word) && !text.trim_end().ends_with("function")
}

#[cfg(test)]
mod tests;
