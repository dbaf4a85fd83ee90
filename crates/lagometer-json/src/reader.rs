//! Reading values out of a stream.

use std::{convert::Infallible, io, ops::ControlFlow};

use crate::{
    Cursor, Elements, Error, Fields, Kind, Limits, Number, Raw, Stop, Text, scan::TextSpan, skip::Skip,
    window::Window,
};

/// The size of the window to begin with.
const WINDOW: usize = 1 << 20;

/// Reads a document from a stream through a window, whatever its size.
///
/// Its calls are those of a [`Cursor`], and fetch more of the input when they need it. For many
/// small values, [`records`](Reader::records) reads them straight out of the window.
pub struct Reader<R> {
    window: Window<R>,
    limits: Limits,
    depth: u32,
}

impl<R: io::Read> Reader<R> {
    /// Reads `input` from its first byte on, with a window of 1 MiB.
    pub fn new(input: R, limits: Limits) -> Reader<R> {
        Reader {
            window: Window::new(input, &limits, WINDOW),
            limits,
            depth: 0,
        }
    }

    /// Sets the size of the window to begin with. It grows when a value does not fit, up to
    /// [`Limits::value_bytes`], which also bounds this size.
    pub fn with_window(mut self, bytes: usize) -> Reader<R> {
        self.window.set_size(bytes);
        self
    }

    /// Lets the offsets start at `offset`, for an input of which the beginning was read already.
    pub fn with_base_offset(mut self, offset: u64) -> Reader<R> {
        self.window.set_base(offset);
        self
    }

    /// Absolute offset of the next unread byte.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.window.offset()
    }

    /// The kind of the next value, which is not consumed; white space before it is.
    pub fn peek(&mut self) -> Result<Kind, Error> {
        self.pull(|cursor| cursor.peek())
    }

    /// Consumes `{`.
    pub fn object(&mut self) -> Result<Fields, Error> {
        self.pull(|cursor| cursor.object())
    }

    /// The name of the next member, which ends before its value, or `None` after consuming `}`.
    pub fn next_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'_>>, Error> {
        let span = self.pull(|cursor| cursor.any_key(fields))?;
        Ok(span.map(|span| self.text(span)))
    }

    /// Consumes `[`.
    pub fn array(&mut self) -> Result<Elements, Error> {
        self.pull(|cursor| cursor.array())
    }

    /// Whether another element comes, and then stands before it; `false` after consuming `]`.
    pub fn next_element(&mut self, elements: &mut Elements) -> Result<bool, Error> {
        elements.completed(self.offset());
        self.pull(|cursor| cursor.step(elements))
    }

    /// Reads a string.
    pub fn string(&mut self) -> Result<Text<'_>, Error> {
        let span = self.pull(|cursor| cursor.any_string())?;
        Ok(self.text(span))
    }

    /// Reads a number.
    pub fn number(&mut self) -> Result<Number<'_>, Error> {
        let span = self.pull(|cursor| cursor.any_number())?;
        let (bytes, _) = self.window.bytes();
        Ok(Number::new(bytes, self.window.base(), span))
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Error> {
        self.pull(|cursor| cursor.boolean())
    }

    /// Reads `null`.
    pub fn null(&mut self) -> Result<(), Error> {
        self.pull(|cursor| cursor.null())
    }

    /// Reads a value of any kind as a whole into the window, and returns its span.
    pub fn raw(&mut self) -> Result<Raw<'_>, Error> {
        let (offset, length) = self.pull(|cursor| {
            let raw = cursor.raw()?;
            Ok((raw.offset, raw.bytes.len()))
        })?;
        let (bytes, end) = self.window.bytes();
        Ok(Raw {
            bytes: &bytes[end - length..end],
            offset,
        })
    }

    /// Passes over a value of any kind and any size, with the full grammar. Nothing of it is kept.
    pub fn skip(&mut self) -> Result<(), Error> {
        let mut skip = Skip::default();
        self.pull(|cursor| cursor.resume(&mut skip))
    }

    /// Checks that only white space follows, up to the end of the input.
    pub fn end(&mut self) -> Result<(), Error> {
        self.pull(|cursor| cursor.end())
    }

    /// Calls `each` for every element of an array from the next one on, until `]` is consumed.
    ///
    /// `each` reads exactly one value from the cursor. Where that does not end in the window, the
    /// call returns [`Stop::Incomplete`], has no other effect, and is made again with more of the
    /// input: what it reads may be borrowed from the window, and is to be used after the last `?`.
    pub fn records<F>(&mut self, elements: &mut Elements, mut each: F) -> Result<(), Error>
    where
        F: FnMut(&mut Cursor<'_>) -> Result<(), Stop>,
    {
        let each = |cursor: &mut Cursor<'_>| each(cursor).map(ControlFlow::Continue);
        match self.try_records::<Infallible, _>(elements, each)? {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(never) => match never {},
        }
    }

    /// As [`records`](Reader::records), until `each` breaks: with an error of the caller, say.
    /// The element that broke is consumed, and the next call goes on after it.
    pub fn try_records<B, F>(&mut self, elements: &mut Elements, mut each: F) -> Result<ControlFlow<B>, Error>
    where
        F: FnMut(&mut Cursor<'_>) -> Result<ControlFlow<B>, Stop>,
    {
        let mut pending = false;
        loop {
            let mut cursor = self.cursor();
            let result = drain(&mut cursor, elements, &mut pending, &mut each);
            cursor.skip_whitespace();
            let (to, depth) = (cursor.offset(), cursor.depth());
            self.window.advance(to);
            self.depth = depth;
            match result {
                Ok(flow) => return Ok(flow),
                Err(Stop::Incomplete) => self.refill()?,
                Err(Stop::Invalid(error)) => return Err(error),
            }
        }
    }

    /// A cursor over what is in the window. When it stops with [`Stop::Incomplete`],
    /// [`advance`](Reader::advance) to where the value began, [`refill`](Reader::refill), and take
    /// a new one.
    #[inline]
    pub fn cursor(&mut self) -> Cursor<'_> {
        let (bytes, start) = self.window.bytes();
        let mut cursor = Cursor::over(
            bytes,
            self.window.base(),
            self.window.tail(),
            self.depth,
            self.limits.depth,
        );
        cursor.go_to(start);
        cursor
    }

    /// Marks what is before the absolute offset `to` as read: an offset that a
    /// [`cursor`](Reader::cursor) had with as many objects and arrays open as at its start.
    ///
    /// # Panics
    /// If `to` is before the offset of the reader or beyond the window.
    #[inline]
    pub fn advance(&mut self, to: u64) {
        self.window.advance(to);
    }

    /// Keeps the unread part of the window and reads more behind it. Fails with
    /// [`UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd) when there is no more, and with
    /// [`LimitExceeded`](crate::ErrorKind::LimitExceeded) when the unread part is as large as a value may be.
    pub fn refill(&mut self) -> Result<(), Error> {
        self.window.refill()
    }

    /// Reads something from the window, with refills until it is there as a whole.
    #[inline]
    fn pull<T>(&mut self, mut read: impl FnMut(&mut Cursor<'_>) -> Result<T, Stop>) -> Result<T, Error> {
        loop {
            let mut cursor = self.cursor();
            let result = read(&mut cursor);
            if matches!(result, Err(Stop::Incomplete)) {
                // White space before a token is never needed again, and may be endless.
                cursor.skip_whitespace();
            }
            let (to, depth) = (cursor.offset(), cursor.depth());
            self.window.advance(to);
            match result {
                Ok(value) => {
                    self.depth = depth;
                    return Ok(value);
                }
                Err(Stop::Incomplete) => self.refill()?,
                Err(Stop::Invalid(error)) => return Err(error),
            }
        }
    }

    /// Goes on at an absolute offset, with so many levels open.
    pub(crate) fn go_on(&mut self, to: u64, depth: u32) {
        self.window.advance(to);
        self.depth = depth;
    }

    fn text(&self, span: TextSpan) -> Text<'_> {
        let (bytes, _) = self.window.bytes();
        Text::new(bytes, self.window.base(), span)
    }
}

/// Calls `each` for every element in the window. Any return leaves the cursor where to go on, and
/// in `pending` whether that is before an element that [`Cursor::step`] has announced already.
#[inline]
fn drain<B, F>(
    cursor: &mut Cursor<'_>,
    elements: &mut Elements,
    pending: &mut bool,
    each: &mut F,
) -> Result<ControlFlow<B>, Stop>
where
    F: FnMut(&mut Cursor<'_>) -> Result<ControlFlow<B>, Stop>,
{
    loop {
        if !*pending {
            if !cursor.step(elements)? {
                return Ok(ControlFlow::Continue(()));
            }
            *pending = true;
        }
        let before = *cursor;
        let flow = match each(cursor) {
            Ok(flow) => flow,
            Err(stop) => {
                *cursor = before;
                return Err(stop);
            }
        };
        assert_eq!(cursor.depth(), before.depth(), "a call reads exactly one value");
        *pending = false;
        elements.completed(cursor.offset());
        if flow.is_break() {
            return Ok(flow);
        }
    }
}

#[cfg(test)]
mod tests;
