//! The processes of the browser, read from outside: a group of their own, beside what the page's main
//! thread does.

use super::process_cpu_time;
use super::process_memory::{self, ProcessMemory};
use super::series::{Series, held};
use crate::interval;
use lagometer_metric::{Measured, Micros, NotAvailable, Reason, TimeWindow, Unit};

/// Which process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProcessKind {
    /// The one that shows the page.
    Renderer,
    /// The main one.
    Browser,
    /// The one that speaks to the graphics card, or draws in its place.
    Gpu,
}

impl ProcessKind {
    /// All of them, in order of display.
    pub const ALL: [ProcessKind; 3] = [ProcessKind::Renderer, ProcessKind::Browser, ProcessKind::Gpu];

    /// The name in an id.
    pub fn name(self) -> &'static str {
        match self {
            ProcessKind::Renderer => "renderer",
            ProcessKind::Browser => "browser",
            ProcessKind::Gpu => "gpu",
        }
    }
}

/// A process at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessState {
    /// Its id.
    pub pid: i64,
    /// Its kind, as the browser says it: `renderer`, `browser`, `GPU`, ...
    pub kind: String,
    /// Since it was started, in seconds, of all its threads.
    pub cpu_time: f64,
    /// Resident memory in bytes.
    pub memory: Measured<f64>,
}

/// All processes of the browser at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessReading {
    /// When, on the trace's clock.
    pub timestamp: Micros,
    /// The processes.
    pub states: Vec<ProcessState>,
}

/// The numbers of one process.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessNumbers {
    /// Which.
    pub kind: ProcessKind,
    /// `process_cpu_time`.
    pub cpu_time: Measured<f64>,
    /// `process_memory`.
    pub memory: ProcessMemory,
    /// `process_memory` over time; absent where nothing was read between the two ends.
    pub memory_series: Option<Series>,
}

/// One process in every reading; absent where there is none.
pub(super) type Course<'a> = Result<&'a [Option<&'a ProcessState>], &'a NotAvailable>;

/// The numbers of every kind of process.
///
/// `readings` are in order of time, the first of just before the window and the last of just after it;
/// `renderer` is the process of the page.
pub fn processes(
    readings: Result<&[ProcessReading], NotAvailable>,
    renderer: &Result<i64, NotAvailable>,
    window: TimeWindow,
    slice: Micros,
) -> Vec<ProcessNumbers> {
    let numbers = |kind| {
        let found = readings
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|readings| states(readings, kind, renderer));
        let course = found.as_ref().map(Vec::as_slice);
        let times = readings.as_ref().map(|readings| {
            let times = readings.iter().map(|reading| reading.timestamp);
            times.collect::<Vec<Micros>>()
        });
        ProcessNumbers {
            kind,
            cpu_time: process_cpu_time::compute(&course),
            memory: process_memory::compute(&course),
            memory_series: match (times, course) {
                (Ok(times), Ok(states)) if states.len() > 2 => {
                    Some(memory_series(kind, &times, states, window, slice))
                }
                _ => None,
            },
        }
    };
    ProcessKind::ALL.into_iter().map(numbers).collect()
}

/// The process of a kind in every reading.
fn states<'a>(
    readings: &'a [ProcessReading],
    kind: ProcessKind,
    renderer: &Result<i64, NotAvailable>,
) -> Result<Vec<Option<&'a ProcessState>>, NotAvailable> {
    let renderer = match kind {
        ProcessKind::Renderer => Some(renderer.clone()?),
        ProcessKind::Browser | ProcessKind::Gpu => None,
    };
    let wanted = |state: &&ProcessState| match renderer {
        Some(pid) => state.pid == pid,
        None => state.kind.eq_ignore_ascii_case(kind.name()),
    };
    let found: Vec<_> = readings
        .iter()
        .map(|reading| reading.states.iter().find(wanted))
        .collect();
    if found.iter().all(Option::is_none) {
        return Err(NotAvailable {
            reason: Reason::NotReported,
            detail: match renderer {
                Some(pid) => format!("the browser names no process {pid}"),
                None => format!("the browser names no {} process", kind.name()),
            },
        });
    }
    Ok(found)
}

/// The first and the last state, if they are of one process.
pub(super) fn of_one_process<'a>(
    course: &Course<'a>,
) -> Result<(&'a ProcessState, &'a ProcessState), NotAvailable> {
    let states = course.map_err(Clone::clone)?;
    let at = |state: Option<&Option<&'a ProcessState>>, which: &str| {
        state.copied().flatten().ok_or_else(|| NotAvailable {
            reason: Reason::ProcessChanged,
            detail: format!("the process did not run at the {which} of the window"),
        })
    };
    let (first, last) = (at(states.first(), "begin")?, at(states.last(), "end")?);
    if first.pid != last.pid {
        return Err(NotAvailable {
            reason: Reason::ProcessChanged,
            detail: format!("from process {} to {}", first.pid, last.pid),
        });
    }
    Ok((first, last))
}

fn memory_series(
    kind: ProcessKind,
    times: &[Micros],
    states: &[Option<&ProcessState>],
    window: TimeWindow,
    slice: Micros,
) -> Series {
    let value = |state: &Option<&ProcessState>| match state.map(|state| &state.memory) {
        Some(Measured::Value(bytes)) => Ok(*bytes),
        Some(Measured::NotAvailable(why)) => Err(why.reason),
        None => Err(Reason::NotReported),
    };
    let readings: Vec<(Micros, Result<f64, Reason>)> = times
        .iter()
        .zip(states)
        .map(|(time, state)| (*time, value(state)))
        .collect();
    let ends: Vec<TimeWindow> = (0..interval::slice_count(window, slice) as usize)
        .map(|at| interval::slice_at(window, slice, at))
        .collect();
    Series {
        id: format!("process_memory:{}", kind.name()),
        unit: Unit::Bytes,
        values: held(&readings, &ends),
    }
}

#[cfg(test)]
mod tests;
