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

/// What a progress line says, in the order in which it is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressLine {
    /// What is measured; a long one loses its middle.
    pub name: String,
    /// Where it is: `round 4 of 10`.
    pub at: String,
    /// What the last round gave; the last of them go first where there is no room.
    pub figures: Vec<String>,
    /// What comes: `about 14 s left`.
    pub rest: Option<String>,
}

/// The fewest columns that a name is cut to.
const LEAST_NAME: usize = 8;

/// A line of at most `columns`, whatever it says. What is cut is whole parts first.
pub fn progress(line: &ProgressLine, columns: usize, style: &Style) -> String {
    if columns == 0 {
        return String::new();
    }
    let clean = |text: &String| visible::terminal(text, style.unicode);
    let name = clean(&line.name);
    let mut parts = vec![name.clone(), clean(&line.at)];
    parts.extend(line.figures.iter().map(clean));
    let mut shown = line.figures.len();
    let whole = |parts: &[String], rest: Option<&String>| {
        let rest = rest.map(clean);
        let all: Vec<&str> = parts.iter().chain(&rest).map(String::as_str).collect();
        all.join("   ")
    };
    let mut text = whole(&parts, line.rest.as_ref());
    while visible::width(&text) > columns && shown > 0 {
        parts.pop();
        shown -= 1;
        text = whole(&parts, line.rest.as_ref());
    }
    let over = visible::width(&text).saturating_sub(columns);
    let cutting = Style {
        width: Some(columns),
        ..*style
    };
    if over > 0 {
        let room = visible::width(&name).saturating_sub(over).max(LEAST_NAME);
        parts[0] = layout::cut(&name, room, &cutting);
        text = whole(&parts, line.rest.as_ref());
    }
    if visible::width(&text) > columns {
        text = whole(&parts, None);
    }
    layout::cut(&text, columns, &cutting)
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
