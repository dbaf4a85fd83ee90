//! A snapshot in dense columns, as it was written; nothing is computed here.

use crate::column::{Narrow, Sparse};
use crate::edge::Packed;
use crate::{Allocations, EdgeKind, EdgeName, EdgeOrdinal, NodeOrdinal, SnapshotObjectId, Strings};
use std::ops::Range;

/// A V8 heap snapshot: every object and every edge of it, checked.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(crate) nodes: Nodes,
    pub(crate) edges: Edges,
    pub(crate) strings: Strings,
    /// The names of the kinds of objects, by their codes.
    pub(crate) kinds: Vec<String>,
    pub(crate) places: Vec<(NodeOrdinal, Place)>,
    pub(crate) allocations: Allocations,
    pub(crate) form: Form,
    pub(crate) extra_native_bytes: Option<u64>,
    pub(crate) oddities: Vec<Oddity>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub kind: Vec<u8>,
    pub name: Vec<u32>,
    pub id: Narrow,
    pub self_size: Narrow,
    /// Where the edges of each begin, and where the last ones end.
    pub first_edge: Vec<u32>,
    pub detachedness: Sparse,
    pub trace_node: Sparse,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    pub to: Vec<Packed>,
    pub name: Vec<u32>,
}

/// What parts a snapshot has: they tell the generations of V8 apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Objects have the column `detachedness`.
    pub detachedness: bool,
    /// Objects have the column `trace_node_id`.
    pub trace_node: bool,
    /// The numbers of a record of `nodes`.
    pub node_width: u32,
    /// What `samples` holds, where the file has it; something, where it is a recording over time.
    pub samples: Option<Samples>,
    /// The records of `scopes`, where the file has them.
    pub scopes: Option<u64>,
    /// The records of `scope_context_vars`, where the file has them.
    pub scope_context_vars: Option<u64>,
    /// The records of `scope_uses`, where the file has them.
    pub scope_uses: Option<u64>,
}

/// How often the heap was looked at while recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// How often.
    pub count: u64,
    /// From the first time to the last; none where it was not looked at, or the file does not tell when.
    pub span_us: Option<u64>,
}

/// Where in a source an object's constructor or function stands; counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// V8's number of the script.
    pub script_id: u64,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The script as an object of the heap, where the file tells.
    pub script: Option<NodeOrdinal>,
}

/// Whether an object of the page's document is in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detachedness {
    /// Nothing is said.
    Unknown,
    /// It is.
    Attached,
    /// It is not.
    Detached,
}

/// Something that was tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// What.
    pub kind: OddityKind,
    /// How often.
    pub count: u64,
    /// Where it was seen first.
    pub byte: Option<u64>,
}

/// What was tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OddityKind {
    /// A key that no known version writes; its value was checked and left out.
    UnknownKey(String),
    /// A column that no known version writes; left out.
    UnknownColumn(String),
    /// A kind of object that no known version has.
    UnknownNodeType(String),
    /// A second location of the same object; left out.
    SecondLocation,
    /// More functions of allocations than the head says: some were called while the file was written.
    MoreFunctions,
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge<'a> {
    /// Its place in the file.
    pub ordinal: EdgeOrdinal,
    /// From where.
    pub from: NodeOrdinal,
    /// To where.
    pub to: NodeOrdinal,
    /// Its kind.
    pub kind: EdgeKind,
    /// Its name.
    pub name: EdgeName<'a>,
    /// Whether it keeps its target alive, by [`RETENTION_RULES`](crate::RETENTION_RULES).
    pub retaining: bool,
}

impl Snapshot {
    /// How many objects there are.
    pub fn node_count(&self) -> u32 {
        self.nodes.kind.len() as u32
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> u32 {
        self.edges.to.len() as u32
    }

    /// Every object.
    pub fn nodes(&self) -> impl Iterator<Item = NodeOrdinal> + use<> {
        (0..self.node_count()).map(NodeOrdinal)
    }

    /// The table of strings.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// What parts the snapshot has.
    pub fn form(&self) -> Form {
        self.form
    }

    /// What was tolerated.
    pub fn oddities(&self) -> &[Oddity] {
        &self.oddities
    }

    /// Memory outside the heap that the snapshot tells of in one number.
    pub fn extra_native_bytes(&self) -> Option<u64> {
        self.extra_native_bytes
    }

    /// What was recorded of where objects were made.
    pub fn allocations(&self) -> &Allocations {
        &self.allocations
    }

    /// How many objects have a place in the sources.
    pub fn place_count(&self) -> u64 {
        self.places.len() as u64
    }

    /// The names of the kinds of objects, by their codes.
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// The code of an object's kind.
    #[inline(always)]
    pub fn kind_code(&self, node: NodeOrdinal) -> u8 {
        self.nodes.kind[node.index()]
    }

    /// The kind of an object, in V8's words.
    pub fn kind(&self, node: NodeOrdinal) -> &str {
        &self.kinds[usize::from(self.kind_code(node))]
    }

    /// The index of an object's name in the table of strings.
    #[inline(always)]
    pub fn name_index(&self, node: NodeOrdinal) -> u32 {
        self.nodes.name[node.index()]
    }

    /// The name of an object.
    pub fn name(&self, node: NodeOrdinal) -> &str {
        self.strings.get(self.name_index(node))
    }

    /// The id of an object.
    pub fn id(&self, node: NodeOrdinal) -> SnapshotObjectId {
        SnapshotObjectId(self.nodes.id.get(node.index()))
    }

    /// The object with this id.
    pub fn find(&self, id: SnapshotObjectId) -> Option<NodeOrdinal> {
        let index = self.nodes.id.find(id.0)?;
        Some(NodeOrdinal(index as u32))
    }

    /// The bytes of the object itself.
    #[inline(always)]
    pub fn self_size(&self, node: NodeOrdinal) -> u64 {
        self.nodes.self_size.get(node.index())
    }

    /// Whether an object of the document is in it.
    pub fn detachedness(&self, node: NodeOrdinal) -> Detachedness {
        match self.nodes.detachedness.get(node.0) {
            1 => Detachedness::Attached,
            2 => Detachedness::Detached,
            _ => Detachedness::Unknown,
        }
    }

    /// The objects that are known not to be in the document.
    pub fn detached(&self) -> impl Iterator<Item = NodeOrdinal> + '_ {
        let known = self.nodes.detachedness.iter();
        known
            .filter(|(_, code)| *code == 2)
            .map(|(index, _)| NodeOrdinal(index))
    }

    /// The place in the record of allocations where an object was made; `None` if there is none.
    pub fn trace_node(&self, node: NodeOrdinal) -> Option<u32> {
        Some(self.nodes.trace_node.get(node.0)).filter(|id| *id != 0)
    }

    /// Where an object's function or constructor stands.
    pub fn place(&self, node: NodeOrdinal) -> Option<Place> {
        let found = self.places.binary_search_by_key(&node, |(at, _)| *at);
        found.ok().map(|index| self.places[index].1)
    }

    /// The name of the script of a place, where the file has it: as an object, or in the record of
    /// allocations, where functions name their script and its number.
    pub fn script_name(&self, place: &Place) -> Option<&str> {
        let recorded = || self.allocations.script_name(place.script_id);
        let index = self.script_object_name(place).or_else(recorded)?;
        Some(self.strings.get(index)).filter(|name| !name.is_empty())
    }

    fn script_object_name(&self, place: &Place) -> Option<u32> {
        let mut edges = self.edges(place.script?);
        let name =
            edges.find(|edge| edge.kind == EdgeKind::Internal && edge.name == EdgeName::Text("name"))?;
        Some(self.name_index(name.to)).filter(|name| !self.strings.get(*name).is_empty())
    }

    /// The places of an object's edges.
    #[inline(always)]
    pub(crate) fn edge_range(&self, node: NodeOrdinal) -> Range<usize> {
        let first = &self.nodes.first_edge;
        first[node.index()] as usize..first[node.index() + 1] as usize
    }

    /// What a node keeps alive, by the policy of retention; a target as often as edges lead to it.
    #[inline(always)]
    pub(crate) fn retained_targets(&self, node: NodeOrdinal) -> impl Iterator<Item = NodeOrdinal> + '_ {
        let edges = &self.edges.to[self.edge_range(node)];
        edges
            .iter()
            .filter(move |edge| edge.retains(node))
            .map(|edge| edge.to())
    }

    /// All edges of an object.
    pub fn edges(&self, node: NodeOrdinal) -> impl Iterator<Item = Edge<'_>> + '_ {
        self.edge_range(node).map(move |at| self.edge_from(node, at))
    }

    /// One edge.
    pub fn edge(&self, edge: EdgeOrdinal) -> Edge<'_> {
        let first = &self.nodes.first_edge;
        let from = first.partition_point(|first| *first <= edge.0) - 1;
        self.edge_from(NodeOrdinal(from as u32), edge.index())
    }

    fn edge_from(&self, from: NodeOrdinal, at: usize) -> Edge<'_> {
        let packed = self.edges.to[at];
        let kind = packed.kind();
        let name = self.edges.name[at];
        Edge {
            ordinal: EdgeOrdinal(at as u32),
            from,
            to: packed.to(),
            kind,
            name: if kind.is_indexed() {
                EdgeName::Index(name)
            } else {
                EdgeName::Text(self.strings.get(name))
            },
            retaining: packed.retains(from),
        }
    }
}
