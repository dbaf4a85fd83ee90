//! Trees that are written nested: the old form of CPU profiles, and sampling heap profiles.

use super::node;
use super::parts::{id_of, in_range, too_many_nodes};
use crate::frame::{text, whole};
use crate::function::FunctionTable;
use crate::nodes::NONE;
use crate::oddity::{Odd, Oddities};
use crate::{Error, Function, Limits, Nodes, Position, Tick};
use lagometer_json::{Cursor, Elements, Fields, Kind, Reader, Stop};
use std::io;

/// A tree under `head`.
#[derive(Default)]
pub(crate) struct HeadTree {
    pub(crate) nodes: Nodes,
    pub(crate) id: Vec<u32>,
    /// `selfSize` of each node, 0 where there is none.
    pub(crate) bytes: Vec<i64>,
    pub(crate) sized: bool,
    pub(crate) ticks: Vec<Tick>,
}

/// A node of which the end has not been read.
struct Open {
    node: u32,
    fields: Fields,
    /// Its children, while they are read.
    children: Option<Elements>,
    record: HeadNode,
    at: u64,
}

/// A node without its children: positions from 1 on in the old form, from 0 on in `callFrame`.
#[derive(Default)]
struct HeadNode {
    id: Option<i64>,
    size: Option<i64>,
    name: String,
    url: String,
    line: Option<i64>,
    column: Option<i64>,
    frame: Option<Function>,
    ticks: Vec<(u32, u32)>,
}

impl HeadTree {
    pub(crate) fn has_sizes(&self) -> bool {
        self.sized
    }

    /// Reads the tree without recursion: stacks may be deep.
    pub(crate) fn read<R: io::Read>(
        &mut self,
        reader: &mut Reader<R>,
        functions: &mut FunctionTable,
        limits: &Limits,
        oddities: &mut Oddities,
    ) -> Result<(), Error> {
        let mut open = vec![self.open(reader, NONE, limits)?];
        while let Some(node) = open.last_mut() {
            if let Some(children) = &mut node.children {
                if !reader.next_element(children)? {
                    node.children = None;
                } else if reader.peek()? == Kind::Object {
                    let parent = node.node;
                    open.push(self.open(reader, parent, limits)?);
                } else {
                    oddities.at(Odd::WrongKind, reader.offset());
                    reader.skip()?;
                }
                continue;
            }
            let Some(key) = reader.next_field(&mut node.fields)? else {
                let node = open.pop().expect("there is a last one");
                self.close(node, functions)?;
                continue;
            };
            let key = key.decode_bytes().into_owned();
            if key == b"children" && reader.peek()? == Kind::Array {
                node.children = Some(reader.array()?);
                continue;
            }
            let value = reader.raw()?;
            match node.record.field(&key, &mut value.cursor()) {
                Ok(()) => {}
                Err(Stop::Invalid(error)) => return Err(error.into()),
                Err(Stop::Incomplete) => oddities.at(Odd::WrongKind, value.offset),
            }
        }
        Ok(())
    }

    fn open<R: io::Read>(
        &mut self,
        reader: &mut Reader<R>,
        parent: u32,
        limits: &Limits,
    ) -> Result<Open, Error> {
        let at = reader.offset();
        if self.id.len() >= limits.nodes {
            return Err(Error::at(at, too_many_nodes(limits)));
        }
        let fields = reader.object()?;
        let node = self.id.len() as u32;
        // Its place is taken now, since its fields may stand behind its children.
        self.id.push(NONE);
        self.bytes.push(0);
        self.nodes.parent.push(parent);
        self.nodes.function.push(0);
        Ok(Open {
            node,
            fields,
            children: None,
            record: HeadNode::default(),
            at,
        })
    }

    fn close(&mut self, open: Open, functions: &mut FunctionTable) -> Result<(), Error> {
        let (node, at) = (open.node as usize, open.at);
        let record = open.record;
        // Heap profiles before Node 12 have none; nothing refers to their nodes.
        if let Some(id) = record.id {
            self.id[node] = id_of(id).ok_or_else(|| Error::out_of_range(at, "id"))?;
        }
        if let Some(size) = record.size {
            self.sized = true;
            let fits = in_range(&size) && size >= 0;
            self.bytes[node] = if fits {
                size
            } else {
                return Err(Error::out_of_range(at, "selfSize"));
            };
        }
        self.ticks.extend(record.ticks.iter().map(|&(line, ticks)| Tick {
            node: open.node,
            line,
            ticks,
        }));
        let function = record.frame.unwrap_or(Function {
            name: record.name,
            url: record.url,
            position: Position::of_old_node(record.line, record.column),
        });
        self.nodes.function[node] = functions.of(function);
        Ok(())
    }
}

impl HeadNode {
    fn field(&mut self, key: &[u8], cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        match key {
            b"id" => self.id = whole(cursor)?,
            b"selfSize" => self.size = whole(cursor)?,
            b"functionName" => self.name = text(cursor)?,
            b"url" => self.url = text(cursor)?,
            b"lineNumber" => self.line = whole(cursor)?,
            b"columnNumber" => self.column = whole(cursor)?,
            b"callFrame" => self.frame = Some(crate::frame::call_frame(cursor)?),
            b"positionTicks" | b"lineTicks" => node::ticks(cursor, &mut self.ticks)?,
            _ => {}
        }
        Ok(())
    }
}
