//! Heap snapshots: read, searched, and asked every question, plain and packed.

use super::{Pieces, Target, pack, source};
use crate::fuzz::Verdict;
use lagometer_analyze::heap::{
    GroupsOptions, GroupsSort, HeapFile, Limits, ObjectsOptions, ObjectsSort, Page, PathLimits, open,
};
use std::io::Read;

pub(super) const TARGET: Target = Target {
    name: "heap",
    seeds: "crates/lagometer-heap/fuzz-seeds",
    feed,
};

/// Every question is asked of the objects with these ids, of which the seeds have some.
const IDS: [&str; 6] = ["1", "3", "5", "13", "18446744073709551615", "2"];

/// An input is read as it is. One in four is read in small pieces as well, and one in four packed, which
/// must make no difference; one in four is packed and damaged in the packed bytes.
fn feed(input: &[u8]) -> Verdict {
    let sum: u32 = input
        .iter()
        .fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let answer = answer(input)?;
    let again = match sum % 4 {
        0 => self::answer(Pieces::of(input, 7))?,
        1 => {
            let mut packed = pack(input);
            let at = sum as usize / 4 % packed.len();
            packed[at] ^= (sum >> 24) as u8;
            self::answer(&packed[..])?;
            return Ok(());
        }
        // What is packed is told apart by its first bytes, of which an empty text has none.
        2 if !input.is_empty() && answer.starts_with('{') => self::answer(&pack(input)[..])?,
        _ => return Ok(()),
    };
    let (plain, again) = (without_input(&answer), without_input(&again));
    match plain == again {
        true => Ok(()),
        false => Err(format!(
            "another answer in pieces or packed: {}",
            difference(&plain, &again)
        )),
    }
}

/// Where two texts begin to differ.
fn difference(a: &str, b: &str) -> String {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| -> String {
        let from = text.bytes().skip(same.saturating_sub(40)).take(120);
        String::from_utf8_lossy(&from.collect::<Vec<u8>>()).into_owned()
    };
    format!("{} and {}", rest(a), rest(b))
}

/// A document without what it says of its container.
fn without_input(document: &str) -> String {
    let Some((before, rest)) = document.split_once("\"input\":{") else {
        return document.to_owned();
    };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    format!("{before}{}", without_input(after))
}

/// All documents as they are written, or the text of the error.
fn answer(input: impl Read) -> Result<String, String> {
    let limits = Limits {
        // What is larger than any seed by that much is made by copying, and only takes time.
        nodes: 100_000,
        edges: 400_000,
        ..Limits::default()
    };
    let heap = match open(source(input), false, &limits) {
        Ok(heap) => heap.with_text_limit(100_000),
        Err(error) if error.to_string().is_empty() => return Err("an error without a text".to_owned()),
        Err(error) => return Ok(error.to_string()),
    };
    let mut written = String::new();
    whole_heap(&heap, &mut written)?;
    for id in IDS {
        one_object(&heap, id, &mut written)?;
    }
    Ok(written)
}

const PAGE: Page = Page { skip: 0, rows: 20 };

fn write(document: &impl serde::Serialize, written: &mut String) -> Verdict {
    let text = serde_json::to_string(document);
    written.push_str(&text.map_err(|error| format!("a document cannot be written: {error}"))?);
    Ok(())
}

fn whole_heap(heap: &HeapFile, written: &mut String) -> Verdict {
    let summary = heap.summary();
    if summary.reachable.nodes + summary.unreachable.nodes != summary.nodes {
        return Err("what is reachable and what is not are not all objects".to_owned());
    }
    let root = summary.root.retained.value.map(|bytes| bytes.0 as u64);
    if root != Some(summary.reachable.bytes) {
        return Err("the root retains something else than what is reachable".to_owned());
    }
    write(&summary, written)?;
    let groups = GroupsOptions {
        sort: GroupsSort::Retained,
        skip: 0,
        rows: 40,
        engine: true,
        by_location: summary.nodes.is_multiple_of(2),
        kind: None,
        name: None,
    };
    let groups = heap.groups(&groups);
    for group in &groups.groups {
        let bytes = |value: &lagometer_report::Value| value.value.map(|bytes| bytes.0);
        if bytes(&group.group_retained) < bytes(&group.largest) {
            return Err("a group retains less than one of its members".to_owned());
        }
    }
    write(&groups, written)?;
    let objects = ObjectsOptions {
        sort: ObjectsSort::Distance,
        page: PAGE,
        kind: None,
        name: Some("a".to_owned()),
        pattern: None,
        shallow_min: None,
        retained_min: None,
        distance_max: None,
        detached: false,
    };
    write(&heap.objects(&objects), written)?;
    write(&heap.detached(PAGE), written)?;
    write(&heap.cycles(PAGE), written)?;
    write(&heap.allocations(PAGE), written)
}

fn one_object(heap: &HeapFile, id: &str, written: &mut String) -> Verdict {
    let Ok(object) = heap.one(id, PAGE) else {
        return Ok(());
    };
    write(&object, written)?;
    let known = |error: lagometer_analyze::Error| format!("the object is there, and then not: {error}");
    let parts = heap.dominators(id, Page { skip: 1, rows: 3 }).map_err(known)?;
    if let Some(whole) = parts.object.retained.value {
        let retained = parts.objects.iter().filter_map(|row| row.object.retained.value);
        let listed: u64 = retained.map(|bytes| bytes.0 as u64).sum();
        if parts.own_bytes + listed + parts.rest_bytes != whole.0 as u64 {
            return Err(format!("the parts of @{id} do not add up"));
        }
    }
    write(&parts, written)?;
    let drawn = lagometer_render::export::treemap(&heap.treemap(id, PAGE).map_err(known)?);
    if drawn.contains("NaN") || drawn.contains("<script") {
        return Err(format!("the drawing of @{id} is broken: {drawn}"));
    }
    let path = heap.path(id, 10).map_err(known)?;
    let edges = path.paths.first().map(|path| path.edges as f64);
    if edges != path.object.distance.value.map(|edges| edges.0) {
        return Err(format!(
            "the shortest path to @{id} is not as long as its distance"
        ));
    }
    write(&path, written)?;
    let limits = PathLimits {
        paths: 5,
        depth: 20,
        edges: 2_000,
        queue: 500,
    };
    write(&heap.paths(id, &limits).map_err(known)?, written)
}
