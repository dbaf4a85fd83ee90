//! Sampled stacks in the forms of other programs, and as a drawing; what an object retains as one.

mod boxes;
mod cpuprofile;
mod flame;
mod flame_diff;
mod flame_in_time;
mod squares;
#[cfg(test)]
mod tests;
mod treemap;

pub use cpuprofile::cpuprofile;
pub use flame::flame;
pub use flame_diff::flame_diff;
pub use flame_in_time::flame_in_time;
pub use treemap::treemap;

use crate::cpu_place;
use lagometer_metric::Unit;
use lagometer_report::{CpuPlace, CpuStackRow, CpuStacks};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Folded stacks, as FlameGraph and inferno read them: a line for each stack with samples of its own,
/// functions from the foot up with `;` between them, then its microseconds or bytes.
pub fn folded(stacks: &CpuStacks) -> String {
    let mut text = String::new();
    let mut stack: Vec<String> = Vec::new();
    for row in &stacks.rows {
        stack.truncate(row.depth as usize);
        stack.push(folded_frame(row));
        if row.own > 0 {
            text.push_str(&format!("{} {}\n", stack.join(";"), row.own));
        }
    }
    text
}

/// A name and its place; what separates frames and lines in this form is taken out.
fn folded_frame(row: &CpuStackRow) -> String {
    let name = cpu_place::function_name(&row.name);
    let frame = match place(&row.place) {
        Some(place) => format!("{name} ({place})"),
        None => name,
    };
    let safe = |character: char| match character {
        ';' => ':',
        character if character.is_control() => ' ',
        character => character,
    };
    frame.chars().map(safe).collect()
}

fn place(place: &CpuPlace) -> Option<String> {
    if place.url.is_empty() && place.line.is_none() {
        return None;
    }
    let numbers = [place.line, place.column].into_iter().map_while(|number| number);
    let numbers: Vec<String> = numbers.map(|number| format!(":{number}")).collect();
    Some(format!("{}{}", place.url, numbers.concat()))
}

/// What tells frames apart: name, script, line and column.
type FrameKey<'d> = (&'d str, &'d str, Option<u32>, Option<u32>);

/// A file of speedscope: calls open and close in the order of the tree, the largest first, so that
/// its `left heavy` is what it shows.
pub fn speedscope(stacks: &CpuStacks) -> String {
    let mut frames: Vec<Value> = Vec::new();
    let mut numbers: BTreeMap<FrameKey<'_>, usize> = BTreeMap::new();
    let mut events: Vec<Value> = Vec::new();
    // Open calls: the frame, and where it ends.
    let mut open: Vec<(usize, i64)> = Vec::new();
    let mut at = 0;
    for row in &stacks.rows {
        while open.len() > row.depth as usize {
            let (frame, end) = open.pop().expect("it is longer than nothing");
            events.push(json!({"type": "C", "frame": frame, "at": end}));
            at = end;
        }
        let place = &row.place;
        let key = (row.name.as_str(), place.url.as_str(), place.line, place.column);
        let frame = *numbers.entry(key).or_insert_with(|| {
            frames.push(frame(row));
            frames.len() - 1
        });
        events.push(json!({"type": "O", "frame": frame, "at": at}));
        open.push((frame, at + row.total));
        // What the call has itself comes before what it calls.
        at += row.own;
    }
    while let Some((frame, end)) = open.pop() {
        events.push(json!({"type": "C", "frame": frame, "at": end}));
    }
    let unit = match stacks.unit.0 {
        Unit::Bytes => "bytes",
        _ => "microseconds",
    };
    let file = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": "lagometer",
        "name": stacks.name,
        "shared": {"frames": frames},
        "profiles": [{
            "type": "evented",
            "name": stacks.name,
            "unit": unit,
            "startValue": 0,
            "endValue": stacks.sampled,
            "events": events,
        }],
    });
    format!("{file}\n")
}

fn frame(row: &CpuStackRow) -> Value {
    let mut frame = json!({"name": cpu_place::function_name(&row.name)});
    let members = frame.as_object_mut().expect("it is written as one");
    if !row.place.url.is_empty() {
        members.insert("file".to_owned(), json!(row.place.url));
    }
    members.extend(row.place.line.map(|line| ("line".to_owned(), json!(line))));
    members.extend(row.place.column.map(|column| ("col".to_owned(), json!(column))));
    frame
}

/// As much of a name as fits.
fn cut(name: &str, room: usize) -> String {
    if name.chars().count() <= room {
        return name.to_owned();
    }
    let mut short: String = name.chars().take(room - 1).collect();
    short.push('…');
    short
}
