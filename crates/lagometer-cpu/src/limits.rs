//! Bounds on what is kept of a profile.

/// How much of a profile may be kept in memory. Exceeding one is an error that names the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of call trees in all profiles of a file. One takes some 40 bytes.
    pub nodes: usize,
    /// Samples in all profiles of a file. One takes some 12 bytes, with lines 20.
    pub samples: usize,
}

impl Limits {
    /// The option of the command line that moves [`Limits::nodes`].
    pub const NODES_OPTION: &str = "--max-nodes";
    /// The option of the command line that moves [`Limits::samples`].
    pub const SAMPLES_OPTION: &str = "--max-samples";
    /// Levels of nesting in the text: the old form writes its tree nested, two levels for a call.
    pub(crate) const DEPTH: u32 = 100_000;
}

impl Default for Limits {
    /// 32 million nodes and 128 million samples, over two hours at 50 us.
    fn default() -> Limits {
        Limits {
            nodes: 32_000_000,
            samples: 128_000_000,
        }
    }
}
