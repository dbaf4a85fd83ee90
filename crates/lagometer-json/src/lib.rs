//! Strict, streaming JSON reading over [`io::Read`](std::io::Read), every token with its byte
//! offset.
//!
//! Goes in: a byte stream or a slice. Comes out: what stands in it, in order, piece by piece as
//! the caller asks: texts with their escapes untouched, numbers as they are written, spans of
//! values, repeated member names as often as they come. A document of any size is read through a
//! window of a fixed size, and a value that nobody wants is passed over without being kept.
//!
//! It refuses everything that RFC 8259 does not allow, and every input that is not UTF-8, also in
//! what is passed over. Lone surrogates in escapes are allowed, as V8 writes them. [`Limits`] bound
//! the depth and what is held in memory. An [`Error`] has the offset of the first byte that is
//! wrong; neither it nor any other answer depends on how the input was cut into reads. A byte
//! order mark is refused too: whoever opens the container strips it.
//!
//! ```
//! use lagometer_json::{Cursor, Error, Limits, Reader, Stop, Text};
//!
//! struct Event<'a> {
//!     name: Option<Text<'a>>,
//!     dur: i64,
//! }
//!
//! impl<'a> Event<'a> {
//!     fn read(cursor: &mut Cursor<'a>) -> Result<Event<'a>, Stop> {
//!         let mut event = Event { name: None, dur: 0 };
//!         let mut fields = cursor.object()?;
//!         while let Some(key) = cursor.next_field(&mut fields)? {
//!             match &*key.decode_bytes() {
//!                 b"name" => event.name = Some(cursor.string()?),
//!                 b"dur" => event.dur = cursor.number()?.to_i64().unwrap_or(-1),
//!                 _ => cursor.skip()?,
//!             }
//!         }
//!         Ok(event)
//!     }
//! }
//!
//! fn total(input: impl std::io::Read) -> Result<i64, Error> {
//!     let mut total = 0;
//!     let mut reader = Reader::new(input, Limits::default());
//!     let mut top = reader.object()?;
//!     while let Some(key) = reader.next_field(&mut top)? {
//!         if !key.is("traceEvents") {
//!             reader.skip()?;
//!             continue;
//!         }
//!         let mut events = reader.array()?;
//!         reader.records(&mut events, |cursor| {
//!             // Only a call that comes past this line counts; others are made again.
//!             let event = Event::read(cursor)?;
//!             if event.name.is_some_and(|name| name.is("RunTask")) {
//!                 total += event.dur;
//!             }
//!             Ok(())
//!         })?;
//!     }
//!     reader.end()?;
//!     Ok(total)
//! }
//!
//! let trace = r#"{"metadata":{},"traceEvents":[{"name":"RunTask","dur":7},{"dur":1.5e3}]}"#;
//! assert_eq!(total(trace.as_bytes()).unwrap(), 7);
//! let error = total(&trace.as_bytes()[..60]).unwrap_err();
//! assert_eq!(error.to_string(), "unexpected end of the input at byte 60");
//! ```
//!
//! [`Reader::records`] is this loop, which can also be written out:
//!
//! ```
//! # use lagometer_json::{Error, Limits, Reader, Stop};
//! fn sum(input: impl std::io::Read) -> Result<i64, Error> {
//!     let mut sum = 0;
//!     let mut reader = Reader::new(input, Limits::default());
//!     let mut numbers = reader.array()?;
//!     let mut cursor = reader.cursor();
//!     loop {
//!         let (begin, before) = (cursor.offset(), numbers.clone());
//!         let result = match cursor.next_element(&mut numbers) {
//!             Ok(true) => cursor.number().map(Some),
//!             Ok(false) => Ok(None),
//!             Err(stop) => Err(stop),
//!         };
//!         match result {
//!             Ok(Some(number)) => sum += number.to_i64().unwrap_or(0),
//!             Ok(None) => return Ok(sum),
//!             Err(Stop::Invalid(error)) => return Err(error),
//!             Err(Stop::Incomplete) => {
//!                 numbers = before;
//!                 reader.advance(begin);
//!                 reader.refill()?;
//!                 cursor = reader.cursor();
//!             }
//!         }
//!     }
//! }
//! assert_eq!(sum(&b"[1, 2, 3]"[..]).unwrap(), 6);
//! ```
#![deny(missing_docs)]

mod container;
mod cursor;
mod error;
mod kind;
mod limits;
mod number;
mod raw;
mod reader;
mod scan;
mod skip;
mod text;
mod unsigned;
mod window;

pub use container::{Elements, Fields};
pub use cursor::Cursor;
pub use error::{Error, ErrorKind, Expected, Limit, Stop};
pub use kind::Kind;
pub use limits::Limits;
pub use number::Number;
pub use raw::Raw;
pub use reader::Reader;
pub use text::Text;
pub use unsigned::Unsigned;
