//! Measures, marks, the console's timings and memory counters, against the truth.

use crate::reading::*;
use lagometer_report::{Analysis, TraceDocument};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Where the truth counts what we do not: it lists those of every process, we those of the page's.
const OTHER_PROCESS: [(&str, &str); 5] = [
    (
        "multi-frame-dom-stats",
        "measures of a frame in a process of its own",
    ),
    (
        "network-requests-initiators",
        "its page was another one, see `main_thread`",
    ),
    ("web-dev-screenshot-source-ids", "a mark of another window"),
    ("lh-lr", "measures of the Node process that drove the browser"),
    (
        "lh-video-embed",
        "marks of an embedded player in a process of its own",
    ),
];

/// Name, and start and duration on the trace's clock; a mark has none.
type Entry = (String, i64, i64);

/// Everything with a truth: the trace and what is known of it.
fn with_truth(shared: &Path) -> Vec<(String, PathBuf, Json)> {
    let folder = shared.join("corpus/trace");
    let mut all = Vec::new();
    for set in ["chromium156", "devtools", "other"] {
        for path in files(&folder.join("truth").join(set)) {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let trace = folder.join(set).join(format!("{name}.json.gz"));
            let truth = json(&path);
            if trace.is_file() && truth["userTimings"].is_object() {
                all.push((name, trace, truth));
            }
        }
    }
    all
}

fn window_start(analysis: &Analysis) -> i64 {
    let origin: i64 = analysis.window.origin_ts.parse().unwrap();
    origin + analysis.window.start_us
}

fn entries(list: &Json) -> Vec<Entry> {
    let entry = |entry: &Json| {
        (
            entry[0].as_str().unwrap().to_owned(),
            entry[1].as_i64().unwrap(),
            entry[2].as_i64().unwrap_or(0),
        )
    };
    let mut entries: Vec<Entry> = list.as_array().unwrap().iter().map(entry).collect();
    entries.sort();
    entries
}

fn measures(analysis: &Analysis) -> Vec<Entry> {
    let start = window_start(analysis);
    let of_name = |timing: &lagometer_report::UserTiming| {
        let spans = timing.starts_us.iter().zip(&timing.samples_us);
        let entries = spans.map(|(at, length)| (timing.name.clone(), start + at, *length));
        entries.collect::<Vec<_>>()
    };
    let mut measures: Vec<Entry> = analysis.user_timings.iter().flat_map(of_name).collect();
    measures.sort();
    measures
}

fn marks(analysis: &Analysis) -> Vec<Entry> {
    let start = window_start(analysis);
    let marks = analysis.marks.iter();
    let mut marks: Vec<Entry> = marks
        .map(|mark| (mark.name.clone(), start + mark.at_us, 0))
        .collect();
    marks.sort();
    marks
}

/// How many of the list the truth holds at most.
const TRUTH_LISTED: usize = 1_000;

fn check_user_timings(name: &str, analysis: &Analysis, truth: &Json) {
    let expected = entries(&truth["measureList"]);
    if expected.len() < TRUTH_LISTED {
        assert_eq!(measures(analysis), expected, "{name}");
    }
    let count: usize = analysis
        .user_timings
        .iter()
        .map(|timing| timing.samples_us.len())
        .sum();
    assert_eq!(Some(count as u64), truth["measures"].as_u64(), "{name}");
    let expected = entries(&truth["markList"]);
    if expected.len() < TRUTH_LISTED {
        assert_eq!(marks(analysis), expected, "{name}");
    }
    assert_eq!(Some(analysis.marks_total), truth["marks"].as_u64(), "{name}");
    let timed = analysis
        .console
        .timings
        .iter()
        .map(|timing| timing.samples_us.len() as u64);
    assert_eq!(Some(timed.sum()), truth["consoleTimings"].as_u64(), "{name}");
    assert_eq!(
        Some(analysis.console.stamps_total),
        truth["timestampEvents"].as_u64(),
        "{name}"
    );
}

/// Number of readings, first and last ones, and the largest heap; the truth does not tell a worker's
/// heap from that of its process, so where there is one only the sums are compared.
fn check_memory(name: &str, document: &TraceDocument, truth: &Json) -> u64 {
    let mut compared = 0;
    for expected in truth.as_array().into_iter().flatten() {
        let pid = expected["pid"].as_i64().unwrap();
        let threads = document.analysis.memory.iter();
        let found: Vec<_> = threads.filter(|thread| thread.pid == pid).collect();
        let total: u64 = found.iter().map(|thread| thread.total).sum();
        assert_eq!(Some(total), expected["n"].as_u64(), "{name}: {pid}");
        let heaps = found.iter().flat_map(|thread| &thread.js_heap);
        let largest = heaps.flatten().map(|heap| heap.0).fold(0.0, f64::max);
        assert_eq!(Some(largest), expected["maxHeap"].as_f64(), "{name}: {pid}");
        compared += 1;
        let [only] = found[..] else { continue };
        for (column, key) in [
            (&only.js_heap, "jsHeapSizeUsed"),
            (&only.dom_nodes, "nodes"),
            (&only.event_listeners, "jsEventListeners"),
            (&only.documents, "documents"),
        ] {
            let ends = [(column.first(), "first"), (column.last(), "last")];
            for (value, end) in ends {
                let value = value.unwrap().map(|value| value.0);
                assert_eq!(value, expected[end][key].as_f64(), "{name}: {pid} {key} {end}");
            }
        }
    }
    compared
}

#[test]
fn user_timings_and_memory_equal_the_truth() {
    let Some(shared) = shared() else { return };
    let (mut timings, mut processes) = (0, 0);
    for (name, path, truth) in with_truth(&shared) {
        // Synthetic, and 24 days long: its slices are too many for the answer.
        if name == "enhanced-traces" {
            continue;
        }
        let document = read(&path);
        processes += check_memory(&name, &document, &truth["memory"]);
        if !OTHER_PROCESS.iter().any(|(other, _)| *other == name) {
            check_user_timings(&name, &document.analysis, &truth["userTimings"]);
            timings += 1;
        }
    }
    assert!(timings > 130 && processes > 130, "{timings} {processes}");
}
