//! The span of a whole value.

use crate::{Cursor, cursor::Tail};

/// The span of one whole value, checked, as it stands in the input.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Raw<'a> {
    /// From the first byte of the value to the last one.
    pub bytes: &'a [u8],
    /// Absolute offset of the first byte.
    pub offset: u64,
}

impl<'a> Raw<'a> {
    /// A cursor over the value; its offsets are absolute too.
    pub fn cursor(&self) -> Cursor<'a> {
        // The depth was checked when the value was passed over.
        Cursor::over(self.bytes, self.offset, Tail::End, 0, u32::MAX)
    }
}
