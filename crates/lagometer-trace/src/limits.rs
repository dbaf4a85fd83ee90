//! Bounds on what is kept of a trace.

/// How much of a trace may be kept in memory. Exceeding one is an error that names the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of what is kept in all: events that last of all threads (two to three bytes each, because
    /// which thread is the page's may be known only at the end), marks and measures, frames, counters
    /// and names.
    pub kept_bytes: usize,
    /// Slices of a window.
    pub slices: usize,
}

impl Limits {
    /// The option of the command line that moves [`Limits::kept_bytes`].
    pub const KEPT_BYTES_OPTION: &str = "--max-memory";
    /// The option of the command line that makes slices fewer.
    pub const SLICES_OPTION: &str = "--slice";
}

impl Default for Limits {
    /// 256 MiB, which is some eighty million events that last; a hundred thousand slices, which are five hours and a
    /// half of 200 ms each. More would be memory that no byte of the file justifies: two events are
    /// enough for a window of any length.
    fn default() -> Limits {
        Limits {
            kept_bytes: 256 << 20,
            slices: 100_000,
        }
    }
}
