//! The part of passing over a value where the time goes.

use crate::scan;

use super::{Nest, State};

/// Passes over what is usual, and stops before what is not: an escape, a fraction, a literal, an
/// error, the end of the bytes or of the value, the 65th level. [`Skip`](super::Skip) then takes
/// the step that leads on; it could take all of them, but this is straight code with its state in
/// registers.
pub(super) struct Usual<'a> {
    bytes: &'a [u8],
    at: usize,
    /// As in [`Nest`].
    bits: u64,
    depth: u32,
    room: u32,
}

/// What comes next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    After,
    /// Something that is not usual.
    Other(State),
}

impl<'a> Usual<'a> {
    /// From `at` on, with at most `room` levels; `nest` must hold no more than 64.
    pub(super) fn new(bytes: &'a [u8], at: usize, nest: &Nest, room: u32) -> Usual<'a> {
        Usual {
            bytes,
            at,
            bits: nest.bits,
            depth: nest.depth,
            room: room.min(u64::BITS),
        }
    }

    /// Goes on from `state`; returns the state and the place where it stopped.
    pub(super) fn pass(mut self, state: State, nest: &mut Nest) -> (State, usize) {
        let mut next = match state {
            State::Value => Next::Value,
            State::After => Next::After,
            other => Next::Other(other),
        };
        loop {
            next = match next {
                Next::Value => self.value(),
                Next::After => self.after(),
                Next::Other(state) => {
                    (nest.bits, nest.depth) = (self.bits, self.depth);
                    return (state, self.at);
                }
            }
        }
    }

    #[inline(always)]
    fn value(&mut self) -> Next {
        // One by one, the most frequent first: a jump table is mispredicted more often.
        let byte = self.glance();
        if byte == b'"' {
            match self.text_end() {
                Some(end) => {
                    self.at = end;
                    Next::After
                }
                None => Next::Other(State::Value),
            }
        } else if byte.is_ascii_digit() {
            match self.digits_end() {
                Some(end) => {
                    self.at = end;
                    Next::After
                }
                None => Next::Other(State::Value),
            }
        } else if byte == b'{' {
            self.object()
        } else if byte == b'[' {
            self.array()
        } else {
            Next::Other(State::Value)
        }
    }

    #[inline(always)]
    fn object(&mut self) -> Next {
        if self.depth >= self.room {
            return Next::Other(State::Value);
        }
        if self.bytes.get(self.at + 1) == Some(&b'}') {
            self.at += 2;
            return Next::After;
        }
        self.at += 1;
        self.depth += 1;
        self.bits = self.bits << 1 | 1;
        self.member(State::FirstKey)
    }

    #[inline(always)]
    fn array(&mut self) -> Next {
        if self.depth >= self.room {
            return Next::Other(State::Value);
        }
        self.at += 1;
        self.depth += 1;
        self.bits <<= 1;
        match self.glance() {
            b']' | 0 => Next::Other(State::FirstElement),
            _ => Next::Value,
        }
    }

    #[inline(always)]
    fn after(&mut self) -> Next {
        if self.depth == 0 {
            // The end of the value; white space after it is none of it.
            return Next::Other(State::After);
        }
        let object = self.bits & 1 == 1;
        let byte = self.glance();
        if byte == b',' {
            self.at += 1;
            return if object {
                self.member(State::Key)
            } else {
                Next::Value
            };
        }
        let close = if object { b'}' } else { b']' };
        if byte != close {
            return Next::Other(State::After);
        }
        self.at += 1;
        self.depth -= 1;
        self.bits >>= 1;
        Next::After
    }

    /// A member name with its colon; `state` is the one to go on from where there is none.
    #[inline(always)]
    fn member(&mut self, state: State) -> Next {
        if self.glance() != b'"' {
            return Next::Other(state);
        }
        match self.text_end() {
            Some(end) if self.bytes.get(end) == Some(&b':') => {
                self.at = end + 1;
                Next::Value
            }
            _ => Next::Other(state),
        }
    }

    /// The next byte that is not white space, and goes there; 0 at the end.
    #[inline(always)]
    fn glance(&mut self) -> u8 {
        match self.bytes.get(self.at) {
            Some(&byte) if byte > b' ' => byte,
            _ => self.glance_past(),
        }
    }

    #[inline(always)]
    fn glance_past(&mut self) -> u8 {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return byte;
            }
            self.at += 1;
        }
        0
    }

    /// The place after the string that starts here, if it has no escapes.
    #[inline(always)]
    fn text_end(&self) -> Option<usize> {
        let end = scan::special(self.bytes, self.at + 1);
        (self.bytes.get(end) == Some(&b'"')).then_some(end + 1)
    }

    /// The place after the integer that starts here.
    #[inline(always)]
    fn digits_end(&self) -> Option<usize> {
        let end = scan::digits_end(self.bytes, self.at);
        let leading_zero = self.bytes[self.at] == b'0' && end > self.at + 1;
        let ended = matches!(self.bytes.get(end), Some(b',' | b'}' | b']'));
        (ended && !leading_zero).then_some(end)
    }
}
