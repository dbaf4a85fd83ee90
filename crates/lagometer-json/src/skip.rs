//! Passing over one value with the full grammar, without recursion and without keeping it.

mod usual;

use crate::{
    Expected,
    scan::{self, Halt},
};

use usual::Usual;

/// A value being passed over. It can stop at the end of the bytes and go on with the next ones.
#[derive(Default)]
pub(crate) struct Skip {
    nest: Nest,
    state: State,
}

/// What [`Skip::run`] must know of the place where the value stands.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    /// How many levels the value may open.
    pub room: u32,
    /// Whether the end of the bytes ends a number.
    pub number_end: NumberEnd,
}

/// Whether the end of the bytes ends a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberEnd {
    /// More digits may follow.
    Never,
    /// The input ends, perhaps inside a number, unless that is the value itself.
    Outermost,
    /// Something that is not ASCII follows.
    Always,
}

/// Between which tokens a skip is.
#[derive(Clone, Copy, Default)]
enum State {
    /// A value must come.
    #[default]
    Value,
    /// After `[`: a value or `]`.
    FirstElement,
    /// After `{`: a member name or `}`.
    FirstKey,
    /// After `,` in an object: a member name.
    Key,
    /// After a member name.
    Colon,
    /// After a value in an object or array.
    After,
    /// Inside a member name.
    KeyText,
    /// Inside a string.
    ValueText,
}

/// The open objects and arrays.
#[derive(Default)]
struct Nest {
    /// One bit per level, the innermost lowest; 1 is an object.
    bits: u64,
    depth: u32,
    /// The levels that `bits` has no room for, 64 in each.
    outer: Vec<u64>,
}

impl Skip {
    /// Goes on from `at` to the end of the value. At the end of the bytes, `at` is the start of
    /// the first token that must be seen again together with more bytes.
    pub(crate) fn run(&mut self, bytes: &[u8], at: &mut usize, scope: Scope) -> Result<(), Halt> {
        loop {
            if self.nest.depth <= u64::BITS {
                let usual = Usual::new(bytes, *at, &self.nest, scope.room);
                (self.state, *at) = usual.pass(self.state, &mut self.nest);
            }
            self.state = match self.state {
                State::Value => self.value(bytes, at, scope)?,
                State::FirstElement => self.first_element(bytes, at)?,
                State::FirstKey => self.first_key(bytes, at)?,
                State::Key => key(bytes, at)?,
                State::KeyText => closed(bytes, at, State::Colon)?,
                State::Colon => colon(bytes, at)?,
                State::ValueText => closed(bytes, at, State::After)?,
                State::After if self.nest.depth == 0 => return Ok(()),
                State::After => self.after(bytes, at)?,
            };
        }
    }

    fn value(&mut self, bytes: &[u8], at: &mut usize, scope: Scope) -> Result<State, Halt> {
        let (byte, place) = scan::token(bytes, *at, Expected::Value)?;
        if byte == b'"' {
            *at = place + 1;
            return Ok(State::ValueText);
        }
        if byte.is_ascii_digit() || byte == b'-' {
            let may_end = match scope.number_end {
                NumberEnd::Never => false,
                NumberEnd::Outermost => self.nest.depth == 0,
                NumberEnd::Always => true,
            };
            *at = scan::number(bytes, place, may_end)?.end;
            return Ok(State::After);
        }
        if byte == b'{' || byte == b'[' {
            if self.nest.depth == scope.room {
                return Err(Halt::Depth { at: place });
            }
            let object = byte == b'{';
            self.nest.open(object);
            *at = place + 1;
            return Ok(if object {
                State::FirstKey
            } else {
                State::FirstElement
            });
        }
        *at = match byte {
            b't' => scan::literal(bytes, place, Expected::True)?,
            b'f' => scan::literal(bytes, place, Expected::False)?,
            b'n' => scan::literal(bytes, place, Expected::Null)?,
            _ => return Err(unexpected(place, Expected::Value)),
        };
        Ok(State::After)
    }

    fn first_element(&mut self, bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
        let (byte, place) = scan::token(bytes, *at, Expected::Value)?;
        if byte != b']' {
            return Ok(State::Value);
        }
        self.nest.close();
        *at = place + 1;
        Ok(State::After)
    }

    fn first_key(&mut self, bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
        let (byte, place) = scan::token(bytes, *at, Expected::KeyOrClose)?;
        let next = match byte {
            b'"' => State::KeyText,
            b'}' => {
                self.nest.close();
                State::After
            }
            _ => return Err(unexpected(place, Expected::KeyOrClose)),
        };
        *at = place + 1;
        Ok(next)
    }

    fn after(&mut self, bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
        let object = self.nest.in_object();
        let (expected, close, next) = if object {
            (Expected::CommaOrBrace, b'}', State::Key)
        } else {
            (Expected::CommaOrBracket, b']', State::Value)
        };
        let (byte, place) = scan::token(bytes, *at, expected)?;
        let next = if byte == b',' {
            next
        } else if byte == close {
            self.nest.close();
            State::After
        } else {
            return Err(unexpected(place, expected));
        };
        *at = place + 1;
        Ok(next)
    }
}

fn key(bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
    let (byte, place) = scan::token(bytes, *at, Expected::Key)?;
    if byte != b'"' {
        return Err(unexpected(place, Expected::Key));
    }
    *at = place + 1;
    Ok(State::KeyText)
}

fn colon(bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
    let (byte, place) = scan::token(bytes, *at, Expected::Colon)?;
    if byte != b':' {
        return Err(unexpected(place, Expected::Colon));
    }
    *at = place + 1;
    Ok(State::Value)
}

/// The rest of a string, and its closing quote.
fn closed(bytes: &[u8], at: &mut usize, next: State) -> Result<State, Halt> {
    scan::text(bytes, at)?;
    *at += 1;
    Ok(next)
}

impl Nest {
    #[inline]
    fn open(&mut self, object: bool) {
        if self.depth != 0 && self.depth.is_multiple_of(u64::BITS) {
            self.outer.push(self.bits);
        }
        self.bits = self.bits << 1 | u64::from(object);
        self.depth += 1;
    }

    #[inline]
    fn close(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth != 0 && self.depth.is_multiple_of(u64::BITS) {
            self.bits = self.outer.pop().expect("pushed when this level was opened");
        }
    }

    #[inline]
    fn in_object(&self) -> bool {
        self.bits & 1 == 1
    }
}

#[cold]
fn unexpected(at: usize, expected: Expected) -> Halt {
    Halt::Byte { at, expected }
}

#[cfg(test)]
mod tests;
