//! Steps of the pointer: clicks, hovering, dragging, the wheel; and scrolling.

use super::{Reading, beside};
use crate::scenario::error::Found;
use crate::scenario::mapper::{Fields, Mapper};
use crate::scenario::selector::selectors;
use crate::scenario::tree::{Content, Node};
use crate::scenario::value;
use lagometer_report::scenario::{Action, DeviceType, MouseButton};

const MAX_OFFSET: f64 = 1_000_000.0;
const MAX_SCROLL: f64 = 100_000_000.0;
const BUTTONS: &[&str] = &["primary", "auxiliary", "secondary", "back", "forward"];
const DEVICES: &[&str] = &["mouse", "touch", "pen"];

/// `offsetX` and `offsetY`.
fn offsets(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) -> (Option<f64>, Option<f64>) {
    let offset = |key: &'static str| move |node: &Node| value::number(node, key, -MAX_OFFSET, MAX_OFFSET);
    let x = mapper.optional(&mut reading.fields, "offsetX", offset("offsetX"));
    let y = mapper.optional(&mut reading.fields, "offsetY", offset("offsetY"));
    (x, y)
}

fn duration(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) -> u64 {
    let duration = mapper.optional(&mut reading.fields, "duration", |node| {
        value::millis(node, "duration", 0)
    });
    // Recorder's default: at once.
    duration.unwrap_or(0)
}

pub(super) fn click(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let (offset_x, offset_y) = offsets(mapper, reading);
    let button = mapper.optional(&mut reading.fields, "button", |node| {
        value::word(node, "button", BUTTONS)
    });
    let has_button = button.is_some_and(|button| button != "primary");
    let button = match button {
        Some("auxiliary") => MouseButton::Auxiliary,
        Some("secondary") => MouseButton::Secondary,
        Some("back") => MouseButton::Back,
        Some("forward") => MouseButton::Forward,
        _ => MouseButton::Primary,
    };
    let device_type = device_type(mapper, reading, has_button);
    let duration_ms = duration(mapper, reading);
    let selectors = selectors(mapper, node, reading.main_key)?;
    Some(if reading.name.name == "click" {
        Action::Click {
            selectors,
            offset_x,
            offset_y,
            button,
            duration_ms,
            device_type,
        }
    } else {
        Action::DoubleClick {
            selectors,
            offset_x,
            offset_y,
            button,
            duration_ms,
            device_type,
        }
    })
}

fn device_type(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>, has_button: bool) -> DeviceType {
    let Some(entry) = reading.fields.take("deviceType") else {
        return DeviceType::Mouse;
    };
    let node = mapper.node(entry.value);
    match mapper.keep(value::word(node, "deviceType", DEVICES)) {
        Some("pen") => return DeviceType::Pen,
        Some("touch") if has_button => {
            let text = "a touch has no `button`".to_owned();
            mapper.refuse(node.at, text, "take one of the two out");
        }
        Some("touch") => return DeviceType::Touch,
        _ => {}
    }
    DeviceType::Mouse
}

pub(super) fn hover(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let (offset_x, offset_y) = offsets(mapper, reading);
    Some(Action::Hover {
        selectors: selectors(mapper, node, reading.main_key)?,
        offset_x,
        offset_y,
    })
}

pub(super) fn drag(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let (offset_x, offset_y) = offsets(mapper, reading);
    let offset = |key: &'static str| move |node: &Node| value::number(node, key, -MAX_OFFSET, MAX_OFFSET);
    let to_offset_x = mapper.optional(&mut reading.fields, "toOffsetX", offset("toOffsetX"));
    let to_offset_y = mapper.optional(&mut reading.fields, "toOffsetY", offset("toOffsetY"));
    let duration_ms = duration(mapper, reading);
    let to = match reading.fields.take("to") {
        Some(entry) => selectors(mapper, mapper.node(entry.value), "to"),
        None => {
            let hint = "the selectors of the element on which it is dropped";
            mapper.missing(reading.fields.at, "to", &reading.within, hint);
            None
        }
    };
    Some(Action::Drag {
        selectors: selectors(mapper, node, reading.main_key)?,
        to: to?,
        offset_x,
        offset_y,
        to_offset_x,
        to_offset_y,
        duration_ms,
    })
}

/// The two numbers of a map, which is the step's value or stands beside `type`.
fn pair(
    mapper: &mut Mapper<'_>,
    node: Option<&Node>,
    reading: &mut Reading<'_>,
    keys: [&'static str; 2],
    low: f64,
    hint: &'static str,
) -> Option<[Option<f64>; 2]> {
    let read = |mapper: &mut Mapper<'_>, fields: &mut Fields<'_>| {
        keys.map(|key| {
            let number = |node: &Node| -> Result<f64, Found> { value::number(node, key, low, MAX_SCROLL) };
            let given = fields.rest().iter().any(|entry| entry.key == key);
            (given, mapper.optional(fields, key, number))
        })
    };
    let (at, found) = match node {
        None => (reading.fields.at, read(mapper, &mut reading.fields)),
        Some(node) => {
            let Content::Map(entries) = &node.content else {
                mapper.report(value::wrong(node, reading.main_key, "a map of two numbers", hint));
                return None;
            };
            let mut fields = Fields::new(node.at, entries);
            let found = read(mapper, &mut fields);
            let within = format!("`{}`", reading.main_key);
            mapper.unknown(&fields, &within, &keys, &[]);
            (node.at, found)
        }
    };
    if !found[0].0 && !found[1].0 {
        let text = format!("{} has neither `{}` nor `{}`", reading.within, keys[0], keys[1]);
        mapper.refuse(at, text, hint);
        return None;
    }
    Some(found.map(|(_, number)| number))
}

pub(super) fn wheel(
    mapper: &mut Mapper<'_>,
    node: Option<&Node>,
    reading: &mut Reading<'_>,
) -> Option<Action> {
    const HINT: &str = "write `{ deltaY: 4000 }`";
    let deltas = pair(mapper, node, reading, ["deltaX", "deltaY"], -MAX_SCROLL, HINT);
    let duration_ms = duration(mapper, reading);
    let selectors = beside(mapper, reading);
    let [delta_x, delta_y] = deltas?;
    Some(Action::Wheel {
        // One that is left out does not turn.
        delta_x: delta_x.unwrap_or(0.0),
        delta_y: delta_y.unwrap_or(0.0),
        selectors,
        duration_ms,
    })
}

pub(super) fn scroll(
    mapper: &mut Mapper<'_>,
    node: Option<&Node>,
    reading: &mut Reading<'_>,
) -> Option<Action> {
    // A page that is written from right to left counts below zero.
    let position = pair(
        mapper,
        node,
        reading,
        ["x", "y"],
        -MAX_SCROLL,
        "write `{ x: 0, y: 4000 }`",
    );
    let selectors = beside(mapper, reading);
    let [x, y] = position?;
    Some(Action::Scroll { x, y, selectors })
}
