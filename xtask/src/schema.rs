//! The JSON schemas of `docs/schema`: of the scenario file, which people write, and of the documents that
//! lagometer stores and prints.

mod scenario;

use crate::docs::Page;
use lagometer_report::version::Document;
use lagometer_report::{
    CpuDiffDocument, CpuDocument, HeapAllocationsDocument, HeapCyclesDocument, HeapDominatorsDocument,
    HeapGroupsDocument, HeapObjectDocument, HeapObjectsDocument, HeapPathsDocument, HeapSummaryDocument,
    HistoryDocument, InspectDocument, PageCaptureDocument, RecordDocument, RecordsDocument, RoundDocument,
    SamplesDocument, SummaryDocument, TraceDocument,
};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The dialect of all schemas.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Every schema.
pub fn pages() -> Vec<Page> {
    vec![
        page("docs/schema/scenario.json", scenario::schema()),
        page("docs/schema/record.json", stored::<RecordDocument>()),
        page("docs/schema/summary.json", stored::<SummaryDocument>()),
        page("docs/schema/round.json", stored::<RoundDocument>()),
        page("docs/schema/records.json", stored::<RecordsDocument>()),
        page("docs/schema/samples.json", stored::<SamplesDocument>()),
        page("docs/schema/trace.json", document::<TraceDocument>("trace", 1)),
        page("docs/schema/cpu.json", document::<CpuDocument>("cpu", 1)),
        page(
            "docs/schema/cpu-diff.json",
            document::<CpuDiffDocument>("cpu-diff", 1),
        ),
        page(
            "docs/schema/inspect.json",
            document::<InspectDocument>("inspect", 1),
        ),
        page(
            "docs/schema/heap-summary.json",
            document::<HeapSummaryDocument>("heap-summary", 1),
        ),
        page(
            "docs/schema/heap-groups.json",
            document::<HeapGroupsDocument>("heap-groups", 1),
        ),
        page(
            "docs/schema/heap-path.json",
            document::<HeapPathsDocument>("heap-path", 1),
        ),
        page(
            "docs/schema/heap-objects.json",
            document::<HeapObjectsDocument>("heap-objects", 1),
        ),
        page(
            "docs/schema/heap-object.json",
            document::<HeapObjectDocument>("heap-object", 1),
        ),
        page(
            "docs/schema/heap-dominators.json",
            document::<HeapDominatorsDocument>("heap-dominators", 1),
        ),
        page(
            "docs/schema/heap-cycles.json",
            document::<HeapCyclesDocument>("heap-cycles", 1),
        ),
        page(
            "docs/schema/heap-allocations.json",
            document::<HeapAllocationsDocument>("heap-allocations", 1),
        ),
        page(
            "docs/schema/page-capture.json",
            document::<PageCaptureDocument>("page-capture", 1),
        ),
        page("docs/schema/history.json", stored::<HistoryDocument>()),
    ]
}

fn stored<D: Document + JsonSchema>() -> Value {
    document::<D>(D::KIND, D::VERSION)
}

/// The schema of a document as this version writes it. Other fields are allowed: a newer lagometer of
/// the same format version may add some.
fn document<D: JsonSchema>(kind: &str, version: u32) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<D>().to_value();
    let head = [("kind", json!(kind)), ("format_version", json!(version))];
    for (field, value) in head {
        if let Some(members) = schema
            .pointer_mut(&format!("/properties/{field}"))
            .and_then(Value::as_object_mut)
        {
            members.insert("const".to_owned(), value);
        }
    }
    schema
}

fn page(path: &'static str, mut schema: Value) -> Page {
    if let Some(members) = schema.as_object_mut() {
        members.insert("$schema".to_owned(), json!(DIALECT));
        members.insert("$comment".to_owned(), json!("Written by `cargo xtask docs`."));
    }
    Page {
        path,
        text: format!("{schema:#}\n"),
    }
}

#[cfg(test)]
mod tests;
