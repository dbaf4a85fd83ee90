//! Phases that the page or the scenario named.

use super::{Seen, Summary, VERIFIED};
use lagometer_metric::{
    Better, Distribution, GateDefault, Group, MetricDefinition, Micros, NotAvailable, Reason, Role,
    Statistic, Unit,
};

use crate::user_timing::NamedMeasures;

/// `user_timing`, which stands for `user_timing:NAME`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "user_timing",
    title: "user timing",
    group: Group::UserTiming,
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
    rule: "the durations of the measures of this name in the page's process that end in the window, their ends paired \
           by process and id in order of time; one that never ended is listed as open, one whose function threw is \
           counted apart, and neither is in the statistics",
    not_meaning: "not more than what the page or the scenario says it is: where a measure ends is chosen by its author",
    rule_version: 1,
    source: "User Timing in the trace category `blink.user_timing`",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 10_000.0,
    }),
};

/// The measures of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct UserTiming {
    /// The name.
    pub name: String,
    /// The statistics of those that ended inside.
    pub summary: Summary,
    /// Their durations, in order of start.
    pub samples: Vec<Micros>,
    /// Their starts, on Chrome's clock.
    pub starts: Vec<Micros>,
    /// What the page wrote into the detail of each, as JSON text.
    pub details: Vec<Option<String>>,
    /// When those began that did not end, on Chrome's clock.
    pub open: Vec<Micros>,
    /// How many threw.
    pub threw: u64,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> Vec<UserTiming> {
    // Without a view no name is known, so there is nothing that could be absent.
    let measures = seen.map_or(&[][..], |view| &view.measures);
    measures.iter().map(timing).collect()
}

/// The timings of `console.time`, which are no metric: whoever wants one gives a measure a name.
pub(crate) fn of_console(seen: Seen<'_, '_>) -> Vec<UserTiming> {
    let timings = seen.map_or(&[][..], |view| &view.console_timings);
    timings.iter().map(timing).collect()
}

fn timing(named: &NamedMeasures) -> UserTiming {
    let duration = |start: Micros, end: Micros| end.saturating_sub(start);
    let measures = named.measures.iter();
    let samples: Vec<Micros> = measures
        .map(|measure| duration(measure.start, measure.end))
        .collect();
    let none = match (named.open.len(), named.threw) {
        (0, threw) => NotAvailable {
            reason: Reason::AllThrew,
            detail: format!("{threw} threw"),
        },
        (open, _) => NotAvailable {
            reason: Reason::UnclosedMeasure,
            detail: format!("{open} begun and not ended"),
        },
    };
    let distribution = Distribution::of(samples.iter().map(|sample| sample.as_f64()));
    let mut summary = Summary::of(&distribution, &none);
    if samples.is_empty() {
        // The sum over measures that have no duration is no measured zero.
        summary.total = summary.mean.clone();
    }
    UserTiming {
        name: named.name.clone(),
        summary,
        samples,
        starts: named.measures.iter().map(|measure| measure.start).collect(),
        details: named.details.clone(),
        open: named.open.clone(),
        threw: named.threw,
    }
}

#[cfg(test)]
mod tests;
