//! `keyDown` and `keyUp`, and `change`.

use super::{Reading, beside};
use crate::scenario::error::{ErrorKind, Found};
use crate::scenario::mapper::Mapper;
use crate::scenario::selector::selectors;
use crate::scenario::tree::{Content, Node};
use crate::scenario::value::{self, Kind};
use crate::scenario::{names, secret};
use crate::step::keyboard;
use lagometer_report::scenario::Action;

pub(super) fn key(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let selectors = beside(mapper, reading);
    let key = match &node.content {
        // A digit is a key, too.
        Content::Scalar(scalar) if scalar.plain && scalar.text.chars().count() == 1 => scalar.text.clone(),
        _ => mapper.keep(value::text(node, reading.main_key))?,
    };
    if keyboard::named(&key).is_none() {
        let kind = ErrorKind::UnknownKeyName {
            nearest: names::nearest(&key, keyboard::NAMES),
            key,
        };
        mapper.report(Found::at(node.at, kind));
        return None;
    }
    Some(if reading.name.name == "keyDown" {
        Action::KeyDown { key, selectors }
    } else {
        Action::KeyUp { key, selectors }
    })
}

pub(super) fn change(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let value = match reading.fields.take("value") {
        None => {
            let hint = "a text; of a checkbox `true` or `false`";
            mapper.missing(reading.fields.at, "value", &reading.within, hint);
            None
        }
        Some(entry) => {
            let node = mapper.node(entry.value);
            match &node.content {
                // What a control holds is text: a number or a truth value is taken as it is written.
                Content::Scalar(scalar)
                    if scalar.plain && matches!(value::kind(scalar), Kind::Number | Kind::Truth) =>
                {
                    Some(scalar.text.clone())
                }
                _ => secret::text(mapper, node, "value"),
            }
        }
    };
    Some(Action::Change {
        selectors: selectors(mapper, node, reading.main_key)?,
        value: value?,
    })
}
