//! Ctrl-C: the first one ends a run in order, the second one at once.

use std::future::Future;
use std::io;
use std::time::Duration;
use tokio::sync::watch;

/// How long cleaning up may take after the first signal: ending a browser takes well under a second.
pub const CLEANUP: Duration = Duration::from_secs(10);

/// How the work ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended<T> {
    /// By itself, or in order after a first signal.
    ByItself(T),
    /// A second signal came, and the work was dropped where it stood.
    Twice,
    /// Cleaning up took too long, and the work was dropped where it stood.
    TooLong,
}

/// Runs `work` to its end. On the first signal `first` is called and `cancel` turns true, which the
/// work watches; on the second, or when `cleanup` has passed, the work is dropped: what it holds
/// (processes, folders) is ended by being dropped.
pub async fn guard<T>(
    work: impl Future<Output = T>,
    cancel: watch::Sender<bool>,
    cleanup: Duration,
    mut signal: impl AsyncFnMut(),
    first: impl FnOnce(),
) -> Ended<T> {
    tokio::pin!(work);
    tokio::select! {
        biased;
        done = &mut work => return Ended::ByItself(done),
        () = signal() => {}
    }
    first();
    cancel.send_replace(true);
    tokio::select! {
        biased;
        done = &mut work => Ended::ByItself(done),
        () = signal() => Ended::Twice,
        () = tokio::time::sleep(cleanup) => Ended::TooLong,
    }
}

/// The signals that ask a program to end: SIGINT (Ctrl-C) and SIGTERM. SIGHUP is left as it
/// is: `nohup` has it ignored, and listening to it would undo that.
#[cfg(unix)]
#[derive(Debug)]
pub struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on these signals no longer end the program.
    pub fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Signals {}

#[cfg(not(unix))]
impl Signals {
    /// From now on Ctrl-C no longer ends the program.
    pub fn listen() -> io::Result<Signals> {
        Ok(Signals {})
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            // It cannot be listened to, so it never comes.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests;
