//! What the page stamped through the console.

use crate::facts::{ConsoleStamp, Facts};
use crate::main_thread::MainThread;
use crate::user_timing::shortened;
use crate::window::ResolvedWindow;
use lagometer_metric::Micros;

/// A `console.timeStamp` inside a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its label.
    pub name: String,
    /// When it was set.
    pub ts: Micros,
    /// Where it stands for a stretch of time: from when to when.
    pub span: Option<(Micros, Micros)>,
    /// The track that it is to be shown in.
    pub track: Option<String>,
}

/// How many stamps are listed.
const LISTED: usize = 1_000;

/// The stamps of the page's process inside a window, in order of time: the first of them, and how
/// many there are.
pub(crate) fn stamps_in_window(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
) -> (Vec<Stamp>, u64) {
    let is_inside = |stamp: &&ConsoleStamp| main_thread.has_process(stamp.pid) && resolved.holds(stamp.ts);
    let mut stamps: Vec<&ConsoleStamp> = facts.console_stamps.iter().filter(is_inside).collect();
    stamps.sort_by_key(|stamp| (stamp.ts, facts.texts.bytes_of(stamp.name), stamp.span));
    let total = stamps.len() as u64;
    let text = |id| shortened(&facts.texts.text_of(id));
    let listed = stamps.iter().take(LISTED).map(|stamp| Stamp {
        name: text(stamp.name),
        ts: stamp.ts,
        span: stamp.span,
        track: stamp.track.map(text),
    });
    (listed.collect(), total)
}

#[cfg(test)]
mod tests;
