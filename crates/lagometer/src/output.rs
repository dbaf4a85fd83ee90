//! The only place that prints.
//!
//! stdout is the answer with the warnings about its data. stderr is everything else: errors, warnings
//! about this machine, and one progress line on a terminal.

use crate::appearance::{Appearance, Streams};
use crate::cli::AnswerOptions;
use crate::destination::{Destination, OUTPUT};
use crate::problem::Problem;
use lagometer_render::Style;
use lagometer_render::message::{self, ProgressLine};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The streams, and how to write to them.
#[derive(Debug)]
pub struct Output {
    appearance: Appearance,
    destination: Destination,
    quiet: bool,
    verbose: u8,
    rules_text: bool,
    /// Whether a progress line stands on stderr and must go before anything else is written.
    progress_stands: Mutex<bool>,
}

impl Output {
    /// Looks at the streams and checks that the answer can be written.
    pub fn new(options: &AnswerOptions) -> Result<Output, Problem> {
        let destination = Destination::check(options.output.as_deref())?;
        // Log lines would tear the progress line.
        let no_progress = options.quiet || options.verbose > 0;
        let appearance = appearance(destination == Destination::Stdout, options.ascii, no_progress);
        Ok(Output {
            appearance,
            destination,
            quiet: options.quiet,
            verbose: options.verbose,
            rules_text: options.rules_text,
            progress_stands: Mutex::new(false),
        })
    }

    /// How the answer looks.
    pub fn style(&self, top: usize) -> Style {
        Style {
            colour: self.appearance.answer_colour,
            unicode: self.appearance.unicode,
            width: self.appearance.width,
            top,
            verbose: self.verbose,
            rules_text: self.rules_text,
            plot: false,
            work: None,
        }
    }

    /// The file that the answer goes to, where it is a regular one.
    pub fn file(&self) -> Option<&Path> {
        match &self.destination {
            Destination::File(path) => Some(path),
            Destination::Stdout | Destination::Device(_) => None,
        }
    }

    /// Prints the answer, or writes its file. A reader that has gone has read enough.
    pub fn answer(&self, text: &str) -> Result<(), Problem> {
        self.clear_progress();
        tracing::debug!(bytes = text.len(), "the answer is ready");
        match &self.destination {
            Destination::Stdout => print_answer(text),
            Destination::File(path) => Destination::write(path, text.as_bytes(), OUTPUT),
            Destination::Device(path) => Destination::write_into(path, text.as_bytes(), OUTPUT),
        }
    }

    /// Prints an error.
    pub fn problem(&self, problem: &Problem) {
        self.clear_progress();
        print_problem(problem, &stderr_style(&self.appearance));
    }

    /// Prints what is going on, where somebody waits for it.
    pub fn notice(&self, text: &str) {
        if self.quiet {
            return;
        }
        self.clear_progress();
        to_stderr(&message::note(text, &stderr_style(&self.appearance)));
    }

    /// Prints a warning about this machine or the run, not about the data.
    pub fn warning(&self, text: &str) {
        if self.quiet {
            return;
        }
        self.clear_progress();
        to_stderr(&message::warning(text, &stderr_style(&self.appearance)));
    }

    /// Whether a progress line would be seen.
    pub fn shows_progress(&self) -> bool {
        self.appearance.progress.is_some()
    }

    /// Redraws the progress line.
    pub fn progress(&self, line: &ProgressLine) {
        let Some(columns) = self.appearance.progress else {
            return;
        };
        // One column less: a full line would wrap on some terminals, and could not be redrawn.
        let style = stderr_style(&self.appearance);
        let shown = message::progress(line, columns.saturating_sub(1), &style);
        let mut stands = self
            .progress_stands
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        to_stderr(&format!("{CLEAR_LINE}{shown}"));
        *stands = true;
    }

    fn clear_progress(&self) {
        let mut stands = self
            .progress_stands
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if *stands {
            to_stderr(CLEAR_LINE);
            *stands = false;
        }
    }
}

/// Back to the first column, and everything after it erased.
const CLEAR_LINE: &str = "\r\u{1b}[K";

fn appearance(answer_to_stdout: bool, ascii: bool, no_progress: bool) -> Appearance {
    let columns = |size: Option<(terminal_size::Width, terminal_size::Height)>| {
        size.map(|(width, _)| usize::from(width.0))
    };
    let streams = Streams {
        answer_is_terminal: answer_to_stdout && io::stdout().is_terminal(),
        stderr_is_terminal: io::stderr().is_terminal(),
        columns: columns(terminal_size::terminal_size_of(io::stdout())),
        stderr_columns: columns(terminal_size::terminal_size_of(io::stderr())),
    };
    Appearance::new(|name| std::env::var(name).ok(), streams, ascii, no_progress)
}

/// Messages are never cut: a path must be whole to be copied.
fn stderr_style(appearance: &Appearance) -> Style {
    Style {
        colour: appearance.stderr_colour,
        unicode: appearance.unicode,
        ..Style::PLAIN
    }
}

/// Prints help or a version that was asked for: an answer without options.
pub fn print_help(plain: &str, coloured: &str) -> Result<(), Problem> {
    let colour = appearance(true, false, false).answer_colour;
    print_answer(if colour { coloured } else { plain })
}

/// Prints what is wrong with the command line.
pub fn print_usage(plain: &str, coloured: &str) {
    let colour = appearance(true, false, false).stderr_colour;
    to_stderr(if colour { coloured } else { plain });
}

/// Prints an error for which there is no [`Output`] yet.
pub fn print_early_problem(problem: &Problem) {
    print_problem(problem, &stderr_style(&appearance(true, false, false)));
}

fn print_problem(problem: &Problem, style: &Style) {
    let mut text = message::error(&problem.what, &problem.place, problem.hint.as_deref(), style);
    for other in &problem.others {
        text.push('\n');
        text.push_str(&message::error(
            &other.what,
            &other.place,
            other.hint.as_deref(),
            style,
        ));
    }
    to_stderr(&text);
}

fn print_answer(text: &str) -> Result<(), Problem> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Problem::bad_input(format!(
            "failed to write the answer to stdout: {error}"
        ))),
        _ => Ok(()),
    }
}

fn to_stderr(text: &str) {
    let mut stderr = io::stderr().lock();
    // There is nowhere to say that this failed.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
