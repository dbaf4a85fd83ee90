//! A stretch of time with a length.

use crate::{Measured, Micros, Reason};
use std::fmt;

/// A stretch of time `[start, end)`; it always has a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeWindow {
    start: Micros,
    end: Micros,
}

/// The two ends give no window: the end does not lie after the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyWindow {
    /// The start that was asked for.
    pub start: Micros,
    /// The end that was asked for.
    pub end: Micros,
}

impl fmt::Display for EmptyWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the window does not end after its start")
    }
}

impl std::error::Error for EmptyWindow {}

impl TimeWindow {
    /// The window between two points.
    pub fn new(start: Micros, end: Micros) -> Result<TimeWindow, EmptyWindow> {
        // The length must be a number too: hostile files hold both ends of the range.
        match end.0.checked_sub(start.0) {
            Some(length) if length > 0 => Ok(TimeWindow { start, end }),
            _ => Err(EmptyWindow { start, end }),
        }
    }

    /// The same as a measured value.
    pub fn measured(start: Micros, end: Micros) -> Measured<TimeWindow> {
        match TimeWindow::new(start, end) {
            Ok(window) => Measured::Value(window),
            Err(empty) => Measured::absent(Reason::EmptyWindow, empty.to_string()),
        }
    }

    /// Where it starts.
    pub fn start(self) -> Micros {
        self.start
    }

    /// Where it ends; this point is outside.
    pub fn end(self) -> Micros {
        self.end
    }

    /// Its length.
    pub fn length(self) -> Micros {
        self.end - self.start
    }

    /// Whether the point lies inside.
    pub fn contains(self, point: Micros) -> bool {
        self.start <= point && point < self.end
    }

    /// The part of `[start, end)` inside; `None` where they share no time.
    pub fn clip(self, start: Micros, end: Micros) -> Option<TimeWindow> {
        TimeWindow::new(start.max(self.start), end.min(self.end)).ok()
    }

    /// The length of the part of `[start, end)` inside: the one overlap formula.
    pub fn overlap(self, start: Micros, end: Micros) -> Micros {
        match self.clip(start, end) {
            Some(part) => part.length(),
            None => Micros::ZERO,
        }
    }
}

#[cfg(test)]
mod tests;
