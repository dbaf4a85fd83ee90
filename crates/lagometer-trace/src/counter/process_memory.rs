//! Memory of the browser's processes.

use super::VERIFIED;
use super::process::{Course, of_one_process};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Role, Statistic, Unit};

/// `process_memory`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "process_memory",
    title: "process memory",
    group: Group::Processes,
    unit: Unit::Bytes,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[
        Statistic::Start,
        Statistic::End,
        Statistic::Growth,
        Statistic::Max,
    ],
    rule: "resident memory of one process, `renderer` (the page's), `browser` or `gpu`: start just before the begin \
           mark, end just after the end mark, growth between the two, max of these and of the readings every 500 ms",
    not_meaning: "not what the page allocates: code and pages shared with other processes count in each of them, so \
                  the processes do not add up; freed memory may stay resident, and growth is not a leak",
    rule_version: 1,
    source: "`VmRSS` of `/proc/PID/status` on Linux; the renderer's process from the trace",
    verified_chrome: VERIFIED,
    gate: None,
};

/// The memory of a process around and in a window.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessMemory {
    /// Before the begin mark.
    pub start: Measured<f64>,
    /// After the end mark.
    pub end: Measured<f64>,
    /// End minus start.
    pub growth: Measured<f64>,
    /// The largest of all readings.
    pub max: Measured<f64>,
}

pub(super) fn compute(course: &Course<'_>) -> ProcessMemory {
    let one = of_one_process(course).map(|(first, last)| {
        let all = course.iter().flat_map(|states| states.iter()).flatten();
        let known = all.filter_map(|state| match state.memory {
            Measured::Value(bytes) => Some(bytes),
            Measured::NotAvailable(_) => None,
        });
        let (start, end) = (first.memory.clone(), last.memory.clone());
        // A maximum of some readings would be called that of all.
        let max = start
            .clone()
            .and_then(|_| end.clone().map(|_| known.fold(f64::NEG_INFINITY, f64::max)));
        let growth = start.clone().and_then(|start| end.clone().map(|end| end - start));
        ProcessMemory {
            start,
            end,
            growth,
            max,
        }
    });
    one.unwrap_or_else(|why: NotAvailable| {
        let absent = || Measured::NotAvailable(why.clone());
        ProcessMemory {
            start: absent(),
            end: absent(),
            growth: absent(),
            max: absent(),
        }
    })
}
