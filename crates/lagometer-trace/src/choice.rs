//! Which stretch of a trace is asked for.

use lagometer_metric::Micros;

/// Which stretch of the trace is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowChoice {
    /// Between the pair of lagometer marks, if there is exactly one pair; else the whole trace.
    Auto,
    /// From one bound to another.
    Between {
        /// Where it starts.
        from: Bound,
        /// Where it ends.
        to: Bound,
    },
    /// One of several readings of the same text, because mark names may hold the separator. Exactly
    /// one of them must be in the trace.
    OneOf(Vec<(Bound, Bound)>),
    /// From this navigation of the page's main frame, counted from 1, until the next one starts.
    Navigation(usize),
}

/// An end of a window.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// The mark of this name: as a start the first one, as an end the first one after the start.
    Mark(String),
    /// This long after the start of the trace.
    Time(Micros),
    /// The end of the trace on that side.
    Edge,
}
