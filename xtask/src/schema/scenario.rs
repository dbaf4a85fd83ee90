//! The schema of a scenario file: what is written, not what is read from it. The keys are those that the
//! parser knows; here stands what their values look like.
//!
//! It is looser than the parser where one value depends on another (`url` on `serve`, a limit's unit on
//! its metric), and where only the page can tell.

use lagometer_measure::scenario::vocabulary::{self, StepWords};
use serde_json::{Map, Value, json};

/// The schema.
pub fn schema() -> Value {
    let mut schema = object(vocabulary::SCENARIO, &["name", "actions"], scenario_value);
    let members = schema.as_object_mut().expect("an object is made of members");
    members.insert("title".to_owned(), json!("Lagometer scenario"));
    members.insert(
        "anyOf".to_owned(),
        json!([{ "required": ["url"] }, { "required": ["serve"] }]),
    );
    members.insert("$defs".to_owned(), definitions());
    schema
}

/// A map that has these keys and no others.
fn object(keys: &[&str], required: &[&str], value: impl Fn(&str) -> Value) -> Value {
    let properties: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), value(key))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn definition(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "description": description })
}

fn whole(low: u32, description: &str) -> Value {
    json!({ "type": "integer", "minimum": low, "description": description })
}

fn described(mut schema: Value, description: &str) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), json!(description));
    }
    schema
}

fn steps(description: &str) -> Value {
    json!({ "type": "array", "items": definition("step"), "description": description })
}

fn measured_steps(description: &str) -> Value {
    json!({ "type": "array", "items": definition("step"), "minItems": 1, "description": description })
}

fn texts(description: &str) -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "string" }, "description": description })
}

fn definitions() -> Value {
    let any_step: Vec<Value> = vocabulary::steps()
        .flat_map(|step| [one_key(step), typed(step)])
        .collect();
    json!({
        "duration": {
            "anyOf": [
                { "type": "number", "minimum": 0 },
                { "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m)?$" }
            ],
            "description": "`500ms`, `5s`, `2m`; a bare number is milliseconds",
        },
        "quantity": {
            "anyOf": [
                { "type": "number", "minimum": 0 },
                { "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?( ?(us|ms|s|m|B|KiB|MiB|GiB|%|Hz))?$" }
            ],
            "description": "`100ms`, `300 KiB`, `5 %`, `55 Hz`, or a plain number for a count",
        },
        "size": {
            "anyOf": [
                { "type": "number", "minimum": 0 },
                { "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?( ?(B|KiB|MiB|GiB))?$" }
            ],
            "description": "`200MiB`, or a plain number of bytes",
        },
        "selectors": {
            "anyOf": [
                { "type": "string", "minLength": 1 },
                {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "anyOf": [
                            { "type": "string", "minLength": 1 },
                            { "type": "array", "minItems": 1, "items": { "type": "string", "minLength": 1 } }
                        ]
                    }
                }
            ],
            "description": "CSS, or `aria/`, `text/`, `xpath/`, `pierce/`; a list holds alternatives, a list in it \
                            is a path through shadow roots",
        },
        "code": {
            "anyOf": [
                { "type": "string", "minLength": 1 },
                {
                    "type": "object",
                    "properties": { "file": { "type": "string", "minLength": 1 } },
                    "required": ["file"],
                    "additionalProperties": false
                }
            ],
            "description": "the code itself, or `{ file: ./code.js }`",
        },
        "viewport": object(vocabulary::VIEWPORT, &[], |key| match key {
            "width" | "height" => whole(1, "in CSS pixels"),
            "isMobile" | "hasTouch" | "isLandscape" => json!({ "type": "boolean" }),
            _ => json!({ "type": "number", "minimum": 0.1, "maximum": 10, "description": "device pixels to a CSS pixel" }),
        }),
        "network": {
            "anyOf": [
                { "const": "none" },
                object(vocabulary::NETWORK, &[], |key| definition(if key == "latency" { "duration" } else { "size" }))
            ],
        },
        "budget": budget(),
        "step": { "anyOf": any_step },
    })
}

fn budget() -> Value {
    let mut budget = object(vocabulary::BUDGET, &["metric"], |key| match key {
        "metric" => text("a metric's id: `total_blocking_time`, `user_timing:sort/p95`"),
        _ => definition("quantity"),
    });
    if let Some(members) = budget.as_object_mut() {
        members.insert(
            "oneOf".to_owned(),
            json!([{ "required": ["max"] }, { "required": ["min"] }]),
        );
    }
    budget
}

fn scenario_value(key: &str) -> Value {
    match key {
        "name" => {
            json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": "part of the run's id" })
        }
        "url" => text("absolute, or a path under `serve`"),
        "serve" => text("a folder, served on loopback; relative to this file"),
        "data" => {
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 }, "description": "files whose content is part of what is measured" })
        }
        "viewport" => definition("viewport"),
        "browser" => object(vocabulary::BROWSER, &[], browser_value),
        "install" => object(vocabulary::INSTALL, &[], install_value),
        "timeout" => described(definition("duration"), "the time that a step has (5s)"),
        "prepare" => steps("brings the page to the state that is measured; not measured"),
        "actions" => measured_steps("what is measured"),
        "settle" => described(
            definition("duration"),
            "how long the window stays open after the actions; two frames where absent",
        ),
        "after" => steps("after the window; not measured"),
        "budgets" => {
            json!({ "type": "array", "items": definition("budget"), "description": "limits for the value of the run" })
        }
        "rounds" => {
            json!({ "anyOf": [{ "const": "auto" }, { "type": "integer", "minimum": 1 }], "description": "how many measured rounds; auto is 10" })
        }
        "warmup" => whole(0, "how many whole rounds are dropped first (2)"),
        "warmupInPage" => whole(
            0,
            "how often `actions` and `reset` run in the page before the window opens",
        ),
        "reset" => steps("brings the page back to the state before the actions"),
        "roundTimeout" => described(definition("duration"), "the time that a round has"),
        // A key that is newer than this table can hold anything.
        _ => json!(true),
    }
}

fn browser_value(key: &str) -> Value {
    match key {
        "headless" => json!({ "type": "boolean", "description": "false opens a window" }),
        "cpuSlowdown" => {
            json!({ "type": "number", "minimum": 1, "maximum": 100, "description": "4 is \"4x slowdown\" in DevTools" })
        }
        "network" => definition("network"),
        "cache" => json!({ "enum": ["cold", "warm"], "description": "warm: the page is loaded once before" }),
        "flags" => {
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 }, "description": "added to Lagometer's own" })
        }
        "traceBuffer" => definition("size"),
        "major" => whole(1, "another major version of the browser is refused"),
        _ => json!(true),
    }
}

fn install_value(key: &str) -> Value {
    match key {
        "script" => definition("code"),
        "headers" => texts("of every request"),
        "localStorage" => texts("of the page's origin"),
        "cookies" => json!({
            "type": "array",
            "items": object(vocabulary::COOKIE, &["name", "value"], |key| match key {
                "secure" | "httpOnly" => json!({ "type": "boolean" }),
                _ => json!({ "type": "string" }),
            }),
        }),
        _ => json!(true),
    }
}

/// `click: "#sort"` with its other keys beside it.
fn one_key(step: StepWords) -> Value {
    // Where the value is a map, its keys stand in it, and only what is not of the map stands beside it.
    let inside: Vec<&str> = map_keys(step.name).to_vec();
    let beside = step.keys.iter().filter(|key| !inside.contains(*key));
    let keys: Vec<&str> = [step.name]
        .iter()
        .chain(beside)
        .chain(vocabulary::EVERY_STEP)
        .copied()
        .collect();
    let required = [&[step.name], needed(step.name)].concat();
    object(&keys, &required, |key| {
        if key == step.name {
            main_value(step.name)
        } else {
            step_value(step.name, key)
        }
    })
}

/// `type: click` with everything beside it, as DevTools' Recorder writes it.
fn typed(step: StepWords) -> Value {
    let main: Vec<&str> = if step.main.is_empty() {
        map_keys(step.name).to_vec()
    } else {
        vec![step.main]
    };
    let mut required: Vec<&str> = vec!["type"];
    required.extend([step.main].iter().filter(|main| !main.is_empty()));
    required.extend(needed(step.name));
    let mut keys: Vec<&str> = vec!["type"];
    for key in main.iter().chain(step.keys).chain(vocabulary::EVERY_STEP) {
        if !keys.contains(key) {
            keys.push(key);
        }
    }
    object(&keys, &required, |key| match key {
        "type" => json!({ "const": step.name }),
        _ if key == step.main => main_value(step.name),
        _ => step_value(step.name, key),
    })
}

/// The keys without which such a step says nothing.
fn needed(step: &str) -> &'static [&'static str] {
    match step {
        "measure" | "repeat" => &["steps"],
        "drag" => &["to"],
        "change" => &["value"],
        "customStep" => &["parameters"],
        _ => &[],
    }
}

/// The keys of the map that is the value of such a step.
fn map_keys(step: &str) -> &'static [&'static str] {
    match step {
        "wheel" => &["deltaX", "deltaY"],
        "scroll" => &["x", "y"],
        "setViewport" => vocabulary::VIEWPORT,
        "emulateNetworkConditions" => vocabulary::NETWORK,
        _ => &[],
    }
}

fn main_value(step: &str) -> Value {
    match step {
        "navigate" => text("absolute, or a path under `serve`"),
        "click" | "doubleClick" | "hover" | "drag" | "change" | "waitForElement" => definition("selectors"),
        "typeText" => json!({ "type": "string", "description": "typed with real keys" }),
        // A key may be a digit.
        "keyDown" | "keyUp" => {
            json!({ "type": ["string", "number"], "description": "a character, or a name as `KeyboardEvent.key` has it" })
        }
        "waitForExpression" => text("until this is true"),
        "waitForEvent" => text("the type of an event"),
        "waitForFrames" => whole(1, "so many animation frames"),
        "repeat" => whole(1, "so often"),
        "evaluate" => definition("code"),
        "measure" => text("the metric is `user_timing:NAME`"),
        "sleep" | "waitForIdle" => definition("duration"),
        "wheel" | "scroll" => object(map_keys(step), &[], |_| json!({ "type": "number" })),
        "setViewport" => definition("viewport"),
        "emulateNetworkConditions" => definition("network"),
        "gc" => json!({ "type": "null" }),
        "snapshot" => snapshot_name(),
        "customStep" => json!({ "const": "lagometer.snapshot" }),
        _ => json!(true),
    }
}

fn snapshot_name() -> Value {
    json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": "of the file with the page's heap" })
}

fn step_value(step: &str, key: &str) -> Value {
    match (step, key) {
        (_, "timeout" | "duration") | ("emulateNetworkConditions", "latency") => definition("duration"),
        ("emulateNetworkConditions", _) => definition("size"),
        (_, "selectors" | "to") => definition("selectors"),
        (
            _,
            "offsetX" | "offsetY" | "toOffsetX" | "toOffsetY" | "deltaX" | "deltaY" | "x" | "y"
            | "deviceScaleFactor",
        ) => {
            json!({ "type": "number" })
        }
        (_, "width" | "height") => whole(1, "in CSS pixels"),
        (_, "button") => json!({ "enum": ["primary", "auxiliary", "secondary", "back", "forward"] }),
        (_, "deviceType") => json!({ "enum": ["mouse", "touch", "pen"] }),
        (_, "operator") => json!({ "enum": [">=", "==", "<="] }),
        (_, "count") => whole(0, "how many"),
        (_, "visible") => json!({ "type": "boolean" }),
        (_, "attributes") => texts("attributes that the elements must have"),
        (_, "properties") => {
            json!({ "type": "object", "description": "properties that the elements must have" })
        }
        ("change", "value") => json!({ "type": ["string", "number", "boolean"] }),
        (_, "saveAs") => json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,200}$" }),
        (_, "unit") => json!({ "enum": ["count", "ms", "bytes", "ratio"] }),
        (_, "until") => json!({ "enum": ["now"] }),
        (_, "frame") => json!({
            "type": "array",
            "items": { "type": "integer", "minimum": 0 },
            "description": "the frame that it acts in: its place among those of the page, then among those of that frame",
        }),
        (_, "target") => json!({ "enum": ["main"] }),
        (_, "assertedEvents") => json!({
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": { "enum": ["navigation"] },
                    "url": { "type": "string" },
                    "title": { "type": "string" },
                },
                "required": ["type"],
                "additionalProperties": false,
            },
            "description": "the step is done when the page has loaded another document or changed its address",
        }),
        (_, "isMobile" | "hasTouch" | "isLandscape") => json!({ "type": "boolean" }),
        (_, "parameters") => object(&["name"], &["name"], |_| snapshot_name()),
        ("repeat", "series") => json!({ "enum": ["heap"] }),
        (_, "steps") => measured_steps("what is done in it"),
        _ => json!(true),
    }
}
