//! What the caller may choose: the window, the slice, the thresholds and the bounds.

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
    /// one of them must exist in the trace.
    OneOf(Vec<(Bound, Bound)>),
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

/// How much of a trace may be kept in memory. Exceeding one is an error that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tasks of all threads that may turn out to be the page's main thread; 24 bytes each.
    pub tasks: usize,
    /// Marks and measures.
    pub user_timings: usize,
    /// Frames drawn, begun, and changes of whether frames are wanted.
    pub frames: usize,
    /// Readings of memory counters.
    pub counters: usize,
    /// Threads, processes, frames of documents and commits.
    pub threads: usize,
    /// Tasks and measures that are open at the same time.
    pub open: usize,
}

impl Default for Limits {
    /// Four million tasks, a million of each of the others, 65 536 threads and open ones.
    fn default() -> Limits {
        Limits {
            tasks: 4_000_000,
            user_timings: 1_000_000,
            frames: 1_000_000,
            counters: 1_000_000,
            threads: 65_536,
            open: 65_536,
        }
    }
}
