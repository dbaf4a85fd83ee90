//! Taking secrets out of an error before anybody sees it.

use super::{Error, ErrorKind};
use crate::secret::Secrets;
use std::borrow::Cow;

impl Error {
    /// The error without the values of secrets in its texts.
    pub(crate) fn without(mut self, secrets: &Secrets) -> Error {
        let scrub = |text: &mut String| {
            if let Cow::Owned(scrubbed) = secrets.scrub(text) {
                *text = scrubbed;
            }
        };
        self.cleanup.iter_mut().for_each(scrub);
        self.at.found.iter_mut().for_each(scrub);
        texts(&mut self.kind, scrub);
        self
    }
}

/// Every text of an error that may hold what a page or a browser said.
fn texts(kind: &mut ErrorKind, scrub: impl Fn(&mut String)) {
    match kind {
        ErrorKind::BrowserStart { why, stderr, .. } => {
            scrub(why);
            stderr.iter_mut().for_each(scrub);
        }
        ErrorKind::BrowserDied { stderr } => stderr.iter_mut().for_each(scrub),
        ErrorKind::PageNotReady { condition, .. } | ErrorKind::NoMatch { condition, .. } => scrub(condition),
        ErrorKind::Covered { selector, by } => {
            scrub(selector);
            scrub(by);
        }
        ErrorKind::NotClickable { selector, why, .. } => {
            scrub(selector);
            scrub(why);
        }
        ErrorKind::Invalid { text, message, .. } => {
            scrub(text);
            scrub(message);
        }
        ErrorKind::EvaluateThrew { message, .. }
        | ErrorKind::TraceStart { message }
        | ErrorKind::Protocol { message }
        | ErrorKind::FolderNotWritable { message, .. }
        | ErrorKind::SnapshotNotWritten { message, .. }
        | ErrorKind::FolderNotReadable { message, .. } => scrub(message),
        ErrorKind::NavigationFailed { url, why } => {
            scrub(url);
            scrub(why);
        }
        ErrorKind::Timeout { what, .. } => scrub(what),
        ErrorKind::NoBrowser { .. }
        | ErrorKind::OtherMajor { .. }
        | ErrorKind::RendererCrashed
        | ErrorKind::RoundTimeout { .. }
        | ErrorKind::SnapshotStalled { .. }
        | ErrorKind::Interrupted => {}
    }
}
