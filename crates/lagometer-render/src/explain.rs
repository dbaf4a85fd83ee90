//! The few words behind a number that say what it is of. Every figure in them is one of the
//! document.

mod loading;

use crate::frames;
use crate::interactions::parts;
use crate::number;
use lagometer_metric::{MetricDefinition, MetricId, Statistic, Unit};
use lagometer_report::{Analysis, Interaction};

/// The words behind a number of a trace; empty where its label says it all.
pub(crate) fn number_of_trace(
    definition: &MetricDefinition,
    statistic: Option<Statistic>,
    analysis: &Analysis,
) -> String {
    let find = |id: MetricId| {
        let value = analysis.metrics.get(&id.to_string())?;
        Some((value.unit.0, value.value?.0))
    };
    let single = |metric: &str| find(MetricId::single(metric));
    let of = |statistic| find(MetricId::statistic(definition.id, statistic));
    match (definition.id, statistic) {
        ("long_task", Some(Statistic::Total)) => {
            format!(
                "tasks of {} and more",
                number::short_millis(analysis.options.long_task_us)
            )
        }
        ("total_blocking_time", _) => "the part of each beyond 50 ms".to_owned(),
        ("main_thread_cpu_time", _) => match single("busy_time") {
            Some((unit, busy)) => format!("of {} busy{}", number::value(unit, busy), in_tasks(single)),
            None => String::new(),
        },
        ("contention", _) => match single("contention") {
            Some((_, share)) if share >= NOTABLE_CONTENTION => {
                "busy, but waiting for a CPU: the machine was loaded, wall times are too high".to_owned()
            }
            _ => "busy, but waiting for a CPU".to_owned(),
        },
        ("inp", _) => interactions(&analysis.interactions),
        ("fcp" | "lcp" | "load_blocking_time" | "cls", _) => loading::words(definition.id, &analysis.loading),
        ("mean_fps", _) => of_intervals(find),
        ("frames_late", _) => {
            let budget = frame_budget(analysis).map(|budget| format!(": 1.5 times {budget} or more"));
            format!("{}{}", of_intervals(find), budget.unwrap_or_default())
        }
        ("frames_over_budget", _) => {
            let budget = frame_budget(analysis).map(|budget| format!(": longer than {budget}"));
            let jitter = "; clock jitter alone gives about half of them";
            format!("{}{}{jitter}", of_intervals(find), budget.unwrap_or_default())
        }
        ("presented_late", _) => {
            let budget = frame_budget(analysis).map(|budget| format!(": 1.5 times {budget} or more"));
            format!("{}{}", of_presented_intervals(find), budget.unwrap_or_default())
        }
        ("longest_freeze", _) => frames::freeze_start(analysis),
        ("frames_dropped", _) => frames::of_which(analysis),
        (_, Some(Statistic::Growth)) => match (of(Statistic::Start), of(Statistic::End)) {
            (Some((unit, start)), Some((_, end))) => {
                let samples = match of(Statistic::Count) {
                    Some((_, samples)) => format!(", {}", samples_of(samples)),
                    None => String::new(),
                };
                format!(
                    "{} to {}{samples}",
                    number::bare(unit, start),
                    number::value(unit, end)
                )
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// `1 interaction: 2.7 + 5.3 + 10.8 ms`: until its handlers ran, while they did, until the frame.
fn interactions(interactions: &[Interaction]) -> String {
    let word = match interactions.len() {
        1 => "interaction",
        _ => "interactions",
    };
    let count = format!("{} {word}", number::count(interactions.len() as u64));
    let inp = interactions.iter().find(|interaction| interaction.is_inp);
    match inp.map(parts).filter(|parts| !parts.is_empty()) {
        Some(parts) => format!("{count}: {parts}"),
        None => count,
    }
}

/// `, 189 tasks`.
fn in_tasks(single: impl Fn(&str) -> Option<(Unit, f64)>) -> String {
    match single("task_count") {
        Some((_, 1.0)) => ", 1 task".to_owned(),
        Some((unit, count)) => format!(", {} tasks", number::value(unit, count)),
        None => String::new(),
    }
}

/// `of 39 intervals`.
fn of_intervals(find: impl Fn(MetricId) -> Option<(Unit, f64)>) -> String {
    match find(MetricId::statistic("frame_interval", Statistic::Count)) {
        Some((unit, count)) => format!("of {} intervals", number::value(unit, count)),
        None => String::new(),
    }
}

/// `of 105 intervals between presented frames`.
fn of_presented_intervals(find: impl Fn(MetricId) -> Option<(Unit, f64)>) -> String {
    match find(MetricId::statistic("presented_interval", Statistic::Count)) {
        Some((unit, count)) => format!(
            "of {} intervals between presented frames",
            number::value(unit, count)
        ),
        None => String::new(),
    }
}

/// `the budget of 16.7 ms (60 Hz, estimated from the trace)`.
fn frame_budget(analysis: &Analysis) -> Option<String> {
    let hertz = analysis.options.refresh.value?.0;
    let source = match analysis.options.refresh_source.as_deref() {
        Some("option") => ", as asked",
        Some("measured") => ", measured in the page",
        Some("trace") => ", estimated from the trace",
        _ => "",
    };
    Some(format!(
        "the budget of {} ({}{source})",
        number::period(hertz),
        number::short_value(Unit::Hertz, hertz)
    ))
}

/// From this share on, wall times of the main thread tell more of the machine than of the page.
const NOTABLE_CONTENTION: f64 = 0.2;

fn samples_of(count: f64) -> String {
    let word = if count == 1.0 { "sample" } else { "samples" };
    format!("{} {word}", number::value(Unit::Count, count))
}
