//! The time that a step has.

use std::time::Duration;
use tokio::time::Instant;

/// A point in time, and how long it was to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    at: Instant,
    pub limit: Duration,
}

/// The time is over.
#[derive(Debug)]
pub(super) struct Elapsed;

impl Deadline {
    pub fn new(limit: Duration) -> Deadline {
        // A limit beyond all clocks is a century.
        let now = Instant::now();
        let century = Duration::from_secs(100 * 365 * 24 * 3600);
        Deadline {
            at: now + limit.min(century),
            limit,
        }
    }

    /// When it is.
    pub fn at(&self) -> std::time::Instant {
        self.at.into_std()
    }

    /// Runs until the deadline.
    pub async fn bound<T>(&self, future: impl Future<Output = T>) -> Result<T, Elapsed> {
        tokio::time::timeout_at(self.at, future)
            .await
            .map_err(|_| Elapsed)
    }

    /// More than what is left: the limit of a call that [`Deadline::bound`] ends anyway.
    pub fn call_limit(&self) -> Duration {
        self.limit.saturating_add(Duration::from_secs(60))
    }
}
