//! Budgets: plain limits for the value of a run. No statistics: the value is above the limit or not.
//!
//! A budget of a scenario is first held against the list of metrics ([`resolve`], before anything is
//! measured), then against the summary of the run ([`judge`]). A value that is not there is neither
//! met nor exceeded.

use lagometer_metric::{Better, MetricDefinition, MetricId, Reason, Statistic, Unit};
use lagometer_report::scenario::{Bound, Budget};
use lagometer_report::{BudgetOutcome, RawNumber, RunValue, SummaryDocument, UnitName};

/// The variant that budgets are for.
const VARIANT: &str = "head";
/// How many names an answer gives in place of one that is not there.
const NAMED: usize = 5;

/// A budget whose metric is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// The one number that it is for.
    pub metric: MetricId,
    /// Which side of the limit is allowed.
    pub bound: Bound,
    /// The limit, in the wire unit.
    pub limit: f64,
    /// The unit; `None` where only the value tells it.
    pub unit: Option<Unit>,
}

/// Why a budget cannot be: no metric has that id, or no value of it that unit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no such metric.
    #[error("no metric is called `{metric}`")]
    UnknownMetric {
        /// What is written.
        metric: String,
    },
    /// The metric's ids have a name, and there is none.
    #[error("`{metric}` needs the name of what it measures")]
    NoName {
        /// The metric.
        metric: String,
    },
    /// The metric's ids have no name.
    #[error("`{metric}` has no name behind it")]
    Name {
        /// The metric.
        metric: String,
    },
    /// The metric has no such statistic.
    #[error("`{metric}` has no statistic `{statistic}`")]
    Statistic {
        /// The metric.
        metric: String,
        /// What is written.
        statistic: String,
        /// The statistics that it has.
        known: Vec<&'static str>,
    },
    /// More is better, so a largest value is no budget; or the other way round.
    #[error("`{key}` allows every bad value of `{metric}`", key = bound.key())]
    Direction {
        /// The metric.
        metric: String,
        /// What is written.
        bound: Bound,
    },
    /// The limit is no value of this metric.
    #[error("`{text}` is no value of `{metric}`")]
    Unit {
        /// The metric.
        metric: String,
        /// The limit as it is written.
        text: String,
        /// The unit of the metric's values.
        unit: Unit,
    },
}

impl Refusal {
    /// Whether it is the limit that is wrong, and not the metric.
    pub fn is_about_limit(&self) -> bool {
        matches!(self, Refusal::Direction { .. } | Refusal::Unit { .. })
    }

    /// What to do; `None` for an unknown metric, where a nearest name helps more.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Refusal::UnknownMetric { .. } => return None,
            Refusal::NoName { metric } => format!("write `{metric}:NAME`"),
            Refusal::Name { metric } => format!("write `{metric}`"),
            Refusal::Statistic { known, .. } if known.is_empty() => "it is a single number".to_owned(),
            Refusal::Statistic { known, .. } => format!("known: `{}`", known.join("`, `")),
            Refusal::Direction { bound, .. } => match bound {
                Bound::AtMost => "more is better here: write `min`".to_owned(),
                Bound::AtLeast => "less is better here: write `max`".to_owned(),
            },
            Refusal::Unit { unit, .. } => wanted(*unit).to_owned(),
        };
        Some(text)
    }
}

/// How a limit in this unit is written.
fn wanted(unit: Unit) -> &'static str {
    match unit {
        Unit::Microseconds => "it is a time: write `100ms` or `2s`",
        Unit::Bytes => "it is a size: write `300 KiB` or `1.5 MiB`",
        Unit::Ratio => "it is a share: write `5 %`",
        Unit::Hertz => "it is a rate: write `55 Hz`",
        Unit::Count => "it is a count: write a plain number",
        Unit::Score => "it is a score: write a plain number",
    }
}

/// Finds the number that a budget is for.
///
/// Where the budget names no statistic and the metric has some, it is
/// [`MetricDefinition::default_statistic`].
pub fn resolve(budget: &Budget, definitions: &[&MetricDefinition]) -> Result<Limit, Refusal> {
    let id = MetricId::parse(&budget.metric);
    // A statistic that is not known stays in the text before it.
    let (metric, unknown_statistic) = match id.metric.rsplit_once('/') {
        Some((metric, statistic)) => (metric, Some(statistic)),
        None => (id.metric.as_str(), None),
    };
    let definition = definitions
        .iter()
        .find(|definition| definition.id == metric)
        .ok_or_else(|| Refusal::UnknownMetric {
            metric: budget.metric.clone(),
        })?;
    let metric = || definition.id.to_owned();
    let statistic = statistic(definition, id.statistic, unknown_statistic)?;
    match (&id.name, definition.is_named()) {
        (None, true) => return Err(Refusal::NoName { metric: metric() }),
        (Some(name), true) if name.is_empty() => return Err(Refusal::NoName { metric: metric() }),
        (Some(_), false) => return Err(Refusal::Name { metric: metric() }),
        _ => {}
    }
    let found = MetricId {
        metric: metric(),
        name: id.name,
        statistic,
    };
    match (definition.better, budget.bound) {
        (Better::Lower, Bound::AtLeast) | (Better::Higher, Bound::AtMost) => {
            return Err(Refusal::Direction {
                metric: found.to_string(),
                bound: budget.bound,
            });
        }
        _ => {}
    }
    Ok(Limit {
        unit: unit(definition, statistic, budget, &found)?,
        metric: found,
        bound: budget.bound,
        limit: budget.limit.value,
    })
}

fn statistic(
    definition: &MetricDefinition,
    written: Option<Statistic>,
    unknown: Option<&str>,
) -> Result<Option<Statistic>, Refusal> {
    let refused = |statistic: &str| Refusal::Statistic {
        metric: definition.id.to_owned(),
        statistic: statistic.to_owned(),
        known: definition.statistics.iter().map(|known| known.name()).collect(),
    };
    match (written, unknown) {
        (_, Some(unknown)) => Err(refused(unknown)),
        (Some(written), None) if !definition.statistics.contains(&written) => Err(refused(written.name())),
        (Some(written), None) => Ok(Some(written)),
        (None, None) => Ok(definition.default_statistic()),
    }
}

/// The unit of the limit, if it is that of the metric. Of a value that a scenario saves under a name
/// only the scenario says the unit, so it is looked at when the value is there.
fn unit(
    definition: &MetricDefinition,
    statistic: Option<Statistic>,
    budget: &Budget,
    found: &MetricId,
) -> Result<Option<Unit>, Refusal> {
    if definition.id == "custom" {
        return Ok(budget.limit.unit);
    }
    let unit = match statistic {
        Some(statistic) => statistic.unit(definition.unit),
        None => definition.unit,
    };
    let fits = match unit {
        Unit::Count | Unit::Score => budget.limit.unit.is_none(),
        _ => budget.limit.unit == Some(unit),
    };
    if fits {
        return Ok(Some(unit));
    }
    Err(Refusal::Unit {
        metric: found.to_string(),
        text: budget.limit.text.clone(),
        unit,
    })
}

/// What became of each budget.
pub fn judge(limits: &[Limit], summary: &SummaryDocument) -> Vec<BudgetOutcome> {
    limits.iter().map(|limit| outcome(limit, summary)).collect()
}

fn outcome(limit: &Limit, summary: &SummaryDocument) -> BudgetOutcome {
    let metrics = summary.variants.get(VARIANT).map(|variant| &variant.metrics);
    let id = limit.metric.to_string();
    let found = metrics.and_then(|metrics| metrics.get(&id));
    let unit = limit.unit.or(found.map(|value| value.unit.0));
    let unit = unit.unwrap_or(Unit::Count);
    let (met, reason, detail) = match found {
        Some(value) => verdict(limit, unit, value),
        None => (None, Some(Reason::NotRecorded), Some(not_there(limit, summary))),
    };
    BudgetOutcome {
        bound: limit.bound,
        limit: RawNumber(limit.limit),
        unit: UnitName(unit),
        value: found.and_then(|value| value.value),
        n: found.map_or(0, |value| value.n),
        met,
        reason: reason
            .map(|reason| reason.code().to_owned())
            .or_else(|| found.and_then(|value| value.reason.clone())),
        detail: detail.or_else(|| found.and_then(|value| value.detail.clone())),
        metric: id,
    }
}

fn verdict(limit: &Limit, unit: Unit, value: &RunValue) -> (Option<bool>, Option<Reason>, Option<String>) {
    if value.unit.0 != unit {
        let detail = format!("the limit is in {unit}, the value in {}", value.unit.0);
        return (None, Some(Reason::InvalidValue), Some(detail));
    }
    let met = value.value.map(|RawNumber(value)| match limit.bound {
        Bound::AtMost => value <= limit.limit,
        Bound::AtLeast => value >= limit.limit,
    });
    (met, None, None)
}

/// Why a run has no such number: of a metric with names, which names it has.
fn not_there(limit: &Limit, summary: &SummaryDocument) -> String {
    let mut names: Vec<String> = Vec::new();
    let metrics = summary.variants.get(VARIANT).into_iter();
    for id in metrics.flat_map(|variant| variant.metrics.keys()) {
        let id = MetricId::parse(id);
        let name = id.name.filter(|_| id.metric == limit.metric.metric);
        names.extend(name.filter(|name| !names.contains(name)));
    }
    let Some(wanted) = &limit.metric.name else {
        return "no round has it".to_owned();
    };
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let there = match (names.as_slice(), more) {
        ([], _) => "there is none at all".to_owned(),
        ([one], 0) => format!("there is `{one}`"),
        (some, 0) => format!("there are `{}`", some.join("`, `")),
        (some, more) => format!("there are `{}` and {more} more", some.join("`, `")),
    };
    format!("no round has a `{wanted}`; {there}")
}

#[cfg(test)]
mod tests;
