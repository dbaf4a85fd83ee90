//! The content of a string.

use std::borrow::Cow;

use crate::scan::TextSpan;

/// The content of a string between its quotes, escapes untouched.
///
/// The bytes are valid UTF-8 and every escape in them is well formed.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    raw: &'a [u8],
    offset: u64,
    has_escapes: bool,
}

impl<'a> Text<'a> {
    /// The part `span` of `bytes`, which start at the absolute offset `base`.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], base: u64, span: TextSpan) -> Text<'a> {
        Text {
            raw: &bytes[span.start..span.end],
            offset: base + span.start as u64,
            has_escapes: span.has_escapes,
        }
    }

    /// The bytes between the quotes, as they stand in the input.
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Absolute offset of the first byte between the quotes.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether there is a `\` in it, so that `raw` is not the content.
    #[inline]
    pub fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    /// The content. A lone surrogate, which UTF-8 cannot hold, becomes the six characters of its
    /// escape with lower-case digits, for instance `\ud800`, so that it stays visible.
    pub fn decode(&self) -> Cow<'a, str> {
        if self.has_escapes {
            let decoded = String::from_utf8(self.unescape());
            return Cow::Owned(decoded.expect("valid text with its escapes resolved is valid"));
        }
        Cow::Borrowed(std::str::from_utf8(self.raw).expect("a text is made of valid UTF-8 only"))
    }

    /// The bytes of [`decode`](Text::decode). Free where there are no escapes: the way to match a
    /// member name, `match &*key.decode_bytes() { b"ts" => ..`.
    #[inline]
    pub fn decode_bytes(&self) -> Cow<'a, [u8]> {
        if self.has_escapes {
            Cow::Owned(self.unescape())
        } else {
            Cow::Borrowed(self.raw)
        }
    }

    /// Whether the content is `other`.
    #[inline]
    pub fn is(&self, other: &str) -> bool {
        if self.has_escapes {
            self.unescape() == other.as_bytes()
        } else {
            self.raw == other.as_bytes()
        }
    }

    fn unescape(&self) -> Vec<u8> {
        let mut decoded = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw;
        while let Some(plain) = rest.iter().position(|&byte| byte == b'\\') {
            decoded.extend_from_slice(&rest[..plain]);
            rest = resolve(&rest[plain..], &mut decoded);
        }
        decoded.extend_from_slice(rest);
        decoded
    }
}

/// Appends what the escape at the start of `escaped` stands for; returns what follows it.
fn resolve<'a>(escaped: &'a [u8], decoded: &mut Vec<u8>) -> &'a [u8] {
    let letter = match escaped[1] {
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => {
            let unit = code_unit(escaped).expect("scanned: four digits follow");
            return resolve_unit(unit, &escaped[6..], decoded);
        }
        itself => itself,
    };
    decoded.push(letter);
    &escaped[2..]
}

/// Appends the character of a UTF-16 unit, with the second half of a pair if `rest` starts with
/// it; returns what follows.
fn resolve_unit<'a>(unit: u32, rest: &'a [u8], decoded: &mut Vec<u8>) -> &'a [u8] {
    let low = match unit {
        0xd800..=0xdbff => code_unit(rest).filter(|low| (0xdc00..=0xdfff).contains(low)),
        _ => None,
    };
    let code = low.map_or(unit, |low| 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
    match char::from_u32(code) {
        Some(character) => {
            decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        None => decoded.extend_from_slice(format!("\\u{code:04x}").as_bytes()),
    }
    if low.is_some() { &rest[6..] } else { rest }
}

/// The UTF-16 unit of a `\u` escape at the start of `escaped`, if there is one.
fn code_unit(escaped: &[u8]) -> Option<u32> {
    let digits = escaped.strip_prefix(b"\\u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |unit, &digit| {
        Some(unit * 16 + char::from(digit).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests;
