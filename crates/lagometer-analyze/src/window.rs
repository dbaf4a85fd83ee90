//! Reading the text of a window: `FROM..TO`.

use crate::{Bound, Error, ErrorKind, WindowChoice};
use lagometer_metric::Micros;

/// In how many ways a text may be read.
const MAX_READINGS: usize = 16;

/// Reads `FROM..TO`, where an end is a mark's name, a time after the start of the trace (`1.2s`,
/// `300ms`, `250us`) or empty for the end of the trace on that side.
///
/// `navigation:2` is the second navigation of the page's main frame, until the next one.
///
/// A mark's name may hold `..` itself; then every reading is kept and the trace decides.
pub fn parse_window(text: &str) -> Result<WindowChoice, Error> {
    if let Some(choice) = navigation(text) {
        return Ok(choice);
    }
    let separators = text.as_bytes().windows(2).enumerate();
    let places = separators.filter(|(_, pair)| *pair == b"..").map(|(at, _)| at);
    let splits: Vec<(Bound, Bound)> = places
        .take(MAX_READINGS + 1)
        .map(|at| (bound(&text[..at]), bound(&text[at + 2..])))
        .collect();
    if splits.len() > MAX_READINGS {
        return Err(Error {
            at: Box::default(),
            kind: ErrorKind::Window {
                trace_length: None,
                what: format!("the window can be read in more than {MAX_READINGS} ways"),
                hint: "give times such as `--window 0.5s..1.2s`".to_owned(),
            },
        });
    }
    let mut splits = splits.into_iter();
    match (splits.next(), splits.len()) {
        (None, _) => Err(Error {
            at: Box::default(),
            kind: ErrorKind::Window {
                trace_length: None,
                what: format!("the window `{text}` has no `..` between its ends"),
                hint: "write `--window FROM..TO`, where an end is a mark, a time such as `1.2s`, or empty; or `--window navigation:1`"
                    .to_owned(),
            },
        }),
        (Some((from, to)), 0) => Ok(WindowChoice::Between { from, to }),
        (Some(first), _) => Ok(WindowChoice::OneOf(
            std::iter::once(first).chain(splits).collect(),
        )),
    }
}

/// A text without `..` that names a navigation.
fn navigation(text: &str) -> Option<WindowChoice> {
    let number = text.strip_prefix("navigation:")?;
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    number
        .parse()
        .ok()
        .filter(|_| plain)
        .map(WindowChoice::Navigation)
}

fn bound(text: &str) -> Bound {
    if text.is_empty() {
        return Bound::Edge;
    }
    match time(text) {
        Some(time) => Bound::Time(time),
        None => Bound::Mark(text.to_owned()),
    }
}

/// A time: a decimal number and its unit.
fn time(text: &str) -> Option<Micros> {
    let (digits, scale) = [("us", 1.0), ("ms", 1e3), ("s", 1e6)]
        .into_iter()
        .find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = digits.parse().ok().filter(|_| plain)?;
    let micros = (number * scale).round();
    (micros < 9e15).then_some(Micros(micros as i64))
}

#[cfg(test)]
mod tests;
