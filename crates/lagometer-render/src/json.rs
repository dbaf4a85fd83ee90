//! Contracts as JSON: everything that they hold, indented, ending in a line feed.

use lagometer_metric::MetricDefinition;
use lagometer_report::{
    CpuDocument, HeapGroupsDocument, HeapPathsDocument, HeapSummaryDocument, HistoryDocument,
    InspectDocument, MetricEntry, MetricsDocument, SummaryDocument, TraceDocument,
};
use serde::Serialize;

/// The metrics of a trace.
pub fn trace(document: &TraceDocument) -> String {
    text(document)
}

/// Functions by their samples.
pub fn cpu(document: &CpuDocument) -> String {
    text(document)
}

/// The numbers of a run.
pub fn run(summary: &SummaryDocument) -> String {
    text(summary)
}

/// What fills a heap.
pub fn heap_summary(document: &HeapSummaryDocument) -> String {
    text(document)
}

/// Objects by constructor.
pub fn heap_groups(document: &HeapGroupsDocument) -> String {
    text(document)
}

/// Paths to an object.
pub fn heap_paths(document: &HeapPathsDocument) -> String {
    text(document)
}

/// What a file is.
pub fn inspect(document: &InspectDocument) -> String {
    text(document)
}

/// The runs of a results folder.
pub fn history(document: &HistoryDocument) -> String {
    text(document)
}

/// What the metrics mean.
pub fn metrics(definitions: &[&MetricDefinition]) -> String {
    text(&MetricsDocument {
        kind: "metrics",
        format_version: 1,
        metrics: definitions
            .iter()
            .map(|definition| MetricEntry::from(*definition))
            .collect(),
    })
}

fn text(document: &impl Serialize) -> String {
    let mut text =
        serde_json::to_string_pretty(document).expect("contracts have string keys and no failing fields");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
