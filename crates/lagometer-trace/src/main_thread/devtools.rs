//! The main thread as DevTools' trace engine takes it.

use super::{Confidence, Home, MainThread, Method, Search, marked_main_frame, pid_of};
use crate::facts::{Address, Facts, Process};
use crate::texts::TextId;
use lagometer_metric::{Measured, Micros, NotAvailable, Reason};
use std::collections::BTreeMap;

/// Finds the page's main threads by the rules of the engine: only `TracingStartedInBrowser` says
/// which frame is the main one, and every process in which that frame ever was counts over the whole
/// trace, with each of its threads that is called `CrRendererMain`.
pub(crate) fn find_as_devtools(facts: &Facts) -> Measured<MainThread> {
    let Some(frame) = marked_main_frame(facts) else {
        let detail = match facts.started.is_empty() {
            true => "no `TracingStartedInBrowser`, by which DevTools finds the main frame",
            false => "`TracingStartedInBrowser` names no main frame",
        };
        return absent(detail);
    };
    let search = Search::new(facts);
    let steps = steps(facts, frame);
    let mut whole = Vec::new();
    let mut without_thread = Vec::new();
    for pid in pids(&steps) {
        if !shows_an_address(facts, pid) {
            continue;
        }
        let threads = search.by_process.get(&pid).into_iter().flatten();
        let named = threads.filter(|at| facts.threads[**at].is_renderer_main);
        let before = whole.len();
        whole.extend(named.copied());
        if whole.len() == before {
            without_thread.push(pid);
        }
    }
    if whole.is_empty() {
        return absent("no process in which the main frame was has a thread `CrRendererMain`");
    }
    let homes = homes(facts, &steps, &whole);
    Measured::Value(MainThread {
        method: Method::TracingStartedFrame,
        confidence: Confidence::Certain,
        frame_id: Some(facts.texts.text_of(frame)),
        rejected: search.rejected(&homes, Some(frame), None),
        homes,
        without_thread,
        disagreement: None,
        frame: Some(frame),
        whole: Some(whole),
    })
}

fn absent(detail: &str) -> Measured<MainThread> {
    Measured::NotAvailable(NotAvailable {
        reason: Reason::NoMainThread,
        detail: detail.to_owned(),
    })
}

/// An address of the main frame in a process.
struct Step {
    ts: Micros,
    pid: i64,
}

/// Where the main frame was, in order of time: of one process only where its address changed.
fn steps(facts: &Facts, frame: TextId) -> Vec<Step> {
    let started = facts.started.iter().flat_map(|started| {
        let frames = started.frames.iter().filter(|entry| entry.frame == frame);
        frames.map(|entry| (started.ts, entry.process, entry.address))
    });
    let placed = facts.placements.iter();
    let placed = placed
        .filter(|placement| placement.frame == frame)
        .map(|placement| (placement.ts, Some(placement.process), placement.address));
    // By process in order of appearance, because what happens at one time stays in that order.
    let mut by_process: Vec<(i64, Vec<(Micros, Address)>)> = Vec::new();
    for (ts, process, address) in started.chain(placed) {
        // A process that was not there yet is not known to the engine by its placeholder.
        let Some(Process::Pid(pid)) = process else {
            continue;
        };
        let at = by_process.iter().position(|(known, _)| *known == pid);
        let at = at.unwrap_or_else(|| {
            by_process.push((pid, Vec::new()));
            by_process.len() - 1
        });
        let changes = &mut by_process[at].1;
        if changes.last().is_none_or(|(_, last)| *last != address) {
            changes.push((ts, address));
        }
    }
    let mut steps: Vec<Step> = by_process
        .into_iter()
        .flat_map(|(pid, changes)| changes.into_iter().map(move |(ts, _)| Step { ts, pid }))
        .collect();
    steps.sort_by_key(|step| step.ts);
    steps
}

/// The processes, each once, in order of time.
fn pids(steps: &[Step]) -> Vec<i64> {
    let mut pids = Vec::new();
    for step in steps {
        if !pids.contains(&step.pid) {
            pids.push(step.pid);
        }
    }
    pids
}

/// Whether any frame of the process has an address that is one: the engine forgets other processes.
fn shows_an_address(facts: &Facts, pid: i64) -> bool {
    let started = facts.started.iter().flat_map(|started| &started.frames);
    let started = started.filter_map(|frame| Some((frame.process?, frame.address)));
    let placed = facts
        .placements
        .iter()
        .map(|placement| (placement.process, placement.address));
    let mut all = started.chain(placed);
    all.any(|(process, address)| pid_of(facts, process) == Some(pid) && address.is_url)
}

/// From when to when the main frame was in each process that has a thread.
fn homes(facts: &Facts, steps: &[Step], whole: &[usize]) -> Vec<Home> {
    let threads: BTreeMap<i64, usize> = whole
        .iter()
        .rev()
        .map(|thread| (facts.threads[*thread].pid, *thread))
        .collect();
    let mut homes: Vec<Home> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let to = steps.get(at + 1).map(|next| next.ts);
        // Several at one time: the last one counts.
        if to == Some(step.ts) {
            continue;
        }
        let Some(thread) = threads.get(&step.pid) else {
            continue;
        };
        match homes.last_mut() {
            Some(home) if home.pid == step.pid && home.to == Some(step.ts) => home.to = to,
            _ => homes.push(Home {
                pid: step.pid,
                tid: facts.threads[*thread].tid,
                from: (at > 0).then_some(step.ts),
                to,
                thread: *thread,
            }),
        }
    }
    homes
}

#[cfg(test)]
mod tests;
