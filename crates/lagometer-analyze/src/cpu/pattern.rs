//! Which functions are meant.

use crate::{Error, ErrorKind, Location};
use lagometer_cpu::Function;
use regex_lite::Regex;

/// A regular expression for names and addresses of functions.
#[derive(Clone, Debug)]
pub struct CpuPattern {
    regex: Regex,
}

impl CpuPattern {
    /// Reads a regular expression, of `option`. It is matched in time that grows with the text only.
    pub fn parse(option: &str, text: &str) -> Result<CpuPattern, Error> {
        match Regex::new(text) {
            Ok(regex) => Ok(CpuPattern { regex }),
            Err(error) => Err(Error {
                at: Box::new(Location::default()),
                kind: ErrorKind::Syntax {
                    what: format!("`{option} {text}` is no regular expression: {error}"),
                    hint: "put a backslash before characters such as `(` that are meant as they are"
                        .to_owned(),
                },
            }),
        }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        self.regex.as_str()
    }

    /// Whether the name of the function or its address matches.
    pub(super) fn matches(&self, function: &Function) -> bool {
        self.regex.is_match(&function.name) || self.regex.is_match(&function.url)
    }
}
