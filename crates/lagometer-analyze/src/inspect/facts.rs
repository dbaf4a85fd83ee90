//! What is known about a file.

use super::outline::{Node, Outline};
use lagometer_metric::{Measured, Unit};
use lagometer_report::{InspectFact, Outcome, RecordDocument, RoundRole, RoundState, Value};

/// A text.
pub(super) fn text(name: &str, text: impl Into<String>) -> InspectFact {
    InspectFact {
        name: name.to_owned(),
        text: Some(text.into()),
        value: None,
    }
}

/// A size.
pub(super) fn bytes(name: &str, bytes: u64) -> InspectFact {
    number(name, bytes as f64, Unit::Bytes)
}

fn number(name: &str, raw: f64, unit: Unit) -> InspectFact {
    InspectFact {
        name: name.to_owned(),
        text: None,
        value: Some(Value::new(Measured::Value(raw), unit)),
    }
}

/// The facts of a JSON text: everything that its first levels tell, whichever kind it is.
pub(super) fn of_json(outline: &Outline) -> Vec<InspectFact> {
    let mut facts = Vec::new();
    match &outline.root {
        Some(Node::Array(list)) => facts.push(count("elements", list.count)),
        Some(root) => of_object(root, &mut facts),
        None => {}
    }
    facts
}

fn count(name: &str, count: u64) -> InspectFact {
    number(name, count as f64, Unit::Count)
}

/// The lists that are counted, and what their elements are called.
const LISTS: &[(&[&str], &str)] = &[
    (&["traceEvents"], "events"),
    (&["nodes"], "nodes"),
    (&["samples"], "samples"),
    (&["log", "pages"], "pages"),
    (&["log", "entries"], "requests"),
    (&["sources"], "sources"),
    (&["names"], "names"),
    (&["sections"], "sections"),
    (&["steps"], "steps"),
    (&["actions"], "actions"),
    (&["rounds"], "rounds"),
    (&["records"], "runs"),
];

/// Numbers that files hold about themselves.
const COUNTS: &[(&[&str], &str)] = &[
    (&["snapshot", "node_count"], "nodes"),
    (&["snapshot", "edge_count"], "edges"),
    (&["snapshot", "trace_function_count"], "allocating functions"),
    (&["format_version"], "format version"),
    (&["version"], "version"),
];

/// Texts that files hold about themselves.
const TEXTS: &[(&[&str], &str)] = &[
    (&["title"], "title"),
    (&["name"], "name"),
    (&["url"], "url"),
    (&["id"], "id"),
    (&["run"], "run"),
    (&["started_at"], "started"),
    (&["outcome"], "outcome"),
    (&["scenario", "name"], "scenario"),
    (&["environment", "browser"], "browser"),
    (&["input", "name"], "input"),
    (&["file"], "file"),
    (&["log", "version"], "version"),
    (&["log", "creator", "name"], "written by"),
    (&["log", "browser", "name"], "browser"),
    (&["metadata", "source"], "written by"),
    (&["metadata", "startTime"], "started"),
];

fn of_object(root: &Node, facts: &mut Vec<InspectFact>) {
    for (path, name) in LISTS {
        // Every heap snapshot has that list, mostly empty.
        let idle = |count| count == 0 && *name == "samples" && root.get("snapshot").is_some();
        let list = find(root, path).and_then(Node::list);
        if let Some(list) = list.filter(|list| !idle(list.count)) {
            facts.push(count(name, list.count));
        }
    }
    for (path, name) in COUNTS {
        if let Some(raw) = find(root, path).and_then(Node::number) {
            facts.push(number(name, raw, Unit::Count));
        }
    }
    if let Some(duration) = profile_duration(root) {
        facts.push(number("recorded", duration, Unit::Microseconds));
    }
    if let Some(browser) = root.get("metadata").and_then(browser) {
        facts.push(text("browser", browser));
    }
    for (path, name) in TEXTS {
        if let Some(value) = find(root, path).and_then(Node::text) {
            facts.push(text(name, value));
        }
    }
}

fn find<'n>(root: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(root, |node, name| node.get(name))
}

/// The length of a CPU profile in microseconds; the old form, under `head`, counts seconds.
fn profile_duration(root: &Node) -> Option<f64> {
    let start = root.get("startTime")?.number()?;
    let end = root.get("endTime")?.number()?;
    let unit = if root.get("head").is_some() { 1e6 } else { 1.0 };
    let duration = (end - start) * unit;
    (duration.is_finite() && duration >= 0.0).then_some(duration)
}

/// The browser that a trace names: `Chrome 156.0.0.0`.
fn browser(metadata: &Node) -> Option<String> {
    let named = ["product-version", "user-agent"].into_iter();
    let mut texts = named.filter_map(|name| metadata.get(name).and_then(Node::text));
    texts.find_map(|text| {
        let product = text.split(' ').find(|part| part.contains("Chrome/"))?;
        let (name, version) = product.split_once('/')?;
        Some(format!("{name} {version}"))
    })
}

/// The facts of a run.
pub(super) fn of_run(record: &RecordDocument) -> Vec<InspectFact> {
    let mut facts = vec![
        text("run", &record.id),
        text("scenario", &record.scenario.name),
        text("started", &record.started_at),
        text(
            "outcome",
            match record.outcome {
                Outcome::Complete => "complete",
                Outcome::Failed => "failed",
                Outcome::Interrupted => "interrupted",
            },
        ),
    ];
    if let Some(failure) = &record.failure {
        facts.push(text("failure", format!("{}: {}", failure.code, failure.text)));
    }
    let rounds = |wanted: &dyn Fn(RoundRole, RoundState) -> bool| {
        let matching = record
            .rounds
            .iter()
            .filter(|round| wanted(round.role, round.state));
        matching.count() as u64
    };
    let measured = |role, state| role == RoundRole::Measured && state == RoundState::Valid;
    facts.push(count("valid rounds", rounds(&measured)));
    facts.push(count(
        "warm-up rounds",
        rounds(&|role, _| role == RoundRole::Warmup),
    ));
    let lost = |role, state| role == RoundRole::Measured && state != RoundState::Valid;
    facts.push(count("rounds without numbers", rounds(&lost)));
    if let Some(environment) = &record.environment {
        facts.push(text("browser", &environment.browser));
    }
    facts
}
