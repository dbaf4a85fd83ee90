//! Units of wire values, and microseconds as a type.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// The unit of a value on the wire. Milliseconds, KiB and percent exist only in rendered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Microseconds, `us`.
    Microseconds,
    /// Bytes, `bytes`.
    Bytes,
    /// A share from 0 to 1, `ratio`.
    Ratio,
    /// A number of things, `count`.
    Count,
    /// A unitless score, `score`.
    Score,
    /// Events a second, `hz`.
    Hertz,
}

impl Unit {
    /// Every unit.
    pub const ALL: [Unit; 6] = [
        Unit::Microseconds,
        Unit::Bytes,
        Unit::Ratio,
        Unit::Count,
        Unit::Score,
        Unit::Hertz,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Microseconds => "us",
            Unit::Bytes => "bytes",
            Unit::Ratio => "ratio",
            Unit::Count => "count",
            Unit::Score => "score",
            Unit::Hertz => "hz",
        }
    }

    /// The unit of this wire name.
    pub fn from_name(name: &str) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.name() == name)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A point in time or a length of time in microseconds; on Chrome's monotonic clock where it is a
/// point. Differences may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(pub i64);

impl Micros {
    /// No time at all.
    pub const ZERO: Micros = Micros(0);

    /// This many milliseconds.
    pub const fn from_millis(millis: i64) -> Micros {
        Micros(millis * 1_000)
    }

    /// The number of microseconds as a float, exact below 2^53.
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The difference, held at the ends of the range. For numbers that come from a file.
    pub fn saturating_sub(self, other: Micros) -> Micros {
        Micros(self.0.saturating_sub(other.0))
    }

    /// The sum, held at the ends of the range. For numbers that come from a file.
    pub fn saturating_add(self, other: Micros) -> Micros {
        Micros(self.0.saturating_add(other.0))
    }
}

impl Add for Micros {
    type Output = Micros;
    fn add(self, other: Micros) -> Micros {
        Micros(self.0 + other.0)
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Micros) {
        self.0 += other.0;
    }
}

impl Sub for Micros {
    type Output = Micros;
    fn sub(self, other: Micros) -> Micros {
        Micros(self.0 - other.0)
    }
}

impl std::iter::Sum for Micros {
    fn sum<I: Iterator<Item = Micros>>(iter: I) -> Micros {
        Micros(iter.map(|micros| micros.0).sum())
    }
}

#[cfg(test)]
mod tests;
