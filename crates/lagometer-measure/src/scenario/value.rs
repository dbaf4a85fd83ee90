//! Single values: from a node of the tree to a number, a text, a duration.
//!
//! Every function gets the node and what to call it in an error, and gives the value or what is
//! wrong with it. Nothing is converted silently: `5` is no text and `"5"` is no count.

use super::error::{ErrorKind, Found, shown};
use super::tree::{Content, Node, Scalar};

/// Waits, timeouts and pauses end at the latest after an hour.
pub(super) const MAX_MILLIS: u64 = 3_600_000;

const DURATION: &str = "a duration";
const DURATION_HINT: &str = "write `500ms`, `5s`, `2m`, or a bare number of milliseconds";

/// Text: quoted, a block, or plain text that does not look like something else.
pub(super) fn text(node: &Node, key: &str) -> Result<String, Found> {
    match &node.content {
        Content::Scalar(scalar) if !scalar.plain || kind(scalar) == Kind::Text => Ok(scalar.text.clone()),
        Content::Scalar(scalar) if kind(scalar) == Kind::Null => {
            Err(wrong(node, key, "text", "write it after the colon"))
        }
        Content::Scalar(_) => Err(wrong(node, key, "text", "put quotes around it")),
        _ => Err(wrong(node, key, "text", "write one text")),
    }
}

/// Text that is more than spaces.
pub(super) fn filled_text(node: &Node, key: &str) -> Result<String, Found> {
    let text = text(node, key)?;
    if text.trim().is_empty() {
        return Err(Found::at(
            node.at,
            ErrorKind::Refused {
                text: format!("{} is empty", shown(key)),
                hint: "",
            },
        ));
    }
    Ok(text)
}

/// `true` or `false`.
pub(super) fn truth(node: &Node, key: &str) -> Result<bool, Found> {
    match &node.content {
        Content::Scalar(scalar) if scalar.plain => match scalar.text.as_str() {
            "true" | "True" | "TRUE" => return Ok(true),
            "false" | "False" | "FALSE" => return Ok(false),
            _ => {}
        },
        _ => {}
    }
    Err(wrong(node, key, "`true` or `false`", "write `true` or `false`"))
}

/// A whole number from `low` to `high`.
pub(super) fn whole(node: &Node, key: &str, low: u32, high: u32) -> Result<u32, Found> {
    let digits = match &node.content {
        Content::Scalar(scalar) if scalar.plain && kind(scalar) == Kind::Number => &scalar.text,
        _ => {
            return Err(wrong(
                node,
                key,
                "a whole number",
                "write digits only, without quotes",
            ));
        }
    };
    match digits.parse::<u32>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        // Too large for the type, or negative: a whole number, but out of range.
        _ if digits
            .trim_start_matches(['-', '+'])
            .bytes()
            .all(|byte| byte.is_ascii_digit()) =>
        {
            Err(out_of_range(node, key, digits, format!("{low} to {high}")))
        }
        _ => Err(wrong(
            node,
            key,
            "a whole number",
            "write digits only, without quotes",
        )),
    }
}

/// A number from `low` to `high`.
pub(super) fn number(node: &Node, key: &str, low: f64, high: f64) -> Result<f64, Found> {
    let digits = match &node.content {
        Content::Scalar(scalar) if scalar.plain && is_decimal(&scalar.text) => &scalar.text,
        _ => {
            return Err(wrong(
                node,
                key,
                "a number",
                "write a decimal number, without quotes",
            ));
        }
    };
    match digits.parse::<f64>() {
        Ok(number) if low <= number && number <= high => Ok(number),
        _ => Err(out_of_range(node, key, digits, format!("{low} to {high}"))),
    }
}

/// A duration of at least `low` milliseconds: `500ms`, `5s`, `2m`, a bare number of milliseconds.
pub(super) fn millis(node: &Node, key: &str, low: u64) -> Result<u64, Found> {
    let Content::Scalar(scalar) = &node.content else {
        return Err(wrong(node, key, DURATION, DURATION_HINT));
    };
    match parse_millis(&scalar.text) {
        Duration::Millis(millis) if (low..=MAX_MILLIS).contains(&millis) => Ok(millis),
        Duration::Millis(_) | Duration::TooLong => {
            Err(out_of_range(node, key, &scalar.text, format!("{low}ms to 60m")))
        }
        Duration::NotWhole => Err(Found::at(
            node.at,
            ErrorKind::Refused {
                text: format!(
                    "{} is {}, not a whole number of milliseconds",
                    shown(key),
                    shown(&scalar.text)
                ),
                hint: DURATION_HINT,
            },
        )),
        Duration::None => Err(wrong(node, key, DURATION, DURATION_HINT)),
    }
}

enum Duration {
    Millis(u64),
    TooLong,
    NotWhole,
    None,
}

/// Digits, perhaps with a fraction, and a unit. Counted in whole numbers, so that `0.1s` is 100 ms
/// and not nearly so.
fn parse_millis(text: &str) -> Duration {
    let (digits, scale) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 1)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1_000)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60_000)
    } else {
        (text, 1)
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return Duration::None;
    }
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > 12 {
        return Duration::TooLong;
    }
    // 60,000 has five powers of ten; more digits than that leave a rest.
    if fraction.len() > 9 {
        return Duration::NotWhole;
    }
    let (Ok(whole), Ok(part)) = (whole.parse::<u64>(), format!("0{fraction}").parse::<u64>()) else {
        return Duration::TooLong;
    };
    let power = 10_u64.pow(fraction.len() as u32);
    match (part * scale) % power {
        0 => Duration::Millis(whole * scale + part * scale / power),
        _ => Duration::NotWhole,
    }
}

/// One of a few words.
pub(super) fn word(node: &Node, key: &str, known: &'static [&'static str]) -> Result<&'static str, Found> {
    let found = match &node.content {
        Content::Scalar(scalar) => scalar.text.as_str(),
        _ => return Err(wrong(node, key, "a word", "write one word")),
    };
    known.iter().find(|word| **word == found).copied().ok_or_else(|| {
        Found::at(
            node.at,
            ErrorKind::UnknownValue {
                key: key.to_owned(),
                found: found.to_owned(),
                known,
            },
        )
    })
}

/// A value of the wrong kind under a key.
pub(super) fn wrong(node: &Node, key: &str, wanted: &'static str, hint: &'static str) -> Found {
    wrong_subject(node, shown(key), wanted, hint)
}

/// A value of the wrong kind that has no key.
pub(super) fn wrong_subject(node: &Node, subject: String, wanted: &'static str, hint: &'static str) -> Found {
    Found::at(
        node.at,
        ErrorKind::WrongValue {
            subject,
            found: describe(node),
            wanted,
            hint,
        },
    )
}

fn out_of_range(node: &Node, key: &str, found: &str, range: String) -> Found {
    Found::at(
        node.at,
        ErrorKind::OutOfRange {
            key: key.to_owned(),
            found: shown(found),
            range,
        },
    )
}

fn describe(node: &Node) -> String {
    match &node.content {
        Content::Scalar(scalar) if scalar.plain => match kind(scalar) {
            Kind::Null => "nothing".to_owned(),
            Kind::Truth => format!("the truth value {}", shown(&scalar.text)),
            Kind::Number => format!("the number {}", shown(&scalar.text)),
            Kind::Text => format!("the text {}", shown(&scalar.text)),
        },
        Content::Scalar(scalar) => format!("the text {}", shown(&scalar.text)),
        Content::List(_) => "a list".to_owned(),
        Content::Map(_) => "a map".to_owned(),
    }
}

/// What a plain scalar is by YAML 1.2's core schema (10.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Truth,
    Number,
    Text,
}

pub(super) fn kind(scalar: &Scalar) -> Kind {
    let text = scalar.text.as_str();
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Kind::Truth,
        _ if is_decimal(text) || is_other_number(text) => Kind::Number,
        _ => Kind::Text,
    }
}

/// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
        ),
        None => (unsigned, None),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mantissa_fits = match mantissa.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0,
        None => digits(mantissa) && !mantissa.is_empty(),
    };
    mantissa_fits && exponent.is_none_or(|exponent| digits(exponent) && !exponent.is_empty())
}

/// Octal, hexadecimal, infinity and what is no number.
fn is_other_number(text: &str) -> bool {
    let based = |prefix: &str, radix: u32| {
        text.strip_prefix(prefix)
            .is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix)))
    };
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    based("0o", 8)
        || based("0x", 16)
        || matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, ".nan" | ".NaN" | ".NAN")
}

#[cfg(test)]
mod tests;
