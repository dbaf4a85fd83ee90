//! Long tasks with the functions in them, as text.

use crate::cpu_place::{self, Places};
use crate::number;
use crate::shown;
use lagometer_metric::Unit;
use lagometer_report::{CpuFunction, CpuLongTask, CpuLongTasks, CpuTaskFunction, RawNumber};
use std::collections::BTreeMap;

/// The worst long tasks; raw text.
pub(crate) struct TasksView {
    /// `3 tasks of 50.0 ms and more`.
    pub(crate) all: String,
    pub(crate) tasks: Vec<TaskView>,
    /// How many are not shown.
    pub(crate) more: u64,
}

/// A long task.
pub(crate) struct TaskView {
    pub(crate) start: String,
    pub(crate) duration: String,
    pub(crate) samples: String,
    /// The user timings around it, outermost first.
    pub(crate) inside: Vec<String>,
    /// `functions 90.1 ms, GC 2.0 ms`.
    pub(crate) parts: String,
    pub(crate) functions: Vec<TaskFunctionView>,
}

/// A function in a long task.
pub(crate) struct TaskFunctionView {
    pub(crate) own: String,
    pub(crate) own_share: String,
    pub(crate) name: String,
    pub(crate) place: String,
    /// `line 74`; empty where it is not known.
    pub(crate) line: String,
    /// `forced 600.2 ms of style and layout in 2,000 events`; empty where it forced none.
    pub(crate) forced: String,
}

/// The `top` worst tasks with the first functions of each.
pub(crate) fn view(
    all: &CpuLongTasks,
    functions: &[CpuFunction],
    top: usize,
    top_functions: usize,
) -> TasksView {
    let places = Places::of(functions);
    let by_id: BTreeMap<&str, &CpuFunction> = functions
        .iter()
        .map(|function| (function.id.as_str(), function))
        .collect();
    let task = |task: &CpuLongTask| TaskView {
        start: number::millis(task.start_us),
        duration: number::millis(task.inside_us),
        samples: match task.samples {
            1 => "1 sample".to_owned(),
            samples => format!("{} samples", number::count(samples)),
        },
        inside: task.inside.clone(),
        parts: parts(task),
        functions: task
            .functions
            .iter()
            .take(top_functions)
            .map(|of| function(of, by_id.get(of.id.as_str()).copied(), &places))
            .collect(),
    };
    let tasks: Vec<TaskView> = all.tasks.iter().take(top).map(task).collect();
    let word = if all.total == 1 { "task" } else { "tasks" };
    TasksView {
        all: format!(
            "{} {word} of {} and more",
            number::count(all.total),
            number::millis(all.least_us)
        ),
        more: all.total.saturating_sub(tasks.len() as u64),
        tasks,
    }
}

fn parts(task: &CpuLongTask) -> String {
    let parts = [
        ("functions", task.functions_us),
        ("GC", task.gc_us),
        ("program", task.program_us),
    ];
    let parts = parts.into_iter().filter(|(_, us)| *us > 0);
    let parts: Vec<String> = parts
        .map(|(name, us)| format!("{name} {}", number::millis(us)))
        .collect();
    match parts.is_empty() {
        true => "no sample in it".to_owned(),
        false => parts.join(", "),
    }
}

fn function(of: &CpuTaskFunction, known: Option<&CpuFunction>, places: &Places) -> TaskFunctionView {
    let share = match of.own.share {
        Some(RawNumber(share)) => number::value(Unit::Ratio, share),
        None => shown::NOT_AVAILABLE.to_owned(),
    };
    let line = of.hot_line.as_ref().map(|line| match (&line.original, known) {
        (Some(original), _) => Some(original.line),
        // A line of the script says nothing beside a place in its source.
        (None, Some(function)) if function.original.value.is_some() => None,
        (None, _) => Some(line.line),
    });
    TaskFunctionView {
        own: number::value(of.own.unit.0, of.own.value.0),
        own_share: share,
        name: match known {
            Some(function) => cpu_place::name_or_role(function),
            None => cpu_place::function_name(&of.name),
        },
        place: known.map_or_else(String::new, |function| places.text(function)),
        line: line
            .flatten()
            .map_or_else(String::new, |line| format!("line {line}")),
        forced: of.forced.map_or_else(String::new, |forced| {
            let events = match forced.events {
                1 => "1 event".to_owned(),
                events => format!("{} events", number::count(events)),
            };
            format!(
                "forced {} of style and layout in {events}",
                number::millis(forced.us)
            )
        }),
    }
}
