//! What measures, marks and `console.timeStamp` say beside their name and time.

use super::{boolean, data_fields, fields, text, whole};
use lagometer_json::{Cursor, Kind, Raw, Stop, Text};
use std::borrow::Cow;

/// What a measure or a mark says of itself in its `detail`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Detail<'a> {
    /// The JSON text that the page wrote; absent where Lagometer wrote it.
    pub(crate) page: Option<Cow<'a, [u8]>>,
    /// The id that Lagometer gave the measure.
    pub(crate) lagometer: Option<String>,
    /// Whether the function that Lagometer measured threw.
    pub(crate) threw: bool,
}

/// What `console.timeStamp` was given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeStamp<'a> {
    pub(crate) name: Option<Text<'a>>,
    /// Where it stands for a stretch of time: from when to when, on Chrome's clock.
    pub(crate) start: Option<i64>,
    pub(crate) end: Option<i64>,
    pub(crate) track: Option<Text<'a>>,
}

/// Of a measure: its detail.
pub(crate) fn measure_detail(args: Raw<'_>) -> Detail<'_> {
    let mut found = Detail::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"detail" => {
            found = detail(cursor)?;
            Ok(())
        }
        _ => cursor.skip(),
    });
    found
}

/// Of a mark: its detail.
pub(crate) fn mark_detail(args: Raw<'_>) -> Detail<'_> {
    let mut found = Detail::default();
    data_fields(args, &mut |key, cursor| match key {
        b"detail" => {
            found = detail(cursor)?;
            Ok(())
        }
        _ => cursor.skip(),
    });
    found
}

/// Of `TimeStamp`: what it was given.
pub(crate) fn time_stamp(args: Raw<'_>) -> TimeStamp<'_> {
    let mut data = TimeStamp::default();
    data_fields(args, &mut |key, cursor| {
        match key {
            b"message" => data.name = text(cursor)?.or(data.name),
            b"name" => data.name = data.name.or(text(cursor)?),
            b"start" => data.start = whole(cursor)?,
            b"end" => data.end = whole(cursor)?,
            b"track" => data.track = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    data
}

/// A detail as JSON text: Chrome writes it as a string that holds it, others as it is; ours is always
/// in a string. Nothing where it is `null`, which is what the trace has where the page gave none.
fn detail<'a>(cursor: &mut Cursor<'a>) -> Result<Detail<'a>, Stop> {
    let (text, in_string) = match cursor.peek()? {
        Kind::String => (cursor.string()?.decode_bytes(), true),
        _ => (Cow::Borrowed(cursor.raw()?.bytes), false),
    };
    if text.is_empty() || text.as_ref() == b"null" {
        return Ok(Detail::default());
    }
    Ok(match in_string {
        true => told_apart(text),
        false => Detail {
            page: Some(text),
            ..Detail::default()
        },
    })
}

/// The detail of somebody else, or of Lagometer: `{"lagometer": {"id": "1", "threw": true}}`.
fn told_apart(page: Cow<'_, [u8]>) -> Detail<'_> {
    let mut ours = None;
    let _ = fields(&mut Cursor::new(&page, 0), &mut |key, cursor| match key {
        b"lagometer" => {
            ours = Some(of_lagometer(cursor)?);
            Ok(())
        }
        _ => cursor.skip(),
    });
    match ours {
        Some((id, threw)) => Detail {
            page: None,
            lagometer: id,
            threw,
        },
        None => Detail {
            page: Some(page),
            ..Detail::default()
        },
    }
}

fn of_lagometer(cursor: &mut Cursor<'_>) -> Result<(Option<String>, bool), Stop> {
    let (mut id, mut threw) = (None, false);
    fields(cursor, &mut |key, cursor| {
        match key {
            b"id" => id = text(cursor)?.map(|id| id.decode().into_owned()),
            b"threw" => threw = boolean(cursor)? == Some(true),
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok((id, threw))
}
