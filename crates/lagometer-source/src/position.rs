//! A place in a text.

/// Line and column, both from 1. A column counts UTF-16 code units, as V8 and source maps do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl Position {
    /// From numbers that count from 0, as in a source map or in a `callFrame`.
    pub fn from_zero_based(line: u32, column: u32) -> Position {
        Position {
            line: line.saturating_add(1),
            column: column.saturating_add(1),
        }
    }

    /// Line and column from 0; absent where one of them is 0, which is no place.
    pub(crate) fn zero_based(self) -> Option<(u32, u32)> {
        Some((self.line.checked_sub(1)?, self.column.checked_sub(1)?))
    }
}
