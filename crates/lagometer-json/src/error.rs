//! What is wrong with the input, and at which byte.

use std::{fmt, io};

use crate::Kind;

/// A rejection: what is wrong, and where.
///
/// `at` and `kind` depend on the bytes alone: not on how the input was cut into reads, and not on
/// the size of the window. Where several things are wrong, the first one is reported.
#[derive(Debug, thiserror::Error)]
#[error("{kind} at byte {at}")]
#[non_exhaustive]
pub struct Error {
    /// Absolute offset of the first byte that cannot belong to a valid document; for an input
    /// that ends too early, the offset where it ends.
    pub at: u64,
    /// What is wrong.
    #[source]
    pub kind: ErrorKind,
}

/// What is wrong with the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends inside a value.
    #[error("unexpected end of the input")]
    UnexpectedEnd,
    /// A byte that the grammar does not allow here.
    #[error("expected {expected}, found {}", Shown(*found))]
    Unexpected {
        /// The byte.
        found: u8,
        /// What the grammar allows in its place.
        expected: Expected,
    },
    /// The value is valid so far, but not of the kind that was asked for.
    #[error("expected {expected}, found {found}")]
    WrongKind {
        /// The kind of the value that is there.
        found: Kind,
        /// The kind that was asked for.
        expected: Kind,
    },
    /// A number that is negative, has a fraction or an exponent, or is too large, where only whole
    /// numbers stand.
    #[error("expected a whole number from 0 to {}, found `{found}`", u64::MAX)]
    NotUnsigned {
        /// The number as it is written, cut to 40 characters.
        found: String,
    },
    /// A byte sequence that is not UTF-8; the offset is that of its first byte.
    #[error("invalid UTF-8")]
    InvalidUtf8,
    /// Something other than white space follows the document.
    #[error("expected the end of the input, found {}", Shown(*found))]
    TrailingData {
        /// The first byte of it.
        found: u8,
    },
    /// A limit of [`Limits`](crate::Limits) is exceeded.
    #[error("{limit} than the limit of `{allowed}` (`{}`)", limit.name())]
    LimitExceeded {
        /// Which one.
        limit: Limit,
        /// The value that was set.
        allowed: u64,
    },
    /// The input could not be read any further; every byte before `at` has been handed out.
    #[error("failed to read: {0}")]
    Io(#[source] io::Error),
}

/// What the grammar allows in the place of an unexpected byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// Any value.
    Value,
    /// A member name, after `,` in an object.
    Key,
    /// A member name or `}`, after `{`.
    KeyOrClose,
    /// `:` after a member name.
    Colon,
    /// `,` or `]`.
    CommaOrBracket,
    /// `,` or `}`.
    CommaOrBrace,
    /// A character of a string; control characters must be written as escapes.
    Character,
    /// The letter of an escape, after `\`.
    Escape,
    /// One of the four hexadecimal digits after `\u`.
    HexDigit,
    /// A digit of a number.
    Digit,
    /// The next letter of `true`.
    True,
    /// The next letter of `false`.
    False,
    /// The next letter of `null`.
    Null,
}

/// One of the bounds in [`Limits`](crate::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::depth`](crate::Limits::depth).
    Depth,
    /// [`Limits::value_bytes`](crate::Limits::value_bytes).
    ValueBytes,
    /// [`Limits::input_bytes`](crate::Limits::input_bytes).
    InputBytes,
}

/// Why reading from a [`Cursor`](crate::Cursor) stopped.
#[derive(Debug)]
pub enum Stop {
    /// The value does not end in the bytes at hand. From a [`Reader`](crate::Reader): refill and
    /// read it again. From a complete document: it is cut.
    Incomplete,
    /// The value is invalid, whatever follows.
    Invalid(Error),
}

impl Error {
    #[cold]
    pub(crate) fn new(at: u64, kind: ErrorKind) -> Error {
        Error { at, kind }
    }
}

impl Limit {
    /// The name of the field in [`Limits`](crate::Limits).
    pub fn name(self) -> &'static str {
        match self {
            Limit::Depth => "depth",
            Limit::ValueBytes => "value_bytes",
            Limit::InputBytes => "input_bytes",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Depth => "nested deeper",
            Limit::ValueBytes => "value with more bytes",
            Limit::InputBytes => "input with more bytes",
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Value => "a value",
            Expected::Key => "a member name",
            Expected::KeyOrClose => "a member name or `}`",
            Expected::Colon => "`:`",
            Expected::CommaOrBracket => "`,` or `]`",
            Expected::CommaOrBrace => "`,` or `}`",
            Expected::Character => "a character or an escape",
            Expected::Escape => "one of `\"\\/bfnrtu` after `\\`",
            Expected::HexDigit => "four hexadecimal digits after `\\u`",
            Expected::Digit => "a digit",
            Expected::True => "`true`",
            Expected::False => "`false`",
            Expected::Null => "`null`",
        })
    }
}

/// A byte as an error message shows it.
struct Shown(u8);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'`' => f.write_str("a backtick"),
            byte if byte.is_ascii_graphic() => write!(f, "`{}`", char::from(byte)),
            byte => write!(f, "byte `0x{byte:02x}`"),
        }
    }
}
