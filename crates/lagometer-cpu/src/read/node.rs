//! One node of the list `nodes`, and one object of the list `samples`.

use crate::frame::{self, fields, whole};
use crate::position::ticked_line;
use lagometer_json::{Cursor, Kind, Raw, Stop};

/// A node as it stands in the file; lists go into a [`Scratch`].
pub(crate) struct NodeRecord<'a> {
    pub(crate) offset: u64,
    pub(crate) id: Option<i64>,
    pub(crate) frame: Option<Raw<'a>>,
    pub(crate) parent: Option<i64>,
}

/// What a node lists. It is filled anew by every reading, so that one that is made again leaves
/// nothing behind.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) children: Vec<i64>,
    /// Lines from 1 on, and how often they were hit.
    pub(crate) ticks: Vec<(u32, u32)>,
}

impl<'a> NodeRecord<'a> {
    pub(crate) fn read(cursor: &mut Cursor<'a>, scratch: &mut Scratch) -> Result<NodeRecord<'a>, Stop> {
        scratch.children.clear();
        scratch.ticks.clear();
        // Behind white space stands the node itself.
        cursor.peek()?;
        let mut node = NodeRecord {
            offset: cursor.offset(),
            id: None,
            frame: None,
            parent: None,
        };
        let mut fields = cursor.object()?;
        while let Some(key) = cursor.next_field(&mut fields)? {
            match &*key.decode_bytes() {
                b"id" => node.id = whole(cursor)?,
                b"callFrame" => node.frame = Some(cursor.raw()?),
                b"children" => children(cursor, &mut scratch.children)?,
                b"positionTicks" => ticks(cursor, &mut scratch.ticks)?,
                b"parent" => node.parent = whole(cursor)?,
                _ => cursor.skip()?,
            }
        }
        Ok(node)
    }
}

/// Ids; what is no number is an id that no node has.
fn children(cursor: &mut Cursor<'_>, into: &mut Vec<i64>) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Array {
        return cursor.skip();
    }
    let mut elements = cursor.array()?;
    while cursor.next_element(&mut elements)? {
        into.push(whole(cursor)?.unwrap_or(-1));
    }
    Ok(())
}

/// `positionTicks` of today and `lineTicks` of old.
pub(crate) fn ticks(cursor: &mut Cursor<'_>, into: &mut Vec<(u32, u32)>) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Array {
        return cursor.skip();
    }
    let mut elements = cursor.array()?;
    while cursor.next_element(&mut elements)? {
        let (mut line, mut hits) = (None, None);
        fields(cursor, &mut |key, cursor| {
            match key {
                b"line" => line = whole(cursor)?,
                b"ticks" | b"hitCount" => hits = whole(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        let line = line.and_then(ticked_line);
        let hits = hits.and_then(|hits| u32::try_from(hits).ok());
        if let (Some(line), Some(hits)) = (line, hits) {
            into.push((line.get(), hits));
        }
    }
    Ok(())
}

/// An object of the list `samples`: of Hermes, or of a sampling heap profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectSample {
    pub(crate) offset: u64,
    /// Hermes: when, in microseconds.
    pub(crate) ts: Option<i64>,
    /// Hermes: the stack frame.
    pub(crate) stack_frame: Option<i64>,
    /// Heap: the node.
    pub(crate) node: Option<i64>,
}

impl ObjectSample {
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<ObjectSample, Stop> {
        cursor.peek()?;
        let mut sample = ObjectSample {
            offset: cursor.offset(),
            ts: None,
            stack_frame: None,
            node: None,
        };
        frame::fields(cursor, &mut |key, cursor| {
            match key {
                b"ts" => sample.ts = whole(cursor)?,
                b"sf" => sample.stack_frame = whole(cursor)?,
                b"nodeId" => sample.node = whole(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        Ok(sample)
    }
}
