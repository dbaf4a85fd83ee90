//! Finding the end of one token. Positions are relative to the scanned bytes.

use crate::Expected;

/// Why a scan stopped before the end of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The bytes ended where this was expected.
    End(Expected),
    /// A byte that is not what was expected.
    Byte { at: usize, expected: Expected },
    /// An object or array that opens too deep.
    Depth { at: usize },
}

/// The content of a string.
#[derive(Clone, Copy)]
pub(crate) struct TextSpan {
    pub start: usize,
    pub end: usize,
    pub has_escapes: bool,
}

/// A number, and its magnitude where that comes with the scan: where there is nothing but digits
/// after the sign, and not too many.
#[derive(Clone, Copy)]
pub(crate) struct NumberSpan {
    pub start: usize,
    pub end: usize,
    pub magnitude: Option<u64>,
}

/// So many digits are less than 2^64.
const DIGITS_MAX: usize = 18;

/// The next byte that is not white space, and its place.
#[inline(always)]
pub(crate) fn token(bytes: &[u8], mut at: usize, expected: Expected) -> Result<(u8, usize), Halt> {
    // No token starts with a byte up to the space, so that one comparison is enough as a rule.
    loop {
        match bytes.get(at) {
            Some(&byte) if byte > b' ' => return Ok((byte, at)),
            Some(b' ' | b'\n' | b'\r' | b'\t') => at += 1,
            Some(&byte) => return Ok((byte, at)),
            None => return Err(Halt::End(expected)),
        }
    }
}

/// Scans a string from inside its quotes up to the closing one; says whether it has escapes.
///
/// `at` ends up on the closing quote, or where to go on when more bytes are there.
#[inline(always)]
pub(crate) fn text(bytes: &[u8], at: &mut usize) -> Result<bool, Halt> {
    let mut escapes = false;
    loop {
        *at = special(bytes, *at);
        match bytes.get(*at) {
            Some(b'"') => return Ok(escapes),
            Some(b'\\') => {
                *at = escape(bytes, *at)?;
                escapes = true;
            }
            Some(_) => {
                return Err(Halt::Byte {
                    at: *at,
                    expected: Expected::Character,
                });
            }
            None => return Err(Halt::End(Expected::Character)),
        }
    }
}

/// The first byte from `at` on that is a quote, a backslash or a control character, or the end.
#[inline(always)]
pub(crate) fn special(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const QUOTE: u64 = u64::from_ne_bytes([b'"'; 8]);
    const BACKSLASH: u64 = u64::from_ne_bytes([b'\\'; 8]);
    const SPACE: u64 = u64::from_ne_bytes([b' '; 8]);
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        // A borrow can mark a byte falsely, but only above a byte that is marked rightly.
        let quote = word ^ QUOTE;
        let quote = quote.wrapping_sub(ONES) & !quote;
        let backslash = word ^ BACKSLASH;
        let backslash = backslash.wrapping_sub(ONES) & !backslash;
        let control = word.wrapping_sub(SPACE) & !word;
        let found = (quote | backslash | control) & HIGH;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < b' ' {
            break;
        }
        at += 1;
    }
    at
}

/// The place after the escape that starts at `at`.
fn escape(bytes: &[u8], at: usize) -> Result<usize, Halt> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => {
            for digit in at + 2..at + 6 {
                match bytes.get(digit) {
                    Some(byte) if byte.is_ascii_hexdigit() => {}
                    Some(_) => {
                        return Err(Halt::Byte {
                            at: digit,
                            expected: Expected::HexDigit,
                        });
                    }
                    None => return Err(Halt::End(Expected::HexDigit)),
                }
            }
            Ok(at + 6)
        }
        Some(_) => Err(Halt::Byte {
            at: at + 1,
            expected: Expected::Escape,
        }),
        None => Err(Halt::End(Expected::Escape)),
    }
}

/// Scans the number at `start`, where there is `-` or a digit.
///
/// A number shows its end only by the byte after it; `may_end` says that the end of the bytes is
/// one too.
#[inline(always)]
pub(crate) fn number(bytes: &[u8], start: usize, may_end: bool) -> Result<NumberSpan, Halt> {
    let mut end = start;
    if bytes.get(end) == Some(&b'-') {
        end += 1;
    }
    let first = end;
    match bytes.get(end) {
        Some(b'0') => end += 1,
        _ => end = digits(bytes, end)?,
    }
    let whole = end;
    if bytes.get(end) == Some(&b'.') {
        end = digits(bytes, end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        end += 1;
        if let Some(b'+' | b'-') = bytes.get(end) {
            end += 1;
        }
        end = digits(bytes, end)?;
    }
    if end == bytes.len() && !may_end {
        return Err(Halt::End(Expected::Digit));
    }
    Ok(NumberSpan {
        start,
        end,
        magnitude: if end == whole {
            integer(bytes, first).1
        } else {
            None
        },
    })
}

/// The place after one digit or more.
#[inline(always)]
fn digits(bytes: &[u8], at: usize) -> Result<usize, Halt> {
    let end = digits_end(bytes, at);
    if end > at {
        return Ok(end);
    }
    Err(match bytes.get(at) {
        Some(_) => Halt::Byte {
            at,
            expected: Expected::Digit,
        },
        None => Halt::End(Expected::Digit),
    })
}

/// The first place from `at` on where there is no digit.
#[inline(always)]
pub(crate) fn digits_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while bytes.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    end
}

/// The first place from `at` on where there is no digit, and the value of the digits if there are
/// not too many of them.
#[inline(always)]
pub(crate) fn integer(bytes: &[u8], at: usize) -> (usize, Option<u64>) {
    let (mut end, mut value) = (at, 0_u64);
    while let Some(&byte) = bytes.get(end) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    (end, (end - at <= DIGITS_MAX).then_some(value))
}

/// The place after the `word` that must stand at `at`.
#[inline]
pub(crate) fn literal(bytes: &[u8], at: usize, word: Expected) -> Result<usize, Halt> {
    let letters: &[u8] = match word {
        Expected::True => b"true",
        Expected::False => b"false",
        _ => b"null",
    };
    let end = at + letters.len();
    if bytes.get(at..end) == Some(letters) {
        return Ok(end);
    }
    Err(misspelt(bytes, at, letters, word))
}

/// Where the bytes at `at` differ from the letters of a word.
#[cold]
fn misspelt(bytes: &[u8], at: usize, letters: &[u8], expected: Expected) -> Halt {
    for (at, letter) in (at..).zip(letters) {
        match bytes.get(at) {
            Some(byte) if byte == letter => {}
            Some(_) => return Halt::Byte { at, expected },
            None => break,
        }
    }
    Halt::End(expected)
}
