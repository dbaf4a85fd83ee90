//! The rules of the metrics that a text shows, for those who ask for them.

use crate::{Style, layout, visible};
use lagometer_metric::MetricDefinition;

/// The rule of each metric and what it does not mean; empty where nobody asked.
pub(crate) fn text(shown: &[&MetricDefinition], style: &Style) -> String {
    if !style.rules_text {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.bold("rules"));
    for definition in shown {
        let head = format!("{} (version {})", definition.id, definition.rule_version);
        let rule = layout::hang("  ", &format!("{head}: {}", definition.rule), 4, style);
        let not = layout::hang("    ", definition.not_meaning, 4, style);
        for line in rule.iter().chain(&not) {
            text.push_str(&style.dim(line));
            text.push('\n');
        }
    }
    text
}

/// The same in Markdown.
pub(crate) fn markdown(shown: &[&MetricDefinition], style: &Style) -> String {
    if !style.rules_text {
        return String::new();
    }
    let mut text = "\n**rules**\n\n".to_owned();
    for definition in shown {
        text.push_str(&format!(
            "- `{}` (version {}): {}; {}\n",
            definition.id,
            definition.rule_version,
            visible::markdown(definition.rule),
            visible::markdown(definition.not_meaning)
        ));
    }
    text
}
