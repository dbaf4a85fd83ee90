//! A number as it is written, and the ways to take its value without losing a digit unseen.

use crate::scan::NumberSpan;

/// A number as it is written. Nothing is converted until a value is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    text: &'a [u8],
    offset: u64,
    /// What is known of it without a further look.
    magnitude: Option<u64>,
}

/// A magnitude rounded to an integer, and whether nothing was lost.
struct Rounded {
    magnitude: u64,
    exact: bool,
}

impl<'a> Number<'a> {
    /// The part `span` of `bytes`, which start at the absolute offset `base`.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], base: u64, span: NumberSpan) -> Number<'a> {
        Number {
            text: &bytes[span.start..span.end],
            offset: base + span.start as u64,
            magnitude: span.magnitude,
        }
    }

    /// The number as it is written.
    #[inline]
    pub fn text(&self) -> &'a str {
        std::str::from_utf8(self.text).expect("a number is made of ASCII only")
    }

    /// Absolute offset of its first byte.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The value, if it is an integer in range, however written: `1e3` and `1000.0` are 1000.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.round_i64()? {
            (value, true) => Some(value),
            (_, false) => None,
        }
    }

    /// The value, if it is a non-negative integer in range, however written. `-0` is 0.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        let (negative, digits) = self.split();
        let rounded = self.magnitude(digits, 0)?;
        (rounded.exact && (!negative || rounded.magnitude == 0)).then_some(rounded.magnitude)
    }

    /// The nearest `f64`, ties to even; none if it is out of range, as `1e400` is. A value too
    /// small for `f64` is nearest to zero.
    pub fn to_f64(&self) -> Option<f64> {
        let value: f64 = self.text().parse().ok()?;
        value.is_finite().then_some(value)
    }

    /// The nearest integer, halves away from zero, and whether it is exactly the value.
    /// None if the integer is out of range.
    #[inline]
    pub fn round_i64(&self) -> Option<(i64, bool)> {
        self.round_scaled_i64(0)
    }

    /// As [`round_i64`](Number::round_i64), of the value times ten to the power of `decimals`:
    /// with 3, milliseconds become microseconds.
    #[inline]
    pub fn round_scaled_i64(&self, decimals: u32) -> Option<(i64, bool)> {
        let (negative, digits) = self.split();
        let rounded = self.magnitude(digits, decimals)?;
        let value = if negative {
            0_i64.checked_sub_unsigned(rounded.magnitude)?
        } else {
            0_i64.checked_add_unsigned(rounded.magnitude)?
        };
        Some((value, rounded.exact))
    }

    /// The sign, and what follows it.
    #[inline]
    fn split(&self) -> (bool, &'a [u8]) {
        match self.text.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, self.text),
        }
    }

    #[inline]
    fn magnitude(&self, digits: &[u8], decimals: u32) -> Option<Rounded> {
        if let Some(magnitude) = self.magnitude.filter(|_| decimals == 0) {
            return Some(Rounded {
                magnitude,
                exact: true,
            });
        }
        round(digits, decimals)
    }
}

/// Rounds `digits`, a number without its sign, times ten to the power of `decimals`.
///
/// The time is linear in the length of the text, whatever the exponent says.
#[inline(never)]
fn round(digits: &[u8], decimals: u32) -> Option<Rounded> {
    let (mantissa, exponent) = match digits.iter().position(|byte| byte | 0x20 == b'e') {
        Some(at) => (&digits[..at], parse_exponent(&digits[at + 1..])),
        None => (digits, 0),
    };
    let (whole, fraction) = match mantissa.iter().position(|&byte| byte == b'.') {
        Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
        None => (mantissa, &[][..]),
    };
    let all = || whole.iter().chain(fraction).map(|digit| digit - b'0');
    let Some(leading) = all().position(|digit| digit != 0) else {
        return Some(Rounded {
            magnitude: 0,
            exact: true,
        });
    };
    // The value is 0.d1d2d3.. times ten to the power of `point`, with d1 not zero.
    let point = whole.len() as i64 - leading as i64 + exponent + i64::from(decimals);
    let mut significant = all().skip(leading);
    if point < 0 {
        // Under 0.1, so it rounds to zero.
        return Some(Rounded {
            magnitude: 0,
            exact: false,
        });
    }
    if point > 20 {
        return None;
    }
    let mut magnitude = 0_u64;
    for _ in 0..point {
        let digit = significant.next().unwrap_or(0);
        magnitude = magnitude.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    let tenths = significant.next().unwrap_or(0);
    let exact = tenths == 0 && significant.all(|digit| digit == 0);
    if tenths >= 5 {
        magnitude = magnitude.checked_add(1)?;
    }
    Some(Rounded { magnitude, exact })
}

/// The exponent, held within bounds that no mantissa in memory can bring back into range.
fn parse_exponent(text: &[u8]) -> i64 {
    const BOUND: i64 = i64::MAX / 100;
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let magnitude = digits.iter().fold(0, |value: i64, digit| {
        (value * 10 + i64::from(digit - b'0')).min(BOUND)
    });
    if negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests;
