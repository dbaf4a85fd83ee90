//! Scripts that were parsed and compiled on the main thread.

use super::counted_work::CountedWork;
use super::{Seen, VERIFIED};
use lagometer_metric::{Better, Group, MetricDefinition, Role, Statistic, Unit};

/// `script_compile`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "script_compile",
    title: "script parse and compile",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[Statistic::Count, Statistic::Total],
    rule: "how often, and how long in all inside the window, scripts were parsed or compiled on the page's main thread: `v8.compile`, `v8.compileModule` and other events of V8's parser and compilers; one inside another one counts once",
    not_meaning: "not the work of helper threads, where most scripts are parsed and compiled while they load",
    rule_version: 1,
    source: "trace events `v8.compile…`, `V8.Compile…`, `V8.Parse…`, `V8.PreParse…`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> CountedWork {
    CountedWork::of(seen, |work| work.script_compile)
}

#[cfg(test)]
mod tests;
