//! The lines around a place.

use crate::line_index::LineIndex;

/// Some lines of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines, in order; a gap in the numbers is a gap in the lines.
    pub lines: Vec<ExcerptLine>,
    /// How many lines the source has.
    pub of: u32,
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcerptLine {
    /// From 1.
    pub number: u32,
    /// Its text without its end; a long one is cut after [`LONGEST`] characters.
    pub text: String,
    /// Whether it was cut.
    pub is_cut: bool,
}

/// The longest text of a line: a minified script is one line of megabytes.
pub const LONGEST: usize = 400;

/// The lines `around` each of the places, each line once.
pub(crate) fn excerpt(text: &str, index: &LineIndex, places: &[u32], around: u32) -> Excerpt {
    let of = u32::try_from(index.lines()).unwrap_or(u32::MAX);
    let mut numbers: Vec<u32> = places
        .iter()
        .filter(|place| (1..=of).contains(*place))
        .flat_map(|place| place.saturating_sub(around).max(1)..=place.saturating_add(around).min(of))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let lines = numbers.into_iter().filter_map(|number| {
        let line = index.line(text, number as usize - 1)?;
        let cut = line.char_indices().nth(LONGEST).map(|(offset, _)| offset);
        Some(ExcerptLine {
            number,
            text: line[..cut.unwrap_or(line.len())].to_owned(),
            is_cut: cut.is_some(),
        })
    });
    Excerpt {
        lines: lines.collect(),
        of,
    }
}

#[cfg(test)]
mod tests;
