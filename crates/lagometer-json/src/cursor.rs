//! Reading values out of bytes that are in memory.

mod general;

use crate::{
    Elements, Error, ErrorKind, Expected, Fields, Kind, Limits, Number, Raw, Stop, Text,
    container::Place,
    scan::{self, Halt, NumberSpan, TextSpan},
    skip::{NumberEnd, Scope, Skip},
};

/// A place in bytes that are in memory, and the grammar from there on.
///
/// A call that returns a [`Stop`] leaves the cursor, and the [`Fields`] or [`Elements`] given to
/// it, as they were. A cursor is a few words and `Copy`: keep one to come back to its place.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    base: u64,
    tail: Tail,
    depth: u32,
    depth_limit: u32,
}

/// What follows the bytes of a cursor, all of which are valid UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Not known yet.
    More,
    /// Nothing.
    End,
    /// The start of a character, this byte first, and then nothing.
    CutCharacter(u8),
    /// Something that is not UTF-8.
    Invalid,
}

impl<'a> Cursor<'a> {
    /// A cursor over a complete document or value, which [`Stop::Incomplete`] then says is cut.
    /// `base_offset` is the absolute offset of the first byte. The depth limit is the default.
    pub fn new(bytes: &'a [u8], base_offset: u64) -> Cursor<'a> {
        let (valid, tail) = match std::str::from_utf8(bytes) {
            Ok(_) => (bytes.len(), Tail::End),
            Err(error) if error.error_len().is_none() => {
                let valid = error.valid_up_to();
                (valid, Tail::CutCharacter(bytes[valid]))
            }
            Err(error) => (error.valid_up_to(), Tail::Invalid),
        };
        Cursor::over(&bytes[..valid], base_offset, tail, 0, Limits::default().depth)
    }

    /// `bytes` must be valid UTF-8, followed by `tail`; `depth` levels are open around them.
    pub(crate) fn over(bytes: &'a [u8], base: u64, tail: Tail, depth: u32, depth_limit: u32) -> Cursor<'a> {
        Cursor {
            bytes,
            at: 0,
            base,
            tail,
            depth,
            depth_limit,
        }
    }

    /// The same with another limit of depth.
    pub fn with_depth_limit(mut self, depth: u32) -> Cursor<'a> {
        self.depth_limit = depth;
        self
    }

    /// Absolute offset of the next unread byte.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// How many bytes are in memory from here on.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The kind of the next value, which is not consumed; white space before it is.
    #[inline(always)]
    pub fn peek(&mut self) -> Result<Kind, Stop> {
        match self.bytes.get(self.at).copied().and_then(Kind::of) {
            Some(kind) => Ok(kind),
            None => self.peek_past(),
        }
    }

    /// Consumes `{`.
    #[inline]
    pub fn object(&mut self) -> Result<Fields, Stop> {
        let depth = self.open(b'{', Kind::Object)?;
        Ok(Fields {
            place: Place::First,
            depth,
        })
    }

    /// The name of the next member, which ends before its value, or `None` after consuming `}`.
    #[inline(always)]
    pub fn next_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'a>>, Stop> {
        let span = match self.compact_key(fields) {
            Some(span) => {
                fields.place = Place::Next;
                // Behind the quote and the colon.
                self.at = span.end + 2;
                self.depth = fields.depth;
                span
            }
            None => match self.any_key(fields)? {
                Some(span) => span,
                None => return Ok(None),
            },
        };
        Ok(Some(Text::new(self.bytes, self.base, span)))
    }

    /// The usual case of [`any_key`](Cursor::any_key), to be inlined: no white space, no escapes,
    /// not the end. None in any other case.
    #[inline(always)]
    fn compact_key(&self, fields: &Fields) -> Option<TextSpan> {
        let quote = match fields.place {
            Place::First => self.at,
            Place::Next if self.bytes.get(self.at) == Some(&b',') => self.at + 1,
            Place::Next | Place::Closed => return None,
        };
        let span = self.compact_text(quote)?;
        (self.bytes.get(span.end + 1) == Some(&b':')).then_some(span)
    }

    /// The text without escapes whose opening quote is at `quote`.
    #[inline(always)]
    fn compact_text(&self, quote: usize) -> Option<TextSpan> {
        if self.bytes.get(quote) != Some(&b'"') {
            return None;
        }
        let (start, end) = (quote + 1, scan::special(self.bytes, quote + 1));
        (self.bytes.get(end) == Some(&b'"')).then_some(TextSpan {
            start,
            end,
            has_escapes: false,
        })
    }

    /// Consumes `[`.
    #[inline]
    pub fn array(&mut self) -> Result<Elements, Stop> {
        let depth = self.open(b'[', Kind::Array)?;
        Ok(Elements {
            place: Place::First,
            depth,
            complete_until: self.offset(),
            trailing_comma: None,
        })
    }

    /// Whether another element comes, and then stands before it; `false` after consuming `]`.
    #[inline]
    pub fn next_element(&mut self, elements: &mut Elements) -> Result<bool, Stop> {
        elements.complete_until = self.offset();
        self.step(elements)
    }

    /// As [`next_element`](Cursor::next_element), without a note of where the last one ended.
    #[inline(always)]
    pub(crate) fn step(&mut self, elements: &mut Elements) -> Result<bool, Stop> {
        let usual = elements.place == Place::Next && elements.trailing_comma.is_none();
        if usual && self.bytes.get(self.at) == Some(&b',') {
            self.at += 1;
            self.depth = elements.depth;
            return Ok(true);
        }
        self.any_element(elements)
    }

    /// Reads a string.
    #[inline(always)]
    pub fn string(&mut self) -> Result<Text<'a>, Stop> {
        let span = match self.compact_text(self.at) {
            Some(span) => {
                self.at = span.end + 1;
                span
            }
            None => self.any_string()?,
        };
        Ok(Text::new(self.bytes, self.base, span))
    }

    /// Reads a number.
    #[inline(always)]
    pub fn number(&mut self) -> Result<Number<'a>, Stop> {
        let span = match self.compact_number() {
            Some(span) => {
                self.at = span.end;
                span
            }
            None => self.any_number()?,
        };
        Ok(Number::new(self.bytes, self.base, span))
    }

    /// The usual case of [`any_number`](Cursor::any_number), to be inlined: digits alone, and
    /// after them what ends a value.
    #[inline(always)]
    fn compact_number(&self) -> Option<NumberSpan> {
        let start = self.at;
        let (end, magnitude) = scan::integer(self.bytes, start);
        let ended = matches!(self.bytes.get(end), Some(b',' | b'}' | b']'));
        let leading_zero = self.bytes.get(start) == Some(&b'0') && end > start + 1;
        (end > start && ended && !leading_zero).then_some(NumberSpan {
            start,
            end,
            magnitude,
        })
    }

    /// Reads `true` or `false`.
    #[inline]
    pub fn boolean(&mut self) -> Result<bool, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        let (value, word) = match byte {
            b't' => (true, Expected::True),
            b'f' => (false, Expected::False),
            _ => return Err(self.wrong_kind(at, Kind::Bool)),
        };
        self.at = self.scanned(scan::literal(self.bytes, at, word))?;
        Ok(value)
    }

    /// Reads `null`.
    #[inline]
    pub fn null(&mut self) -> Result<(), Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != b'n' {
            return Err(self.wrong_kind(at, Kind::Null));
        }
        self.at = self.scanned(scan::literal(self.bytes, at, Expected::Null))?;
        Ok(())
    }

    /// Passes over a value of any kind, with the full grammar.
    #[inline]
    pub fn skip(&mut self) -> Result<(), Stop> {
        let mut at = self.at;
        match Skip::default().run(self.bytes, &mut at, self.scope()) {
            Ok(()) => {
                self.at = at;
                Ok(())
            }
            Err(halt) => Err(self.stop(halt)),
        }
    }

    /// Passes over a value of any kind as [`skip`](Cursor::skip) does, and returns its span.
    #[inline]
    pub fn raw(&mut self) -> Result<Raw<'a>, Stop> {
        let (_, at) = self.token(Expected::Value)?;
        self.skip()?;
        Ok(Raw {
            bytes: &self.bytes[at..self.at],
            offset: self.base + at as u64,
        })
    }

    /// Checks that only white space follows.
    pub fn end(&mut self) -> Result<(), Stop> {
        self.skip_whitespace();
        let found = match (self.bytes.get(self.at), self.tail) {
            (Some(&byte), _) | (None, Tail::CutCharacter(byte)) => byte,
            (None, Tail::End) => return Ok(()),
            (None, Tail::More) => return Err(Stop::Incomplete),
            (None, Tail::Invalid) => return Err(self.stop(Halt::End(Expected::Value))),
        };
        let kind = ErrorKind::TrailingData { found };
        Err(Stop::Invalid(Error::new(self.offset(), kind)))
    }

    pub(crate) fn skip_whitespace(&mut self) {
        let rest = &self.bytes[self.at..];
        let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        self.at += rest.iter().take_while(|byte| blank(byte)).count();
    }

    /// The bytes in memory, also those that were read.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The place of the next unread byte among them.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// The place of an absolute offset among them.
    pub(crate) fn place_of(&self, offset: u64) -> usize {
        (offset - self.base) as usize
    }

    /// The absolute offset of a place among them.
    pub(crate) fn base_of(&self, place: usize) -> u64 {
        self.base + place as u64
    }

    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Goes on with a value that is being passed over. At the end of the bytes, stands where to
    /// go on.
    pub(crate) fn resume(&mut self, skip: &mut Skip) -> Result<(), Stop> {
        let scope = self.scope();
        skip.run(self.bytes, &mut self.at, scope)
            .map_err(|halt| self.stop(halt))
    }

    fn scope(&self) -> Scope {
        Scope {
            room: self.depth_limit.saturating_sub(self.depth),
            number_end: match self.tail {
                // Inside an object or array, a number at the end of the input may be cut.
                Tail::End if self.depth == 0 => NumberEnd::Outermost,
                Tail::End | Tail::More => NumberEnd::Never,
                Tail::CutCharacter(_) | Tail::Invalid => NumberEnd::Always,
            },
        }
    }
}
