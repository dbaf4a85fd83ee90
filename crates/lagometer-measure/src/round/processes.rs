//! The browser's processes: CPU time as the browser says it, memory as the system does.

use crate::cdp::{CallError, CallReason, Connection, protocol};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{ProcessReading, ProcessState, Value};
use serde_json::json;

/// The processes now; absent in a browser that does not tell.
pub(super) async fn read(
    connection: &Connection,
    at: &str,
    timestamp_us: i64,
) -> Result<Option<ProcessReading>, CallError> {
    let asked = connection
        .call(&protocol::SYSTEM_INFO_GET_PROCESS_INFO, json!({}))
        .await;
    let reply = match asked {
        Err(error) if matches!(error.reason, CallReason::Remote { .. }) => {
            tracing::debug!(%error, "the browser does not tell its processes");
            return Ok(None);
        }
        reply => reply?,
    };
    let lacks = || reply.lacks("processInfo");
    let state = |process: &serde_json::Value| {
        let pid = process["id"].as_i64()?;
        Some(ProcessState {
            pid,
            kind: process["type"].as_str()?.to_owned(),
            cpu_time: process["cpuTime"].as_f64()?,
            memory: Value::new(resident_memory(pid), Unit::Bytes),
        })
    };
    let processes = reply.value["processInfo"].as_array().ok_or_else(lacks)?;
    let states: Option<Vec<ProcessState>> = processes.iter().map(state).collect();
    Ok(Some(ProcessReading {
        at: at.to_owned(),
        timestamp_us,
        processes: states.ok_or_else(lacks)?,
    }))
}

/// `VmRSS`: the other files of `/proc` that tell of memory are closed for processes in a sandbox, or
/// hold up the process while they are read.
#[cfg(target_os = "linux")]
fn resident_memory(pid: i64) -> Measured<f64> {
    match std::fs::read_to_string(format!("/proc/{pid}/status")) {
        Ok(status) => match resident_bytes(&status) {
            Some(bytes) => Measured::Value(bytes as f64),
            None => Measured::absent(Reason::NotReported, format!("no `VmRSS` of process {pid}")),
        },
        Err(error) => Measured::absent(Reason::NotReported, format!("process {pid}: {error}")),
    }
}

#[cfg(not(target_os = "linux"))]
fn resident_memory(_pid: i64) -> Measured<f64> {
    Measured::absent(Reason::NotRecorded, "only read on Linux, from `/proc`")
}

/// `VmRSS:\t  123456 kB`.
#[cfg(target_os = "linux")]
fn resident_bytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
