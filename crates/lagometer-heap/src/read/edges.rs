//! The edges.

use super::header::Header;
use super::section::{self, NameIndexes, NamedIn};
use crate::edge::Packed;
use crate::snapshot::{Edges, Snapshot};
use crate::{EdgeKind, Error, ErrorKind, Limits};
use lagometer_json::{Reader, Unsigned};
use std::io;

pub(super) fn read<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    snapshot: &mut Snapshot,
    names: &mut NameIndexes,
    limits: &Limits,
    size: Option<u64>,
) -> Result<(), Error> {
    let room = section::room(header.edge_count.into(), size, header.edge_fields.len() as u32);
    let mut gathering = Gathering {
        header,
        edges: Edges::default(),
        names,
    };
    gathering.edges.to.reserve_exact(room);
    gathering.edges.name.reserve_exact(room);
    let count = section::records(reader, "edges", &header.edge_fields, limits, |block, before| {
        gathering.block(block, before)
    })?;
    let declared = u64::from(header.edge_count);
    if count != declared {
        let kind = ErrorKind::Count {
            field: "edge_count",
            declared,
            found: count,
        };
        return Err(Error::new(header.edge_count_at, "snapshot.edge_count", kind));
    }
    let mut edges = gathering.edges;
    edges.to.shrink_to_fit();
    edges.name.shrink_to_fit();
    snapshot.edges = edges;
    Ok(())
}

/// The counts of all objects together must be that of the edges.
pub(super) fn check_counts(snapshot: &Snapshot, edges_at: u64) -> Result<(), Error> {
    let declared = snapshot.nodes.first_edge.last().copied().unwrap_or(0);
    let found = snapshot.edge_count();
    if declared == found {
        return Ok(());
    }
    let kind = ErrorKind::Count {
        field: "edge_count",
        declared: declared.into(),
        found: found.into(),
    };
    Err(Error::new(edges_at, "edges", kind))
}

struct Gathering<'a> {
    header: &'a Header,
    edges: Edges,
    names: &'a mut NameIndexes,
}

impl Gathering<'_> {
    fn block(&mut self, block: Unsigned<'_>, before: u64) -> Result<(), Error> {
        let width = self.header.edge_fields.len();
        let [kind_at, name_at, to_at] = self.header.edge_columns;
        for (index, record) in block.values.chunks_exact(width).enumerate() {
            let (kind, name, to) = (record[kind_at], record[name_at], record[to_at]);
            let known = self
                .header
                .edge_types
                .get(kind as usize)
                .and_then(|known| known.1);
            let target = self.target(to);
            let (Some(kind), Some(target)) = (known, target) else {
                return Err(self.refused(&block, index, before));
            };
            if name > u64::from(u32::MAX) || before + index as u64 >= u64::from(self.header.edge_count) {
                return Err(self.refused(&block, index, before));
            }
            if !kind.is_indexed() && self.names.is_new(NamedIn::Edges, name) {
                let at = block.offset(index * width + name_at);
                let record = before + index as u64;
                self.names.keep(NamedIn::Edges, name, record, at);
            }
            self.edges.to.push(Packed::new(kind, target));
            self.edges.name.push(name as u32);
        }
        Ok(())
    }

    /// The ordinal of the object at an offset.
    #[inline(always)]
    fn target(&self, to: u64) -> Option<u32> {
        let offset = u32::try_from(to).ok()?;
        let ordinal = offset / self.header.node_width;
        let whole = ordinal * self.header.node_width == offset;
        (whole && ordinal < self.header.node_count).then_some(ordinal)
    }

    /// What is wrong with an edge.
    #[cold]
    fn refused(&self, block: &Unsigned<'_>, index: usize, before: u64) -> Error {
        let width = self.header.edge_fields.len();
        let [kind_at, name_at, to_at] = self.header.edge_columns;
        let value = |column: usize| block.values[index * width + column];
        let record = before + index as u64;
        let (column, kind) = if record >= u64::from(self.header.edge_count) {
            (0, self.header.too_many_edges(record + 1))
        } else {
            match self.header.edge_types.get(value(kind_at) as usize) {
                None => {
                    let types = self.header.edge_types.len() as u64;
                    let index = value(kind_at);
                    (kind_at, ErrorKind::TypeIndex { index, types })
                }
                Some((name, None)) => (kind_at, ErrorKind::UnknownEdgeType(name.clone())),
                Some((_, Some(_))) if value(name_at) > u64::from(u32::MAX) => {
                    let max = u32::MAX.into();
                    (
                        name_at,
                        ErrorKind::TooLarge {
                            value: value(name_at),
                            max,
                        },
                    )
                }
                Some(_) => (to_at, self.header.bad_offset("edge target", value(to_at))),
            }
        };
        let path = format!("edges[{record}].{}", self.header.edge_fields[column]);
        Error::new(block.offset(index * width + column), path, kind)
    }
}

/// The codes of the kinds, in the order of the file.
pub(super) fn known(types: Vec<String>) -> Vec<(String, Option<EdgeKind>)> {
    let known = |name: String| {
        let kind = EdgeKind::of(&name);
        (name, kind)
    };
    types.into_iter().map(known).collect()
}
