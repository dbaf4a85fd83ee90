//! Values that the scenario reads from the page: `custom:NAME`.

use lagometer_metric::{Better, Group, Measured, MetricDefinition, MetricId, Reason, Role, Unit};
use lagometer_report::{SamplesDocument, Value};
use std::collections::BTreeMap;

/// `custom`, which stands for `custom:NAME`.
pub(crate) const DEFINITION: MetricDefinition = MetricDefinition {
    id: "custom",
    title: "custom",
    group: Group::Custom,
    unit: Unit::Count,
    better: Better::Neither,
    role: Role::Primary,
    statistics: &[],
    rule: "the number that an `evaluate` step with `saveAs: NAME` returned, in the unit that the step gives: \
           `count` (where it gives none), `ms`, `bytes` or `ratio`; of a step that ran several times, the last one",
    not_meaning: "not more than what the code of the step reads; it is read when the step runs, mostly after the window",
    rule_version: 1,
    source: "`Runtime.evaluate` of the scenario's code",
    verified_chrome: &[156],
    gate: None,
};

/// The values by id. What is no number and has no unit is kept in the samples only.
pub(crate) fn values(samples: &SamplesDocument) -> BTreeMap<String, Value> {
    let saved = samples.saved.iter();
    saved
        .filter_map(|(name, value)| {
            let unit = samples.saved_units.get(name).map(String::as_str);
            if unit.is_none() && !value.is_number() {
                return None;
            }
            let id = MetricId {
                name: Some(name.clone()),
                ..MetricId::single(DEFINITION.id)
            };
            Some((id.to_string(), measured(value, unit)))
        })
        .collect()
}

fn measured(value: &serde_json::Value, unit: Option<&str>) -> Value {
    let (unit, times) = match unit {
        // The wire has whole and parts of microseconds.
        Some("ms") => (Unit::Microseconds, 1000.0),
        Some("bytes") => (Unit::Bytes, 1.0),
        Some("ratio") => (Unit::Ratio, 1.0),
        _ => (Unit::Count, 1.0),
    };
    let found = match value {
        serde_json::Value::Number(number) => match number.as_f64() {
            Some(number) => return Value::new(Measured::Value(number * times), unit),
            None => "a number that is too large",
        },
        serde_json::Value::Null => "nothing",
        serde_json::Value::Bool(_) => "a truth value",
        serde_json::Value::String(_) => "a text",
        serde_json::Value::Array(_) => "a list",
        serde_json::Value::Object(_) => "an object",
    };
    let detail = format!("the step returned {found}, not a number");
    Value::new(Measured::absent(Reason::InvalidValue, detail), unit)
}

#[cfg(test)]
mod tests;
