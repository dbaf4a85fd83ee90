//! Places in source texts: 1-based inside, whatever the input counts from.

use std::num::NonZeroU32;

/// A line and a column, each from 1 on, or unknown.
///
/// V8 counts from 0 in `callFrame` and from 1 elsewhere. There is one constructor for each source,
/// so that no two places add the one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: Option<NonZeroU32>,
    /// The column.
    pub column: Option<NonZeroU32>,
}

impl Position {
    /// Of `callFrame`: from 0 on; negative or missing is unknown.
    pub(crate) fn of_call_frame(line: Option<i64>, column: Option<i64>) -> Position {
        let from_zero = |number: i64| number.checked_add(1).and_then(known);
        Position {
            line: line.and_then(from_zero),
            column: column.and_then(from_zero),
        }
    }

    /// Of a node of the old form, and of a frame of Hermes: from 1 on.
    pub(crate) fn of_old_node(line: Option<i64>, column: Option<i64>) -> Position {
        Position {
            line: line.and_then(known),
            column: column.and_then(known),
        }
    }
}

/// The line of `positionTicks` and of a sample in a trace: from 1 on, anything else is unknown.
pub(crate) fn ticked_line(line: i64) -> Option<NonZeroU32> {
    known(line)
}

fn known(number: i64) -> Option<NonZeroU32> {
    NonZeroU32::new(u32::try_from(number).ok()?)
}

#[cfg(test)]
mod tests;
