//! Reading a whole document in each of the ways that the crate offers.

use std::{io, iter};

use lagometer_json::{Cursor, Elements, Error, ErrorKind, Fields, Kind, Limits, Number, Reader, Stop, Text};
use serde_json::Value;

/// What reading handed out, and how it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// One line per token, with its absolute offset.
    pub tokens: Vec<String>,
    /// The text and the offset of the error.
    pub error: Option<(String, u64)>,
}

/// How the bytes are handed to a reader.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    pub chunk: usize,
    pub window: usize,
    pub limits: Limits,
}

/// Hands out at most `size` bytes at a time.
pub struct Chunks<'a> {
    pub bytes: &'a [u8],
    pub size: usize,
}

impl io::Read for Chunks<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(into.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        into[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(count)
    }
}

/// The calls that a cursor and a reader share.
trait Pull {
    type Stop;
    fn offset(&self) -> u64;
    fn peek(&mut self) -> Result<Kind, Self::Stop>;
    fn object(&mut self) -> Result<Fields, Self::Stop>;
    fn next_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'_>>, Self::Stop>;
    fn array(&mut self) -> Result<Elements, Self::Stop>;
    fn next_element(&mut self, elements: &mut Elements) -> Result<bool, Self::Stop>;
    fn string(&mut self) -> Result<Text<'_>, Self::Stop>;
    fn number(&mut self) -> Result<Number<'_>, Self::Stop>;
    fn boolean(&mut self) -> Result<bool, Self::Stop>;
    fn null(&mut self) -> Result<(), Self::Stop>;
}

macro_rules! pull {
    ($stop:ty) => {
        type Stop = $stop;
        fn offset(&self) -> u64 {
            self.offset()
        }
        fn peek(&mut self) -> Result<Kind, $stop> {
            self.peek()
        }
        fn object(&mut self) -> Result<Fields, $stop> {
            self.object()
        }
        fn next_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'_>>, $stop> {
            self.next_field(fields)
        }
        fn array(&mut self) -> Result<Elements, $stop> {
            self.array()
        }
        fn next_element(&mut self, elements: &mut Elements) -> Result<bool, $stop> {
            self.next_element(elements)
        }
        fn string(&mut self) -> Result<Text<'_>, $stop> {
            self.string()
        }
        fn number(&mut self) -> Result<Number<'_>, $stop> {
            self.number()
        }
        fn boolean(&mut self) -> Result<bool, $stop> {
            self.boolean()
        }
        fn null(&mut self) -> Result<(), $stop> {
            self.null()
        }
    };
}

impl Pull for Cursor<'_> {
    pull!(Stop);
}

impl<R: io::Read> Pull for Reader<R> {
    pull!(Error);
}

enum Open {
    Object(Fields),
    Array(Elements),
}

/// Reads one value token by token.
fn walk<P: Pull>(from: &mut P, tokens: &mut Vec<String>) -> Result<(), P::Stop> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        let kind = from.peek()?;
        let at = from.offset();
        match kind {
            Kind::Object => open.push(Open::Object(from.object()?)),
            Kind::Array => open.push(Open::Array(from.array()?)),
            Kind::String => {
                let text = from.string()?;
                assert_eq!(text.offset(), at + 1);
                tokens.push(format!("{at} string {:?}", text.decode()));
            }
            Kind::Number => {
                let number = from.number()?;
                assert_eq!(number.offset(), at);
                tokens.push(format!("{at} number {}", number.text()));
            }
            Kind::Bool => {
                let value = from.boolean()?;
                tokens.push(format!("{at} {value}"));
            }
            Kind::Null => {
                from.null()?;
                tokens.push(format!("{at} null"));
            }
        }
        if matches!(kind, Kind::Object | Kind::Array) {
            tokens.push(format!("{at} open"));
        }
        loop {
            let more = match open.last_mut() {
                None => return Ok(()),
                Some(Open::Array(elements)) => from.next_element(elements)?,
                Some(Open::Object(fields)) => match from.next_field(fields)? {
                    Some(key) => {
                        tokens.push(format!("{} key {:?}", key.offset(), key.decode()));
                        true
                    }
                    None => false,
                },
            };
            if more {
                break;
            }
            open.pop();
            tokens.push(format!("{} closed", from.offset()));
        }
    }
}

/// Token by token from memory.
pub fn by_cursor(bytes: &[u8]) -> Outcome {
    let mut tokens = Vec::new();
    let mut cursor = Cursor::new(bytes, 0);
    let result = walk(&mut cursor, &mut tokens).and_then(|()| cursor.end());
    Outcome {
        tokens,
        error: stopped(result, bytes),
    }
}

/// Token by token through a window.
pub fn by_reader(bytes: &[u8], delivery: Delivery) -> Outcome {
    let mut tokens = Vec::new();
    let mut reader = open(bytes, delivery);
    let result = walk(&mut reader, &mut tokens).and_then(|()| reader.end());
    Outcome {
        tokens,
        error: failed(result),
    }
}

/// Passing over everything, in memory: the error alone.
pub fn by_cursor_skip(bytes: &[u8]) -> Option<(String, u64)> {
    let mut cursor = Cursor::new(bytes, 0);
    let result = cursor.skip().and_then(|()| cursor.end());
    stopped(result, bytes)
}

/// Passing over everything through a window: the error alone.
pub fn by_reader_skip(bytes: &[u8], delivery: Delivery) -> Option<(String, u64)> {
    let mut reader = open(bytes, delivery);
    let result = reader.skip().and_then(|()| reader.end());
    failed(result)
}

/// The elements of an array as records, each of them token by token; with the end of the last
/// complete one.
pub fn by_records(bytes: &[u8], delivery: Delivery) -> (Outcome, u64) {
    let mut tokens = Vec::new();
    let mut reader = open(bytes, delivery);
    let mut elements = match reader.array() {
        Ok(elements) => elements,
        Err(error) => {
            let error = failed(Err(error));
            return (Outcome { tokens, error }, 0);
        }
    };
    let result = reader.records(&mut elements, |cursor| {
        let mut record = Vec::new();
        walk(cursor, &mut record)?;
        tokens.append(&mut record);
        Ok(())
    });
    let error = failed(result.and_then(|()| reader.end()));
    (Outcome { tokens, error }, elements.complete_until())
}

/// The document as serde_json would build it, from the tokens of a cursor.
pub fn value(bytes: &[u8]) -> Value {
    let mut cursor = Cursor::new(bytes, 0);
    build(&mut cursor)
}

fn build(cursor: &mut Cursor<'_>) -> Value {
    match cursor.peek().unwrap() {
        Kind::Object => {
            let mut fields = cursor.object().unwrap();
            iter::from_fn(|| {
                let key = cursor.next_field(&mut fields).unwrap()?;
                Some((key.decode().into_owned(), build(cursor)))
            })
            .collect()
        }
        Kind::Array => {
            let mut elements = cursor.array().unwrap();
            iter::from_fn(|| {
                let more = cursor.next_element(&mut elements).unwrap();
                more.then(|| build(cursor))
            })
            .collect()
        }
        Kind::String => cursor.string().unwrap().decode().into(),
        Kind::Number => number(cursor.number().unwrap()),
        Kind::Bool => cursor.boolean().unwrap().into(),
        Kind::Null => {
            cursor.null().unwrap();
            Value::Null
        }
    }
}

/// serde_json keeps what is written as an integer as one, and everything else as `f64`.
fn number(number: Number<'_>) -> Value {
    let integer = number.text().bytes().skip(1).all(|b| b.is_ascii_digit());
    if integer && number.text() != "-0" {
        if let Some(value) = number.to_u64() {
            return value.into();
        }
        if let Some(value) = number.to_i64() {
            return value.into();
        }
    }
    number.to_f64().unwrap().into()
}

fn open(bytes: &[u8], delivery: Delivery) -> Reader<Chunks<'_>> {
    let size = delivery.chunk;
    Reader::new(Chunks { bytes, size }, delivery.limits).with_window(delivery.window)
}

fn stopped(result: Result<(), Stop>, bytes: &[u8]) -> Option<(String, u64)> {
    match result {
        Ok(()) => None,
        Err(Stop::Invalid(error)) => failed(Err(error)),
        Err(Stop::Incomplete) => {
            let at = bytes.len() as u64;
            Some((format!("{} at byte {at}", ErrorKind::UnexpectedEnd), at))
        }
    }
}

fn failed(result: Result<(), Error>) -> Option<(String, u64)> {
    let error = result.err()?;
    Some((error.to_string(), error.at))
}
