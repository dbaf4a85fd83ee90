//! Threads of workers: how busy they were.

use crate::facts::Facts;
use crate::interval::Union;
use crate::main_thread::MainThread;
use crate::task::{TASK_NAMES, top_level};
use crate::user_timing::shortened;
use lagometer_metric::{Measured, Micros, Reason, TimeWindow};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A kind of worker, by the name of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkerKind {
    /// One of a page.
    Dedicated,
    /// One of several pages of an origin.
    Shared,
    /// One that stands between pages and the network.
    Service,
}

/// The thread of a worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// What kind of worker.
    pub kind: WorkerKind,
    /// Its script, where the trace tells.
    pub url: Option<String>,
    /// Whether a process of the page runs it. Shared and service workers may serve it from another one.
    pub is_in_page_process: bool,
    /// The union of its tasks inside the window.
    pub busy: Measured<Micros>,
    /// How many of its top-level tasks have a part inside.
    pub tasks: u64,
    /// The duration of the longest part.
    pub longest: Measured<Micros>,
}

impl WorkerKind {
    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            WorkerKind::Dedicated => "dedicated",
            WorkerKind::Shared => "shared",
            WorkerKind::Service => "service",
        }
    }

    /// The kind of worker that a thread of this name is of.
    pub(crate) fn of_thread(name: &str) -> Option<WorkerKind> {
        // `DedicatedWorker thread`, and with a number behind it in some versions.
        let starts = |start: &str| name.starts_with(start);
        if starts("DedicatedWorker") {
            return Some(WorkerKind::Dedicated);
        }
        if starts("SharedWorker") {
            return Some(WorkerKind::Shared);
        }
        starts("ServiceWorker").then_some(WorkerKind::Service)
    }
}

/// Every thread of a worker, busiest first.
pub(crate) fn workers(facts: &Facts, main_thread: Option<&MainThread>, window: TimeWindow) -> Vec<Worker> {
    let homes = main_thread.map_or(&[][..], |main_thread| &main_thread.homes);
    let pids: BTreeSet<i64> = homes.iter().map(|home| home.pid).collect();
    // A thread is used again; the last worker on it is taken.
    let sessions = facts.workers.iter();
    let urls: BTreeMap<(i64, i64), _> = sessions
        .filter_map(|session| Some(((session.pid, session.tid), session.url?)))
        .collect();
    let mut workers: Vec<Worker> = Vec::new();
    for thread in &facts.threads {
        let Some(kind) = thread.worker else { continue };
        let url = urls.get(&(thread.pid, thread.tid));
        let (mut busy, mut tasks, mut longest) = (Micros::ZERO, 0, Micros::ZERO);
        if let Some(name) = thread.task_name() {
            let mut union = Union::default();
            let inside = top_level(thread.tasks_of(name));
            for part in inside.filter_map(|task| window.clip(task.start, task.end)) {
                tasks += 1;
                longest = longest.max(part.length());
                busy += union.add(part).map_or(Micros::ZERO, |part| part.length());
            }
            busy += union.close().map_or(Micros::ZERO, |part| part.length());
        }
        let known = match thread.task_name() {
            Some(_) => Measured::Value(()),
            None => Measured::absent(
                Reason::NoEventInWindow,
                format!("no `{}` of the thread", TASK_NAMES[0]),
            ),
        };
        workers.push(Worker {
            pid: thread.pid,
            tid: thread.tid,
            kind,
            url: url.map(|url| shortened(&facts.texts.text_of(*url))),
            is_in_page_process: pids.contains(&thread.pid),
            tasks,
            longest: known.clone().map(|()| longest),
            busy: known.map(|()| busy),
        });
    }
    let busy = |worker: &Worker| worker.busy.clone().into_result().unwrap_or(Micros::ZERO);
    workers.sort_by_key(|worker| (Reverse(busy(worker)), worker.pid, worker.tid));
    workers
}

#[cfg(test)]
mod tests;
