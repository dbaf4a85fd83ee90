//! `snapshot`, and how Recorder files write it: as a `customStep`.

use super::Reading;
use crate::scenario::error::shown;
use crate::scenario::mapper::Mapper;
use crate::scenario::names;
use crate::scenario::tree::Node;
use crate::scenario::value;
use lagometer_report::scenario::Action;

/// The name of the step in Recorder files.
const CUSTOM_NAME: &str = "lagometer.snapshot";
/// The name is part of a file's name.
const MAX_NAME_LENGTH: usize = 64;

/// `snapshot: NAME`.
pub(super) fn snapshot(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<Action> {
    const HINT: &str = "1 to 64 letters from a to z, digits, `-` and `_`: it is the name of a file";
    let name = mapper.keep(value::text(node, key))?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.chars().all(fits) {
        mapper.refuse(node.at, format!("`{key}` cannot be {}", shown(&name)), HINT);
        return None;
    }
    if mapper
        .step
        .as_deref()
        .is_some_and(|path| path.starts_with("reset "))
    {
        let text = "`snapshot` stands in `reset`, which runs before there is anything to look at".to_owned();
        mapper.refuse(node.at, text, "put it in `prepare`, `actions` or `after`");
        return None;
    }
    // Two names that differ in upper and lower case are one file on some systems.
    let line = mapper.snapshots.insert(name.to_ascii_lowercase(), node.at.line);
    if let Some(line) = line {
        let text = format!(
            "{} is the name of a snapshot in line {line} already",
            shown(&name)
        );
        mapper.refuse(node.at, text, "give it another name");
    }
    Some(Action::Snapshot { name })
}

/// `{ type: customStep, name: lagometer.snapshot, parameters: { name: NAME } }`.
pub(super) fn custom_step(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    const HINT: &str = "write `{ name: before }`: the name of the snapshot";
    let parameters = reading.fields.take("parameters");
    let custom = mapper.keep(value::filled_text(node, reading.main_key))?;
    if custom != CUSTOM_NAME {
        let text = format!(
            "the custom step {} is not supported by this version",
            shown(&custom)
        );
        mapper.refuse(node.at, text, "take it out; known: `lagometer.snapshot`");
        return None;
    }
    let Some(entry) = parameters else {
        mapper.missing(reading.fields.at, "parameters", "step `customStep`", HINT);
        return None;
    };
    let node = mapper.node(entry.value);
    let mut fields = mapper.keys_of(node, "parameters", HINT)?;
    let name = fields.take("name");
    mapper.unknown(&fields, "`parameters`", names::SNAPSHOT_PARAMETERS, &[]);
    match name {
        Some(entry) => snapshot(mapper, mapper.node(entry.value), "name"),
        None => {
            mapper.missing(node.at, "name", "`parameters`", HINT);
            None
        }
    }
}
