//! What can be wrong with a scenario file.

use super::tree::Position;
use std::fmt;

/// The problems of a scenario file, the topmost first; there is at least one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct Error {
    problems: Vec<Problem>,
    dropped: usize,
}

/// One problem.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// Where.
    pub at: Location,
    /// What.
    pub kind: ErrorKind,
}

/// A place in a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, as the caller called it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The step: `actions step 1.2`.
    pub step: Option<String>,
}

/// Problems of one file that are kept; the rest is counted.
const MAX_PROBLEMS: usize = 20;

/// A problem before the file's name is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) at: Position,
    pub(super) step: Option<String>,
    pub(super) kind: ErrorKind,
}

impl Found {
    pub(super) fn at(at: Position, kind: ErrorKind) -> Found {
        Found { at, step: None, kind }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is larger than a scenario can be.
    #[error("the file is larger than {} bytes", super::MAX_FILE_BYTES)]
    TooLarge,
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is neither YAML nor JSON.
    #[error("this is neither YAML nor JSON: {text}")]
    Syntax {
        /// What the parser says.
        text: String,
    },
    /// A second document starts.
    #[error("a second document starts here")]
    SeveralDocuments,
    /// Lists and maps are nested too deeply.
    #[error("lists and maps are nested more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// There are too many values.
    #[error("the file holds more than {limit} values")]
    TooManyValues {
        /// The limit.
        limit: usize,
    },
    /// With every alias written out it is too large.
    #[error("with its aliases written out, the file is larger than {limit} bytes")]
    AliasesTooLarge {
        /// The limit.
        limit: usize,
    },
    /// There are too many steps.
    #[error("the scenario has more than {limit} steps")]
    TooManySteps {
        /// The limit.
        limit: usize,
    },
    /// A key is a list, a map or an alias.
    #[error("a key must be text")]
    KeyNoText,
    /// A key stands twice in one map.
    #[error("the key {} stands there twice", shown(key))]
    DuplicateKey {
        /// The key.
        key: String,
        /// The line of the first one.
        line: u32,
    },
    /// An alias stands inside the value that it names.
    #[error("the alias cannot be followed: it names a key, or what it stands in")]
    AliasOfItself,
    /// A value has a YAML tag.
    #[error("a scenario has no tags such as {}", shown(tag))]
    Tag {
        /// The tag.
        tag: String,
    },
    /// The file is a recording of DevTools.
    #[error("this is a recording of DevTools Recorder, which this version does not run")]
    Recorder,
    /// A key that must be there is not.
    #[error("{within} has no `{key}`")]
    Missing {
        /// The key.
        key: &'static str,
        /// What lacks it: `the scenario`, "step `click`".
        within: String,
        /// What to write.
        hint: &'static str,
    },
    /// A key is not known.
    #[error("unknown key {} in {within}", shown(key))]
    UnknownKey {
        /// The key.
        key: String,
        /// Where it stands: `the scenario`, `viewport`, "step `click`".
        within: String,
        /// The known key that is nearest, where one is near.
        nearest: Option<&'static str>,
        /// The known keys.
        known: Vec<&'static str>,
    },
    /// A key of a later version.
    #[error("the key `{key}` in {within} is not supported by this version")]
    LaterKey {
        /// The key.
        key: String,
        /// Where it stands.
        within: String,
    },
    /// A step is not known.
    #[error("unknown step {}", shown(step))]
    UnknownStep {
        /// What stands in its place.
        step: String,
        /// The known step that is nearest, where one is near.
        nearest: Option<&'static str>,
    },
    /// A step of a later version.
    #[error("the step `{step}` is not supported by this version")]
    LaterStep {
        /// The step.
        step: String,
    },
    /// A step without a type.
    #[error("the step does not say what it does")]
    StepWithoutType,
    /// A step with several types.
    #[error("a step does one thing, this one has `{first}` and `{second}`")]
    StepWithTypes {
        /// The first type.
        first: String,
        /// Another one.
        second: String,
    },
    /// A value is of the wrong kind.
    #[error("{subject} is {found}, not {wanted}")]
    WrongValue {
        /// What: "`rounds`", "the step".
        subject: String,
        /// What stands there.
        found: String,
        /// What should.
        wanted: &'static str,
        /// How to write it.
        hint: &'static str,
    },
    /// A number or a length is out of range.
    #[error("{} is {found}, out of the range {range}", shown(key))]
    OutOfRange {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// The range.
        range: String,
    },
    /// A value is not one of those that are known.
    #[error("unknown value {} of {}", shown(found), shown(key))]
    UnknownValue {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// The values that are known.
        known: &'static [&'static str],
    },
    /// No key of a keyboard has this name.
    #[error("unknown key {}", shown(key))]
    UnknownKeyName {
        /// What stands there.
        key: String,
        /// The known name that is nearest, where one is near.
        nearest: Option<&'static str>,
    },
    /// Something else about a value.
    #[error("{text}")]
    Refused {
        /// What.
        text: String,
        /// What to do.
        hint: &'static str,
    },
    /// A file that the scenario names could not be read.
    #[error("failed to read {}: {text}", shown(path))]
    File {
        /// Its path as it is written.
        path: String,
        /// What the system says.
        text: String,
    },
}

impl ErrorKind {
    fn hint(&self) -> Option<String> {
        let text = match self {
            ErrorKind::Empty => "a scenario has at least `name`, `url` and `actions`",
            ErrorKind::SeveralDocuments => "one scenario a file: take out the `---`",
            ErrorKind::KeyNoText => "put quotes around it, if it is meant as text",
            ErrorKind::DuplicateKey { line, .. } => {
                return Some(format!("the first is in line {line}; take one of them out"));
            }
            ErrorKind::AliasOfItself => "write the value out",
            ErrorKind::Tag { .. } => "take the tag out; put quotes around text that looks like a number",
            ErrorKind::Recorder => "write its steps under `prepare` and `actions`, and give it a `name`",
            ErrorKind::Missing { hint, .. }
            | ErrorKind::WrongValue { hint, .. }
            | ErrorKind::Refused { hint, .. } => hint,
            ErrorKind::UnknownKey { nearest, known, .. } => {
                return Some(match nearest {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("known: {}", listed(known)),
                });
            }
            ErrorKind::LaterKey { .. } | ErrorKind::LaterStep { .. } => "take it out",
            ErrorKind::UnknownStep { nearest, .. } => {
                return Some(match nearest {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("known: {}", listed(super::names::STEP_NAMES)),
                });
            }
            ErrorKind::UnknownKeyName { nearest, .. } => {
                return Some(match nearest {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => "write one character, or a name as `KeyboardEvent.key` has it: `Enter`, `Shift`, `ArrowDown`, `F5`"
                        .to_owned(),
                });
            }
            ErrorKind::StepWithoutType => {
                return Some(format!("one of its keys is {}", listed(super::names::STEP_NAMES)));
            }
            ErrorKind::StepWithTypes { .. } => "make it two steps, each with its own `-`",
            ErrorKind::UnknownValue { found, known, .. } => {
                return Some(match super::names::nearest(found, known) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("known: {}", listed(known)),
                });
            }
            ErrorKind::File { .. } => "paths are relative to the scenario file",
            ErrorKind::TooLarge
            | ErrorKind::Syntax { .. }
            | ErrorKind::TooDeep { .. }
            | ErrorKind::TooManyValues { .. }
            | ErrorKind::AliasesTooLarge { .. }
            | ErrorKind::TooManySteps { .. }
            | ErrorKind::OutOfRange { .. } => return None,
        };
        (!text.is_empty()).then(|| text.to_owned())
    }
}

impl Problem {
    /// What is wrong, in one line.
    pub fn what(&self) -> String {
        self.kind.to_string()
    }

    /// Where: `grid.yaml:9:9, actions step 1.2`.
    pub fn place(&self) -> String {
        self.at.to_string()
    }

    /// What to do.
    pub fn hint(&self) -> Option<String> {
        self.kind.hint()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)?;
        match &self.step {
            Some(step) => write!(f, ", {step}"),
            None => Ok(()),
        }
    }
}

impl Error {
    pub(super) fn new(file: &str, mut found: Vec<Found>) -> Error {
        found.sort_by_key(|problem| problem.at);
        let dropped = found.len().saturating_sub(MAX_PROBLEMS);
        found.truncate(MAX_PROBLEMS);
        let located = found.into_iter().map(|problem| Problem {
            at: Location {
                file: file.to_owned(),
                line: problem.at.line,
                column: problem.at.column,
                step: problem.step,
            },
            kind: problem.kind,
        });
        let problems: Vec<Problem> = located.collect();
        assert!(!problems.is_empty(), "an error is made of at least one problem");
        Error { problems, dropped }
    }

    /// The topmost problem.
    pub fn first(&self) -> &Problem {
        &self.problems[0]
    }

    /// The problems, the topmost first; of very many the first twenty.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many more there are.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// What is wrong first, in one line.
    pub fn what(&self) -> String {
        self.first().what()
    }

    /// Where that is.
    pub fn place(&self) -> String {
        self.first().place()
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        self.first().hint()
    }

    /// All problems as text: what, where, what to do, and an empty line between two.
    pub fn report(&self) -> String {
        let mut parts: Vec<String> = self
            .problems
            .iter()
            .map(|problem| {
                let mut text = format!("{}\n  at {}", problem.what(), problem.place());
                if let Some(hint) = problem.hint() {
                    text.push_str(&format!("\nhint: {hint}"));
                }
                text
            })
            .collect();
        if self.dropped > 0 {
            parts.push(format!("{} more problems", self.dropped));
        }
        parts.join("\n\n")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first();
        write!(f, "{}: {}", first.at, first.kind)?;
        match self.problems.len() - 1 + self.dropped {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more problem)"),
            more => write!(f, " (and {more} more problems)"),
        }
    }
}

fn listed(names: &[&str]) -> String {
    format!("`{}`", names.join("`, `"))
}

/// Text from the file as an error shows it: in backticks, cut, and without what would steer a
/// terminal or turn the reading direction.
pub(super) fn shown(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let mut shown = String::from("`");
    for (index, c) in text.chars().enumerate() {
        if index == MAX_SHOWN {
            shown.push('…');
            break;
        }
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown.push('`');
    shown
}
