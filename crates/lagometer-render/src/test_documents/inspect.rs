//! What is known about a file.

use super::number;
use lagometer_metric::Unit;
use lagometer_report::{InspectDocument, InspectFact, Value};

/// What is known about a trace.
pub(crate) fn inspection() -> InspectDocument {
    let fact = |name: &str, text: Option<&str>, value: Option<Value>| InspectFact {
        name: name.to_owned(),
        text: text.map(str::to_owned),
        value,
    };
    InspectDocument {
        kind: "inspect",
        format_version: 1,
        name: "longtasks.json.gz".to_owned(),
        bytes: Some(280_123),
        found: "trace".to_owned(),
        title: "a Chrome trace".to_owned(),
        container: "gzip".to_owned(),
        evidence: "byte 0: object with `traceEvents`".to_owned(),
        facts: vec![
            fact("events", None, Some(number(11_679.0, Unit::Count))),
            fact("browser", Some("HeadlessChrome 156.0.0.0"), None),
            fact("unpacked", None, Some(number(2_784_885.0, Unit::Bytes))),
        ],
        command: Some("lagometer trace longtasks.json.gz".to_owned()),
        note: None,
        partial: None,
    }
}
