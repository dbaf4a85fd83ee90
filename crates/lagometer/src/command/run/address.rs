//! The scenario of a page whose address was given in the place of a scenario: written as text, so that
//! the copy in the run's folder is what was run and can be run again.

use crate::cli::PageAction;

/// The phase that holds the actions: metric `user_timing:interaction`.
const MEASURE: &str = "interaction";
/// How long a page that nobody touches is watched.
const WATCHED: &str = "2s";
const MAX_NAME_LENGTH: usize = 64;

/// The text of the scenario.
///
/// The element of the first action is waited for before the window opens: what the page does until it
/// is there is loading. The others may be made by the actions before them.
pub fn scenario(address: &str, actions: &[PageAction]) -> String {
    let mut text = format!(
        "# Written by `lagometer run` for an address.\nname: {}\nurl: {}\n",
        name(address),
        quoted(address)
    );
    let Some(first) = actions.first() else {
        text.push_str(&format!("actions:\n  - sleep: {WATCHED}\n"));
        return text;
    };
    let (PageAction::Click { selector } | PageAction::Type { selector, .. }) = first;
    text.push_str(&format!("prepare:\n  - waitForElement: {}\n", quoted(selector)));
    text.push_str(&format!("actions:\n  - measure: {MEASURE}\n    steps:\n"));
    for action in actions {
        text.push_str(&match action {
            PageAction::Click { selector } => format!("      - click: {}\n", quoted(selector)),
            PageAction::Type { selector, text } => format!(
                "      - typeText: {}\n        selectors: {}\n",
                quoted(text),
                quoted(selector)
            ),
        });
    }
    text
}

/// The text of the scenario that gets such a page ready for a snapshot: it is loaded, and left alone for
/// a while.
pub fn waiting(address: &str) -> String {
    format!(
        "name: {}\nurl: {}\nprepare:\n  - sleep: {WATCHED}\nactions:\n  - sleep: 1\n",
        name(address),
        quoted(address)
    )
}

/// A name for runs of this page: host and path, of a file its name. Query and port say what changes.
fn name(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    let path = match path.split_once(':') {
        Some(("data", _)) => "data",
        Some(("file", path)) => path.rsplit('/').next().unwrap_or(path),
        Some(("about", _)) | None => path,
        Some((_, rest)) => rest,
    };
    let path = path.trim_start_matches('/');
    let (host, rest) = path.split_once('/').unwrap_or((path, ""));
    // Credentials are nobody's name, and a port changes from start to start.
    let host = host.rsplit('@').next().unwrap_or(host);
    let port = |(_, port): &(&str, &str)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let host = host.rsplit_once(':').filter(port).map_or(host, |(host, _)| host);
    let mut name = String::new();
    for character in format!("{host}/{rest}").chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            name.push(character);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    // Only ASCII was taken, so every length is a boundary.
    name.truncate(MAX_NAME_LENGTH);
    match name.trim_end_matches('-') {
        "" => "page".to_owned(),
        name => name.to_owned(),
    }
}

/// Text in double quotes, as YAML and JSON read it; what cannot be seen is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        let hidden = matches!(character, '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            _ if hidden || character.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(character)))
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests;
