//! What the metrics mean.

use super::inspect::fact_rows;
use crate::{Style, definition, visible};
use lagometer_metric::MetricDefinition;

/// The reference of metrics, or one in full where there is only one.
pub fn metrics(definitions: &[&MetricDefinition], _style: &Style) -> String {
    match definitions {
        [one] => fact_rows(&definition::facts(one)),
        _ => metrics_reference(definitions),
    }
}

/// The reference of all metrics: `docs/metrics.md`.
pub fn metrics_reference(definitions: &[&MetricDefinition]) -> String {
    let mut text = REFERENCE_HEAD.to_owned();
    let mut group = None;
    for definition in definitions {
        if group != Some(definition.group) {
            group = Some(definition.group);
            text.push_str(&format!("\n## {}\n", definition.group.title()));
        }
        text.push_str(&format!(
            "\n### {}\n\n",
            visible::markdown_code(definition.id, false)
        ));
        text.push_str(&format!("**Rule:** {}\n\n", visible::markdown(definition.rule)));
        text.push_str(&format!(
            "**Meaning:** {}\n\n",
            visible::markdown(definition.not_meaning)
        ));
        // The title says no more than the id; rule and meaning stand above.
        let facts = definition::facts(definition);
        let shown = |name: &str| !["rule", "meaning"].contains(&name) && name != definition.id;
        text.push_str("| | |\n|:--|:--|\n");
        for fact in facts.iter().filter(|fact| shown(&fact.name)) {
            text.push_str(&format!(
                "| {} | {} |\n",
                fact.name,
                visible::markdown_cell(&fact.text)
            ));
        }
    }
    text
}

const REFERENCE_HEAD: &str = "\
# Metrics

Every number that Lagometer prints is one of these, or a statistic of one: the id, then `/count`,
`/total`, `/mean`, `/median`, `/p95`, `/max`, `/start`, `/end`, `/growth` or `/limit` where the table
below lists it; a name stands behind a colon, as in `user_timing:sort/median`. Tables print the id
with spaces. A number that could not be measured is `n/a` with a reason code, never zero. P95 is the
nearest rank. Results of different rule versions are not compared.
";
