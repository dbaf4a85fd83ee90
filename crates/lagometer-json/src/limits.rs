//! Bounds on what a document may demand.

/// Bounds on what a document may demand of the reader. Exceeding one is an error that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many objects and arrays may be open at once.
    pub depth: u32,
    /// How many bytes a value may have that has to be in memory as a whole: a string, a number, a
    /// record. What is skipped is not kept and may be larger. The window never grows beyond it.
    /// Less than 64 counts as 64.
    pub value_bytes: usize,
    /// How many bytes may be read in all.
    pub input_bytes: u64,
}

impl Default for Limits {
    /// 512 levels, 64 MiB for a value, 1 TiB in all.
    fn default() -> Limits {
        Limits {
            depth: 512,
            value_bytes: 64 << 20,
            input_bytes: 1 << 40,
        }
    }
}
