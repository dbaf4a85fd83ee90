//! From the tree to the scenario: selectors.

use super::error::shown;
use super::mapper::Mapper;
use super::names;
use super::tree::{Content, Node};
use super::value;
use lagometer_report::scenario::{Selector, Selectors};

const MAX_ALTERNATIVES: usize = 100;
/// Parts of a path through shadow roots.
const MAX_PARTS: usize = 20;

/// One selector, or a list of alternatives; a list inside it is a path through shadow roots.
pub(super) fn selectors(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<Selectors> {
    const HINT: &str = "write one selector, or a list of alternatives";
    let items = match &node.content {
        Content::Scalar(_) => return part(mapper, node, key).map(|one| Selectors(vec![Selector(vec![one])])),
        Content::List(items) => items,
        Content::Map(_) => {
            mapper.report(value::wrong(node, key, "a selector", HINT));
            return None;
        }
    };
    if items.is_empty() || items.len() > MAX_ALTERNATIVES {
        let text = format!(
            "`{key}` has {} alternatives, out of the range 1 to {MAX_ALTERNATIVES}",
            items.len()
        );
        mapper.refuse(node.at, text, "");
        return None;
    }
    // Every problem is told, so none stops the reading of the others.
    let read: Vec<Option<Selector>> = items
        .iter()
        .map(|item| selector(mapper, mapper.node(*item), key))
        .collect();
    read.into_iter().collect::<Option<Vec<Selector>>>().map(Selectors)
}

fn selector(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<Selector> {
    let Content::List(items) = &node.content else {
        return part(mapper, node, key).map(|one| Selector(vec![one]));
    };
    if items.is_empty() || items.len() > MAX_PARTS {
        let text = format!(
            "a path in `{key}` has {} parts, out of the range 1 to {MAX_PARTS}",
            items.len()
        );
        let hint = "each part is looked for in the shadow root of the one before";
        mapper.refuse(node.at, text, hint);
        return None;
    }
    let read: Vec<Option<String>> = items
        .iter()
        .map(|item| part(mapper, mapper.node(*item), key))
        .collect();
    read.into_iter().collect::<Option<Vec<String>>>().map(Selector)
}

fn part(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<String> {
    let text = mapper.keep(value::filled_text(node, key))?;
    let prefix = names::SELECTOR_PREFIXES
        .iter()
        .find(|prefix| text.starts_with(**prefix));
    if let Some(prefix) = prefix
        && text[prefix.len()..].trim().is_empty()
    {
        let text = format!("there is nothing behind `{prefix}` in {}", shown(&text));
        mapper.refuse(node.at, text, "write what is looked for behind it");
        return None;
    }
    // `arai/Sort` would be read as CSS and fail in the page only.
    if prefix.is_none()
        && let Some((before, _)) = text.split_once('/')
        && before.chars().all(|c| c.is_ascii_alphabetic())
        && !before.is_empty()
    {
        let written = format!("{before}/");
        let near = names::nearest(&written, names::SELECTOR_PREFIXES);
        let hint = near.map_or(
            "a selector starts with `aria/`, `text/`, `xpath/`, `pierce/`, or is CSS",
            did_you_mean,
        );
        mapper.refuse(
            node.at,
            format!("unknown kind of selector {}", shown(&written)),
            hint,
        );
        return None;
    }
    Some(text)
}

fn did_you_mean(prefix: &'static str) -> &'static str {
    match prefix {
        "aria/" => "did you mean `aria/`?",
        "text/" => "did you mean `text/`?",
        "xpath/" => "did you mean `xpath/`?",
        "pierce/" => "did you mean `pierce/`?",
        _ => "did you mean `css/`?",
    }
}
