//! The objects.

use super::header::Header;
use super::ids::IdSet;
use super::section::{self, NameIndexes, NamedIn};
use crate::snapshot::{Nodes, Snapshot};
use crate::{Error, ErrorKind, Limits, SnapshotObjectId};
use lagometer_json::{Reader, Unsigned};
use std::io;

/// What every program can count exactly.
const TOTAL_BYTES_MAX: u64 = 9_007_199_254_740_991;

pub(super) fn read<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    snapshot: &mut Snapshot,
    names: &mut NameIndexes,
    limits: &Limits,
    size: Option<u64>,
) -> Result<(), Error> {
    let start = reader.offset();
    let room = section::room(header.node_count.into(), size, header.node_width);
    let mut gathering = Gathering::new(header, room, names);
    let count = section::records(reader, "nodes", &header.node_fields, limits, |block, before| {
        gathering.block(block, before)
    })?;
    snapshot.nodes = gathering.finish(count, start)?;
    Ok(())
}

struct Gathering<'a> {
    header: &'a Header,
    nodes: Nodes,
    ids: IdSet,
    edges: u64,
    total_bytes: u64,
    names: &'a mut NameIndexes,
}

impl<'a> Gathering<'a> {
    fn new(header: &'a Header, room: usize, names: &'a mut NameIndexes) -> Gathering<'a> {
        let mut nodes = Nodes::default();
        nodes.kind.reserve_exact(room);
        nodes.name.reserve_exact(room);
        nodes.first_edge.reserve_exact(room + 1);
        nodes.id.reserve(room);
        nodes.self_size.reserve(room);
        Gathering {
            header,
            nodes,
            ids: IdSet::default(),
            edges: 0,
            total_bytes: 0,
            names,
        }
    }

    fn block(&mut self, block: Unsigned<'_>, before: u64) -> Result<(), Error> {
        let columns = &self.header.columns;
        let width = self.header.node_width as usize;
        for (index, record) in block.values.chunks_exact(width).enumerate() {
            let ordinal = before + index as u64;
            let error = |column: usize, kind: ErrorKind| {
                let path = format!("nodes[{ordinal}].{}", self.header.node_fields[column]);
                Err(Error::new(block.offset(index * width + column), path, kind))
            };
            if ordinal >= u64::from(self.header.node_count) {
                return error(0, self.header.too_many_nodes(ordinal + 1));
            }
            let (kind, name) = (record[columns.kind], record[columns.name]);
            if kind >= self.header.node_types.len() as u64 {
                let types = self.header.node_types.len() as u64;
                return error(columns.kind, ErrorKind::TypeIndex { index: kind, types });
            }
            if ordinal == 0 && self.header.node_types[kind as usize] != "synthetic" {
                let found = self.header.node_types[kind as usize].clone();
                return error(columns.kind, ErrorKind::Root(found));
            }
            if name > u64::from(u32::MAX) {
                return error(columns.name, too_large(name));
            }
            if self.names.is_new(NamedIn::Nodes, name) {
                let at = block.offset(index * width + columns.name);
                self.names.keep(NamedIn::Nodes, name, ordinal, at);
            }
            let id = record[columns.id];
            if !self.ids.insert(id) {
                return error(columns.id, ErrorKind::DuplicateId(SnapshotObjectId(id)));
            }
            let self_size = record[columns.self_size];
            self.total_bytes = self.total_bytes.saturating_add(self_size);
            if self.total_bytes > TOTAL_BYTES_MAX {
                return error(columns.self_size, ErrorKind::TotalBytes);
            }
            let edges = self.edges.saturating_add(record[columns.edge_count]);
            if edges > u64::from(self.header.edge_count) {
                let kind = ErrorKind::Count {
                    field: "edge_count",
                    declared: self.header.edge_count.into(),
                    found: edges,
                };
                return error(columns.edge_count, kind);
            }
            self.nodes.kind.push(kind as u8);
            self.nodes.name.push(name as u32);
            self.nodes.id.push(id);
            self.nodes.self_size.push(self_size);
            self.nodes.first_edge.push(self.edges as u32);
            self.edges = edges;
            if let Some(column) = columns.detachedness {
                let value = record[column];
                if value > 2 {
                    return error(column, ErrorKind::TooLarge { value, max: 2 });
                }
                self.nodes.detachedness.set(ordinal as u32, value as u32);
            }
            if let Some(column) = columns.trace_node {
                let value = record[column];
                if value > u64::from(u32::MAX) {
                    return error(column, too_large(value));
                }
                self.nodes.trace_node.set(ordinal as u32, value as u32);
            }
        }
        Ok(())
    }

    fn finish(mut self, count: u64, start: u64) -> Result<Nodes, Error> {
        if count == 0 {
            return Err(Error::new(start, "nodes", ErrorKind::NoNodes));
        }
        let declared = u64::from(self.header.node_count);
        if count != declared {
            let kind = ErrorKind::Count {
                field: "node_count",
                declared,
                found: count,
            };
            return Err(Error::new(self.header.node_count_at, "snapshot.node_count", kind));
        }
        self.nodes.first_edge.push(self.edges as u32);
        let nodes = &mut self.nodes;
        nodes.kind.shrink_to_fit();
        nodes.name.shrink_to_fit();
        nodes.first_edge.shrink_to_fit();
        nodes.id.shrink();
        nodes.self_size.shrink();
        nodes.detachedness.shrink();
        nodes.trace_node.shrink();
        Ok(self.nodes)
    }
}

fn too_large(value: u64) -> ErrorKind {
    ErrorKind::TooLarge {
        value,
        max: u32::MAX.into(),
    }
}
