//! What the metrics mean.

use super::inspect::fact_rows;
use crate::{Style, definition, layout};
use lagometer_metric::MetricDefinition;

/// A list of metrics, or one in full where there is only one.
pub fn metrics(definitions: &[&MetricDefinition], style: &Style) -> String {
    match definitions {
        [one] => fact_rows(&definition::facts(one), style),
        _ => list(definitions, style),
    }
}

fn list(definitions: &[&MetricDefinition], style: &Style) -> String {
    let id_column = column(definitions, |definition| definition.id).max(2);
    let unit_column = column(definitions, |definition| definition::unit(definition.unit)).max(4);
    let head = format!(
        "  {}  {}  better   role      statistics",
        layout::left("id", id_column),
        layout::left("unit", unit_column)
    );
    let mut text = style.dim(&head) + "\n";
    let mut group = None;
    for definition in definitions {
        if group != Some(definition.group) {
            group = Some(definition.group);
            text.push_str(&style.bold(definition.group.title()));
            text.push('\n');
        }
        let first = format!(
            "  {}  {}  {}  {}  ",
            layout::left(definition.id, id_column),
            layout::left(definition::unit(definition.unit), unit_column),
            layout::left(definition::better(definition.better), 7),
            layout::left(definition::role(definition.role), 8),
        );
        for line in layout::hang(
            &first,
            &definition::statistics(definition).join(" "),
            first.len(),
            style,
        ) {
            text.push_str(&line);
            text.push('\n');
        }
        if style.rules_text {
            let rule = layout::hang("    ", definition.rule, 4, style);
            let not = layout::hang("    ", definition.not_meaning, 4, style);
            for line in rule.iter().chain(&not) {
                text.push_str(&style.dim(line));
                text.push('\n');
            }
        }
    }
    if let Some(example) = definitions.first() {
        let next = format!("one in full, with its rule: lagometer metrics {}", example.id);
        text.push_str(&style.dim(&next));
        text.push('\n');
    }
    text
}

fn column(definitions: &[&MetricDefinition], of: impl Fn(&MetricDefinition) -> &str) -> usize {
    definitions
        .iter()
        .map(|definition| of(definition).len())
        .max()
        .unwrap_or(0)
}
