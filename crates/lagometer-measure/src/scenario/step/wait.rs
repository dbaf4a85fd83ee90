//! `waitForElement`, with what an element must be to count.

use super::Reading;
use crate::scenario::mapper::Mapper;
use crate::scenario::selector::selectors;
use crate::scenario::tree::{Content, Entry, Node};
use crate::scenario::value::{self, Kind};
use lagometer_report::scenario::{Action, CountOperator};
use serde_json::Value;
use std::collections::BTreeMap;

const MAX_ELEMENTS: u32 = 1_000_000;
const OPERATORS: &[&str] = &[">=", "==", "<="];

pub(super) fn for_element(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let fields = &mut reading.fields;
    let at = fields.at;
    let operator = mapper.optional(fields, "operator", |node| {
        value::word(node, "operator", OPERATORS)
    });
    let count = mapper.optional(fields, "count", |node| {
        value::whole(node, "count", 0, MAX_ELEMENTS)
    });
    let visible = mapper.optional(fields, "visible", |node| value::truth(node, "visible"));
    let attributes = match fields.take("attributes") {
        Some(entry) => attributes(mapper, entry),
        None => BTreeMap::new(),
    };
    let properties = match fields.take("properties") {
        Some(entry) => properties(mapper, mapper.node(entry.value), "properties"),
        None => BTreeMap::new(),
    };
    let operator = match operator {
        Some("==") => CountOperator::Exactly,
        Some("<=") => CountOperator::AtMost,
        _ => CountOperator::AtLeast,
    };
    // Recorder's default.
    let count = count.unwrap_or(1);
    if operator == CountOperator::AtLeast && count == 0 {
        let hint = "to wait until none is left, write `operator: \"==\"`";
        mapper.refuse(at, "0 or more elements are always there".to_owned(), hint);
    }
    Some(Action::WaitForElement {
        selectors: selectors(mapper, node, reading.main_key)?,
        operator,
        count,
        visible,
        attributes,
        properties,
    })
}

/// Names and their texts.
fn attributes(mapper: &mut Mapper<'_>, entry: &Entry) -> BTreeMap<String, String> {
    const HINT: &str = "write `{ data-sorted: price }`";
    let node = mapper.node(entry.value);
    let Content::Map(entries) = &node.content else {
        mapper.report(value::wrong(node, "attributes", "a map of attributes", HINT));
        return BTreeMap::new();
    };
    let mut attributes = BTreeMap::new();
    for entry in entries {
        let node = mapper.node(entry.value);
        if let Some(text) = mapper.keep(value::text(node, &entry.key)) {
            attributes.insert(entry.key.clone(), text);
        }
    }
    attributes
}

/// Names and their values; a map inside names what an object must hold. The depth of the tree is
/// limited, and so is this.
fn properties(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> BTreeMap<String, Value> {
    const HINT: &str = "write `{ checked: true, dataset: { state: ready } }`";
    let Content::Map(entries) = &node.content else {
        mapper.report(value::wrong(node, key, "a map of properties", HINT));
        return BTreeMap::new();
    };
    let mut found = BTreeMap::new();
    for entry in entries {
        let node = mapper.node(entry.value);
        let value = match &node.content {
            Content::Map(_) => {
                let inner = properties(mapper, node, &entry.key);
                Some(Value::Object(inner.into_iter().collect()))
            }
            Content::Scalar(scalar) if scalar.plain => match value::kind(scalar) {
                Kind::Null => Some(Value::Null),
                Kind::Truth => mapper.keep(value::truth(node, &entry.key)).map(Value::Bool),
                Kind::Number => mapper
                    .keep(value::number(node, &entry.key, f64::MIN, f64::MAX))
                    .map(Value::from),
                Kind::Text => Some(Value::String(scalar.text.clone())),
            },
            Content::Scalar(scalar) => Some(Value::String(scalar.text.clone())),
            Content::List(_) => {
                let wanted = "a text, a number, a truth value or a map of them";
                mapper.report(value::wrong(node, &entry.key, wanted, HINT));
                None
            }
        };
        found.extend(value.map(|value| (entry.key.clone(), value)));
    }
    found
}
