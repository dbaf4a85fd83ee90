//! From the tree to the scenario: the steps.

mod control;
mod frame;
mod keys;
mod pointer;
mod recorder;
mod snapshot;
mod wait;

use super::error::{ErrorKind, Found, shown};
use super::mapper::{Fields, Mapper, is_absolute};
use super::names::{self, StepName};
use super::selector::selectors;
use super::tree::{Content, Entry, Node, NodeId, Position};
use super::{MAX_FILE_BYTES, secret, value};
use lagometer_report::scenario::{Action, MeasureEnd, Place, SavedUnit, Selectors, Step};

/// Measures and repetitions inside each other.
const MAX_DEPTH: usize = 8;
/// An alias can repeat a list without repeating its text, so steps are counted, not bytes.
const MAX_STEPS: usize = 10_000;
/// Files that steps name, together.
const MAX_BYTES_OF_FILES: usize = 8 * MAX_FILE_BYTES;
const MAX_FRAMES: u32 = 100_000;
const MAX_NAME_LENGTH: usize = 200;

const ENDS: &[&str] = &["now"];
const UNITS: &[&str] = &["count", "ms", "bytes", "ratio"];

/// A list of steps. `key` is what it is called, `prefix` what stands before a step's number.
pub(super) fn list(mapper: &mut Mapper<'_>, id: NodeId, key: &str, prefix: &str) -> Vec<Step> {
    let node = mapper.node(id);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(
            node,
            key,
            "a list of steps",
            "write each step with a `-` before it",
        ));
        return Vec::new();
    };
    let outer = mapper.step.take();
    let mut steps = Vec::new();
    for (index, item) in items.iter().enumerate() {
        mapper.step = Some(format!("{prefix}{}", index + 1));
        if mapper.is_hopeless() {
            break;
        }
        if mapper.steps_seen == MAX_STEPS {
            let at = mapper.node(*item).at;
            mapper.report(Found::at(at, ErrorKind::TooManySteps { limit: MAX_STEPS }));
            break;
        }
        mapper.steps_seen += 1;
        steps.extend(step(mapper, *item));
    }
    mapper.step = outer;
    steps
}

/// A step while it is read: its fields, and what to call them.
pub(super) struct Reading<'t> {
    pub(super) name: &'static StepName,
    pub(super) fields: Fields<'t>,
    /// "step `click`".
    pub(super) within: String,
    /// The main field, and what it is called: by the step's type, or by its own name beside `type`.
    main: Option<&'t Entry>,
    pub(super) main_key: &'static str,
}

fn step(mapper: &mut Mapper<'_>, id: NodeId) -> Option<Step> {
    let node = mapper.node(id);
    let mut reading = begin(mapper, node)?;
    let timeout_ms = mapper.optional(&mut reading.fields, "timeout", |node| {
        value::millis(node, "timeout", 1)
    });
    let frame = frame::read(mapper, &mut reading);
    recorder::target(mapper, &mut reading);
    let awaits_navigation = recorder::asserted_events(mapper, &mut reading);
    let action = match reading.main {
        Some(main) => action(mapper, &mut reading, main),
        // The keys of the value stand beside `type`.
        None if reading.name.name == "wheel" => pointer::wheel(mapper, None, &mut reading),
        None if reading.name.name == "scroll" => pointer::scroll(mapper, None, &mut reading),
        None if reading.name.main.is_empty() => control::beside_type(mapper, &mut reading),
        None => {
            let hint = "write it beside `type`";
            mapper.missing(reading.fields.at, reading.name.main, &reading.within, hint);
            // The keys that go with it are looked at all the same.
            for key in reading.name.keys {
                reading.fields.take(key);
            }
            None
        }
    };
    // Written as in the other form, beside the value that it is.
    if !reading.name.main.is_empty()
        && let Some(entry) = reading.fields.take(reading.name.main)
    {
        let text = format!(
            "`{}` stands beside `{}`, whose value it is",
            entry.key, reading.main_key
        );
        mapper.refuse(entry.at, text, "take one of the two out");
    }
    // The keys of the value, where they stand beside `type`.
    let own: &[&str] = match (reading.main, reading.name.name) {
        (None, "wheel") => &["deltaX", "deltaY"],
        (None, "scroll") => &["x", "y"],
        _ => &[],
    };
    let known = [own, reading.name.keys, names::EVERY_STEP_KEYS].concat();
    mapper.unknown(&reading.fields, &reading.within, &known, reading.name.later_keys);
    Some(Step {
        action: action?,
        timeout_ms,
        frame,
        awaits_navigation,
        place: Place {
            line: node.at.line,
            column: node.at.column,
            path: mapper.step.clone()?,
        },
    })
}

/// Finds out which step it is: by the one key that is a type, or by `type`.
fn begin<'t>(mapper: &mut Mapper<'t>, node: &'t Node) -> Option<Reading<'t>> {
    let Content::Map(entries) = &node.content else {
        let hint = "a step looks like `click: \"#sort\"`";
        mapper.report(value::wrong_subject(node, "the step".to_owned(), "a map", hint));
        return None;
    };
    let is_type = |entry: &&Entry| is_step(&entry.key);
    let mut types = entries.iter().filter(is_type);
    let mut fields = Fields::new(node.at, entries);
    if let Some(entry) = fields.take("type") {
        if let Some(other) = types.next() {
            let first = "type".to_owned();
            let second = other.key.clone();
            mapper.report(Found::at(other.at, ErrorKind::StepWithTypes { first, second }));
            return None;
        }
        let node = mapper.node(entry.value);
        let written = mapper.keep(value::text(node, "type"))?;
        let name = known_step(mapper, &written, node.at)?;
        let main = match name.main {
            "" => None,
            main => fields.take(main),
        };
        return Some(Reading::new(name, fields, main, name.main));
    }
    match (types.next(), types.next()) {
        (Some(entry), None) => {
            let name = known_step(mapper, &entry.key, entry.at)?;
            let main = fields.take(name.name);
            Some(Reading::new(name, fields, main, name.name))
        }
        (Some(first), Some(second)) => {
            let at = second.at;
            let (first, second) = (first.key.clone(), second.key.clone());
            mapper.report(Found::at(at, ErrorKind::StepWithTypes { first, second }));
            None
        }
        (None, _) => {
            no_type(mapper, node.at, entries);
            None
        }
    }
}

impl<'t> Reading<'t> {
    fn new(
        name: &'static StepName,
        fields: Fields<'t>,
        main: Option<&'t Entry>,
        main_key: &'static str,
    ) -> Reading<'t> {
        Reading {
            name,
            fields,
            within: format!("step `{}`", name.name),
            main,
            main_key,
        }
    }
}

fn is_step(name: &str) -> bool {
    names::step(name).is_some() || names::LATER_STEPS.contains(&name)
}

fn known_step(mapper: &mut Mapper<'_>, written: &str, at: Position) -> Option<&'static StepName> {
    let step = names::step(written);
    if step.is_none() {
        let written = written.to_owned();
        let kind = if names::LATER_STEPS.contains(&written.as_str()) {
            ErrorKind::LaterStep { step: written }
        } else {
            let nearest = names::nearest(&written, names::STEP_NAMES);
            ErrorKind::UnknownStep {
                step: written,
                nearest,
            }
        };
        mapper.report(Found::at(at, kind));
    }
    step
}

/// No key is a type. A key that belongs beside one is not what was meant to be one.
fn no_type(mapper: &mut Mapper<'_>, at: Position, entries: &[Entry]) {
    let beside = |key: &str| {
        names::EVERY_STEP_KEYS
            .iter()
            .chain(
                names::STEPS
                    .iter()
                    .flat_map(|step| step.keys.iter().chain(step.later_keys)),
            )
            .any(|known| *known == key)
    };
    match entries.iter().find(|entry| !beside(&entry.key)) {
        Some(entry) => {
            known_step(mapper, &entry.key, entry.at);
        }
        None => mapper.report(Found::at(at, ErrorKind::StepWithoutType)),
    }
}

fn action<'t>(mapper: &mut Mapper<'t>, reading: &mut Reading<'t>, main: &'t Entry) -> Option<Action> {
    let node = mapper.node(main.value);
    let key = reading.main_key;
    match reading.name.name {
        "navigate" => navigate(mapper, node, key),
        "click" | "doubleClick" => pointer::click(mapper, node, reading),
        "hover" => pointer::hover(mapper, node, reading),
        "drag" => pointer::drag(mapper, node, reading),
        "wheel" => pointer::wheel(mapper, Some(node), reading),
        "scroll" => pointer::scroll(mapper, Some(node), reading),
        "change" => keys::change(mapper, node, reading),
        "keyDown" | "keyUp" => keys::key(mapper, node, reading),
        "typeText" => type_text(mapper, node, reading),
        "waitForElement" => wait::for_element(mapper, node, reading),
        "waitForExpression" => mapper
            .keep(value::filled_text(node, key))
            .map(|expression| Action::WaitForExpression { expression }),
        "waitForFrames" => mapper
            .keep(value::whole(node, key, 1, MAX_FRAMES))
            .map(|count| Action::WaitForFrames { count }),
        "evaluate" => evaluate(mapper, node, reading),
        "measure" => measure(mapper, node, reading),
        "sleep" => mapper
            .keep(value::millis(node, key, 0))
            .map(|duration_ms| Action::Sleep { duration_ms }),
        "waitForIdle" => mapper
            .keep(value::millis(node, key, 1))
            .map(|duration_ms| Action::WaitForIdle { duration_ms }),
        "waitForEvent" => control::wait_for_event(mapper, node, reading),
        "repeat" => control::repeat(mapper, node, reading),
        "gc" => control::gc(mapper, node),
        "snapshot" => snapshot::snapshot(mapper, node, key),
        "customStep" => snapshot::custom_step(mapper, node, reading),
        "setViewport" => control::set_viewport(mapper, node),
        "emulateNetworkConditions" => control::network(mapper, node),
        other => unreachable!("`{other}` stands in the list of steps"),
    }
}

fn navigate(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<Action> {
    let url = mapper.keep(value::filled_text(node, key))?;
    if !is_absolute(&url) && !mapper.served {
        let text = format!("`{key}` is the path {}, and there is no `serve`", shown(&url));
        mapper.refuse(
            node.at,
            text,
            "write it with `http://`, or name the page's folder in `serve`",
        );
        return None;
    }
    Some(Action::Navigate { url })
}

fn type_text(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let selectors = beside(mapper, reading);
    let text = secret::text(mapper, node, reading.main_key)?;
    Some(Action::TypeText { text, selectors })
}

/// Selectors that may stand beside the main field.
fn beside(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) -> Option<Selectors> {
    let entry = reading.fields.take("selectors")?;
    selectors(mapper, mapper.node(entry.value), "selectors")
}

fn evaluate(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let save_as = reading
        .fields
        .take("saveAs")
        .and_then(|entry| save_as(mapper, entry));
    let unit = unit(mapper, reading, save_as.is_some());
    let body = match &node.content {
        Content::Map(entries) => text_of_file(mapper, node.at, entries, "`evaluate`")?,
        _ => mapper.keep(value::filled_text(node, reading.main_key))?,
    };
    Some(Action::Evaluate { body, save_as, unit })
}

/// The unit of what is saved.
fn unit(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>, is_saved: bool) -> Option<SavedUnit> {
    let entry = reading.fields.take("unit")?;
    if !is_saved {
        let text = "`unit` stands without `saveAs`".to_owned();
        mapper.refuse(entry.at, text, "give the value a name with `saveAs: rows`");
    }
    let word = mapper.keep(value::word(mapper.node(entry.value), "unit", UNITS))?;
    [
        SavedUnit::Count,
        SavedUnit::Ms,
        SavedUnit::Bytes,
        SavedUnit::Ratio,
    ]
    .into_iter()
    .find(|unit| unit.name() == word)
}

fn save_as(mapper: &mut Mapper<'_>, entry: &Entry) -> Option<String> {
    const HINT: &str = "1 to 200 letters from a to z, digits, `-` and `_`";
    let node = mapper.node(entry.value);
    let name = mapper.keep(value::text(node, "saveAs"))?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.chars().all(fits) {
        mapper.refuse(node.at, format!("`saveAs` cannot be {}", shown(&name)), HINT);
        return None;
    }
    if let Some(line) = mapper.saved.insert(name.clone(), node.at.line) {
        let text = format!("{} is saved in line {line} already", shown(&name));
        mapper.refuse(node.at, text, "give it another name");
    }
    Some(name)
}

/// `{file: ./body.js}`
pub(super) fn text_of_file(
    mapper: &mut Mapper<'_>,
    at: Position,
    entries: &[Entry],
    within: &str,
) -> Option<String> {
    for entry in entries.iter().filter(|entry| entry.key != "file") {
        let known = vec!["file"];
        let key = entry.key.clone();
        let nearest = names::nearest(&key, &known);
        let within = within.to_owned();
        mapper.report(Found::at(
            entry.at,
            ErrorKind::UnknownKey {
                key,
                within,
                nearest,
                known,
            },
        ));
    }
    let Some(entry) = entries.iter().find(|entry| entry.key == "file") else {
        mapper.missing(
            at,
            "file",
            within,
            "write the code itself, or `{ file: ./code.js }`",
        );
        return None;
    };
    let node = mapper.node(entry.value);
    let path = mapper.keep(value::filled_text(node, "file"))?;
    let text = match (mapper.read_file)(&path) {
        Ok(body) if body.len() > MAX_FILE_BYTES => format!("it is larger than {MAX_FILE_BYTES} bytes"),
        Ok(body) if body.trim().is_empty() => "it is empty".to_owned(),
        Ok(body) => {
            mapper.file_bytes = mapper.file_bytes.saturating_add(body.len());
            if mapper.file_bytes <= MAX_BYTES_OF_FILES {
                return Some(body);
            }
            format!("all files together are larger than {MAX_BYTES_OF_FILES} bytes")
        }
        Err(error) => error.to_string(),
    };
    mapper.report(Found::at(node.at, ErrorKind::File { path, text }));
    None
}

fn measure(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let until = mapper.optional(&mut reading.fields, "until", |node| {
        value::word(node, "until", ENDS)
    });
    let name = measure_name(mapper, node, reading.main_key);
    let steps = inner_steps(mapper, reading)?;
    Some(Action::Measure {
        name: name?,
        until: match until {
            Some(_) => MeasureEnd::Now,
            None => MeasureEnd::NextFrame,
        },
        steps,
    })
}

/// The steps inside a measure or a repetition.
fn inner_steps(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) -> Option<Vec<Step>> {
    let path = mapper.step.clone()?;
    // `actions step 1.2.3` lies three steps deep; the dots are ours, so they count the depth.
    let depth = path.matches('.').count() + 1;
    match reading.fields.take("steps") {
        None => {
            let hint = "a list of the steps that are done in it";
            mapper.missing(reading.fields.at, "steps", &reading.within, hint);
            None
        }
        Some(entry) if depth > MAX_DEPTH => {
            let at = mapper.node(entry.value).at;
            let text = format!("steps are nested more than {MAX_DEPTH} deep");
            mapper.refuse(at, text, "");
            None
        }
        Some(entry) => {
            let inner = mapper.node(entry.value);
            if matches!(&inner.content, Content::List(items) if items.is_empty()) {
                mapper.refuse(inner.at, "`steps` has no step".to_owned(), "");
            }
            Some(list(mapper, entry.value, "steps", &format!("{path}.")))
        }
    }
}

/// The name is part of a metric's id and of marks in the page.
fn measure_name(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<String> {
    let name = mapper.keep(value::filled_text(node, key))?;
    if name.chars().count() > MAX_NAME_LENGTH || name.chars().any(char::is_control) {
        let text = format!("`{key}` cannot be {}", shown(&name));
        mapper.refuse(node.at, text, "1 to 200 characters in one line");
        return None;
    }
    if name.starts_with("lagometer:") {
        let text = format!("`{key}` cannot be {}", shown(&name));
        mapper.refuse(
            node.at,
            text,
            "names that start with `lagometer:` are our own marks",
        );
        return None;
    }
    Some(name)
}
