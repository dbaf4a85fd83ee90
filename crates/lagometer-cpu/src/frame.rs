//! Reading values that may be of another kind than the format says, and call frames.

use crate::{Function, Position};
use lagometer_json::{Cursor, Kind, Stop};

/// A `callFrame`, positions from 0 on.
pub(crate) fn call_frame(cursor: &mut Cursor<'_>) -> Result<Function, Stop> {
    let (mut line, mut column) = (None, None);
    let mut function = Function {
        name: String::new(),
        url: String::new(),
        position: Position::default(),
    };
    fields(cursor, &mut |key, cursor| {
        match key {
            b"functionName" => function.name = text(cursor)?,
            b"url" => function.url = text(cursor)?,
            b"lineNumber" => line = whole(cursor)?,
            b"columnNumber" => column = whole(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    function.position = Position::of_call_frame(line, column);
    Ok(function)
}

/// Takes the name of a field and reads its value, exactly that.
pub(crate) type Visit<'v, 'a> = dyn FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Stop> + 'v;

/// Visits the fields of an object; any other value is passed over.
pub(crate) fn fields<'a>(cursor: &mut Cursor<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Object {
        return cursor.skip();
    }
    let mut fields = cursor.object()?;
    while let Some(key) = cursor.next_field(&mut fields)? {
        visit(&key.decode_bytes(), cursor)?;
    }
    Ok(())
}

/// A text; of another kind, an empty one.
pub(crate) fn text(cursor: &mut Cursor<'_>) -> Result<String, Stop> {
    if cursor.peek()? == Kind::String {
        return Ok(cursor.string()?.decode().into_owned());
    }
    cursor.skip()?;
    Ok(String::new())
}

/// A whole number, also in a text; the nearest one of a fraction.
pub(crate) fn whole(cursor: &mut Cursor<'_>) -> Result<Option<i64>, Stop> {
    match cursor.peek()? {
        Kind::Number => Ok(cursor.number()?.round_i64().map(|(number, _)| number)),
        Kind::String => {
            let text = cursor.string()?;
            let mut inner = Cursor::new(text.raw(), text.offset());
            Ok(match inner.number() {
                Ok(number) if inner.end().is_ok() => number.round_i64().map(|(number, _)| number),
                _ => None,
            })
        }
        _ => {
            cursor.skip()?;
            Ok(None)
        }
    }
}
