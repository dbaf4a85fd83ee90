//! What `lagometer metrics` answers.

use lagometer_metric::{Better, MetricDefinition, Role};
use serde::Serialize;

/// The answer of `lagometer metrics`: `{"kind": "metrics", ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricsDocument {
    /// `metrics`.
    pub kind: &'static str,
    /// The version of this form.
    pub format_version: u32,
    /// The metrics, in the order in which they are shown.
    pub metrics: Vec<MetricEntry>,
}

/// A metric's definition on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricEntry {
    /// The id.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// The heading.
    pub group: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// `lower`, `higher` or `neither`.
    pub better: &'static str,
    /// `primary` or `explains`.
    pub role: &'static str,
    /// The statistics; empty for a single number.
    pub statistics: Vec<&'static str>,
    /// The rule in one sentence.
    pub rule: &'static str,
    /// What it does not mean.
    pub not_meaning: &'static str,
    /// The rule's version.
    pub rule_version: u32,
    /// The source.
    pub source: &'static str,
    /// The Chrome majors it was verified on.
    pub verified_chrome: &'static [u32],
    /// The defaults of a gate; null where it may not be gated.
    pub gate: Option<GateDefault>,
}

/// The defaults of a gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GateDefault {
    /// Relative, 0 to 1.
    pub relative: f64,
    /// Absolute, in the metric's unit.
    pub absolute: f64,
}

impl From<&MetricDefinition> for MetricEntry {
    fn from(definition: &MetricDefinition) -> MetricEntry {
        let MetricDefinition {
            id,
            title,
            group,
            unit,
            better,
            role,
            statistics,
            rule,
            not_meaning,
            rule_version,
            source,
            verified_chrome,
            gate,
        } = *definition;
        MetricEntry {
            id,
            title,
            group: group.title(),
            unit: unit.name(),
            better: match better {
                Better::Lower => "lower",
                Better::Higher => "higher",
                Better::Neither => "neither",
            },
            role: match role {
                Role::Primary => "primary",
                Role::Explains => "explains",
            },
            statistics: statistics.iter().map(|statistic| statistic.name()).collect(),
            rule,
            not_meaning,
            rule_version,
            source,
            verified_chrome,
            gate: gate.map(|gate| GateDefault {
                relative: gate.relative,
                absolute: gate.absolute,
            }),
        }
    }
}
