//! Reading values out of bytes that are in memory.

use crate::{
    Error, ErrorKind, Expected, Kind, Limit, Limits, Number, Raw, Stop, Text,
    scan::{self, Halt},
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

/// An object being read: pass it to [`Cursor::next_field`] until that returns `None`.
#[derive(Clone, Debug)]
pub struct Fields {
    place: Place,
    depth: u32,
}

/// An array being read: pass it to [`Cursor::next_element`] until that returns `false`.
#[derive(Clone, Debug)]
pub struct Elements {
    place: Place,
    depth: u32,
    complete_until: u64,
    trailing_comma: Option<TrailingComma>,
}

/// Whether a comma before `]` is tolerated, and was seen.
#[derive(Clone, Copy, Debug)]
struct TrailingComma {
    seen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    First,
    Next,
    Closed,
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
    #[inline]
    pub fn peek(&mut self) -> Result<Kind, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        match Kind::of(byte) {
            Some(kind) => {
                self.at = at;
                Ok(kind)
            }
            None => Err(self.unexpected(at, Expected::Value)),
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
    #[inline]
    pub fn next_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'a>>, Stop> {
        let Some((key, end)) = self.compact_key(fields) else {
            return self.any_field(fields);
        };
        fields.place = Place::Next;
        self.at = end;
        self.depth = fields.depth;
        Ok(Some(key))
    }

    /// The usual case of [`any_field`](Cursor::any_field), to be inlined: no white space, no
    /// escapes, not the end. None in any other case.
    #[inline(always)]
    fn compact_key(&self, fields: &Fields) -> Option<(Text<'a>, usize)> {
        let quote = match fields.place {
            Place::First => self.at,
            Place::Next if self.bytes.get(self.at) == Some(&b',') => self.at + 1,
            Place::Next | Place::Closed => return None,
        };
        if self.bytes.get(quote) != Some(&b'"') {
            return None;
        }
        let (start, end) = (quote + 1, scan::special(self.bytes, quote + 1));
        if self.bytes.get(end) != Some(&b'"') || self.bytes.get(end + 1) != Some(&b':') {
            return None;
        }
        let offset = self.base + start as u64;
        Some((Text::new(&self.bytes[start..end], offset, false), end + 2))
    }

    #[inline(never)]
    fn any_field(&mut self, fields: &mut Fields) -> Result<Option<Text<'a>>, Stop> {
        let (first, comma) = match fields.place {
            Place::First => (Expected::KeyOrClose, false),
            Place::Next => (Expected::CommaOrBrace, true),
            Place::Closed => return Ok(None),
        };
        let (mut byte, mut at) = self.token(first)?;
        if byte == b'}' {
            fields.place = Place::Closed;
            self.at = at + 1;
            self.depth = fields.depth - 1;
            return Ok(None);
        }
        if comma {
            if byte != b',' {
                return Err(self.unexpected(at, Expected::CommaOrBrace));
            }
            (byte, at) = self.scanned(scan::token(self.bytes, at + 1, Expected::Key))?;
        }
        if byte != b'"' {
            let expected = if comma { Expected::Key } else { first };
            return Err(self.unexpected(at, expected));
        }
        let (key, end) = self.text(at + 1)?;
        let (byte, at) = self.scanned(scan::token(self.bytes, end, Expected::Colon))?;
        if byte != b':' {
            return Err(self.unexpected(at, Expected::Colon));
        }
        fields.place = Place::Next;
        self.at = at + 1;
        self.depth = fields.depth;
        Ok(Some(key))
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
    #[inline]
    pub(crate) fn step(&mut self, elements: &mut Elements) -> Result<bool, Stop> {
        let (expected, comma) = match elements.place {
            Place::First => (Expected::Value, false),
            Place::Next => (Expected::CommaOrBracket, true),
            Place::Closed => return Ok(false),
        };
        let (byte, at) = self.token(expected)?;
        if byte == b']' {
            return Ok(self.close(elements, at));
        }
        if comma {
            if byte != b',' {
                return Err(self.unexpected(at, expected));
            }
            if elements.trailing_comma.is_some() {
                return self.after_comma(elements, at + 1);
            }
        }
        elements.place = Place::Next;
        self.at = if comma { at + 1 } else { at };
        self.depth = elements.depth;
        Ok(true)
    }

    /// Reads a string.
    #[inline]
    pub fn string(&mut self) -> Result<Text<'a>, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != b'"' {
            return Err(self.wrong_kind(at, Kind::String));
        }
        let (text, end) = self.text(at + 1)?;
        self.at = end;
        Ok(text)
    }

    /// Reads a number.
    #[inline]
    pub fn number(&mut self) -> Result<Number<'a>, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != b'-' && !byte.is_ascii_digit() {
            return Err(self.wrong_kind(at, Kind::Number));
        }
        let may_end = self.scope().number_end != NumberEnd::Never;
        let number = self.scanned(scan::number(self.bytes, at, may_end))?;
        self.at = number.end;
        Ok(Number::new(
            &self.bytes[at..number.end],
            self.base + at as u64,
            number.plain,
        ))
    }

    /// Reads `true` or `false`.
    #[inline]
    pub fn boolean(&mut self) -> Result<bool, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        let (value, word) = match byte {
            b't' => (true, "true"),
            b'f' => (false, "false"),
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
        self.at = self.scanned(scan::literal(self.bytes, at, "null"))?;
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

    #[inline(always)]
    fn token(&self, expected: Expected) -> Result<(u8, usize), Stop> {
        self.scanned(scan::token(self.bytes, self.at, expected))
    }

    /// The text from `start` on, and the place after its closing quote.
    #[inline(always)]
    fn text(&self, start: usize) -> Result<(Text<'a>, usize), Stop> {
        let mut at = start;
        let has_escapes = self.scanned(scan::text(self.bytes, &mut at))?;
        let offset = self.base + start as u64;
        let text = Text::new(&self.bytes[start..at], offset, has_escapes);
        Ok((text, at + 1))
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8, kind: Kind) -> Result<u32, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != bracket {
            return Err(self.wrong_kind(at, kind));
        }
        if self.depth >= self.depth_limit {
            return Err(self.stop(Halt::Depth { at }));
        }
        self.at = at + 1;
        self.depth += 1;
        Ok(self.depth)
    }

    fn close(&mut self, elements: &mut Elements, at: usize) -> bool {
        elements.place = Place::Closed;
        self.at = at + 1;
        self.depth = elements.depth - 1;
        false
    }

    #[cold]
    fn after_comma(&mut self, elements: &mut Elements, after: usize) -> Result<bool, Stop> {
        let (byte, at) = self.scanned(scan::token(self.bytes, after, Expected::Value))?;
        if byte == b']' {
            elements.trailing_comma = Some(TrailingComma { seen: true });
            return Ok(self.close(elements, at));
        }
        elements.place = Place::Next;
        self.at = at;
        self.depth = elements.depth;
        Ok(true)
    }

    #[inline(always)]
    fn scanned<T>(&self, scanned: Result<T, Halt>) -> Result<T, Stop> {
        scanned.map_err(|halt| self.stop(halt))
    }

    #[cold]
    #[inline(never)]
    fn unexpected(&self, at: usize, expected: Expected) -> Stop {
        self.stop(Halt::Byte { at, expected })
    }

    #[cold]
    #[inline(never)]
    fn wrong_kind(&self, at: usize, expected: Kind) -> Stop {
        let Some(found) = Kind::of(self.bytes[at]) else {
            return self.unexpected(at, Expected::Value);
        };
        let kind = ErrorKind::WrongKind { found, expected };
        Stop::Invalid(Error::new(self.base + at as u64, kind))
    }

    #[cold]
    #[inline(never)]
    fn stop(&self, halt: Halt) -> Stop {
        let (at, kind) = match (halt, self.tail) {
            (Halt::End(_), Tail::Invalid) => (self.bytes.len(), ErrorKind::InvalidUtf8),
            // Half a character can only be the content of a string.
            (Halt::End(expected), Tail::CutCharacter(found)) if expected != Expected::Character => {
                (self.bytes.len(), ErrorKind::Unexpected { found, expected })
            }
            (Halt::End(_), _) => return Stop::Incomplete,
            (Halt::Byte { at, expected }, _) => {
                let found = self.bytes[at];
                (at, ErrorKind::Unexpected { found, expected })
            }
            (Halt::Depth { at }, _) => (
                at,
                ErrorKind::LimitExceeded {
                    limit: Limit::Depth,
                    allowed: u64::from(self.depth_limit),
                },
            ),
        };
        Stop::Invalid(Error::new(self.base + at as u64, kind))
    }
}

impl Elements {
    /// Tolerates a comma before the closing `]`, which [`trailing_comma`](Elements::trailing_comma)
    /// then tells of.
    pub fn tolerate_trailing_comma(&mut self) {
        self.trailing_comma = Some(TrailingComma { seen: false });
    }

    /// Whether the array closed after a comma that was tolerated.
    pub fn trailing_comma(&self) -> bool {
        self.trailing_comma.is_some_and(|comma| comma.seen)
    }

    /// Absolute offset of the end of the last element that was there as a whole, or of the end of
    /// `[` if there was none: what can be salvaged when the input ends too early.
    pub fn complete_until(&self) -> u64 {
        self.complete_until
    }

    pub(crate) fn completed(&mut self, until: u64) {
        self.complete_until = until;
    }
}
