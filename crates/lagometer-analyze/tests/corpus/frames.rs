//! What became of frames, against another tool's rule on the same events, and against the counts of
//! DevTools' events.

use crate::engine::{answer, truths};
use crate::reading::*;
use flate2::read::MultiGzDecoder;
use lagometer_analyze::Rules;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

/// The events that the reference looks at.
fn events(path: &Path) -> Vec<Json> {
    let mut text = String::new();
    let mut file = MultiGzDecoder::new(std::fs::File::open(path).unwrap());
    file.read_to_string(&mut text).unwrap();
    // Most files have a line for each event, and reading the few that matter is much less work.
    let lines = text
        .lines()
        .filter(|line| line.contains("PipelineReporter") || line.contains("SetLayerTreeId"));
    let lines: Option<Vec<Json>> = lines
        .map(|line| {
            let line = line
                .trim()
                .trim_end_matches(',')
                .trim_end_matches(']')
                .trim_start_matches('[');
            serde_json::from_str(line)
                .ok()
                .filter(|event: &Json| event["ph"].is_string())
        })
        .collect();
    lines.unwrap_or_else(|| {
        let whole: Json = serde_json::from_str(&text).unwrap();
        let events = if whole.is_array() {
            &whole
        } else {
            &whole["traceEvents"]
        };
        events.as_array().unwrap().clone()
    })
}

/// What all reports of a frame say.
#[derive(Default)]
struct Seen {
    whole: bool,
    in_part: bool,
    dropped: bool,
}

/// Frames presented whole, in part, and dropped, and how many reports harm smoothness: by
/// the rule of browsertime's frame stability, on one process and the layer trees of the main frame.
fn reference(events: &[Json], pid: i64, frame: &Json) -> [u64; 4] {
    let of_page = |event: &&Json| event["pid"] == pid;
    let layers: BTreeSet<i64> = events
        .iter()
        .filter(of_page)
        .filter(|event| event["name"] == "SetLayerTreeId" && event["args"]["data"]["frame"] == *frame)
        .filter_map(|event| event["args"]["data"]["layerTreeId"].as_i64())
        .collect();
    let mut reports: Vec<&Json> = events
        .iter()
        .filter(of_page)
        .filter(|event| event["name"] == "PipelineReporter")
        .collect();
    reports.sort_by_key(|event| event["ts"].as_i64().unwrap());
    let mut open: BTreeMap<String, &Json> = BTreeMap::new();
    let mut frames: BTreeMap<(u64, u64), Seen> = BTreeMap::new();
    let mut harmful = 0;
    for event in reports {
        let id = event["id2"]["local"].to_string() + &event["id"].to_string();
        if event["ph"] == "b" {
            open.insert(id, event);
            continue;
        }
        let Some(begin) = open.remove(&id) else { continue };
        let args = &begin["args"];
        let report = if args["frame_reporter"].is_object() {
            &args["frame_reporter"]
        } else {
            &args["chrome_frame_reporter"]
        };
        let is_pages = report["layer_tree_host_id"]
            .as_i64()
            .is_none_or(|layer| layers.is_empty() || layers.contains(&layer));
        let Some(sequence) = report["frame_sequence"].as_u64().filter(|_| is_pages) else {
            continue;
        };
        let seen = frames
            .entry((report["frame_source"].as_u64().unwrap_or(0), sequence))
            .or_default();
        match report["state"].as_str() {
            Some("STATE_PRESENTED_ALL") => seen.whole = true,
            Some("STATE_PRESENTED_PARTIAL") => seen.in_part = true,
            Some("STATE_DROPPED") if report["affects_smoothness"] == true => seen.dropped = true,
            _ => {}
        }
        harmful += u64::from(report["affects_smoothness"] == true);
    }
    let count = |which: fn(&Seen) -> bool| frames.values().filter(|seen| which(seen)).count() as u64;
    [
        count(|seen| seen.whole),
        count(|seen| seen.in_part && !seen.whole),
        count(|seen| seen.dropped && !seen.whole && !seen.in_part),
        harmful,
    ]
}

#[test]
fn what_became_of_frames_equals_the_rule_of_browsertime() {
    let Some(shared) = shared() else { return };
    let mut compared = 0;
    let mut different = Vec::new();
    for (set, name, truth) in truths(&shared) {
        let frame = &truth["meta"]["mainFrameId"];
        if frame.as_str().is_none_or(str::is_empty) {
            continue;
        }
        let document = answer(&shared, set, &name, Rules::Lagometer);
        let frames = document.analysis.frames.as_ref().unwrap();
        let number = |value: &lagometer_report::Value| value.value.map(|value| value.0 as u64);
        let [window] = &document.analysis.main_thread.windows[..] else {
            continue;
        };
        let Some(total) = number(&frames.pipeline.total) else {
            continue;
        };
        assert!(total > 0, "{name}");
        let path = shared
            .join("corpus/trace")
            .join(set)
            .join(format!("{name}.json.gz"));
        let expected = reference(&events(&path), window.pid, frame);
        let counts = [
            &frames.pipeline.presented,
            &frames.pipeline.presented_in_part,
            &frames.pipeline.dropped,
        ];
        let found = counts.map(|value| number(value).unwrap());
        if found != expected[..3] {
            different.push((name.clone(), found, expected));
        }
        // Chrome writes an event of a dropped frame with each report that harms smoothness, of frames that
        // are presented in part too.
        if let Some(events) = number(&frames.draw.dropped_events) {
            assert_eq!(events, expected[3], "{name}");
        }
        compared += 1;
    }
    assert!(different.is_empty(), "{different:#?}");
    assert_eq!(compared, 82, "files with reports of one process");
}

#[test]
fn the_animation_has_the_three_counts_of_the_research() {
    let Some(shared) = shared() else { return };
    let document = answer(&shared, "chromium156", "chromium156-animation", Rules::Lagometer);
    let frames = document.analysis.frames.unwrap();
    let number = |value: &lagometer_report::Value| value.value.unwrap().0;
    let devtools = [
        &frames.devtools.total,
        &frames.devtools.dropped,
        &frames.devtools.partial,
    ];
    assert_eq!(devtools.map(number), [178.0, 74.0, 70.0]);
    let pipeline = [
        &frames.pipeline.presented,
        &frames.pipeline.presented_in_part,
        &frames.pipeline.dropped,
    ];
    assert_eq!(pipeline.map(number), [107.0, 10.0, 64.0]);
    assert_eq!(number(&frames.draw.drawn), 106.0);
    let text = frames.reconciliation.unwrap();
    for part in [
        "104 drawn and 74 dropped",
        "106 `DrawFrame`: 104 in its list",
        "leave 64 dropped",
        "117 presented",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
