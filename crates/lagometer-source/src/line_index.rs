//! Positions in a text to offsets in its bytes, and back.

use crate::Position;

/// Where the lines of a text begin.
pub(crate) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Lines end as JavaScript says: at `\n`, `\r`, `\r\n`, U+2028 and U+2029.
    pub(crate) fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            at += match byte {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
                b'\n' | b'\r' => 1,
                // U+2028 and U+2029 are `E2 80 A8` and `E2 80 A9`.
                0xE2 if matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xA8 | 0xA9])) => 3,
                _ => {
                    at += 1;
                    continue;
                }
            };
            starts.push(at);
        }
        LineIndex { starts }
    }

    /// How many lines there are; a text without a line end has one.
    pub(crate) fn lines(&self) -> usize {
        self.starts.len()
    }

    /// A line, from 0, without its end.
    pub(crate) fn line<'t>(&self, text: &'t str, line: usize) -> Option<&'t str> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end)?;
        Some(line.trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}']))
    }

    /// The offset of a position; absent where the text has no such place.
    pub(crate) fn offset(&self, text: &str, position: Position) -> Option<usize> {
        let (line, column) = position.zero_based()?;
        let (line, column) = (line as usize, column as usize);
        let content = self.line(text, line)?;
        let start = self.starts[line];
        if content.is_ascii() {
            return (column <= content.len()).then_some(start + column);
        }
        let mut units = 0;
        for (offset, character) in content.char_indices() {
            if units >= column {
                return (units == column).then_some(start + offset);
            }
            units += character.len_utf16();
        }
        (units == column).then_some(start + content.len())
    }
}

#[cfg(test)]
mod tests;
