//! How text is laid out and marked.

use crate::WorkView;

/// What the receiver of a text can show, and how much of it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether ANSI colours may be used. Nothing is said by colour alone.
    pub colour: bool,
    /// Whether characters outside ASCII may be used.
    pub unicode: bool,
    /// The columns of a terminal, where long names lose their middle; `None` cuts nothing.
    pub width: Option<usize>,
    /// How many rows of a long list are shown.
    pub top: usize,
    /// 0, or 1 and more for every oddity with its place.
    pub verbose: u8,
    /// Whether the rule of what is shown is printed with it.
    pub rules_text: bool,
    /// Whether curves are plots of several lines in the place of a line of bars.
    pub plot: bool,
    /// Which list of the main thread's work is shown in detail.
    pub work: Option<WorkView>,
}

impl Style {
    /// Plain text of this crate's width with every character: what a file or a pipe gets.
    pub const PLAIN: Style = Style {
        colour: false,
        unicode: true,
        width: None,
        top: 2,
        verbose: 0,
        rules_text: false,
        plot: false,
        work: None,
    };

    pub(crate) fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(crate) fn red(&self, text: &str) -> String {
        self.paint("31", text)
    }

    pub(crate) fn yellow(&self, text: &str) -> String {
        self.paint("33", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
