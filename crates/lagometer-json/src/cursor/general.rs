//! Every case of what a cursor reads, and every way in which it stops.

use crate::{
    Elements, Error, ErrorKind, Expected, Fields, Kind, Limit, Stop,
    container::{Place, TrailingComma},
    scan::{self, Halt, NumberSpan, TextSpan},
    skip::NumberEnd,
};

use super::{Cursor, Tail};

impl Cursor<'_> {
    #[inline(never)]
    pub(super) fn peek_past(&mut self) -> Result<Kind, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        match Kind::of(byte) {
            Some(kind) => {
                self.at = at;
                Ok(kind)
            }
            None => Err(self.unexpected(at, Expected::Value)),
        }
    }

    #[inline(never)]
    pub(crate) fn any_key(&mut self, fields: &mut Fields) -> Result<Option<TextSpan>, Stop> {
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
        let key = self.text(at + 1)?;
        let colon = scan::token(self.bytes, key.end + 1, Expected::Colon);
        let (byte, at) = self.scanned(colon)?;
        if byte != b':' {
            return Err(self.unexpected(at, Expected::Colon));
        }
        fields.place = Place::Next;
        self.at = at + 1;
        self.depth = fields.depth;
        Ok(Some(key))
    }

    #[inline(never)]
    pub(super) fn any_element(&mut self, elements: &mut Elements) -> Result<bool, Stop> {
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

    #[inline(never)]
    pub(crate) fn any_string(&mut self) -> Result<TextSpan, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != b'"' {
            return Err(self.wrong_kind(at, Kind::String));
        }
        let text = self.text(at + 1)?;
        self.at = text.end + 1;
        Ok(text)
    }

    #[inline(never)]
    pub(crate) fn any_number(&mut self) -> Result<NumberSpan, Stop> {
        let (byte, at) = self.token(Expected::Value)?;
        if byte != b'-' && !byte.is_ascii_digit() {
            return Err(self.wrong_kind(at, Kind::Number));
        }
        let may_end = self.scope().number_end != NumberEnd::Never;
        let number = self.scanned(scan::number(self.bytes, at, may_end))?;
        self.at = number.end;
        Ok(number)
    }

    #[inline(always)]
    pub(super) fn token(&self, expected: Expected) -> Result<(u8, usize), Stop> {
        self.scanned(scan::token(self.bytes, self.at, expected))
    }

    /// The text from `start` on, which is behind its opening quote.
    fn text(&self, start: usize) -> Result<TextSpan, Stop> {
        let mut end = start;
        let has_escapes = self.scanned(scan::text(self.bytes, &mut end))?;
        Ok(TextSpan {
            start,
            end,
            has_escapes,
        })
    }

    #[inline(always)]
    pub(super) fn open(&mut self, bracket: u8, kind: Kind) -> Result<u32, Stop> {
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

    pub(super) fn close(&mut self, elements: &mut Elements, at: usize) -> bool {
        elements.place = Place::Closed;
        self.at = at + 1;
        self.depth = elements.depth - 1;
        false
    }

    #[cold]
    pub(super) fn after_comma(&mut self, elements: &mut Elements, after: usize) -> Result<bool, Stop> {
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
    pub(super) fn scanned<T>(&self, scanned: Result<T, Halt>) -> Result<T, Stop> {
        scanned.map_err(|halt| self.stop(halt))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&self, at: usize, expected: Expected) -> Stop {
        self.stop(Halt::Byte { at, expected })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn wrong_kind(&self, at: usize, expected: Kind) -> Stop {
        let Some(found) = Kind::of(self.bytes[at]) else {
            return self.unexpected(at, Expected::Value);
        };
        let kind = ErrorKind::WrongKind { found, expected };
        Stop::Invalid(Error::new(self.base + at as u64, kind))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn stop(&self, halt: Halt) -> Stop {
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
