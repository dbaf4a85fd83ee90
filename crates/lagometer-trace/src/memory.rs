//! Memory counters of the page's main thread and of all others inside a window.

use crate::arguments::CounterData;
use crate::facts::{Counters, Facts};
use crate::interval;
use crate::main_thread::MainThread;
use crate::timeline::{homes_inside, range_inside};
use crate::user_timing::shortened;
use crate::window::ResolvedWindow;
use lagometer_metric::{Measured, Micros, NotAvailable, Reason, TimeWindow};
use std::collections::{BTreeMap, BTreeSet};

/// Readings of one counter of the page's main thread, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    /// The last one at or before the start of the window, where there is one; then those inside.
    pub samples: Vec<Sample>,
    /// How many lie inside the window.
    pub inside: u64,
}

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When.
    pub ts: Micros,
    /// Of which process.
    pub pid: i64,
    /// What.
    pub value: f64,
}

/// The readings of the memory counters of one thread inside a window: a process has one heap for its
/// main thread, and one for every worker.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadMemory {
    /// The process.
    pub pid: i64,
    /// The thread, where the trace tells it.
    pub tid: Option<i64>,
    /// The name of the process, where the trace tells it.
    pub process_name: Option<String>,
    /// Whether it is a main thread of the page.
    pub is_page: bool,
    /// How many readings there are.
    pub total: u64,
    /// Every which one of them is listed; the last one is too.
    pub step: u64,
    /// Those, in order of time.
    pub readings: Vec<MemoryReading>,
}

/// How many readings of a thread are listed: more than any picture has columns.
const LISTED: u64 = 10_000;

/// A thread: the page's come first.
type Key = (bool, i64, Option<i64>);

/// Every so many-th reading of a thread.
struct Picked {
    total: u64,
    step: u64,
    next: u64,
    readings: Vec<MemoryReading>,
}

impl Picked {
    fn of(total: u64) -> Picked {
        Picked {
            total,
            step: total.div_ceil(LISTED).max(1),
            next: 0,
            readings: Vec::new(),
        }
    }

    fn take(&mut self, reading: MemoryReading) {
        if self.next.is_multiple_of(self.step) || self.next + 1 == self.total {
            self.readings.push(reading);
        }
        self.next += 1;
    }
}

/// What the memory counters of a thread said at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryReading {
    /// When.
    pub ts: Micros,
    /// Bytes of the JavaScript heap in use.
    pub js_heap: Option<f64>,
    /// DOM nodes.
    pub dom_nodes: Option<f64>,
    /// Event listeners.
    pub event_listeners: Option<f64>,
    /// Documents.
    pub documents: Option<f64>,
}

/// The readings of every thread inside a window: the page's first, then by number.
pub(crate) fn by_thread(
    facts: &Facts,
    main_thread: Option<&MainThread>,
    resolved: &ResolvedWindow,
) -> Vec<ThreadMemory> {
    let homes = main_thread.map_or(&[][..], |main_thread| &main_thread.homes);
    let homes: BTreeSet<(i64, i64)> = homes.iter().map(|home| (home.pid, home.tid)).collect();
    let inside = || facts.counters.read().filter(|reading| resolved.holds(reading.ts));
    let key = |pid: i64, tid: Option<i64>| {
        let is_page = tid.is_some_and(|tid| homes.contains(&(pid, tid)));
        (!is_page, pid, tid)
    };
    let mut totals: BTreeMap<Key, u64> = BTreeMap::new();
    for reading in inside() {
        *totals.entry(key(reading.pid, reading.tid)).or_default() += 1;
    }
    let mut threads: BTreeMap<Key, Picked> = BTreeMap::new();
    for Counters { ts, pid, tid, data } in inside() {
        let key = key(pid, tid);
        let total = totals.get(&key).copied();
        let picked = threads
            .entry(key)
            .or_insert_with(|| Picked::of(total.unwrap_or(1)));
        picked.take(MemoryReading {
            ts,
            js_heap: data.js_heap_used,
            dom_nodes: data.nodes,
            event_listeners: data.listeners,
            documents: data.documents,
        });
    }
    let thread = |((foreign, pid, tid), picked): (Key, Picked)| {
        let Picked {
            total,
            step,
            readings,
            ..
        } = picked;
        let name = facts.processes.get(&pid);
        ThreadMemory {
            pid,
            tid,
            process_name: name.map(|name| shortened(&facts.texts.text_of(*name))),
            is_page: !foreign,
            total,
            step,
            readings,
        }
    };
    threads.into_iter().map(thread).collect()
}

/// Which counter.
pub(crate) type Counter = fn(&CounterData) -> Option<f64>;

/// The readings of a counter that say something of a window, or why there are none.
pub(crate) fn readings(
    facts: &Facts,
    main_thread: &MainThread,
    window: TimeWindow,
    counter: Counter,
) -> Result<Readings, NotAvailable> {
    let threads = samples_by_thread(facts, main_thread, counter);
    let mut samples = Vec::new();
    let mut inside = 0;
    for (home, part) in homes_inside(main_thread, window) {
        let Some(sorted) = threads.get(&(home.pid, home.tid)) else {
            continue;
        };
        // The value that holds at the start: of the home that the window starts with.
        if part.start() == window.start() {
            let until = sorted.partition_point(|sample| sample.ts <= window.start());
            let before = sorted[..until].last();
            let before = before.filter(|sample| home.from.is_none_or(|from| from <= sample.ts));
            if let Some(before) = before {
                samples.push(*before);
                inside += u64::from(before.ts == window.start());
            }
        }
        let found = range_inside(sorted, |sample| sample.ts, part, window);
        let found = found.iter().filter(|sample| sample.ts > window.start());
        let known = samples.len();
        samples.extend(found);
        inside += (samples.len() - known) as u64;
    }
    if samples.is_empty() {
        return Err(nothing(facts, counter));
    }
    Ok(Readings { samples, inside })
}

/// The readings of a counter of every main thread of the page, in order of time.
fn samples_by_thread(
    facts: &Facts,
    main_thread: &MainThread,
    counter: Counter,
) -> BTreeMap<(i64, i64), Vec<Sample>> {
    let tids: BTreeMap<i64, i64> = main_thread
        .homes
        .iter()
        .map(|home| (home.pid, home.tid))
        .collect();
    let mut threads: BTreeMap<(i64, i64), Vec<Sample>> = BTreeMap::new();
    for reading in facts.counters.read() {
        // A worker of the page has a heap of its own, which is not that of the page.
        let Some(tid) = tids
            .get(&reading.pid)
            .filter(|tid| reading.tid.is_none_or(|own| own == **tid))
        else {
            continue;
        };
        if let Some(value) = counter(&reading.data) {
            threads.entry((reading.pid, *tid)).or_default().push(Sample {
                ts: reading.ts,
                pid: reading.pid,
                value,
            });
        }
    }
    threads
}

/// Why there are no readings.
fn nothing(facts: &Facts, counter: Counter) -> NotAvailable {
    let (reason, detail) = if facts.counters.is_empty() {
        match facts.categories.has(crate::Categories::TIMELINE) {
            true => (Reason::NoEventInWindow, "no `UpdateCounters`"),
            false => (Reason::CategoryOff, "disabled-by-default-devtools.timeline"),
        }
    } else if facts
        .counters
        .read()
        .all(|reading| counter(&reading.data).is_none())
    {
        (Reason::NotReported, "`UpdateCounters` lacks it")
    } else {
        (
            Reason::NoEventInWindow,
            "no `UpdateCounters` of the page's main thread",
        )
    };
    NotAvailable {
        reason,
        detail: detail.to_owned(),
    }
}

impl Readings {
    /// The value at the start: the last at or before it, else the first inside.
    pub fn start(&self) -> Sample {
        self.samples[0]
    }

    /// The last value.
    pub fn end(&self) -> Sample {
        self.samples[self.samples.len() - 1]
    }

    /// End minus start; of two different processes that says nothing.
    pub fn growth(&self) -> Measured<f64> {
        let (start, end) = (self.start(), self.end());
        if start.pid != end.pid {
            let detail = format!("from process {} to {}", start.pid, end.pid);
            return Measured::absent(Reason::ProcessChanged, detail);
        }
        Measured::Value(end.value - start.value)
    }

    /// The largest value that held inside the window.
    pub fn max(&self) -> f64 {
        let values = self.samples.iter().map(|sample| sample.value);
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The mean over time from the first value on, each value holding until the next.
    pub fn mean(&self, window: TimeWindow) -> Measured<f64> {
        let mut area = 0.0;
        let mut time = 0.0;
        for (at, sample) in self.samples.iter().enumerate() {
            let next = self.samples.get(at + 1).map_or(window.end(), |next| next.ts);
            let held = window.overlap(sample.ts, next).as_f64();
            area += sample.value * held;
            time += held;
        }
        if time == 0.0 {
            return Measured::absent(
                Reason::NoEventInWindow,
                "the only reading lies at the end of the window",
            );
        }
        Measured::Value(area / time)
    }

    /// The value at the end of every slice; absent before the first reading.
    pub fn series(&self, window: TimeWindow, slice: Micros) -> Vec<Option<f64>> {
        let mut next = 0;
        let mut value = None;
        let slices = 0..interval::slice_count(window, slice) as usize;
        slices
            .map(|at| {
                let end = interval::slice_at(window, slice, at).end();
                while self.samples.get(next).is_some_and(|sample| sample.ts <= end) {
                    value = Some(self.samples[next].value);
                    next += 1;
                }
                value
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
