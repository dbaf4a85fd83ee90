//! Text of strangers made harmless: names of functions, measures and files may hold anything.

use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// For a terminal: what moves the cursor, changes colours, reorders or hides text is shown as
/// `\u{1b}`. With `unicode` false so is everything outside ASCII.
pub(crate) fn terminal(text: &str, unicode: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if is_deceptive(character) || (!unicode && !character.is_ascii()) => {
                shown.extend(character.escape_unicode());
            }
            _ => shown.push(character),
        }
    }
    shown
}

/// For running text of Markdown: as for a terminal, and what GitHub takes for markup, HTML, a
/// mention, a link or a formula is escaped. What stands between two backticks becomes code.
pub(crate) fn markdown(text: &str) -> String {
    running(text, false)
}

/// The same for a cell of a table.
pub(crate) fn markdown_cell(text: &str) -> String {
    running(text, true)
}

fn running(text: &str, in_cell: bool) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // Every second part is code, but for a last one whose backtick is not closed.
    let closed = parts.len() - usize::from(parts.len().is_multiple_of(2));
    let mut shown = String::with_capacity(text.len());
    for (index, part) in parts.iter().enumerate() {
        match index % 2 {
            1 if index < closed && part.is_empty() => shown.push_str("\\`\\`"),
            1 if index < closed => shown.push_str(&markdown_code(part, in_cell)),
            1 => {
                shown.push_str("\\`");
                escape(part, &mut shown);
            }
            _ => escape(part, &mut shown),
        }
    }
    shown
}

fn escape(text: &str, shown: &mut String) {
    let text = terminal(text, true);
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            // Mentions, references and links are found in the finished text, where no backslash is
            // left; but not in code.
            '@' => shown.push_str("`@`"),
            '#' => shown.push_str("`#`"),
            ':' if after == '/' => shown.push_str("`:`"),
            '.' if before.eq_ignore_ascii_case(&'w') => shown.push_str("`.`"),
            // Inside a word it is only itself.
            '_' if before.is_alphanumeric() && after.is_alphanumeric() => shown.push('_'),
            '\\' | '|' | '*' | '_' | '[' | ']' | '~' | '$' => {
                shown.push('\\');
                shown.push(character);
            }
            _ => shown.push(character),
        }
        before = character;
    }
}

/// A name in Markdown: a code span, in which nothing is markup. With `in_cell` for a table.
pub(crate) fn markdown_code(text: &str, in_cell: bool) -> String {
    let mut text = terminal(text, true);
    if text.is_empty() {
        return "(empty)".to_owned();
    }
    let longest_run = text.split(|character| character != '`').map(str::len).max();
    let fence = "`".repeat(longest_run.map_or(1, |longest| longest + 1));
    // A space beside a backtick, or beside a space that would be taken away.
    if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        text = format!(" {text} ");
    }
    if in_cell {
        // The table is cut into cells before code is looked for.
        text = text.replace('|', "\\|");
    }
    format!("{fence}{text}{fence}")
}

/// For a path in an address: everything but letters, digits and what has no meaning in a path is a code.
pub(crate) fn path_in_address(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                text.push(char::from(byte));
            }
            // Writing to a string does not fail.
            _ => drop(write!(text, "%{byte:02X}")),
        }
    }
    text
}

/// For HTML, between tags and in attributes: as for a terminal, and nothing in it is markup.
pub(crate) fn html(text: &str) -> String {
    let text = terminal(text, true);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            _ => shown.push(character),
        }
    }
    shown
}

/// Characters that a reader does not see, or that change how what follows is seen.
fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character,
            // Soft hyphen, Arabic letter mark, fillers that look like nothing.
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}'
            // Zero width, directional marks; line and paragraph separators, embeddings, overrides.
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            // Invisible operators and isolates; interlinear annotation.
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            // Tags, which can carry a hidden text.
            | '\u{e0000}'..='\u{e0fff}')
}

/// How many columns of a terminal the text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests;
