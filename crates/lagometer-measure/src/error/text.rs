//! The words of the errors: what is wrong, where, what to do.

use super::{Error, ErrorKind};
use std::fmt::{self, Formatter, Write};
use std::time::Duration;

/// The first line: what is wrong.
pub(super) fn what(kind: &ErrorKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        ErrorKind::NoBrowser { asked: None } => f.write_str("no Chrome, Chromium or Edge found"),
        ErrorKind::NoBrowser { asked: Some(path) } => write!(f, "no browser at `{}`", path.display()),
        ErrorKind::BrowserStart { program, why, .. } => {
            write!(f, "failed to start `{}`: {why}", program.display())
        }
        ErrorKind::OtherMajor { found, wanted } => match found {
            Some(found) => write!(f, "the browser has version {found}, the scenario wants {wanted}"),
            None => write!(
                f,
                "the browser does not say its version, the scenario wants {wanted}"
            ),
        },
        ErrorKind::BrowserDied { .. } => f.write_str("the browser ended unexpectedly"),
        ErrorKind::RendererCrashed => f.write_str("the page's renderer process crashed"),
        ErrorKind::PageNotReady { condition, waited } => {
            write!(f, "page not ready: {condition} in {}", Shown(*waited))
        }
        ErrorKind::NoMatch { condition, waited } => write!(f, "{condition} in {}", Shown(*waited)),
        ErrorKind::Covered { selector, by } => write!(f, "`{selector}` is covered by `{}`", OneLine(by)),
        ErrorKind::NotClickable {
            selector,
            verb,
            why,
            waited,
        } => {
            write!(
                f,
                "`{selector}` cannot be {verb}: it {why} for {}",
                Shown(*waited)
            )
        }
        ErrorKind::Invalid { what, text, message } => {
            write!(f, "`{}` is not a valid {what}: ", OneLine(text))?;
            write!(f, "{}", OneLine(message))
        }
        ErrorKind::EvaluateThrew { message, .. } => {
            write!(f, "the code of `evaluate` threw: {}", OneLine(message))
        }
        ErrorKind::NavigationFailed { url, why } => write!(f, "failed to load `{url}`: {why}"),
        ErrorKind::TraceStart { message } => {
            write!(f, "failed to start the trace: {}", OneLine(message))
        }
        ErrorKind::Timeout { what, waited } => write!(f, "{what} in {}", Shown(*waited)),
        ErrorKind::RoundTimeout { limit } => write!(f, "the round was not done in {}", Shown(*limit)),
        ErrorKind::Interrupted => f.write_str("interrupted"),
        ErrorKind::FolderNotWritable { path, message } => {
            write!(f, "failed to write `{}`: {message}", path.display())
        }
        ErrorKind::SnapshotStalled { waited } => {
            write!(f, "the heap snapshot did not go on for {}", Shown(*waited))
        }
        ErrorKind::SnapshotNotWritten { path, message } => {
            write!(
                f,
                "failed to write the heap snapshot `{}`: {message}",
                path.display()
            )
        }
        ErrorKind::FolderNotReadable { path, message } => {
            write!(f, "failed to read `{}`: {message}", path.display())
        }
        ErrorKind::Protocol { message } => write!(f, "unexpected answer of the browser: {message}"),
    }
}

/// The second line, of an error that has no place in a scenario.
pub(super) fn place(kind: &ErrorKind) -> Option<String> {
    match kind {
        ErrorKind::NoBrowser { asked: None } => {
            Some("looked at --browser, LAGOMETER_BROWSER, PATH, the usual folders".to_owned())
        }
        ErrorKind::BrowserStart { stderr, .. } | ErrorKind::BrowserDied { stderr } => last_words(stderr),
        _ => None,
    }
}

fn last_words(stderr: &[String]) -> Option<String> {
    if stderr.is_empty() {
        return None;
    }
    let mut text = String::from("its last lines on stderr:");
    for line in stderr {
        // Writing to a String does not fail.
        let _ = write!(text, "\n    {line}");
    }
    Some(text)
}

/// The third line: what to do.
pub(super) fn hint(error: &Error) -> Option<String> {
    let advice = match &error.kind {
        ErrorKind::NoBrowser { asked: None } => {
            "`apt-get install chromium`, or `lagometer run --browser PATH SCENARIO`".to_owned()
        }
        ErrorKind::NoBrowser { asked: Some(_) } => {
            "give the path of the program itself, not of its folder".to_owned()
        }
        ErrorKind::BrowserStart { stderr, program, .. } => start_hint(stderr, &program.display().to_string()),
        ErrorKind::OtherMajor { .. } => {
            "give the path of that version with `--browser PATH`, or change `browser.major`".to_owned()
        }
        ErrorKind::RoundTimeout { .. } => {
            "look for a step or a script that hangs, or raise `roundTimeout`".to_owned()
        }
        ErrorKind::BrowserDied { .. } => {
            "if nobody ended it, look for the system's out-of-memory messages".to_owned()
        }
        ErrorKind::RendererCrashed => {
            "open the page by hand; a page that runs out of memory crashes, too".to_owned()
        }
        ErrorKind::PageNotReady { .. } | ErrorKind::NoMatch { .. } | ErrorKind::Timeout { .. } => {
            "raise `timeout` of this step".to_owned()
        }
        ErrorKind::Covered { .. } => "close what covers it in `prepare`".to_owned(),
        ErrorKind::NotClickable { .. } => {
            "wait in `prepare` until it is shown and at rest, or raise `timeout` of this step".to_owned()
        }
        ErrorKind::Invalid { what, .. } => format!("correct the {what}; it is read by the page as it stands"),
        ErrorKind::EvaluateThrew { line: Some(line), .. } => format!("look at line {line} of the code"),
        ErrorKind::EvaluateThrew { line: None, .. } => "run the code in the page's console".to_owned(),
        ErrorKind::NavigationFailed { .. } => "check `url`, and that its server is running".to_owned(),
        ErrorKind::TraceStart { .. } => {
            "only one trace can run in a browser; close DevTools on it and any other tool that records"
                .to_owned()
        }
        ErrorKind::FolderNotWritable { .. } => "choose another folder with `--results DIR`".to_owned(),
        ErrorKind::SnapshotStalled { .. } => {
            "look at the machine's memory: a browser that copies a large heap needs much of it".to_owned()
        }
        ErrorKind::SnapshotNotWritten { path, .. } if path.to_string_lossy().contains(".gz") => {
            "free some room, or write it to another disk".to_owned()
        }
        ErrorKind::SnapshotNotWritten { .. } => {
            "free some room, or write it to another disk; packed (`.gz`) it takes a seventh".to_owned()
        }
        ErrorKind::FolderNotReadable { .. } => "check `serve` in the scenario".to_owned(),
        ErrorKind::Interrupted | ErrorKind::Protocol { .. } => return None,
    };
    let files = match (error.at.screenshot, error.at.console) {
        (true, true) => "failure.png and console.txt",
        (true, false) => "failure.png",
        (false, true) => "console.txt",
        (false, false) => return Some(advice),
    };
    Some(format!("look at {files} in the round's folder; {advice}"))
}

fn start_hint(stderr: &[String], program: &str) -> String {
    let mentions = |word: &str| stderr.iter().any(|line| line.contains(word));
    if mentions("No usable sandbox") {
        return "this system forbids Chrome's sandbox to ordinary users; allow user namespaces for it"
            .to_owned();
    }
    if mentions("snap") {
        return "this is the stub of a snap package; install Google Chrome or Edge, or give `--browser PATH`"
            .to_owned();
    }
    if mentions("error while loading shared libraries") {
        return "install the library that is named".to_owned();
    }
    format!("see what `{program} --headless=new about:blank` says")
}

/// A duration in the unit that a scenario would use: `2 s`, `500 ms`.
pub(crate) struct Shown(pub Duration);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let milliseconds = self.0.as_millis();
        if milliseconds >= 1000 && milliseconds.is_multiple_of(1000) {
            write!(f, "{} s", milliseconds / 1000)
        } else {
            write!(f, "{milliseconds} ms")
        }
    }
}

/// The longest text of a page that an error repeats, in characters.
const QUOTE_MAX: usize = 300;

/// A text of the page on one line, cut: it comes from strangers.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut written = 0;
        for word in self.0.split(char::is_whitespace).filter(|word| !word.is_empty()) {
            if written > 0 {
                f.write_char(' ')?;
            }
            for character in word.chars().filter(|character| !character.is_control()) {
                if written >= QUOTE_MAX {
                    return f.write_str("...");
                }
                f.write_char(character)?;
                written += 1;
            }
        }
        Ok(())
    }
}
