//! The words in front of a number: the metric's id with spaces, the name as it is, the statistic.

use crate::html::Markup;
use crate::{Style, visible};
use lagometer_metric::{MetricDefinition, Statistic};

/// A label in its parts, because the name comes from strangers and the rest does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    words: Option<String>,
    name: Option<String>,
    statistic: Option<Statistic>,
}

impl Label {
    pub(crate) fn new(metric: &str, name: Option<&str>, statistic: Option<Statistic>) -> Label {
        Label {
            words: Some(metric.replace('_', " ")),
            name: name.map(str::to_owned),
            statistic,
        }
    }

    /// The label under the heading of its group: `sort median`, not `user timing sort median`.
    pub(crate) fn under_heading(self, definition: &MetricDefinition) -> Label {
        let repeats = self.words.as_deref() == Some(definition.group.title());
        Label {
            words: self.words.filter(|_| !repeats || self.name.is_none()),
            ..self
        }
    }

    /// As it is printed.
    pub(crate) fn text(&self, style: &Style) -> String {
        let name = self
            .name
            .as_deref()
            .map(|name| visible::terminal(name, style.unicode));
        self.join(name)
    }

    /// As a cell of a Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let name = self
            .name
            .as_deref()
            .map(|name| visible::markdown_code(name, true));
        self.join(name)
    }

    /// As HTML.
    pub(crate) fn html(&self, markup: &mut Markup) {
        let mut space = "";
        if let Some(words) = &self.words {
            markup.text(words);
            space = " ";
        }
        if let Some(name) = &self.name {
            markup.text(space);
            markup.name(name);
            space = " ";
        }
        if let Some(statistic) = self.statistic {
            markup.text(space);
            markup.text(statistic.name());
        }
    }

    /// As plain words; the name is raw.
    pub(crate) fn words(&self) -> String {
        self.join(self.name.clone())
    }

    fn join(&self, name: Option<String>) -> String {
        let statistic = self.statistic.map(|statistic| statistic.name().to_owned());
        let parts: Vec<String> = [self.words.clone(), name, statistic]
            .into_iter()
            .flatten()
            .collect();
        parts.join(" ")
    }
}
