//! What Chrome DevTools' trace engine says of each file: by its rules the same to the microsecond, by
//! our own with differences that have names.

use crate::answered::check_sane;
use crate::reading::*;
use lagometer_analyze::{Rules, TraceOptions};
use lagometer_report::{DevToolsFrame, DevToolsFrames, TraceDocument};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One thing that is compared, as text, by what it is.
type Facts = BTreeMap<&'static str, String>;

/// The files that have a truth, with it: folder, name, truth.
pub fn truths(shared: &Path) -> Vec<(&'static str, String, Json)> {
    let folder = shared.join("corpus/trace");
    let mut all = Vec::new();
    for set in ["chromium156", "devtools", "other", "variants"] {
        for path in files(&folder.join("truth").join(set)) {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if folder.join(set).join(format!("{name}.json.gz")).is_file() {
                all.push((set, name, json(&path)));
            }
        }
    }
    all
}

pub fn answer(shared: &Path, set: &str, name: &str, rules: Rules) -> TraceDocument {
    let path = shared
        .join("corpus/trace")
        .join(set)
        .join(format!("{name}.json.gz"));
    // One hand-made file lasts six days: with slices of the default length that is refused.
    let options = TraceOptions {
        slice: lagometer_metric::Micros::from_millis(60_000),
        rules,
        ..options()
    };
    read_with(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn list<T: std::fmt::Debug + Ord>(mut items: Vec<T>) -> String {
    items.sort();
    format!("{items:?}")
}

/// A time of the truth; a hand-made file has fractions of microseconds.
fn micros(number: &Json) -> i64 {
    let number = match number {
        // Where the file has strings, the engine glues them.
        Json::String(text) => text.parse().unwrap_or_else(|_| panic!("{text} is no time")),
        number => number.as_f64().unwrap_or_else(|| panic!("{number} is no time")),
    };
    number.floor() as i64
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or("").to_owned()
}

fn rows(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten()
}

fn expected(truth: &Json) -> Facts {
    let threads: Vec<&Json> = rows(&truth["mainThreads"]).collect();
    let home = |thread: &Json| (thread["pid"].as_i64().unwrap(), thread["tid"].as_i64().unwrap());
    let long = threads.iter().flat_map(|thread| rows(&thread["longTasks"]));
    let bounds = &truth["meta"]["traceBounds"];
    let timing = |row: &Json| (micros(&row[1]), text(&row[0]));
    let mut facts = Facts::new();
    facts.insert(
        "main threads",
        list(threads.iter().map(|thread| home(thread)).collect()),
    );
    facts.insert("homes", homes_of_truth(truth));
    if !bounds["max"].is_null() {
        facts.insert(
            "bounds",
            format!("{} {}", micros(&bounds["min"]), micros(&bounds["max"])),
        );
    }
    facts.insert(
        "tasks",
        list(
            threads
                .iter()
                .map(|thread| (home(thread), thread["runTasks"].as_u64()))
                .collect(),
        ),
    );
    facts.insert(
        "busy",
        list(
            threads
                .iter()
                .map(|thread| (home(thread), micros(&thread["busyUs"])))
                .collect(),
        ),
    );
    facts.insert(
        "long tasks",
        list(
            long.map(|task| (micros(&task["ts"]), micros(&task["dur"])))
                .collect(),
        ),
    );
    let blocked: i64 = threads.iter().map(|thread| micros(&thread["tbtWholeUs"])).sum();
    facts.insert("blocking time", blocked.to_string());
    let measures = rows(&truth["userTimings"]["measureList"]);
    facts.insert(
        "measures",
        list(measures.map(|row| (timing(row), micros(&row[2]))).collect()),
    );
    facts.insert(
        "marks",
        list(rows(&truth["userTimings"]["markList"]).map(timing).collect()),
    );
    let inputs = rows(&truth["interactions"]["list"]);
    facts.insert(
        "interactions",
        list(
            inputs
                .map(|row| (micros(&row[1]), micros(&row[2]), text(&row[0]), row[3].as_u64()))
                .collect(),
        ),
    );
    facts.insert("frames", frames_of_truth(&truth["frames"]));
    let longest = &truth["interactions"]["longest"];
    facts.insert(
        "longest interaction",
        match longest.is_null() {
            true => "none".to_owned(),
            false => micros(&longest["dur"]).to_string(),
        },
    );
    facts
}

/// Number, start, duration and state of each frame; none is an empty list there, whatever the reason.
fn frames_of_truth(truth: &Json) -> String {
    let frame = |row: &Json| {
        let sequence = row[0].as_u64().map(|sequence| sequence.to_string());
        (sequence, micros(&row[1]), micros(&row[2]), text(&row[3]))
    };
    format!("{:?}", rows(&truth["list"]).map(frame).collect::<Vec<_>>())
}

fn frames_found(frames: &DevToolsFrames, start: i64) -> String {
    let frame = |frame: &DevToolsFrame| {
        let states = [(frame.idle, "I"), (frame.dropped, "D"), (frame.partial, "P")];
        let states: String = states
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, letter)| *letter)
            .collect();
        (
            frame.sequence.clone(),
            start + frame.start_us,
            frame.duration_us,
            states,
        )
    };
    format!("{:?}", frames.list.iter().map(frame).collect::<Vec<_>>())
}

/// Where the main frame was: process and start, of the stretches that have a length.
fn homes_of_truth(truth: &Json) -> String {
    let meta = &truth["meta"];
    let with_thread: Vec<i64> = rows(&truth["mainThreads"])
        .map(|thread| thread["pid"].as_i64().unwrap())
        .collect();
    let mut steps: Vec<(i64, i64, i64)> = Vec::new();
    for frame in rows(&meta["rendererProcessesByFrame"]).filter(|frame| frame["frame"] == meta["mainFrameId"])
    {
        for process in rows(&frame["procs"]) {
            let Some(pid) = process["pid"].as_i64() else {
                continue;
            };
            let windows =
                rows(&process["windows"]).map(|window| (micros(&window["min"]), micros(&window["max"]), pid));
            steps.extend(windows.filter(|(min, max, _)| min <= max));
        }
    }
    steps.sort();
    let mut homes: Vec<(i64, i64)> = Vec::new();
    for (at, (start, _, pid)) in steps.iter().enumerate() {
        if !with_thread.contains(pid) {
            continue;
        }
        let stays = at > 0 && steps[at - 1].2 == *pid;
        if !stays {
            // The first reaches back to the start of the trace.
            let start = if at == 0 {
                micros(&meta["traceBounds"]["min"])
            } else {
                *start
            };
            homes.push((*pid, start));
        }
    }
    format!("{homes:?}")
}

/// Of measures that the truth cuts after the first thousand: those of ours that are among them.
fn known_only(measures: Vec<((i64, String), i64)>, truth: &Json) -> Vec<((i64, String), i64)> {
    let timings = &truth["userTimings"];
    let listed: Vec<&Json> = rows(&timings["measureList"]).collect();
    let is_cut = timings["measures"].as_u64() != Some(listed.len() as u64);
    // Another number of them is a difference, whatever the names.
    if !is_cut || timings["measures"].as_u64() != Some(measures.len() as u64) {
        return measures;
    }
    let mut left: BTreeMap<(i64, String, i64), usize> = BTreeMap::new();
    for row in listed {
        *left
            .entry((micros(&row[1]), text(&row[0]), micros(&row[2])))
            .or_default() += 1;
    }
    let mut known = Vec::new();
    for ((start, name), length) in measures {
        if let Some(count) = left
            .get_mut(&(start, name.clone(), length))
            .filter(|count| **count > 0)
        {
            *count -= 1;
            known.push(((start, name), length));
        }
    }
    known
}

fn found(document: &TraceDocument, truth: &Json) -> Facts {
    let analysis = &document.analysis;
    let origin: i64 = analysis.window.origin_ts.parse().unwrap();
    let start = origin + analysis.window.start_us;
    let threads = &analysis.main_thread.threads;
    let value = |id: &str| analysis.metrics[id].value.map(|value| value.0 as i64);
    let mut facts = Facts::new();
    facts.insert(
        "main threads",
        list(threads.iter().map(|thread| (thread.pid, thread.tid)).collect()),
    );
    let homes: Vec<(i64, i64)> = analysis
        .main_thread
        .windows
        .iter()
        .map(|window| (window.pid, origin + window.start_us))
        .collect();
    facts.insert("homes", format!("{homes:?}"));
    facts.insert("bounds", format!("{start} {}", origin + analysis.window.end_us));
    facts.insert(
        "tasks",
        list(
            threads
                .iter()
                .map(|thread| ((thread.pid, thread.tid), Some(thread.task_events)))
                .collect(),
        ),
    );
    facts.insert(
        "busy",
        list(
            threads
                .iter()
                .map(|thread| ((thread.pid, thread.tid), thread.busy_us))
                .collect(),
        ),
    );
    let long = analysis
        .long_tasks
        .iter()
        .map(|task| (start + task.start_us, task.duration_us));
    facts.insert("long tasks", list(long.collect()));
    facts.insert(
        "blocking time",
        value("total_blocking_time").unwrap_or(0).to_string(),
    );
    let measures = analysis.user_timings.iter().flat_map(|timing| {
        let samples = timing.starts_us.iter().zip(&timing.samples_us);
        samples.map(|(at, length)| ((start + at, timing.name.clone()), *length))
    });
    facts.insert("measures", list(known_only(measures.collect(), truth)));
    facts.insert(
        "marks",
        list(
            analysis
                .marks
                .iter()
                .map(|mark| (start + mark.at_us, mark.name.clone()))
                .collect(),
        ),
    );
    let inputs = analysis.interactions.iter().flat_map(|interaction| {
        let id: Option<u64> = interaction.id.parse().ok();
        let events = interaction.events.iter();
        events.map(move |event| {
            (
                start + event.start_us,
                event.duration_us,
                event.event_type.clone(),
                id,
            )
        })
    });
    facts.insert("interactions", list(inputs.collect()));
    let frames = &analysis.frames.as_ref().unwrap().devtools;
    facts.insert("frames", frames_found(frames, start));
    let longest = analysis
        .interactions
        .iter()
        .map(|interaction| interaction.duration_us)
        .max();
    facts.insert(
        "longest interaction",
        longest.map_or("none".to_owned(), |longest| longest.to_string()),
    );
    facts
}

/// What differs: of each thing both texts.
fn differences(truth: &Json, document: &TraceDocument) -> Vec<(&'static str, String, String)> {
    let found = found(document, truth);
    let expected = expected(truth).into_iter();
    expected
        .filter(|(what, text)| found[what] != *text)
        .map(|(what, text)| (what, text, found[what].clone()))
        .collect()
}

/// Why our answer differs, where it does.
const REASONS: &[(&str, &str)] = &[
    (
        "blank-is-no-page",
        "a process in which the main frame waited with `about:blank` is not the page's",
    ),
    (
        "first-home-reaches-back",
        "the first process of the page has it from the start of the trace on",
    ),
    (
        "first-of-the-frames-entries",
        "a frame listed once for each page it can go back to shows the first",
    ),
    (
        "main-thread-without-frame",
        "without a main frame in the trace the main thread is found by what it does",
    ),
    (
        "nested-is-no-task-of-its-own",
        "a task inside another one is a part of it",
    ),
    (
        "numbers-in-strings",
        "a number in a string is a number; the engine glues it to the next one",
    ),
    ("older-names-of-tasks", "tasks had other names in older Chromes"),
    (
        "only-while-shown",
        "a process counts only while it shows the page",
    ),
    (
        "process-without-address",
        "a process counts whether the address of its frame can be parsed or not",
    ),
    (
        "tasks-may-start-at-zero",
        "a duration that starts at 0 starts there: some clocks begin with the trace",
    ),
    (
        "timings-of-the-page",
        "marks and measures of other pages' processes are not the page's",
    ),
    (
        "whole-microseconds",
        "fractions of microseconds are left out of start and end",
    ),
];

/// Why our answer differs, in what, and in which files.
type Difference = (&'static str, &'static [&'static str], &'static [&'static str]);

/// By the rules of DevTools.
const BY_DEVTOOLS: &[Difference] = &[
    (
        "numbers-in-strings",
        &[
            "blocking time",
            "bounds",
            "busy",
            "homes",
            "long tasks",
            "main threads",
            "tasks",
        ],
        &["strings"],
    ),
    (
        "numbers-in-strings",
        &["bounds"],
        &["ss-multi-thread-with-samples"],
    ),
    ("whole-microseconds", &["blocking time", "busy"], &["floats"]),
];

/// By our own.
const BY_OURS: &[Difference] = &[
    (
        "blank-is-no-page",
        &["busy", "homes", "main threads", "tasks"],
        &["about-blank-first", "lh-pid-change"],
    ),
    (
        "blank-is-no-page",
        &["busy", "main threads", "tasks"],
        &["selector-stats"],
    ),
    (
        "first-home-reaches-back",
        &["homes"],
        &[
            "bad-document-request-latency",
            "byte-efficiency",
            "crux",
            "dupe-js",
            "http1.1",
            "iframe-shift",
            "image-delivery",
            "lcp-fetchpriority-high",
            "lcp-late-paint-event",
            "lcp-multiple-frames",
            "multi-frame-dom-stats",
            "multiple-navigations-render-blocking",
            "multiple-navigations-same-id",
            "non-composited-animation",
            "parser-blocking-after-paint",
            "render-blocking-in-iframe",
            "render-blocking-requests",
            "selector-stats-frame-test",
            "set-timeout-long-task",
            "shift-attribution",
            "timer-initiators",
            "unsized-images",
            "user-timings-details",
            "web-dev-initial-url",
            "web-dev-screenshot-source-ids",
            "web-dev-with-commit",
            "web-sockets",
            "dt-web-dev-with-commit",
            "lh-no-tracingstarted-m74",
        ],
    ),
    (
        "first-of-the-frames-entries",
        &[
            "blocking time",
            "busy",
            "frames",
            "homes",
            "long tasks",
            "main threads",
            "tasks",
        ],
        &["layout-shifts-root-causes"],
    ),
    (
        "main-thread-without-frame",
        &[
            "blocking time",
            "busy",
            "homes",
            "long tasks",
            "main threads",
            "tasks",
        ],
        &["generic-about-tracing"],
    ),
    (
        "main-thread-without-frame",
        &["busy", "homes", "main threads", "tasks"],
        &[
            "missing-process-data",
            "cat-google_highlight",
            "cat-lthi_cats",
            "cat-main_thread_has_unclosed_slices",
            "cat-multiple_input_latency",
            "cat-perf_sampling_trace_with_trace_events",
            "cat-thread_time_visualisation",
            "cat-v8_runtime_call_stats",
            "cat-x_event_trace",
            "ffp-chrome-tracing",
            "ffp-test-unchunked",
            "ss-chrome141-no-arg-data",
        ],
    ),
    (
        "nested-is-no-task-of-its-own",
        &["blocking time", "long tasks"],
        &["lh-no-tracingstarted-m74"],
    ),
    (
        "numbers-in-strings",
        &[
            "blocking time",
            "bounds",
            "busy",
            "homes",
            "long tasks",
            "main threads",
            "tasks",
        ],
        &["strings"],
    ),
    (
        "numbers-in-strings",
        &["bounds"],
        &["ss-multi-thread-with-samples"],
    ),
    (
        "older-names-of-tasks",
        &["blocking time", "busy", "long tasks", "tasks"],
        &["ss-chrome70-worker"],
    ),
    (
        "older-names-of-tasks",
        &["busy", "tasks"],
        &["ffp-test.chrome", "ss-chrome69-simple"],
    ),
    (
        "only-while-shown",
        &["busy", "tasks"],
        &[
            "chromium156-nav",
            "multiple-top-level-renderers",
            "redirects-http-to-https",
        ],
    ),
    (
        "process-without-address",
        &["busy", "homes", "main threads", "tasks"],
        &["missing-url"],
    ),
    (
        "tasks-may-start-at-zero",
        &["bounds"],
        &[
            "cat-flow_simple",
            "cat-nanoseconds",
            "ss-hermes-multiple-frames",
            "ss-simple-hermes",
        ],
    ),
    (
        "timings-of-the-page",
        &["marks"],
        &[
            "network-requests-initiators",
            "web-dev-screenshot-source-ids",
            "lh-video-embed",
        ],
    ),
    (
        "timings-of-the-page",
        &["marks", "measures"],
        &["multi-frame-dom-stats", "lh-lr"],
    ),
    ("whole-microseconds", &["blocking time", "busy"], &["floats"]),
];

/// Asserts that exactly what the table says differs, no more and no less.
fn check_differences(rules: Rules, table: &[Difference]) {
    let Some(shared) = shared() else { return };
    let mut compared = 0;
    let mut seen = BTreeSet::new();
    for (set, name, truth) in truths(&shared) {
        if truth.get("error").is_some() {
            continue;
        }
        let document = answer(&shared, set, &name, rules);
        assert_eq!(document.analysis.options.rules, rules.code(), "{name}");
        let differences = differences(&truth, &document);
        let entries = table.iter().filter(|(.., files)| files.contains(&name.as_str()));
        let mut allowed: Vec<&str> = entries.flat_map(|(_, what, _)| what.iter().copied()).collect();
        allowed.sort_unstable();
        let differ: Vec<&str> = differences.iter().map(|(what, ..)| *what).collect();
        assert_eq!(differ, allowed, "{name}: {differences:#?}");
        seen.insert(name);
        compared += 1;
    }
    for (why, _, files) in table {
        assert!(REASONS.iter().any(|(known, _)| known == why), "what is `{why}`");
        let unseen = files.iter().find(|file| !seen.contains(**file));
        assert_eq!(unseen, None, "of no file");
    }
    assert_eq!(compared, 160, "files with a truth and numbers");
}

#[test]
fn by_the_rules_of_devtools_every_file_equals_its_engine() {
    check_differences(Rules::DevTools, BY_DEVTOOLS);
}

#[test]
fn by_our_own_rules_what_differs_has_a_name() {
    check_differences(Rules::Lagometer, BY_OURS);
}

#[test]
fn where_the_engine_fails_there_is_an_answer_with_reasons() {
    let Some(shared) = shared() else { return };
    let mut answered = Vec::new();
    for (set, name, truth) in truths(&shared) {
        if truth.get("error").is_none() || set != "other" {
            continue;
        }
        for rules in Rules::ALL {
            let document = answer(&shared, set, &name, rules);
            check_sane(&name, &document);
            let thread = &document.analysis.main_thread;
            assert_ne!(thread.method.is_some(), thread.reason.is_some(), "{name}");
            assert!(document.input.events > 0, "{name}");
        }
        answered.push(name);
    }
    assert_eq!(answered.len(), 12, "{answered:?}");
}
