//! Which numbers stand in a table: every primary metric, and of the explaining ones those without
//! which a primary one is misread. JSON has all.

use lagometer_metric::{Group, MetricDefinition, MetricId, Role, Statistic};
use std::collections::BTreeSet;

/// Explaining metrics that stand in the table of a trace.
const OF_TRACE: &[&str] = &["contention", "frames_over_budget"];

/// Whether a metric stands in the table of a trace.
pub(crate) fn is_in_trace(definition: &MetricDefinition) -> bool {
    definition.role == Role::Primary || OF_TRACE.contains(&definition.id)
}

/// Whether a metric stands in the table of a run: what explains it is a matter of a single round.
pub(crate) fn is_in_run(definition: &MetricDefinition) -> bool {
    definition.role == Role::Primary
}

/// Whether a metric stands in the table of a run with these numbers: those of loading do where the
/// window held a navigation or something moved. Most windows hold neither, and a row that says so in
/// each of them is one too many; JSON has the reason.
pub(crate) fn is_worth_a_row(definition: &MetricDefinition, number: impl Fn(&str) -> Option<f64>) -> bool {
    if definition.group != Group::Loading {
        return true;
    }
    number(definition.id).is_some_and(|number_of_it| number_of_it != 0.0 || number("fcp").is_some())
}

/// The statistics of a metric that stand in the table of a run; `None` is the number itself.
pub(crate) fn of_run(definition: &MetricDefinition) -> Vec<Option<Statistic>> {
    let wanted: &[Statistic] = match definition.id {
        "busy_rate" => &[Statistic::Mean],
        "long_task" => &[Statistic::Count, Statistic::Max],
        "frame_interval" => &[Statistic::P95],
        "heap_slope" => &[Statistic::Median, Statistic::Low, Statistic::High],
        _ => return vec![definition.default_statistic()],
    };
    let has = |statistic: &Statistic| definition.statistics.contains(statistic);
    wanted.iter().copied().filter(has).map(Some).collect()
}

/// The statistic of a metric that stands on a line of its own beside the distributions of a trace;
/// outer `None` where its distribution says it all.
pub(crate) fn of_trace_line(definition: &MetricDefinition) -> Option<Option<Statistic>> {
    if !is_distribution(definition) {
        return Some(definition.default_statistic());
    }
    (definition.id == "long_task").then_some(Some(Statistic::Total))
}

/// Whether a metric is shown as a row of n, mean, median, P95 and maximum.
pub(crate) fn is_distribution(definition: &MetricDefinition) -> bool {
    let has = |statistic| definition.statistics.contains(&statistic);
    has(Statistic::Mean) && has(Statistic::P95) && has(Statistic::Max)
}

/// How many names of a metric are shown.
const MOST_NAMES: usize = 30;

/// The names under which a metric was measured.
pub(crate) struct Names {
    /// One `None` where it has no names; else those with the largest numbers, in order.
    pub(crate) shown: Vec<Option<String>>,
    /// How many are not shown.
    pub(crate) more: usize,
}

/// The names under which a metric was measured: those of `first` in their order before others.
/// Where there are too many, those with the largest `weight` are shown.
pub(crate) fn names<'d>(
    definition: &MetricDefinition,
    ids: impl Iterator<Item = &'d String>,
    first: impl Iterator<Item = &'d str>,
    weight: impl Fn(&str) -> f64,
) -> Names {
    let mut plain = false;
    let mut named: BTreeSet<String> = BTreeSet::new();
    for id in ids {
        let id = MetricId::parse(id);
        if id.metric == definition.id {
            match id.name {
                Some(name) => {
                    named.insert(name);
                }
                None => plain = true,
            }
        }
    }
    let mut ordered: Vec<String> = first.filter_map(|name| named.take(name)).collect();
    ordered.extend(named);
    let more = ordered.len().saturating_sub(MOST_NAMES);
    if more > 0 {
        let mut weights: Vec<f64> = ordered.iter().map(|name| weight(name)).collect();
        weights.sort_unstable_by(|a, b| b.total_cmp(a));
        let least = weights[MOST_NAMES - 1];
        ordered.retain(|name| weight(name) >= least);
        ordered.truncate(MOST_NAMES);
    }
    let plain = plain.then_some(None);
    Names {
        shown: plain.into_iter().chain(ordered.into_iter().map(Some)).collect(),
        more,
    }
}
