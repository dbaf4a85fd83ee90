//! Bounds on what a snapshot may demand.

/// Bounds on what a snapshot may demand. Exceeding one is an error that names the option.
///
/// They bound work, not time and not memory: a file within them may still be too large for a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of the text, unpacked.
    pub file_bytes: u64,
    /// The objects.
    pub nodes: u32,
    /// The edges.
    pub edges: u32,
    /// The entries of the table of strings.
    pub strings: u32,
    /// The characters of one string.
    pub value_chars: u64,
    /// The levels of a value of the metadata, and the calls of an allocation stack.
    pub metadata_depth: u32,
    /// The steps of the search for dominators, as a multiple of objects and edges together.
    pub dominator_work: u64,
}

impl Limits {
    /// The option of [`file_bytes`](Limits::file_bytes).
    pub const FILE_OPTION: &str = "--max-file";
    /// The option of [`nodes`](Limits::nodes).
    pub const NODES_OPTION: &str = "--max-nodes";
    /// The option of [`edges`](Limits::edges).
    pub const EDGES_OPTION: &str = "--max-edges";
    /// The option of [`strings`](Limits::strings).
    pub const STRINGS_OPTION: &str = "--max-strings";
    /// The option of [`value_chars`](Limits::value_chars).
    pub const VALUE_OPTION: &str = "--max-value";
    /// The option of [`metadata_depth`](Limits::metadata_depth).
    pub const DEPTH_OPTION: &str = "--max-depth";
    /// The option of [`dominator_work`](Limits::dominator_work).
    pub const WORK_OPTION: &str = "--max-work";
    /// An edge keeps the ordinal of its target in 29 bits.
    pub const NODES_MAX: u32 = (1 << 29) - 1;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: 2 << 30,
            nodes: 16_000_000,
            edges: 64_000_000,
            strings: 4_000_000,
            value_chars: 16 << 20,
            metadata_depth: 64,
            dominator_work: 64,
        }
    }
}
