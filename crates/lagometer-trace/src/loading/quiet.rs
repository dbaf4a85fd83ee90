//! When a page has loaded so far that it answers: the first quiet of main thread and network after
//! its first content.

use super::request::Request;
use lagometer_metric::{Micros, NotAvailable, Reason};

/// So long main thread and network have to be quiet together (Lighthouse, Time to Interactive).
pub const QUIET: Micros = Micros::from_millis(5_000);
/// With so many requests under way the network still is quiet (Lighthouse, Time to Interactive).
pub const REQUESTS_OF_QUIET: usize = 2;
/// From this duration on a task breaks the quiet of the main thread (Lighthouse, Time to Interactive).
pub const BREAKS_QUIET: Micros = Micros::from_millis(50);

/// What a page load was like.
pub(crate) struct Interactive<'l> {
    /// The first content.
    pub(crate) painted: Micros,
    /// The end of `DOMContentLoaded`.
    pub(crate) parsed: Micros,
    /// The end of what is known.
    pub(crate) end: Micros,
    /// The tasks that break the quiet, start and end, in order of start.
    pub(crate) tasks: &'l [(Micros, Micros)],
    /// The requests, in order of start.
    pub(crate) requests: &'l [Request],
}

/// When the page could be used: at the last long task before five seconds in which the main thread has
/// none and the network at most two requests, but not before first content and `DOMContentLoaded`.
pub(crate) fn interactive(load: &Interactive<'_>) -> Result<Micros, NotAvailable> {
    let long_enough = |(start, end): &(Micros, Micros)| {
        *end > load.painted.saturating_add(QUIET) && end.saturating_sub(*start) >= QUIET
    };
    let mut of_thread = thread_quiet(load.tasks, load.end);
    of_thread.retain(long_enough);
    let mut of_network = network_quiet(load.requests, load.end);
    of_network.retain(long_enough);
    let (mut thread, mut network) = (of_thread.iter().peekable(), of_network.iter().peekable());
    loop {
        let (Some((from, to)), Some((first, last))) = (thread.peek(), network.peek()) else {
            let what = match thread.peek() {
                Some(_) => "the network",
                None => "the main thread",
            };
            return Err(NotAvailable {
                reason: Reason::NoQuietWindow,
                detail: format!("{what} was never quiet for 5 s after first content"),
            });
        };
        // The later of the two starts has to leave five seconds of the other one.
        if from >= first {
            if *last >= from.saturating_add(QUIET) {
                return Ok((*from).max(load.painted).max(load.parsed));
            }
            network.next();
        } else {
            if *to >= first.saturating_add(QUIET) {
                return Ok((*from).max(load.painted).max(load.parsed));
            }
            thread.next();
        }
    }
}

/// A stretch before everything: what came before the trace is quiet.
const BEFORE: Micros = Micros(i64::MIN);

/// When no task broke the quiet.
fn thread_quiet(tasks: &[(Micros, Micros)], end: Micros) -> Vec<(Micros, Micros)> {
    let mut quiet = Vec::new();
    let mut from = BEFORE;
    for (start, over) in tasks {
        quiet.push((from, *start));
        from = *over;
    }
    quiet.push((from, end));
    quiet
}

/// When at most so many requests were under way that the network counts as quiet.
fn network_quiet(requests: &[Request], end: Micros) -> Vec<(Micros, Micros)> {
    // Ends come first: who follows another at once does not come on top of it.
    let mut steps: Vec<(Micros, bool)> = requests
        .iter()
        .filter(|request| request.start < request.end)
        .flat_map(|request| [(request.start, true), (request.end, false)])
        .filter(|(ts, _)| *ts <= end)
        .collect();
    steps.sort_unstable();
    let mut quiet = Vec::new();
    let mut from = BEFORE;
    let mut under_way = 0_usize;
    for (ts, starts) in steps {
        if starts {
            if under_way == REQUESTS_OF_QUIET {
                quiet.push((from, ts));
            }
            under_way += 1;
        } else {
            // Its start came before it.
            under_way = under_way.saturating_sub(1);
            if under_way == REQUESTS_OF_QUIET {
                from = ts;
            }
        }
    }
    if under_way <= REQUESTS_OF_QUIET {
        quiet.push((from, end));
    }
    quiet
}

#[cfg(test)]
mod tests;
