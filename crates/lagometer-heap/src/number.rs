//! The three numbers by which an object is known, and that of an edge.
//!
//! Mixing them up is the usual error of programs that read heap snapshots.

use std::fmt;

/// The place of an object among the objects of its file: 0, 1, 2 and so on. The root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeOrdinal(pub u32);

/// The place of an object's first number in the flat array `nodes`: its ordinal times the width of a
/// record. Edges and locations name objects by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeOffset(pub u64);

/// The number that V8 gives an object for its life: the same in every snapshot of the same isolate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SnapshotObjectId(pub u64);

/// The place of an edge among the edges of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EdgeOrdinal(pub u32);

impl NodeOrdinal {
    /// The root of every snapshot.
    pub const ROOT: NodeOrdinal = NodeOrdinal(0);

    /// As an index into a column.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NodeOffset {
    /// The object at this offset, where records have `width` numbers; none between two records.
    pub fn ordinal(self, width: u32) -> Option<NodeOrdinal> {
        let ordinal = u32::try_from(self.0 / u64::from(width)).ok()?;
        self.0
            .is_multiple_of(u64::from(width))
            .then_some(NodeOrdinal(ordinal))
    }
}

impl EdgeOrdinal {
    /// As an index into a column.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for SnapshotObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
