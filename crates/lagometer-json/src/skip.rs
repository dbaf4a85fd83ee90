//! Passing over one value with the full grammar, without recursion and without keeping it.

use crate::{
    Expected,
    scan::{self, Halt},
};

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
            let state = self.state;
            self.state = match state {
                State::Value | State::FirstElement => self.value(bytes, at, scope)?,
                State::FirstKey | State::Key => self.key(bytes, at)?,
                State::KeyText => {
                    scan::text(bytes, at)?;
                    *at += 1;
                    State::Colon
                }
                State::ValueText => {
                    scan::text(bytes, at)?;
                    *at += 1;
                    State::After
                }
                State::Colon => {
                    let (byte, place) = scan::token(bytes, *at, Expected::Colon)?;
                    if byte != b':' {
                        return Err(unexpected(place, Expected::Colon));
                    }
                    *at = place + 1;
                    State::Value
                }
                State::After if self.nest.depth == 0 => return Ok(()),
                State::After => self.after(bytes, at)?,
            };
        }
    }

    fn value(&mut self, bytes: &[u8], at: &mut usize, scope: Scope) -> Result<State, Halt> {
        let (byte, place) = scan::token(bytes, *at, Expected::Value)?;
        let end = match byte {
            b'{' | b'[' => {
                if self.nest.depth == scope.room {
                    return Err(Halt::Depth { at: place });
                }
                self.nest.open(byte == b'{');
                *at = place + 1;
                return Ok(if byte == b'{' {
                    State::FirstKey
                } else {
                    State::FirstElement
                });
            }
            b'"' => {
                *at = place + 1;
                return Ok(State::ValueText);
            }
            b'-' | b'0'..=b'9' => {
                let may_end = match scope.number_end {
                    NumberEnd::Never => false,
                    NumberEnd::Outermost => self.nest.depth == 0,
                    NumberEnd::Always => true,
                };
                scan::number(bytes, place, may_end)?.end
            }
            b't' => scan::literal(bytes, place, "true")?,
            b'f' => scan::literal(bytes, place, "false")?,
            b'n' => scan::literal(bytes, place, "null")?,
            b']' if matches!(self.state, State::FirstElement) => {
                self.nest.close();
                place + 1
            }
            _ => return Err(unexpected(place, Expected::Value)),
        };
        *at = end;
        Ok(State::After)
    }

    fn key(&mut self, bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
        let first = matches!(self.state, State::FirstKey);
        let expected = if first {
            Expected::KeyOrClose
        } else {
            Expected::Key
        };
        let (byte, place) = scan::token(bytes, *at, expected)?;
        match byte {
            b'"' => {
                *at = place + 1;
                Ok(State::KeyText)
            }
            b'}' if first => {
                self.nest.close();
                *at = place + 1;
                Ok(State::After)
            }
            _ => Err(unexpected(place, expected)),
        }
    }

    fn after(&mut self, bytes: &[u8], at: &mut usize) -> Result<State, Halt> {
        let object = self.nest.in_object();
        let expected = if object {
            Expected::CommaOrBrace
        } else {
            Expected::CommaOrBracket
        };
        let (byte, place) = scan::token(bytes, *at, expected)?;
        *at = place + 1;
        match (byte, object) {
            (b',', true) => Ok(State::Key),
            (b',', false) => Ok(State::Value),
            (b'}', true) | (b']', false) => {
                self.nest.close();
                Ok(State::After)
            }
            _ => Err(unexpected(place, expected)),
        }
    }
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
