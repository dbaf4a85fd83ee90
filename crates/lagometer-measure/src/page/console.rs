//! What a page said on its console, and the errors that nobody caught.
//!
//! The page keeps the last thousand of them by itself, whether somebody listens or not. So nothing is
//! asked for while a page is measured: listening would make every message cost the page time.

use super::Page;
use crate::cdp::{CallError, Received, protocol};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// The longest text of a message, in characters.
const TEXT_MAX: usize = 2_000;
/// The longest whole text, in bytes.
const WHOLE_MAX: usize = 1 << 20;

impl Page {
    /// The messages of the document so far, one in a line with its time (UTC) and kind; absent where
    /// there are none.
    pub async fn console(&self, limit: Duration) -> Result<Option<String>, CallError> {
        let mut events = self.session.events(&[
            protocol::RUNTIME_CONSOLE_API_CALLED,
            protocol::RUNTIME_EXCEPTION_THROWN,
        ]);
        // Enabling tells what was kept, before it answers.
        self.session
            .call_within(&protocol::RUNTIME_ENABLE, json!({}), limit)
            .await?;
        let text = text(&events.waiting());
        Ok((!text.is_empty()).then_some(text))
    }
}

fn text(events: &[Received]) -> String {
    let mut whole = String::new();
    for (index, event) in events.iter().enumerate() {
        if whole.len() > WHOLE_MAX {
            // Writing to a String does not fail.
            let _ = writeln!(whole, "{} more messages", events.len() - index);
            break;
        }
        let (kind, text) = if event.method == protocol::RUNTIME_EXCEPTION_THROWN.name {
            ("uncaught", exception(&event.params["exceptionDetails"]))
        } else {
            let kind = event.params["type"].as_str().unwrap_or("log");
            let arguments = event.params["args"].as_array().map_or(&[][..], Vec::as_slice);
            let texts: Vec<String> = arguments.iter().map(argument).collect();
            (kind, texts.join(" "))
        };
        let time = time(event.params["timestamp"].as_f64());
        let _ = writeln!(whole, "{time} {kind}: {}", one_line(&text));
    }
    whole
}

/// The class, message and stack; else what is said of it.
fn exception(details: &Value) -> String {
    let thrown = &details["exception"];
    if let Some(description) = thrown["description"].as_str() {
        return description.to_owned();
    }
    let said = details["text"].as_str().unwrap_or("exception");
    match thrown.get("value") {
        Some(value) => format!("{said} {value}"),
        None => said.to_owned(),
    }
}

fn argument(argument: &Value) -> String {
    match (argument.get("value"), argument["description"].as_str()) {
        (Some(Value::String(text)), _) => text.clone(),
        (_, Some(description)) => description.to_owned(),
        (Some(value), None) => value.to_string(),
        (None, None) => argument["type"].as_str().unwrap_or("?").to_owned(),
    }
}

/// The time of day in UTC, from milliseconds since 1970.
fn time(milliseconds: Option<f64>) -> String {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let Some(milliseconds) = milliseconds.filter(|time| time.is_finite() && *time >= 0.0) else {
        return "??:??:??.???".to_owned();
    };
    let of_day = milliseconds as u64 % DAY;
    let (seconds, rest) = (of_day / 1000, of_day % 1000);
    format!(
        "{:02}:{:02}:{:02}.{rest:03}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// A text in one line, cut, without what steers a terminal.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == TEXT_MAX {
            line.push('…');
            break;
        }
        match character {
            '\n' => line.push_str("\\n"),
            _ if character.is_control() => line.extend(character.escape_default()),
            _ => line.push(character),
        }
    }
    line
}

#[cfg(test)]
mod tests;
