//! Keys that DevTools' Recorder writes beside every step: `target` and `assertedEvents`.

use super::Reading;
use crate::scenario::error::shown;
use crate::scenario::mapper::Mapper;
use crate::scenario::names;
use crate::scenario::tree::Content;
use crate::scenario::value;

const MAX_EVENTS: usize = 10;

/// `target`: the page itself, which Recorder calls `main`. It writes the address of a popup, or of a frame
/// in a process of its own, where a step was done there.
pub(super) fn target(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) {
    let Some(entry) = reading.fields.take("target") else {
        return;
    };
    let node = mapper.node(entry.value);
    if let Some(target) = mapper.keep(value::filled_text(node, "target"))
        && target != "main"
    {
        let text = format!("`target` cannot be {}", shown(&target));
        let hint = "only `main`, the page itself; what happens in a frame of it takes `frame: [0]`";
        mapper.refuse(node.at, text, hint);
    }
}

/// `assertedEvents`: whether the step is done only with a navigation. As where recordings are replayed, its
/// address and title say what was recorded and are not compared.
pub(super) fn asserted_events<'t>(mapper: &mut Mapper<'t>, reading: &mut Reading<'t>) -> bool {
    const HINT: &str = "write `[{ type: navigation }]`";
    let Some(entry) = reading.fields.take("assertedEvents") else {
        return false;
    };
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(node, "assertedEvents", "a list of events", HINT));
        return false;
    };
    if items.len() > MAX_EVENTS {
        let text = format!("`assertedEvents` has more than {MAX_EVENTS} entries");
        mapper.refuse(node.at, text, HINT);
        return false;
    }
    for item in items {
        let item = mapper.node(*item);
        let Some(mut fields) = mapper.keys_of(item, "assertedEvents", HINT) else {
            continue;
        };
        match fields.take("type") {
            Some(kind) => {
                let node = mapper.node(kind.value);
                let word = value::word(node, "type", &["navigation"]);
                mapper.keep(word);
            }
            None => mapper.missing(item.at, "type", "the event", HINT),
        }
        for key in ["url", "title"] {
            if let Some(entry) = fields.take(key) {
                let text = value::text(mapper.node(entry.value), key);
                mapper.keep(text);
            }
        }
        mapper.unknown(&fields, "the event", names::EVENT_KEYS, &[]);
    }
    !items.is_empty()
}
