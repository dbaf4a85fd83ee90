//! `frame`: the way to a frame.

use super::Reading;
use crate::scenario::mapper::Mapper;
use crate::scenario::tree::Content;
use crate::scenario::value;

/// Frames inside frames.
const MAX_DEPTH: usize = 20;
const MAX_INDEX: u32 = 10_000;

/// Steps that look for elements, or that act in a document.
const STEPS: &[&str] = &[
    "click",
    "doubleClick",
    "hover",
    "drag",
    "wheel",
    "scroll",
    "change",
    "keyDown",
    "keyUp",
    "typeText",
    "waitForElement",
    "waitForExpression",
    "evaluate",
];

/// The way to the frame in which a step looks for elements; empty for the page itself.
pub(super) fn read(mapper: &mut Mapper<'_>, reading: &mut Reading<'_>) -> Vec<u32> {
    const HINT: &str = "write `[0]` for the first frame of the page, `[0, 1]` for the second one in it";
    let Some(entry) = reading.fields.take("frame") else {
        return Vec::new();
    };
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(node, "frame", "a list of numbers", HINT));
        return Vec::new();
    };
    if items.len() > MAX_DEPTH {
        let text = format!("`frame` has {} parts, more than {MAX_DEPTH}", items.len());
        mapper.refuse(node.at, text, HINT);
        return Vec::new();
    }
    // Recorder writes an empty list for the page itself.
    if !items.is_empty() && !STEPS.contains(&reading.name.name) {
        let text = format!("{} has no use for `frame`", reading.within);
        mapper.refuse(
            entry.at,
            text,
            "only steps that look for elements or run code take it",
        );
        return Vec::new();
    }
    let read: Vec<Option<u32>> = items
        .iter()
        .map(|item| {
            let index = value::whole(mapper.node(*item), "frame", 0, MAX_INDEX);
            mapper.keep(index)
        })
        .collect();
    // What is wrong with one of them has been told.
    read.into_iter().flatten().collect()
}
