//! How output looks on these streams: colour, characters, width, progress.
//!
//! Decided once from the variables, the streams and the flags; pure, so that it can be tested.

/// What is known about where the output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// Whether the answer goes to a terminal.
    pub answer_is_terminal: bool,
    /// Whether stderr is a terminal.
    pub stderr_is_terminal: bool,
    /// The columns of the answer's terminal.
    pub columns: Option<usize>,
    /// The columns of stderr's terminal.
    pub stderr_columns: Option<usize>,
}

/// How output looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// Whether the answer is coloured.
    pub answer_colour: bool,
    /// Whether stderr is coloured.
    pub stderr_colour: bool,
    /// Whether characters outside ASCII may be used.
    pub unicode: bool,
    /// The columns, on a terminal only: elsewhere nothing is cut.
    pub width: Option<usize>,
    /// The columns of the progress line; `None` where there is none.
    pub progress: Option<usize>,
}

/// A terminal that does not tell its width.
const DEFAULT_COLUMNS: usize = 80;

impl Appearance {
    /// Decides; `variable` reads an environment variable.
    ///
    /// Colour: `NO_COLOR` (not empty) says no, `CLICOLOR_FORCE` (not empty, not `0`) says yes, else
    /// it is for terminals other than `TERM=dumb` with `CLICOLOR` other than `0`. Characters: the
    /// first of `LC_ALL`, `LC_CTYPE`, `LANG` that is set decides, as in every POSIX program.
    pub fn new(
        variable: impl Fn(&str) -> Option<String>,
        streams: Streams,
        ascii: bool,
        no_progress: bool,
    ) -> Appearance {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").as_deref() == Some("dumb");
        let colour = |terminal: bool| {
            if set("NO_COLOR").is_some() {
                return false;
            }
            if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
                return true;
            }
            terminal && !dumb && set("CLICOLOR").as_deref() != Some("0")
        };
        let width = |terminal: bool, columns: Option<usize>| {
            terminal.then(|| columns.filter(|columns| *columns > 0).unwrap_or(DEFAULT_COLUMNS))
        };
        Appearance {
            answer_colour: colour(streams.answer_is_terminal),
            stderr_colour: colour(streams.stderr_is_terminal),
            unicode: !ascii && !dumb && speaks_utf8(set),
            width: width(streams.answer_is_terminal, streams.columns),
            // One line is redrawn with carriage returns, which a dumb terminal may not know.
            progress: width(
                streams.stderr_is_terminal && !dumb && !no_progress,
                streams.stderr_columns,
            ),
        }
    }
}

fn speaks_utf8(set: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    match locale {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        // Windows has no such variables; its console takes UTF-8 from Rust's standard library.
        None => cfg!(windows),
    }
}

#[cfg(test)]
mod tests;
