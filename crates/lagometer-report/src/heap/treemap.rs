//! What an object retains, on its way into a drawing.

use crate::HeapObject;

/// What an object retains as parts within parts: rows in the order of a walk, each behind what it is a
/// part of. The parts of an object add up to what it retains.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapTreemap {
    /// What was read.
    pub name: String,
    /// The rules of what retains.
    pub rules: String,
    /// The rows, the object itself first; none where it is not reachable.
    pub rows: Vec<HeapTreemapRow>,
}

/// A part.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapTreemapRow {
    /// How far in: 0 for the object that was asked for.
    pub depth: u32,
    /// How many bytes.
    pub bytes: u64,
    /// What it is.
    pub part: HeapTreemapPart,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub enum HeapTreemapPart {
    /// An object, with everything that it dominates.
    Object(Box<HeapObject>),
    /// The bytes of the object itself that the part belongs to.
    Own,
    /// So many objects that it dominates too, and that are not parts of their own.
    Others(u64),
}
