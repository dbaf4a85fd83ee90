//! The JSON reader, the analysis of a trace and `inspect`, plain and packed.

use super::{Pieces, Target, pack, source};
use crate::fuzz::Verdict;
use lagometer_analyze::{Limits, Rules, TraceOptions, WindowChoice, inspect, trace};
use lagometer_json::Reader;
use std::io::Read;

pub(super) const TARGET: Target = Target {
    name: "trace",
    seeds: "crates/lagometer-trace/fuzz-seeds",
    feed,
};

/// An input is read as it is. One in four is read in small pieces as well, which must make no
/// difference; one in four is packed, and damaged in the packed bytes; one in four is
/// answered by the other rules.
fn feed(input: &[u8]) -> Verdict {
    let sum: u32 = input
        .iter()
        .fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let whole = skip(input);
    let answer = answer(input, Rules::Lagometer)?;
    look(input)?;
    if sum.is_multiple_of(4) {
        if skip(Pieces::of(input, 7)) != whole {
            return Err("the reader says something else in pieces of 7 bytes".to_owned());
        }
        if self::answer(Pieces::of(input, 7), Rules::Lagometer)? != answer {
            return Err("the answer is another one in pieces of 7 bytes".to_owned());
        }
    }
    if sum % 4 == 1 {
        let mut packed = pack(input);
        let at = sum as usize / 4 % packed.len();
        packed[at] ^= (sum >> 24) as u8;
        self::answer(&packed[..], Rules::Lagometer)?;
        look(&packed[..])?;
    }
    if sum % 4 == 2 {
        self::answer(input, Rules::DevTools)?;
    }
    Ok(())
}

/// What the reader says of the grammar, with the place.
fn skip(input: impl Read) -> Result<(), (u64, String)> {
    let mut reader = Reader::new(input, lagometer_json::Limits::default());
    let result = reader.skip().and_then(|()| reader.end());
    result.map_err(|error| (error.at, error.to_string()))
}

/// The document as it is written, or the text of the error.
fn answer(input: impl Read, rules: Rules) -> Result<String, String> {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        rules,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    };
    let document = match trace(source(input), &options) {
        Ok(document) => document,
        Err(error) if error.to_string().is_empty() => return Err("an error without a text".to_owned()),
        Err(error) => return Ok(error.to_string()),
    };
    for (id, value) in &document.analysis.metrics {
        if value.value.is_none() != value.reason.is_some() {
            return Err(format!("`{id}` has neither a value nor a reason, or both"));
        }
    }
    let window = &document.analysis.window;
    if window.start_us > window.end_us {
        return Err("the window ends before it starts".to_owned());
    }
    serde_json::to_string(&document).map_err(|error| format!("the document cannot be written: {error}"))
}

/// Whatever it is, `inspect` says what.
fn look(input: &[u8]) -> Verdict {
    match inspect(source(input)) {
        Ok(document) if document.title.is_empty() => Err("inspect found a title of nothing".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(format!("inspect cannot read it: {error}")),
    }
}
