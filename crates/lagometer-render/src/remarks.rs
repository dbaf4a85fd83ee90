//! Warnings that touch the numbers, and notes about what was tolerated.

use crate::message::words;
use crate::number;
use lagometer_report::{Diagnostic, Partial};

/// A warning: what, further lines, what to do. Raw text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Warning {
    pub(crate) what: String,
    pub(crate) lines: Vec<String>,
    pub(crate) hint: Option<String>,
}

impl Warning {
    pub(crate) fn new(what: impl Into<String>) -> Warning {
        Warning {
            what: what.into(),
            lines: Vec::new(),
            hint: None,
        }
    }
}

/// A file that is not whole.
pub(crate) fn partial(name: &str, partial: &Partial) -> Warning {
    Warning {
        what: format!("the file is not whole: {}", partial.text),
        lines: vec![
            format!("at {name}: byte {}", partial.byte),
            format!(
                "all numbers are partial, of the events up to byte {}",
                partial.whole_to_byte
            ),
        ],
        hint: None,
    }
}

/// The diagnostics that touch the numbers, as warnings.
pub(crate) fn warnings(
    diagnostics: &[Diagnostic],
    words: fn(&Diagnostic) -> String,
) -> impl Iterator<Item = (Warning, &Diagnostic)> {
    let touching = diagnostics.iter().filter(|diagnostic| diagnostic.warning);
    touching.map(move |diagnostic| {
        let mut warning = Warning::new(words(diagnostic));
        warning.lines.extend(place(diagnostic));
        (warning, diagnostic)
    })
}

/// The other ones: in one sentence, and each with its place.
pub(crate) struct Tolerated {
    /// `9 oddities tolerated: 6 tasks open at the end, ...`.
    pub(crate) summary: String,
    /// Each with its code and the byte of the first.
    pub(crate) each: Vec<String>,
    /// Where the rest is said.
    pub(crate) more: &'static str,
}

/// What was tolerated in a trace and touches no number; `None` where nothing was.
pub(crate) fn tolerated_in_trace(diagnostics: &[Diagnostic]) -> Option<Tolerated> {
    tolerated(diagnostics, of_trace, "-v gives each with its byte offset")
}

/// The same over the rounds of a run.
pub(crate) fn tolerated_in_run(diagnostics: &[Diagnostic]) -> Option<Tolerated> {
    let each = |diagnostic: &Diagnostic| {
        let text = words(&diagnostic.text, diagnostic.amount_us);
        match diagnostic.amount_us {
            Some(_) => format!("{text} ({})", number::count(diagnostic.count)),
            None => format!("{text}: {}", number::count(diagnostic.count)),
        }
    };
    tolerated(diagnostics, each, "byte offsets: round.json of each round")
}

fn tolerated(
    diagnostics: &[Diagnostic],
    words: fn(&Diagnostic) -> String,
    more: &'static str,
) -> Option<Tolerated> {
    let odd = || diagnostics.iter().filter(|diagnostic| !diagnostic.warning);
    let total = odd().fold(0_u64, |total, diagnostic| total.saturating_add(diagnostic.count));
    odd().next()?;
    let oddities = if total == 1 { "oddity" } else { "oddities" };
    let list: Vec<String> = odd().map(words).collect();
    let each = odd().map(|diagnostic| {
        let place = place(diagnostic).map(|place| format!(", {place}"));
        let place = place.as_deref().unwrap_or("");
        format!("{}: {}{place}", diagnostic.code, words(diagnostic))
    });
    Some(Tolerated {
        summary: format!(
            "{} {oddities} tolerated: {}",
            number::count(total),
            list.join(", ")
        ),
        each: each.collect(),
        more,
    })
}

/// The words about a trace, which are written to stand behind the number of times, or alone.
pub(crate) fn of_trace(diagnostic: &Diagnostic) -> String {
    let text = words(&diagnostic.text, diagnostic.amount_us);
    if diagnostic.warning && diagnostic.count <= 1 {
        return text;
    }
    format!("{} {text}", number::count(diagnostic.count))
}

/// The words about a run: those of the first round, or about all rounds with a number of their own.
pub(crate) fn of_run(diagnostic: &Diagnostic) -> String {
    let counts_itself = diagnostic.text.starts_with(|first: char| first.is_ascii_digit());
    let text = words(&diagnostic.text, diagnostic.amount_us);
    if counts_itself || diagnostic.count <= 1 {
        return text;
    }
    format!("{text}; {} in all", number::count(diagnostic.count))
}

fn place(diagnostic: &Diagnostic) -> Option<String> {
    diagnostic.byte.map(|byte| format!("first at byte {byte}"))
}
