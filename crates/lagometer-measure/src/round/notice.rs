//! Saying at once that a round does not count: cleaning up may take seconds after that.

use crate::cdp::Connection;
use crate::error::ErrorKind;
use std::time::{Duration, Instant};

/// That a round does not count, as soon as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noticed {
    /// The stable code of the error, or of the reason for which the round will be invalid.
    pub code: &'static str,
    /// How long it could have been known: since a time was over, since the browser said that a page
    /// crashed, since its pipe ended. Absent where an answer says it, and nothing was waited for.
    pub after: Option<Duration>,
}

impl Noticed {
    /// An answer says it.
    pub(super) fn by_answer(code: &'static str) -> Noticed {
        Noticed { code, after: None }
    }

    /// Of an error; `due` is when the time of what failed is over.
    pub(super) fn of(kind: &ErrorKind, connection: &Connection, due: Option<Instant>) -> Noticed {
        let since = match kind {
            ErrorKind::RendererCrashed | ErrorKind::BrowserDied { .. } => connection.lost_at(),
            // Where the time is not over yet, it failed for another reason than the time.
            _ => due.filter(|due| *due <= Instant::now()),
        };
        Noticed {
            code: kind.code(),
            after: since.map(|since| since.elapsed()),
        }
    }

    /// Tells the log and whoever runs the round.
    pub(super) fn tell(self, listener: &dyn Fn(Noticed)) {
        let after_ms = self.after.map(|after| after.as_millis());
        tracing::info!(code = self.code, after_ms, "the round does not count");
        listener(self);
    }
}
