//! Long tasks.

use super::{Seen, Summary, VERIFIED, View};
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, Measured, MetricDefinition, Micros, NotAvailable, Reason, Role,
    Statistic, Unit,
};

use crate::user_timing;

/// `long_task`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "long_task",
    title: "long task",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[
        Statistic::Count,
        Statistic::Total,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
    ],
    rule: "the top-level tasks of the page's main thread whose part inside the window lasts 50 ms or more (an \
           option); the statistics are of these parts, the list has whole starts and durations",
    not_meaning: "not the Long Tasks API: that has more than 50 ms, and attributes a task to a frame",
    rule_version: 1,
    source: "trace events `RunTask` and its older names",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 10_000.0,
    }),
};

/// The long tasks of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct LongTasks {
    /// The statistics of their parts inside.
    pub summary: Summary,
    /// Each, in order of start.
    pub list: Vec<LongTask>,
}

/// A long task.
#[derive(Clone, Debug, PartialEq)]
pub struct LongTask {
    /// Its start, on Chrome's clock.
    pub start: Micros,
    /// Its whole duration.
    pub duration: Micros,
    /// Its part inside the window.
    pub inside: Micros,
    /// The thread's CPU time in all of it.
    pub cpu: Measured<f64>,
    /// The user timings that hold at least half of it, outermost first, up to eight.
    pub within: Vec<String>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> LongTasks {
    match seen.map_err(Clone::clone).and_then(long_tasks) {
        Ok(tasks) => tasks,
        Err(why) => LongTasks {
            summary: Summary::absent(&why),
            list: Vec::new(),
        },
    }
}

fn long_tasks(view: &View<'_>) -> Result<LongTasks, NotAvailable> {
    let timeline = view.tasks()?;
    // By our rules there are no nested ones.
    let tasks = timeline.heavy.iter().chain(&timeline.nested);
    let is_long = |inside: Micros| view.rules.is_long(inside, view.long_task);
    let mut long: Vec<_> = tasks.filter(|task| is_long(task.inside.length())).collect();
    long.sort_by_key(|task| (task.start, task.end));
    let stretches: Vec<(Micros, Micros)> = long.iter().map(|task| (task.start, task.end)).collect();
    let within = user_timing::holding(&view.measures, &stretches);
    let list = long.iter().zip(within).map(|(task, within)| LongTask {
        start: task.start,
        duration: task.duration(),
        inside: task.inside.length(),
        cpu: match task.thread_time.get() {
            Some(time) => Measured::Value(time.as_f64()),
            None => Measured::absent(Reason::NoThreadTime, "the task lacks `tdur`"),
        },
        within,
    });
    let list: Vec<LongTask> = list.collect();
    let samples = Distribution::of(list.iter().map(|task| task.inside.as_f64()));
    let none = NotAvailable {
        reason: Reason::NoSample,
        detail: "no long task".to_owned(),
    };
    Ok(LongTasks {
        summary: Summary::of(&samples, &none),
        list,
    })
}

#[cfg(test)]
mod tests;
