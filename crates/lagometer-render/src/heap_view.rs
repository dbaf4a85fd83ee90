//! What the table and Markdown say alike about heaps.

use crate::number;
use crate::shown::Shown;
use lagometer_metric::Unit;
use lagometer_report::{
    CpuOriginal, HeapEdge, HeapFrame, HeapObject, HeapParts, HeapPlace, HeapRemark, HeapSummaryDocument,
    Value,
};

/// More of a name is in the JSON form.
const NAME_CHARS: usize = 120;

/// Kinds whose names say enough.
const PLAIN_KINDS: [&str; 3] = ["native", "object", "synthetic"];

/// Kinds whose objects have a text for a name.
const TEXTS: [&str; 3] = ["concatenated string", "sliced string", "string"];

/// A name that is not too long to be read.
pub(crate) fn name(text: &str) -> String {
    if text.chars().count() <= NAME_CHARS {
        return text.to_owned();
    }
    text.chars().take(NAME_CHARS - 1).chain(['…']).collect()
}

/// `closure b`, `Window`, `string "text"`; without its id.
pub(crate) fn title(object: &HeapObject) -> String {
    let said = name(&object.name);
    if object.distance.value.is_some_and(|distance| distance.0 == 0.0) && said.is_empty() {
        return "(root)".to_owned();
    }
    if TEXTS.contains(&object.kind.as_str()) {
        return format!("{} \"{said}\"", object.kind);
    }
    match (PLAIN_KINDS.contains(&object.kind.as_str()), said.is_empty()) {
        (_, true) => format!("{} (no name)", object.kind),
        (true, false) => said,
        (false, false) => format!("{} {said}", object.kind),
    }
}

/// The same with its id: `closure b @61737`.
pub(crate) fn titled(object: &HeapObject) -> String {
    format!("{} @{}", title(object), object.id)
}

/// `element 14`, `property store`.
pub(crate) fn edge(edge: &HeapEdge) -> String {
    match (&edge.name, edge.index) {
        (Some(text), _) if text.is_empty() => format!("{} (no name)", edge.kind),
        (Some(text), _) => format!("{} {}", edge.kind, name(text)),
        (None, Some(index)) => format!("{} {index}", edge.kind),
        (None, None) => edge.kind.clone(),
    }
}

/// `src/leak.ts:4:9 onScroll` where it was written, else `leak.js:11:102`; the number of the script
/// where it has no name.
pub(crate) fn place(place: &HeapPlace) -> String {
    if let Some(written) = written(&place.original) {
        let name = place
            .original_name
            .iter()
            .map(|name| format!(" {}", self::name(name)));
        return written + &name.collect::<String>();
    }
    let script = match place.script.as_deref() {
        Some(script) => file(script).to_owned(),
        None => format!("script {}", place.script_id),
    };
    format!("{script}:{}:{}", place.line, place.column)
}

/// `fill leak.js:7:3`; as it was written, where that is known.
pub(crate) fn frame(frame: &HeapFrame) -> String {
    let function = match frame.original_name.as_deref().unwrap_or(&frame.function) {
        "" => "(anonymous)",
        name => name,
    };
    if let Some(written) = written(&frame.original) {
        return format!("{function} {written}");
    }
    match (frame.script.as_str(), frame.line, frame.column) {
        ("", ..) => function.to_owned(),
        (script, Some(line), Some(column)) => format!("{function} {}:{line}:{column}", file(script)),
        (script, ..) => format!("{function} {}", file(script)),
    }
}

/// A place in a source that was written, as `cpu` shows it.
fn written(original: &CpuOriginal) -> Option<String> {
    let place = original.value.as_ref()?;
    let column = place.column.map(|column| format!(":{column}"));
    Some(format!(
        "{}:{}{}",
        place.source,
        place.line,
        column.as_deref().unwrap_or("")
    ))
}

/// The last part of the name of a script.
fn file(script: &str) -> &str {
    let path = script.split(['?', '#']).next().unwrap_or(script);
    let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty());
    last.unwrap_or(script)
}

/// `1 edge`, `3 edges`; the rest of the words is the same for both.
pub(crate) fn counted(count: u64, one: &str, rest: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{} {one}{many}{rest}", number::count(count))
}

/// A number, or `n/a`.
pub(crate) fn bytes(value: &Value) -> String {
    Shown::of(value, None).short().to_owned()
}

pub(crate) fn kib(bytes: u64) -> String {
    number::value(Unit::Bytes, bytes as f64)
}

/// A share of a whole in percent, without the sign.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "n/a".to_owned();
    }
    number::bare(Unit::Ratio, part as f64 / whole as f64)
}

/// A line of the table of a summary.
pub(crate) struct KindLine {
    pub(crate) label: String,
    pub(crate) nodes: u64,
    pub(crate) bytes: u64,
}

/// So many kinds have a line of their own.
const KINDS_SHOWN: usize = 5;

/// The largest kinds, the others together, and all.
pub(crate) fn kind_lines(document: &HeapSummaryDocument) -> Vec<KindLine> {
    let mut lines: Vec<KindLine> = Vec::new();
    for kind in &document.by_kind {
        let label = match TEXTS.contains(&kind.kind.as_str()) {
            true => "strings",
            false => &kind.kind,
        };
        match lines.iter_mut().find(|line| line.label == label) {
            Some(line) => {
                line.nodes += kind.nodes;
                line.bytes += kind.bytes;
            }
            None => lines.push(KindLine {
                label: label.to_owned(),
                nodes: kind.nodes,
                bytes: kind.bytes,
            }),
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse((line.bytes, line.nodes)));
    if lines.len() > KINDS_SHOWN + 1 {
        let others = lines.split_off(KINDS_SHOWN);
        lines.push(KindLine {
            label: "other".to_owned(),
            nodes: others.iter().map(|line| line.nodes).sum(),
            bytes: others.iter().map(|line| line.bytes).sum(),
        });
    }
    lines.push(KindLine {
        label: "total".to_owned(),
        nodes: document.nodes,
        bytes: document.shallow_bytes,
    });
    lines
}

/// What else the file holds, as far as it holds something: a label and a sentence each.
pub(crate) fn part_lines(parts: &HeapParts) -> Vec<(&'static str, String)> {
    let some = |value: &Value| value.value.map(|value| value.0 as u64).filter(|count| *count > 0);
    let scopes = some(&parts.scopes).map(|scopes| {
        let of = |value: &Value, one: &str| {
            let counted = |count| counted(count, one, "");
            some(value).map_or_else(|| format!("no {one}"), counted)
        };
        format!(
            "{}, {}, {}",
            number::count(scopes),
            of(&parts.scope_context_vars, "context variable"),
            of(&parts.scope_uses, "use")
        )
    });
    let samples = some(&parts.samples).map(|samples| {
        let span = parts.sampled.value.map(|us| number::millis(us.0 as i64));
        let span = span.map(|span| format!(" over {span}"));
        format!("{}{}", number::count(samples), span.as_deref().unwrap_or(""))
    });
    let recorded = Some(parts.allocation_calls)
        .filter(|calls| *calls > 0)
        .map(|calls| {
            let functions = counted(parts.allocation_functions, "function", "");
            format!("{} of {functions}", counted(calls, "call", ""))
        });
    let lines = [
        ("scopes", scopes),
        ("samples", samples),
        ("allocations", recorded),
    ];
    lines
        .into_iter()
        .filter_map(|(label, said)| Some((label, said?)))
        .collect()
}

/// What the numbers do not mean, as sentences.
pub(crate) fn remarks(remarks: &[HeapRemark]) -> Vec<String> {
    remarks.iter().map(|remark| remark.text.clone()).collect()
}
