//! Objects and arrays that are being read.

/// An object being read: pass it to [`next_field`](crate::Cursor::next_field) until that returns `None`.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(crate) place: Place,
    pub(crate) depth: u32,
}

/// An array being read: pass it to [`next_element`](crate::Cursor::next_element) until that returns `false`.
#[derive(Clone, Debug)]
pub struct Elements {
    pub(crate) place: Place,
    pub(crate) depth: u32,
    pub(crate) complete_until: u64,
    pub(crate) trailing_comma: Option<TrailingComma>,
}

/// Whether a comma before `]` is tolerated, and was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailingComma {
    pub seen: bool,
}

/// What was read of an object or array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Its bracket.
    First,
    /// A member or an element.
    Next,
    /// Everything.
    Closed,
}

impl Elements {
    /// Tolerates a comma before the closing `]`, which [`trailing_comma`](Elements::trailing_comma)
    /// then tells of.
    pub fn tolerate_trailing_comma(&mut self) {
        self.trailing_comma = Some(TrailingComma { seen: false });
    }

    /// Whether the array closed after a comma that was tolerated.
    pub fn trailing_comma(&self) -> bool {
        self.trailing_comma.is_some_and(|comma| comma.seen)
    }

    /// Absolute offset of the end of the last element that was there as a whole, or of the end of
    /// `[` if there was none: what can be salvaged when the input ends too early.
    pub fn complete_until(&self) -> u64 {
        self.complete_until
    }

    pub(crate) fn completed(&mut self, until: u64) {
        self.complete_until = until;
    }
}
