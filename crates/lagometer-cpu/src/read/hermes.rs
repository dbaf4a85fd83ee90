//! Stack frames as Hermes writes them: by id, each with its caller.

use super::parts::{id_of, too_many_nodes};
use crate::frame::{fields, text, whole};
use crate::function::FunctionTable;
use crate::nodes::RawNodes;
use crate::{Error, Function, Limits, Position};
use lagometer_json::{Cursor, Kind, Raw, Reader, Stop};
use std::io;

/// `stackFrames`.
#[derive(Default)]
pub(crate) struct StackFrames {
    pub(crate) nodes: RawNodes,
}

/// One frame. Numbers are often written as texts; positions count from 1.
#[derive(Default)]
struct StackFrame {
    name: String,
    url: String,
    line: Option<i64>,
    column: Option<i64>,
    parent: Option<i64>,
}

impl StackFrames {
    pub(crate) fn read<R: io::Read>(
        &mut self,
        reader: &mut Reader<R>,
        functions: &mut FunctionTable,
        limits: &Limits,
    ) -> Result<(), Error> {
        let mut members = reader.object()?;
        while let Some(key) = reader.next_field(&mut members)? {
            let (key, at) = (key.decode().into_owned(), key.offset());
            let id = key.parse().ok().and_then(id_of);
            let id = id.ok_or_else(|| Error::out_of_range(at, "stackFrames"))?;
            if self.nodes.id.len() >= limits.nodes {
                return Err(Error::at(at, too_many_nodes(limits)));
            }
            let frame = match StackFrame::read(reader.raw()?) {
                Ok(frame) => frame,
                Err(Stop::Invalid(error)) => return Err(error.into()),
                Err(Stop::Incomplete) => return Err(Error::out_of_range(at, "stackFrames")),
            };
            let parent = frame.parent.and_then(id_of);
            let function = functions.of(frame.function());
            self.nodes.push(id, function, parent, &[]);
        }
        Ok(())
    }
}

impl StackFrame {
    fn read(raw: Raw<'_>) -> Result<StackFrame, Stop> {
        let mut frame = StackFrame::default();
        fields(&mut raw.cursor(), &mut |key, cursor| {
            match key {
                b"name" => frame.name = text(cursor)?,
                b"url" => frame.url = text(cursor)?,
                b"funcLine" => frame.line = whole(cursor)?,
                b"funcColumn" => frame.column = whole(cursor)?,
                b"parent" => frame.parent = parent(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        Ok(frame)
    }

    /// Hermes writes a function as `name(address:line:column)` where it knows the place.
    fn function(self) -> Function {
        let position = Position::of_old_node(self.line, self.column);
        let place = self
            .name
            .strip_suffix(')')
            .and_then(|name| name.split_once('('))
            .filter(|_| position.line.is_some());
        let (name, url) = match place {
            Some((name, place)) => {
                let mut parts = place.rsplitn(3, ':').skip(2);
                (name.to_owned(), parts.next().unwrap_or(place).to_owned())
            }
            None => (self.name, self.url),
        };
        Function { name, url, position }
    }
}

/// The caller; `null` at the foot.
fn parent(cursor: &mut Cursor<'_>) -> Result<Option<i64>, Stop> {
    if cursor.peek()? == Kind::Null {
        cursor.null()?;
        return Ok(None);
    }
    whole(cursor)
}
