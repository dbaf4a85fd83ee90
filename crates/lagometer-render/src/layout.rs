//! Placing text in columns.

use crate::Style;
use crate::visible;

/// The columns that every text fits into, names aside.
const COLUMNS: usize = 80;

/// Narrower than this is laid out as if it were this wide.
const FEWEST_COLUMNS: usize = 40;

/// Lines that go on are indented by at least this much, where they are indented at all.
const LEAST_INDENT: usize = 4;

/// The columns that running text is wrapped to.
pub(crate) fn columns(style: &Style) -> usize {
    style
        .width
        .map_or(COLUMNS, |width| width.clamp(FEWEST_COLUMNS, COLUMNS))
}

/// The text with spaces behind it up to this width.
pub(crate) fn left(text: &str, width: usize) -> String {
    let space = width.saturating_sub(visible::width(text));
    format!("{text}{}", " ".repeat(space))
}

/// The text with spaces before it up to this width.
pub(crate) fn right(text: &str, width: usize) -> String {
    let space = width.saturating_sub(visible::width(text));
    format!("{}{text}", " ".repeat(space))
}

/// On a terminal, a text wider than `width` without its middle; elsewhere the whole text.
pub(crate) fn cut(text: &str, width: usize, style: &Style) -> String {
    if style.width.is_none() || visible::width(text) <= width {
        return text.to_owned();
    }
    let mark = if style.unicode { '…' } else { '~' };
    let kept = width.saturating_sub(1);
    let head = longest(text.chars(), kept.div_ceil(2));
    let tail: Vec<char> = longest(text.chars().rev(), kept / 2);
    head.into_iter()
        .chain([mark])
        .chain(tail.into_iter().rev())
        .collect()
}

/// As many characters as fit.
fn longest(characters: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut kept = Vec::new();
    let mut taken = 0;
    for character in characters {
        taken += visible::width(character.encode_utf8(&mut [0; 4]));
        if taken > width {
            break;
        }
        kept.push(character);
    }
    kept
}

/// The words of a text in lines of at most `width`, at least one line. A word that is wider has a
/// line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if visible::width(line) + 1 + visible::width(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A text behind `first`, wrapped; the lines after the first are indented by `indent`.
pub(crate) fn hang(first: &str, text: &str, indent: usize, style: &Style) -> Vec<String> {
    let columns = columns(style);
    let start = visible::width(first);
    // A word that does not fit behind the indent moves it back, as far as it goes.
    let longest = text.split(' ').map(visible::width).max().unwrap_or(0);
    let indent = indent.min(columns.saturating_sub(longest).max(LEAST_INDENT));
    // The first line may start elsewhere than the others: wrap as if all did, and take the rest.
    let mut words = text.split(' ').peekable();
    let mut line = first.to_owned();
    let mut used = start;
    while let Some(word) = words.peek() {
        let space = usize::from(used > start);
        if used + space + visible::width(word) > columns && (used > start || start > indent) {
            break;
        }
        line.push_str(&" ".repeat(space));
        line.push_str(word);
        used += space + visible::width(word);
        words.next();
    }
    let rest: Vec<&str> = words.collect();
    let mut lines = vec![line.trim_end().to_owned()];
    if !rest.is_empty() {
        let wrapped = wrap(&rest.join(" "), columns.saturating_sub(indent));
        lines.extend(
            wrapped
                .into_iter()
                .map(|line| format!("{}{line}", " ".repeat(indent))),
        );
    }
    lines
}

#[cfg(test)]
mod tests;
