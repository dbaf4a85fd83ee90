//! CPU time of the browser's processes.

use super::VERIFIED;
use super::process::{Course, of_one_process};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit};

/// `process_cpu_time`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "process_cpu_time",
    title: "process cpu time",
    group: Group::Processes,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of the CPU time of all threads of one process, `renderer` (the page's), `browser` or `gpu`, from \
           just before the begin mark to just after the end mark; Linux counts it in ticks of 10 ms",
    not_meaning: "not a share of time and not comparable with the busy rate: threads add up, and driving and recording \
                  the page are in it; of the renderer other pages and frames in the same process are in it",
    rule_version: 1,
    source: "CDP `SystemInfo.getProcessInfo`, `cpuTime`; the renderer's process from the trace",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(super) fn compute(course: &Course<'_>) -> Measured<f64> {
    Measured::from(growth(course))
}

fn growth(course: &Course<'_>) -> Result<f64, NotAvailable> {
    let (first, last) = of_one_process(course)?;
    let micros = (last.cpu_time * 1e6).round() - (first.cpu_time * 1e6).round();
    if !micros.is_finite() || micros < 0.0 {
        return Err(NotAvailable {
            reason: Reason::InvalidValue,
            detail: format!("`cpuTime` went from {} to {}", first.cpu_time, last.cpu_time),
        });
    }
    Ok(micros)
}
