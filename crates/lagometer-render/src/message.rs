//! Errors, warnings and notes: what, where, what to do.

use crate::{Style, layout, number, visible};

/// An error as it is shown on stderr:
///
/// ```text
/// error: page.cpuprofile is a CPU profile, not a trace
///   at byte 0: object with `nodes` and `samples`
/// hint: lagometer cpu page.cpuprofile
/// ```
///
/// `places` are whole lines, with their preposition. The text ends in a line feed.
pub fn error(what: &str, places: &[String], hint: Option<&str>, style: &Style) -> String {
    let mut text = head("error", what, style, |style, word| style.red(&style.bold(word)));
    for place in places {
        text.push_str(&continuation(place, style));
    }
    if let Some(hint) = hint {
        text.push_str(&self::hint(hint, style));
    }
    text
}

/// A warning, wrapped: `warning: ...`.
pub fn warning(what: &str, style: &Style) -> String {
    head("warning", what, style, Style::yellow)
}

/// A note, wrapped: `note: ...`.
pub fn note(what: &str, style: &Style) -> String {
    head("note", what, style, |_, word| word.to_owned())
}

/// What to do next, wrapped: `hint: ...`.
pub fn hint(what: &str, style: &Style) -> String {
    let text = head("hint", what, style, |_, word| word.to_owned());
    text.lines().map(|line| style.dim(line) + "\n").collect()
}

/// A further line of a message, indented by two.
pub(crate) fn continuation(text: &str, style: &Style) -> String {
    let text = visible::terminal(text, style.unicode);
    lines(layout::hang("  ", &text, 2, style))
}

/// A command is broken only at spaces between its words, so that it can still be copied.
fn head(word: &str, what: &str, style: &Style, paint: impl Fn(&Style, &str) -> String) -> String {
    let what = visible::terminal(what, style.unicode);
    let wrapped = lines(layout::hang(&format!("{word}: "), &what, 2, style));
    match wrapped.strip_prefix(word) {
        Some(rest) => paint(style, word) + rest,
        None => wrapped,
    }
}

fn lines(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Words, and behind them the length of time that they are about, where they are about one.
pub fn words(text: &str, amount_us: Option<i64>) -> String {
    match amount_us {
        Some(amount) => format!("{text}: {}", number::millis(amount)),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
