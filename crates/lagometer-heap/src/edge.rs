//! The kinds of edges, and which of them keep their target alive.

use crate::NodeOrdinal;

/// What kind of reference an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// A variable in a closure's context.
    Context,
    /// An entry of an array, by its index.
    Element,
    /// A property, by its name.
    Property,
    /// Something of the engine, by a name.
    Internal,
    /// Something of the engine, by an index.
    Hidden,
    /// What the root shows as a short way to an object.
    Shortcut,
    /// A reference that keeps nothing alive.
    Weak,
}

/// The name of an edge: an index or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeName<'a> {
    /// Of elements and hidden edges.
    Index(u32),
    /// Of all others.
    Text(&'a str),
}

impl EdgeKind {
    /// In the order of their codes.
    pub const ALL: [EdgeKind; 7] = [
        EdgeKind::Context,
        EdgeKind::Element,
        EdgeKind::Property,
        EdgeKind::Internal,
        EdgeKind::Hidden,
        EdgeKind::Shortcut,
        EdgeKind::Weak,
    ];

    /// V8's word for it.
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Context => "context",
            EdgeKind::Element => "element",
            EdgeKind::Property => "property",
            EdgeKind::Internal => "internal",
            EdgeKind::Hidden => "hidden",
            EdgeKind::Shortcut => "shortcut",
            EdgeKind::Weak => "weak",
        }
    }

    /// The kind of this name.
    pub fn of(name: &str) -> Option<EdgeKind> {
        EdgeKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether edges of this kind are named by an index and not by a string.
    #[inline(always)]
    pub fn is_indexed(self) -> bool {
        matches!(self, EdgeKind::Element | EdgeKind::Hidden)
    }
}

/// The target and the kind of an edge, in one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed(u32);

const KIND_SHIFT: u32 = 29;

impl Packed {
    #[inline(always)]
    pub(crate) fn new(kind: EdgeKind, to: u32) -> Packed {
        Packed(to | (kind as u32) << KIND_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn to(self) -> NodeOrdinal {
        NodeOrdinal(self.0 & ((1 << KIND_SHIFT) - 1))
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> EdgeKind {
        EdgeKind::ALL[((self.0 >> KIND_SHIFT) as usize).min(EdgeKind::ALL.len() - 1)]
    }

    /// The policy `snapshot-strong-v1`: whether this edge keeps its target alive where `from` is
    /// alive. Every pass over the graph asks here and nowhere else.
    ///
    /// Weak edges and edges of an object to itself keep nothing; shortcut edges do from the root
    /// only; all others do.
    #[inline(always)]
    pub(crate) fn retains(self, from: NodeOrdinal) -> bool {
        const SHORTCUT: u32 = EdgeKind::Shortcut as u32;
        let code = self.0 >> KIND_SHIFT;
        (code < SHORTCUT || (code == SHORTCUT && from == NodeOrdinal::ROOT)) && self.to() != from
    }
}

impl Packed {
    /// Whether this is an edge of an object to itself that would retain, were it one to another.
    pub(crate) fn holds_itself(self, from: NodeOrdinal) -> bool {
        self.to() == from && !matches!(self.kind(), EdgeKind::Weak | EdgeKind::Shortcut)
    }
}

/// The name of the policy of retention that all numbers follow.
pub const RETENTION_RULES: &str = "snapshot-strong-v1";
