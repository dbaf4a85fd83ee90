//! What a metric is: the one place where its id, unit, rule and source are stated.

use crate::Unit;
use std::fmt;

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Better {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// Neither: it describes.
    Neither,
}

/// Whether a metric may be gated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is something that users feel or that costs; it may be gated.
    Primary,
    /// It explains a primary one; it is gated only when forced.
    Explains,
}

/// The heading under which a metric is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Work of the page's main thread.
    MainThread,
    /// Phases that the page or the scenario named.
    UserTiming,
    /// What a user did, and how fast the page answered.
    Interactions,
    /// How a page loads, and what moves in it.
    Loading,
    /// Frames.
    Frames,
    /// Heap and object counts.
    Memory,
    /// Work counted by the browser between the two ends of the window (CDP).
    Rendering,
    /// Whole processes of the browser.
    Processes,
    /// Values that the scenario reads from the page.
    Custom,
}

impl Group {
    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::MainThread => "main thread",
            Group::UserTiming => "user timing",
            Group::Interactions => "interactions",
            Group::Loading => "loading",
            Group::Frames => "frames",
            Group::Memory => "memory",
            Group::Rendering => "rendering",
            Group::Processes => "processes",
            Group::Custom => "custom",
        }
    }
}

/// The change that a gate on this metric takes for real, if the scenario names none: relative and
/// absolute must both be exceeded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateDefault {
    /// The relative change, 0 to 1.
    pub relative: f64,
    /// The absolute change, in the metric's unit.
    pub absolute: f64,
}

/// A statistic of a metric: the part of the id after the slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statistic {
    /// How many.
    Count,
    /// Their sum.
    Total,
    /// Their mean.
    Mean,
    /// Their median.
    Median,
    /// Their 95th percentile, nearest rank.
    P95,
    /// The largest.
    Max,
    /// The value at the start of the window.
    Start,
    /// The value at the end of the window.
    End,
    /// End minus start.
    Growth,
    /// A limit that the browser reports.
    Limit,
    /// The lower end of the 95 % interval.
    Low,
    /// The upper end of the 95 % interval.
    High,
}

impl Statistic {
    /// Every statistic.
    pub const ALL: [Statistic; 12] = [
        Statistic::Count,
        Statistic::Total,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
        Statistic::Start,
        Statistic::End,
        Statistic::Growth,
        Statistic::Limit,
        Statistic::Low,
        Statistic::High,
    ];

    /// Its name in an id.
    pub fn name(self) -> &'static str {
        match self {
            Statistic::Count => "count",
            Statistic::Total => "total",
            Statistic::Mean => "mean",
            Statistic::Median => "median",
            Statistic::P95 => "p95",
            Statistic::Max => "max",
            Statistic::Start => "start",
            Statistic::End => "end",
            Statistic::Growth => "growth",
            Statistic::Limit => "limit",
            Statistic::Low => "low",
            Statistic::High => "high",
        }
    }

    /// The statistic of this name.
    pub fn from_name(name: &str) -> Option<Statistic> {
        Statistic::ALL
            .into_iter()
            .find(|statistic| statistic.name() == name)
    }

    /// The unit of this statistic of a metric with this unit.
    pub fn unit(self, metric: Unit) -> Unit {
        match self {
            Statistic::Count => Unit::Count,
            _ => metric,
        }
    }
}

/// What a number is, said once. Everything that prints, stores, gates or documents the metric reads
/// it from here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricDefinition {
    /// The stable id, snake_case; `user_timing` stands for `user_timing:NAME`.
    pub id: &'static str,
    /// The title for people, lower case: mostly the id with spaces.
    pub title: &'static str,
    /// The heading under which it is shown.
    pub group: Group,
    /// The unit of its values.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// Whether it may be gated.
    pub role: Role,
    /// The statistics that it has; empty where the metric is a single number.
    pub statistics: &'static [Statistic],
    /// How it is computed, in one sentence.
    pub rule: &'static str,
    /// What it does not mean.
    pub not_meaning: &'static str,
    /// Counts up when the rule changes; results of different versions are not compared.
    pub rule_version: u32,
    /// Where the rule or its data come from.
    pub source: &'static str,
    /// The majors of Chrome that it was verified on.
    pub verified_chrome: &'static [u32],
    /// The defaults of a gate on it; `None` where it may not be gated.
    pub gate: Option<GateDefault>,
}

impl MetricDefinition {
    /// Whether its ids have a name: `user_timing:NAME`.
    pub fn is_named(&self) -> bool {
        ["user_timing", "custom", "process_cpu_time", "process_memory"].contains(&self.id)
    }

    /// The statistic that is meant where an id names none: the one that says most. `None` where the
    /// metric is a single number.
    pub fn default_statistic(&self) -> Option<Statistic> {
        let by_weight: &[Statistic] = match self.id {
            // One long task is felt, however short the others are; so is one late frame of twenty.
            "long_task" => &[Statistic::Max],
            "frame_interval" => &[Statistic::P95],
            "busy_rate" => &[Statistic::Mean],
            _ => &[
                Statistic::Growth,
                Statistic::Median,
                Statistic::Mean,
                Statistic::Total,
                Statistic::Count,
            ],
        };
        let has = |statistic: &&Statistic| self.statistics.contains(statistic);
        by_weight.iter().find(has).or(self.statistics.first()).copied()
    }
}

/// The full name of one number: metric, name for those that have names, statistic.
///
/// As text: `total_blocking_time`, `busy_rate/mean`, `user_timing:sort/median`. A name may hold
/// slashes and colons: the metric ends at the first colon, the statistic starts at the last slash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetricId {
    /// The metric's id.
    pub metric: String,
    /// The name, as in `user_timing:NAME`.
    pub name: Option<String>,
    /// The statistic, where the metric is not a single number.
    pub statistic: Option<Statistic>,
}

impl MetricId {
    /// A single number.
    pub fn single(metric: &str) -> MetricId {
        MetricId {
            metric: metric.to_owned(),
            name: None,
            statistic: None,
        }
    }

    /// A statistic of a metric.
    pub fn statistic(metric: &str, statistic: Statistic) -> MetricId {
        MetricId {
            metric: metric.to_owned(),
            name: None,
            statistic: Some(statistic),
        }
    }

    /// A statistic of a named metric.
    pub fn named(metric: &str, name: &str, statistic: Statistic) -> MetricId {
        MetricId {
            metric: metric.to_owned(),
            name: Some(name.to_owned()),
            statistic: Some(statistic),
        }
    }

    /// Reads an id. Text after the last slash that is no statistic belongs to the name.
    pub fn parse(text: &str) -> MetricId {
        let (rest, statistic) = match text.rsplit_once('/') {
            Some((rest, last)) => match Statistic::from_name(last) {
                Some(statistic) => (rest, Some(statistic)),
                None => (text, None),
            },
            None => (text, None),
        };
        let (metric, name) = match rest.split_once(':') {
            Some((metric, name)) => (metric, Some(name.to_owned())),
            None => (rest, None),
        };
        MetricId {
            metric: metric.to_owned(),
            name,
            statistic,
        }
    }

    /// The words that stand in a table: the id with spaces, the name as it is.
    pub fn label(&self) -> String {
        let mut label = self.metric.replace('_', " ");
        if let Some(name) = &self.name {
            label.push(' ');
            label.push_str(name);
        }
        if let Some(statistic) = self.statistic {
            label.push(' ');
            label.push_str(statistic.name());
        }
        label
    }
}

impl fmt::Display for MetricId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.metric)?;
        if let Some(name) = &self.name {
            write!(f, ":{name}")?;
        }
        if let Some(statistic) = self.statistic {
            write!(f, "/{}", statistic.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
