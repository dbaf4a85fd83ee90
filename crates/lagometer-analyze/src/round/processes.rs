//! The processes of a round: which of them shows the page, and their numbers.

use lagometer_metric::{Measured, Micros, NotAvailable, Reason};
use lagometer_report::{ProcessReading, ProcessState, SamplesDocument};
use lagometer_trace::TraceAnalysis;
use lagometer_trace::counter::{self, ProcessNumbers};

/// The numbers of every kind of process; none where there is no window.
pub(super) fn numbers(
    analysis: &TraceAnalysis,
    samples: &SamplesDocument,
    slice: Micros,
) -> Vec<ProcessNumbers> {
    let Measured::Value(window) = analysis.window.window else {
        return Vec::new();
    };
    let readings = readings(&samples.processes);
    counter::processes(
        readings.as_deref().map_err(Clone::clone),
        &renderer(analysis),
        window,
        slice,
    )
}

/// The one process that showed the page all the time.
fn renderer(analysis: &TraceAnalysis) -> Result<i64, NotAvailable> {
    if let Measured::NotAvailable(why) = &analysis.main_thread {
        return Err(why.clone());
    }
    let mut pids: Vec<i64> = analysis.homes.iter().map(|(home, _)| home.pid).collect();
    pids.dedup();
    match pids.as_slice() {
        [pid] => Ok(*pid),
        [] => Err(NotAvailable {
            reason: Reason::NoMainThread,
            detail: "no process showed the page in the window".to_owned(),
        }),
        [first, .., last] => Err(NotAvailable {
            reason: Reason::ProcessChanged,
            detail: format!("from process {first} to {last}"),
        }),
    }
}

fn readings(processes: &[ProcessReading]) -> Result<Vec<counter::ProcessReading>, NotAvailable> {
    let is_at = |reading: Option<&ProcessReading>, at: &str| reading.is_some_and(|reading| reading.at == at);
    for (reading, at) in [(processes.first(), "begin"), (processes.last(), "end")] {
        if !is_at(reading, at) {
            return Err(NotAvailable {
                reason: Reason::NotRecorded,
                detail: format!("no reading of the processes at the {at} of the window"),
            });
        }
    }
    let state = |state: &ProcessState| {
        let ProcessState {
            pid,
            kind,
            cpu_time,
            memory,
        } = state;
        counter::ProcessState {
            pid: *pid,
            kind: kind.clone(),
            cpu_time: *cpu_time,
            memory: memory.measured(),
        }
    };
    let readings = processes.iter().map(|reading| counter::ProcessReading {
        timestamp: Micros(reading.timestamp_us),
        states: reading.processes.iter().map(state).collect(),
    });
    Ok(readings.collect())
}
