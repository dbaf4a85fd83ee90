//! The words for the parts of a metric's definition.

use crate::facts::Fact;
use crate::number;
use lagometer_metric::{Better, MetricDefinition, Role, Unit};

/// Everything about a metric, its id first.
pub(crate) fn facts(definition: &MetricDefinition) -> Vec<Fact> {
    let title = format!("{} ({})", definition.title, definition.group.title());
    let mut facts = vec![
        Fact::new(definition.id, title),
        Fact::new("rule", definition.rule),
        Fact::new("meaning", definition.not_meaning),
        Fact::new("unit", unit_in_full(definition.unit)),
        Fact::new("better", better(definition.better)),
        Fact::new("role", role_in_full(definition)),
    ];
    let statistics = statistics(definition);
    if !statistics.is_empty() {
        let default = definition.default_statistic().map(|default| default.name());
        let named = default.map_or_else(String::new, |name| format!("; {name} where none is named"));
        facts.push(Fact::new("statistics", statistics.join(", ") + &named));
    }
    facts.extend([
        Fact::new("rule version", number::count(definition.rule_version.into())),
        Fact::new("source", definition.source),
        Fact::new("verified on", verified(definition)),
    ]);
    facts
}

/// The statistics by name.
pub(crate) fn statistics(definition: &MetricDefinition) -> Vec<&'static str> {
    definition
        .statistics
        .iter()
        .map(|statistic| statistic.name())
        .collect()
}

/// The unit that is printed.
pub(crate) fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Microseconds => "ms",
        Unit::Bytes => "KiB",
        Unit::Ratio => "%",
        Unit::Count => "count",
        Unit::Score => "score",
        Unit::Hertz => "Hz",
    }
}

/// The unit that is printed, and the one on the wire.
pub(crate) fn unit_in_full(of: Unit) -> String {
    match of {
        Unit::Count | Unit::Score => of.name().to_owned(),
        _ => format!("{}; `{}` in JSON", unit(of), of.name()),
    }
}

/// Which way is better.
pub(crate) fn better(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower",
        Better::Higher => "higher",
        Better::Neither => "neither",
    }
}

/// Its role in a word.
pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Primary => "primary",
        Role::Explains => "explains",
    }
}

/// Its role, and the change that counts.
pub(crate) fn role_in_full(definition: &MetricDefinition) -> String {
    let role = role(definition.role);
    match definition.gate {
        Some(gate) => format!(
            "{role}; by default a change counts above {} (relative) and {} (absolute)",
            number::short_value(Unit::Ratio, gate.relative),
            number::short_value(definition.unit, gate.absolute)
        ),
        None => role.to_owned(),
    }
}

/// The majors of Chrome that it was verified on.
pub(crate) fn verified(definition: &MetricDefinition) -> String {
    if definition.verified_chrome.is_empty() {
        return "no version of Chrome yet".to_owned();
    }
    let majors: Vec<String> = definition.verified_chrome.iter().map(u32::to_string).collect();
    format!("Chrome {}", majors.join(", "))
}
