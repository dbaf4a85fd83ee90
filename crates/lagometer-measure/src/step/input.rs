//! Input as the browser takes it from a mouse, a finger and a keyboard, and what is held meanwhile.

use super::element::Point;
use super::keyboard::{self, Key};
use super::{Fault, Steps};
use crate::cdp::protocol::{self, Command};
use lagometer_report::scenario::{DeviceType, MouseButton};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

/// How long input may take that the deadline of its step bounds anyway.
pub(super) const BOUNDED_BY_STEP: Duration = Duration::from_secs(3600);

/// What is held between steps.
#[derive(Debug, Default)]
pub(super) struct Held {
    modifiers: Cell<u32>,
    keys: RefCell<BTreeSet<String>>,
}

/// A press or a release of a button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Press {
    pub button: MouseButton,
    /// Which click in a row it belongs to: 2 is the second of a double click.
    pub count: u32,
    /// The mouse, or a pen.
    pub pointer: DeviceType,
}

/// The protocol's name of a button, and its bit in `buttons`.
fn protocol_button(button: MouseButton) -> (&'static str, u32) {
    match button {
        MouseButton::Primary => ("left", 1),
        MouseButton::Secondary => ("right", 2),
        MouseButton::Auxiliary => ("middle", 4),
        MouseButton::Back => ("back", 8),
        MouseButton::Forward => ("forward", 16),
    }
}

async fn call(steps: &Steps<'_>, command: &Command, parameters: Value) -> Result<(), Fault> {
    let session = &steps.page.session;
    session.call_within(command, parameters, BOUNDED_BY_STEP).await?;
    Ok(())
}

/// What the protocol calls a pointer that is no finger.
fn protocol_pointer(pointer: DeviceType) -> &'static str {
    match pointer {
        DeviceType::Pen => "pen",
        DeviceType::Mouse | DeviceType::Touch => "mouse",
    }
}

/// Moves the mouse; `held` is the button that is held on the way.
pub(super) async fn mouse_move(
    steps: &Steps<'_>,
    point: Point,
    held: Option<MouseButton>,
) -> Result<(), Fault> {
    pointer_move(steps, DeviceType::Mouse, point, held).await
}

/// Moves the mouse or a pen.
pub(super) async fn pointer_move(
    steps: &Steps<'_>,
    pointer: DeviceType,
    point: Point,
    held: Option<MouseButton>,
) -> Result<(), Fault> {
    let (button, buttons) = held.map_or(("none", 0), protocol_button);
    let parameters = json!({
        "type": "mouseMoved",
        "x": point.x,
        "y": point.y,
        "modifiers": steps.held.modifiers.get(),
        "button": button,
        "buttons": buttons,
        "clickCount": 0,
        "pointerType": protocol_pointer(pointer),
    });
    call(steps, &protocol::INPUT_DISPATCH_MOUSE_EVENT, parameters).await
}

pub(super) async fn mouse_press(steps: &Steps<'_>, point: Point, press: Press) -> Result<(), Fault> {
    button(steps, "mousePressed", point, press).await
}

pub(super) async fn mouse_release(steps: &Steps<'_>, point: Point, press: Press) -> Result<(), Fault> {
    button(steps, "mouseReleased", point, press).await
}

async fn button(steps: &Steps<'_>, kind: &str, point: Point, press: Press) -> Result<(), Fault> {
    let (name, bit) = protocol_button(press.button);
    let parameters = json!({
        "type": kind,
        "x": point.x,
        "y": point.y,
        "modifiers": steps.held.modifiers.get(),
        "button": name,
        // The buttons that are held after the event.
        "buttons": if kind == "mousePressed" { bit } else { 0 },
        "clickCount": press.count,
        "pointerType": protocol_pointer(press.pointer),
    });
    call(steps, &protocol::INPUT_DISPATCH_MOUSE_EVENT, parameters).await
}

/// One notch of the wheel, as parameters: several are on their way at once.
pub(super) fn wheel_notch(steps: &Steps<'_>, point: Point, delta: (f64, f64)) -> Value {
    json!({
        "type": "mouseWheel",
        "x": point.x,
        "y": point.y,
        "modifiers": steps.held.modifiers.get(),
        "deltaX": delta.0,
        "deltaY": delta.1,
    })
}

/// A finger on the screen, or off it.
pub(super) async fn touch(steps: &Steps<'_>, point: Option<Point>) -> Result<(), Fault> {
    let points: Vec<Value> = point
        .into_iter()
        .map(|point| json!({"x": point.x, "y": point.y}))
        .collect();
    let parameters = json!({
        "type": if points.is_empty() { "touchEnd" } else { "touchStart" },
        "touchPoints": points,
        "modifiers": steps.held.modifiers.get(),
    });
    call(steps, &protocol::INPUT_DISPATCH_TOUCH_EVENT, parameters).await
}

/// Presses a key. While Control, Alt or Meta is held it types nothing; while Shift is held it gives
/// what is above it on the keyboard.
pub(super) async fn key_down(steps: &Steps<'_>, key: &Key) -> Result<(), Fault> {
    let held = &steps.held;
    let bit = keyboard::modifier(&key.key);
    held.modifiers.set(held.modifiers.get() | bit);
    let is_repeated = !held.keys.borrow_mut().insert(identity(key));
    let modifiers = held.modifiers.get();
    let key = match modifiers & keyboard::SHIFT {
        0 => key.clone(),
        _ => keyboard::shifted(key.clone()),
    };
    let is_shortcut = modifiers & !keyboard::SHIFT != 0;
    let text = key.text.clone().filter(|_| !is_shortcut);
    let mut parameters = event(&key, modifiers);
    parameters["type"] = json!(if text.is_some() { "keyDown" } else { "rawKeyDown" });
    parameters["autoRepeat"] = json!(is_repeated);
    if let Some(text) = text {
        parameters["text"] = json!(text);
        parameters["unmodifiedText"] = json!(text);
    }
    call(steps, &protocol::INPUT_DISPATCH_KEY_EVENT, parameters).await
}

/// Releases a key.
pub(super) async fn key_up(steps: &Steps<'_>, key: &Key) -> Result<(), Fault> {
    let held = &steps.held;
    let bit = keyboard::modifier(&key.key);
    held.modifiers.set(held.modifiers.get() & !bit);
    held.keys.borrow_mut().remove(&identity(key));
    let modifiers = held.modifiers.get();
    let key = match modifiers & keyboard::SHIFT {
        0 => key.clone(),
        _ => keyboard::shifted(key.clone()),
    };
    let mut parameters = event(&key, modifiers);
    parameters["type"] = json!("keyUp");
    call(steps, &protocol::INPUT_DISPATCH_KEY_EVENT, parameters).await
}

/// A key is the same whatever it gives; one that is on no keyboard is what it gives.
fn identity(key: &Key) -> String {
    if key.code.is_empty() {
        key.key.clone()
    } else {
        key.code.clone()
    }
}

fn event(key: &Key, modifiers: u32) -> Value {
    json!({
        "modifiers": modifiers | if key.shift { keyboard::SHIFT } else { 0 },
        "key": key.key,
        "code": key.code,
        "windowsVirtualKeyCode": key.virtual_code,
        "location": key.location,
    })
}
