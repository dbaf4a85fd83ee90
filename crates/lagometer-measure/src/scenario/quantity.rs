//! A number with a unit: `100ms`, `300 KiB`, `5 %`, `55 Hz`, `3`.

use super::error::Found;
use super::tree::{Content, Node};
use super::value::wrong;
use lagometer_metric::Unit;
use lagometer_report::scenario::Quantity;

const WANTED: &str = "a number with its unit";
const HINT: &str = "write `100ms`, `2s`, `300 KiB`, `1.5 MiB`, `5 %`, `55 Hz`, or a plain number for a count";

/// More digits than this are no limit that somebody means.
const MAX_DIGITS: usize = 15;

/// The symbols, each with the wire unit and what a number is multiplied with and divided by.
const SYMBOLS: &[(&str, Unit, f64, f64)] = &[
    ("us", Unit::Microseconds, 1.0, 1.0),
    ("ms", Unit::Microseconds, 1e3, 1.0),
    ("s", Unit::Microseconds, 1e6, 1.0),
    ("m", Unit::Microseconds, 6e7, 1.0),
    ("B", Unit::Bytes, 1.0, 1.0),
    ("KiB", Unit::Bytes, 1024.0, 1.0),
    ("MiB", Unit::Bytes, 1_048_576.0, 1.0),
    ("GiB", Unit::Bytes, 1_073_741_824.0, 1.0),
    ("%", Unit::Ratio, 1.0, 100.0),
    ("Hz", Unit::Hertz, 1.0, 1.0),
];

/// A number that is not negative, and the unit behind it, where there is one.
pub(super) fn quantity(node: &Node, key: &str) -> Result<Quantity, Found> {
    let Content::Scalar(scalar) = &node.content else {
        return Err(wrong(node, key, WANTED, HINT));
    };
    let (value, unit) = parse(&scalar.text).ok_or_else(|| wrong(node, key, WANTED, HINT))?;
    Ok(Quantity {
        value,
        unit,
        text: scalar.text.clone(),
    })
}

/// Digits with perhaps a fraction, perhaps a space, and a symbol that is known.
fn parse(text: &str) -> Option<(f64, Option<Unit>)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (digits, symbol) = text.split_at(end);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') || digits.len() > MAX_DIGITS {
        return None;
    }
    let number: f64 = digits.parse().ok()?;
    if symbol.is_empty() {
        return Some((number, None));
    }
    let symbol = symbol.strip_prefix(' ').unwrap_or(symbol);
    let (_, unit, times, per) = SYMBOLS.iter().find(|(known, ..)| *known == symbol)?;
    Some((number * times / per, Some(*unit)))
}

#[cfg(test)]
mod tests;
