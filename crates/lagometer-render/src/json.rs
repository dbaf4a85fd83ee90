//! Contracts as JSON: everything that they hold, indented, ending in a line feed.

use lagometer_metric::MetricDefinition;
use lagometer_report::{
    CpuDiffDocument, CpuDocument, HeapAllocationsDocument, HeapCyclesDocument, HeapDominatorsDocument,
    HeapGroupsDocument, HeapObjectDocument, HeapObjectsDocument, HeapPathsDocument, HeapSummaryDocument,
    HistoryDocument, InspectDocument, MetricEntry, MetricsDocument, PageCaptureDocument, SummaryDocument,
    TraceDocument,
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

/// Two sides of samples.
pub fn cpu_diff(document: &CpuDiffDocument) -> String {
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

/// A list of objects.
pub fn heap_objects(document: &HeapObjectsDocument) -> String {
    text(document)
}

/// One object with its edges.
pub fn heap_object(document: &HeapObjectDocument) -> String {
    text(document)
}

/// What an object dominates.
pub fn heap_dominators(document: &HeapDominatorsDocument) -> String {
    text(document)
}

/// Objects that keep each other.
pub fn heap_cycles(document: &HeapCyclesDocument) -> String {
    text(document)
}

/// Where objects were made.
pub fn heap_allocations(document: &HeapAllocationsDocument) -> String {
    text(document)
}

/// Paths to an object.
pub fn heap_paths(document: &HeapPathsDocument) -> String {
    text(document)
}

/// What was captured of a page.
pub fn page_capture(document: &PageCaptureDocument) -> String {
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
