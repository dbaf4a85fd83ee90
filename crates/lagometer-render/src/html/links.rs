//! Links to files of the run's folder. A record may come from a stranger: a path that leaves the
//! folder, or that is no path, is shown and not linked.

use super::Markup;
use std::fmt::Write as _;

/// The address of a file in the run's folder; `None` where the path leaves it.
pub(super) fn address(folder: &str, path: &str) -> Option<String> {
    let inside = path
        .split('/')
        .all(|part| !part.is_empty() && part != "." && part != "..");
    if path.contains('\\') || !inside {
        return None;
    }
    // What starts with a point is never taken for a scheme, nor for another host.
    let start = if folder.is_empty() { "./" } else { folder };
    Some(encoded(start) + &encoded(path))
}

/// Everything but letters, digits and what has no meaning in a path is a code.
fn encoded(path: &str) -> String {
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

/// A link to a file of the run's folder.
pub(super) fn link(markup: &mut Markup, folder: &str, path: &str, words: &str) {
    match address(folder, path) {
        Some(address) => markup.leaf("a", &[("href", &address)], words),
        None => markup.leaf("code", &[], path),
    }
}

#[cfg(test)]
mod tests;
