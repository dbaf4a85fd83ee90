//! From the tree to the scenario: the steps that change the conditions, wait for the page to rest, and
//! repeat others.

use super::super::error::shown;
use super::super::mapper::{Fields, Mapper};
use super::super::selector::selectors;
use super::super::tree::{Content, Node};
use super::super::{conditions, names, value};
use super::{Reading, inner_steps};
use lagometer_report::scenario::{Action, NetworkConditions, RepeatSeries, Viewport};

const MAX_TIMES: u32 = 10_000;
/// How often a `repeat` with a series can do its steps.
const SERIES_TIMES: std::ops::RangeInclusive<u32> = 3..=200;
const MAX_EVENT_LENGTH: usize = 200;

/// `setViewport`: a map, or the keys beside `type`.
pub(super) fn set_viewport<'t>(mapper: &mut Mapper<'t>, node: &'t Node) -> Option<Action> {
    let hint = "write `{ width: 1440, height: 900, deviceScaleFactor: 1 }`";
    let mut fields = mapper.keys_of(node, "setViewport", hint)?;
    let viewport = viewport(mapper, &mut fields);
    mapper.unknown(&fields, "`setViewport`", names::VIEWPORT_KEYS, &[]);
    viewport.map(|viewport| Action::SetViewport { viewport })
}

fn viewport<'t>(mapper: &mut Mapper<'t>, fields: &mut Fields<'t>) -> Option<Viewport> {
    let has = |fields: &Fields<'_>, key: &str| fields.rest().iter().any(|entry| entry.key == key);
    let missing = ["width", "height"].into_iter().find(|key| !has(fields, key));
    let viewport = mapper.viewport_fields(fields);
    match missing {
        Some(key) => {
            mapper.missing(
                fields.at,
                key,
                "`setViewport`",
                "a viewport has a width and a height",
            );
            None
        }
        None => Some(viewport),
    }
}

/// `emulateNetworkConditions`: `none`, a map, or the keys beside `type`.
pub(super) fn network<'t>(mapper: &mut Mapper<'t>, node: &'t Node) -> Option<Action> {
    const REAL: NetworkConditions = NetworkConditions {
        download: None,
        upload: None,
        latency_ms: 0,
    };
    let entries = match &node.content {
        Content::Scalar(scalar) if scalar.text == "none" => {
            return Some(Action::EmulateNetworkConditions { network: REAL });
        }
        Content::Map(entries) => entries,
        _ => {
            let hint = "write `none`, or `{ download: 200KiB, upload: 100KiB, latency: 150ms }`";
            let key = "emulateNetworkConditions";
            mapper.report(value::wrong(node, key, "`none` or a map of keys", hint));
            return None;
        }
    };
    let mut fields = Fields::new(node.at, entries);
    let network = conditions::network_fields(mapper, &mut fields);
    mapper.unknown(&fields, "`emulateNetworkConditions`", names::NETWORK_KEYS, &[]);
    network.map(|network| Action::EmulateNetworkConditions { network })
}

/// A step whose fields stand beside its `type`, or that has none.
pub(super) fn beside_type<'t>(mapper: &mut Mapper<'t>, reading: &mut Reading<'t>) -> Option<Action> {
    match reading.name.name {
        "setViewport" => {
            viewport(mapper, &mut reading.fields).map(|viewport| Action::SetViewport { viewport })
        }
        "emulateNetworkConditions" => conditions::network_fields(mapper, &mut reading.fields)
            .map(|network| Action::EmulateNetworkConditions { network }),
        "gc" => Some(Action::Gc),
        other => unreachable!("`{other}` has a main field"),
    }
}

/// `gc` has no value.
pub(super) fn gc(mapper: &mut Mapper<'_>, node: &Node) -> Option<Action> {
    match &node.content {
        Content::Scalar(scalar) if scalar.plain && value::kind(scalar) == value::Kind::Null => {
            Some(Action::Gc)
        }
        _ => {
            mapper.report(value::wrong(node, "gc", "nothing", "write `- gc:`"));
            None
        }
    }
}

/// `waitForEvent`.
pub(super) fn wait_for_event(
    mapper: &mut Mapper<'_>,
    node: &Node,
    reading: &mut Reading<'_>,
) -> Option<Action> {
    let entry = reading.fields.take("selectors");
    let selectors = entry.map(|entry| selectors(mapper, mapper.node(entry.value), "selectors"));
    let event = mapper.keep(value::filled_text(node, reading.main_key))?;
    if event.chars().count() > MAX_EVENT_LENGTH || event.chars().any(char::is_control) {
        let text = format!("`{}` cannot be {}", reading.main_key, shown(&event));
        mapper.refuse(node.at, text, "write the type of the event: `transitionend`");
        return None;
    }
    Some(Action::WaitForEvent {
        event,
        selectors: match selectors {
            Some(read) => Some(read?),
            None => None,
        },
    })
}

/// `repeat`.
pub(super) fn repeat(mapper: &mut Mapper<'_>, node: &Node, reading: &mut Reading<'_>) -> Option<Action> {
    let times = mapper.keep(value::whole(node, reading.main_key, 1, MAX_TIMES));
    let series = reading
        .fields
        .take("series")
        .map(|entry| series(mapper, mapper.node(entry.value), times));
    let steps = inner_steps(mapper, reading)?;
    Some(Action::Repeat {
        times: times?,
        series: match series {
            Some(read) => Some(read?),
            None => None,
        },
        steps,
    })
}

/// `series: heap`. Its collections stop the page, so nothing that is timed may stand around it; and one
/// is enough for a heap.
fn series(mapper: &mut Mapper<'_>, node: &Node, times: Option<u32>) -> Option<RepeatSeries> {
    mapper.keep(value::word(node, "series", &["heap"]))?;
    let is_action = |path: &str| path.starts_with("actions step ") && !path.contains('.');
    if !mapper.step.as_deref().is_some_and(is_action) {
        let text = "`series` stands in a `repeat` that is no action of its own".to_owned();
        mapper.refuse(node.at, text, "put the `repeat` directly under `actions`");
        return None;
    }
    if std::mem::replace(&mut mapper.has_series, true) {
        let text = "a second `repeat` has a `series`".to_owned();
        mapper.refuse(
            node.at,
            text,
            "keep one of them, or measure the other in a scenario of its own",
        );
        return None;
    }
    if let Some(times) = times
        && !SERIES_TIMES.contains(&times)
    {
        let text = format!("`repeat: {times}` gives no `series`");
        mapper.refuse(node.at, text, "repeat 3 to 200 times: a slope needs three points");
        return None;
    }
    Some(RepeatSeries::Heap)
}
