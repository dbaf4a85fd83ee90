//! Secrets: values of the environment that a scenario names as `${NAME}`.
//!
//! They are put in right where the browser gets them. Everything that is kept or shown holds the name,
//! and what comes back from the page is searched for the values.

use lagometer_report::scenario::{Scenario, SecretUse};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A part of a text with `${NAME}` in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// As it stands.
    Text(&'a str),
    /// The name of a variable.
    Variable(&'a str),
}

/// The parts of a text; `None` where a `${` names no variable. `$${` stands for `${`.
pub(crate) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        if rest[..at].ends_with('$') {
            pieces.push(Piece::Text(&rest[..at - 1]));
            pieces.push(Piece::Text("${"));
            rest = &rest[at + 2..];
            continue;
        }
        pieces.push(Piece::Text(&rest[..at]));
        let (name, after) = rest[at + 2..].split_once('}')?;
        let is_name = !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return None;
        }
        pieces.push(Piece::Variable(name));
        rest = after;
    }
    pieces.push(Piece::Text(rest));
    Some(pieces)
}

/// A variable that a scenario names and that the environment does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the environment has no variable `{}`", self.of.name)]
pub struct MissingSecret {
    /// Which, and where it is used.
    pub of: SecretUse,
}

impl MissingSecret {
    /// What to do about it.
    pub fn hint(&self) -> String {
        let name = &self.of.name;
        format!("set it before the run, as in `{name}=... lagometer run ...`; its value is kept nowhere")
    }
}

/// The values of the variables that a scenario names.
#[derive(Clone, Default)]
pub struct Secrets {
    values: BTreeMap<String, String>,
}

/// Names only.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.values.keys()).finish()
    }
}

impl Secrets {
    /// Looks every variable up that the scenario names; a variable that is not there, or is empty, is
    /// an error.
    pub fn of(
        scenario: &Scenario,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Secrets, MissingSecret> {
        let mut values = BTreeMap::new();
        for used in &scenario.secrets {
            match variable(&used.name).filter(|value| !value.is_empty()) {
                Some(value) => values.insert(used.name.clone(), value),
                None => return Err(MissingSecret { of: used.clone() }),
            };
        }
        Ok(Secrets { values })
    }

    /// The text with the values in it, for the browser only.
    pub(crate) fn expand(&self, text: &str) -> String {
        let Some(pieces) = pieces(text) else {
            // The parser has refused such a text.
            return text.to_owned();
        };
        let mut expanded = String::with_capacity(text.len());
        for piece in pieces {
            match piece {
                Piece::Text(text) => expanded.push_str(text),
                Piece::Variable(name) => {
                    expanded.push_str(self.values.get(name).map_or("", String::as_str));
                }
            }
        }
        expanded
    }

    /// The text with `${NAME}` where a value stood.
    pub fn scrub<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut scrubbed = Cow::Borrowed(text);
        let mut values: Vec<(&String, &String)> = self.values.iter().collect();
        // One may lie inside another.
        values.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        for (name, value) in values {
            for form in forms(value) {
                if scrubbed.contains(form.as_ref()) {
                    scrubbed = Cow::Owned(scrubbed.replace(form.as_ref(), &format!("${{{name}}}")));
                }
            }
        }
        scrubbed
    }

    /// The same for every text in a value, keys included.
    pub(crate) fn scrub_json(&self, value: Value) -> Value {
        if self.values.is_empty() {
            return value;
        }
        let text = value.to_string();
        match self.scrub(&text) {
            Cow::Borrowed(_) => value,
            // A value may hold what makes it no JSON any more; then all of it is left out.
            Cow::Owned(scrubbed) => serde_json::from_str(&scrubbed)
                .unwrap_or_else(|_| Value::String("it holds a secret and is not kept".to_owned())),
        }
    }
}

/// How a value may come back: as it is, in JSON, in an address.
fn forms(value: &str) -> Vec<Cow<'_, str>> {
    let mut forms = vec![Cow::Borrowed(value)];
    let quoted = Value::from(value).to_string();
    let in_json = &quoted[1..quoted.len() - 1];
    if in_json != value {
        forms.push(Cow::Owned(in_json.to_owned()));
    }
    let encoded = percent_encoded(value);
    if encoded != value {
        forms.push(Cow::Owned(encoded));
    }
    forms
}

/// As `encodeURIComponent` does it.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests;
