//! The ways of reading a trace that are compared.

use std::io::Read;

use anyhow::Result;
use lagometer_json::{Cursor, Kind, Limits, Reader, Stop};
use serde::de::IgnoredAny;

/// What was seen, so that nothing is optimised away and two ways can be held against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Elements of `traceEvents`, or of an array at the top.
    pub records: u64,
    /// Names, values, and closing brackets.
    pub tokens: u64,
    /// The sum of the integers in `dur` of the records.
    pub dur_us: i64,
}

/// Passes over the whole document: the grammar and nothing else.
pub fn skip(input: impl Read) -> Result<Counts> {
    let mut reader = Reader::new(input, Limits::default());
    reader.skip()?;
    reader.end()?;
    Ok(Counts::default())
}

/// Passes over each record by itself.
pub fn skip_records(input: impl Read) -> Result<Counts> {
    let mut counts = Counts::default();
    each_record(input, |cursor| {
        cursor.skip()?;
        counts.records += 1;
        Ok(())
    })?;
    Ok(counts)
}

/// Reads the fields that a trace reader wants of each record, and keeps the span of `args`.
pub fn events(input: impl Read) -> Result<Counts> {
    let mut counts = Counts::default();
    each_record(input, |cursor| {
        let dur = event(cursor)?;
        counts.records += 1;
        counts.dur_us += dur;
        Ok(())
    })?;
    Ok(counts)
}

/// Pulls every token of each record.
pub fn tokens(input: impl Read) -> Result<Counts> {
    let mut counts = Counts::default();
    each_record(input, |cursor| {
        let seen = record_tokens(cursor)?;
        counts.records += 1;
        counts.tokens += seen;
        Ok(())
    })?;
    Ok(counts)
}

/// Sums the integers of an array of nothing else, as the columns of a heap snapshot are.
pub fn integers(input: impl Read) -> Result<Counts> {
    let mut counts = Counts::default();
    let mut reader = Reader::new(input, Limits::default());
    let mut numbers = reader.array()?;
    reader.records(&mut numbers, |cursor| {
        let value = cursor.number()?.to_u64();
        counts.records += 1;
        counts.tokens = counts.tokens.wrapping_add(value.unwrap_or(0));
        Ok(())
    })?;
    reader.end()?;
    Ok(counts)
}

/// The peer: serde_json, the file in memory, every value ignored.
pub fn serde_json(mut input: impl Read) -> Result<Counts> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    serde_json::from_slice::<IgnoredAny>(&bytes)?;
    Ok(Counts::default())
}

/// The peer, with the check of UTF-8 that it leaves out for what is ignored.
pub fn serde_json_utf8(mut input: impl Read) -> Result<Counts> {
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    serde_json::from_str::<IgnoredAny>(&text)?;
    Ok(Counts::default())
}

/// The floor: reading and checking UTF-8 through the same window, and no grammar.
pub fn window_only(input: impl Read) -> Result<Counts> {
    let mut reader = Reader::new(input, Limits::default());
    loop {
        if let Err(error) = reader.refill() {
            return match error.kind {
                lagometer_json::ErrorKind::UnexpectedEnd => Ok(Counts::default()),
                _ => Err(error.into()),
            };
        }
        let window = reader.cursor().remaining() as u64;
        reader.advance(reader.offset() + window);
    }
}

fn each_record(input: impl Read, each: impl FnMut(&mut Cursor<'_>) -> Result<(), Stop>) -> Result<()> {
    let mut reader = Reader::new(input, Limits::default());
    if reader.peek()? == Kind::Array {
        let mut records = reader.array()?;
        reader.records(&mut records, each)?;
        reader.end()?;
        return Ok(());
    }
    let mut each = each;
    let mut top = reader.object()?;
    while let Some(key) = reader.next_field(&mut top)? {
        if key.is("traceEvents") {
            let mut records = reader.array()?;
            reader.records(&mut records, &mut each)?;
        } else {
            reader.skip()?;
        }
    }
    reader.end()?;
    Ok(())
}

fn event(cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    let (mut sum, mut length) = (0, 0);
    let mut fields = cursor.object()?;
    while let Some(key) = cursor.next_field(&mut fields)? {
        match &*key.decode_bytes() {
            b"name" | b"cat" | b"ph" => length += cursor.string()?.raw().len(),
            b"dur" => sum += integer(cursor)?,
            b"ts" | b"tdur" | b"pid" | b"tid" => length += usize::from(integer(cursor)? != 0),
            b"args" | b"id" | b"id2" => length += cursor.raw()?.bytes.len(),
            _ => cursor.skip()?,
        }
    }
    Ok(if length == 0 { 0 } else { sum })
}

fn integer(cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    match cursor.peek()? {
        Kind::Number => Ok(cursor.number()?.round_i64().map_or(0, |(value, _)| value)),
        _ => {
            cursor.skip()?;
            Ok(0)
        }
    }
}

/// Counts the tokens of a value, with an explicit stack.
fn record_tokens(cursor: &mut Cursor<'_>) -> Result<u64, Stop> {
    enum Open {
        Object(lagometer_json::Fields),
        Array(lagometer_json::Elements),
    }
    let mut open = Vec::new();
    let mut tokens = 0;
    loop {
        tokens += 1;
        match cursor.peek()? {
            Kind::Object => open.push(Open::Object(cursor.object()?)),
            Kind::Array => open.push(Open::Array(cursor.array()?)),
            Kind::String => drop(cursor.string()?),
            Kind::Number => drop(cursor.number()?),
            Kind::Bool => drop(cursor.boolean()?),
            Kind::Null => cursor.null()?,
        }
        loop {
            let more = match open.last_mut() {
                None => return Ok(tokens),
                Some(Open::Object(fields)) => cursor.next_field(fields)?.is_some(),
                Some(Open::Array(elements)) => cursor.next_element(elements)?,
            };
            if more {
                break;
            }
            tokens += 1;
            open.pop();
        }
    }
}

#[cfg(test)]
mod tests;
