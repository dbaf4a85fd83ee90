//! The main thread and what ran on it, against the truth and by our own rules.

use crate::reading::*;
use flate2::read::MultiGzDecoder;
use lagometer_analyze::TraceOptions;
use lagometer_report::Analysis;
use serde_json::Value as Json;
use std::io::Read;
use std::path::Path;

/// Of each process alone and over the whole trace: what the truth says. Our own answer counts a
/// process only while it showed the page, see the test after this one.
struct Truth {
    pid: i64,
    tid: i64,
    busy_us: i64,
    long_tasks: Vec<(i64, i64)>,
    run_tasks: u64,
}

fn truths(path: &Path) -> Vec<Truth> {
    let truth = json(path);
    let threads = truth["mainThreads"].as_array().cloned().unwrap_or_default();
    let long = |thread: &Json| {
        let tasks = thread["longTasks"].as_array().unwrap().iter();
        tasks
            .map(|task| (task["ts"].as_i64().unwrap(), task["dur"].as_i64().unwrap()))
            .collect()
    };
    threads
        .iter()
        .map(|thread| Truth {
            pid: thread["pid"].as_i64().unwrap(),
            tid: thread["tid"].as_i64().unwrap(),
            busy_us: thread["busyUs"].as_i64().unwrap(),
            long_tasks: long(thread),
            run_tasks: thread["runTasks"].as_u64().unwrap(),
        })
        .collect()
}

fn long_tasks_of(analysis: &Analysis) -> Vec<(i64, i64)> {
    let origin: i64 = analysis.window.origin_ts.parse().unwrap();
    let start = origin + analysis.window.start_us;
    let tasks = analysis.long_tasks.iter();
    tasks
        .map(|task| (start + task.start_us, task.duration_us))
        .collect()
}

#[test]
fn main_thread_long_tasks_and_busy_time_equal_the_truth_of_chromium_156() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("corpus/trace");
    let mut compared = 0;
    for path in files(&folder.join("truth/chromium156")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let truths = truths(&path);
        let document = read(&folder.join("chromium156").join(format!("{name}.json.gz")));
        let analysis = &document.analysis;
        let expected: Vec<(i64, i64)> = truths.iter().map(|truth| (truth.pid, truth.tid)).collect();
        assert_eq!(homes(analysis), expected, "{name}");
        assert_eq!(
            analysis.main_thread.confidence.as_deref(),
            Some("certain"),
            "{name}"
        );
        if let [truth] = &truths[..] {
            // Tasks before the trace says that it started are in the truth and in our sums.
            assert_eq!(value(analysis, "busy_time"), truth.busy_us as f64, "{name}");
            // The truth has more than 50 ms and nested ones, ours 50 ms and more and none nested: no
            // task of these files lies at 50 000 us, and none of the long ones is nested.
            assert_eq!(long_tasks_of(analysis), truth.long_tasks, "{name}");
            // The truth counts what is open at the end, and so do our task events.
            assert_eq!(value(analysis, "task_events"), truth.run_tasks as f64, "{name}");
        } else {
            assert_eq!(name, "chromium156-nav");
        }
        compared += 1;
    }
    assert_eq!(compared, 11, "gz and overflow have no truth");
}

/// The tasks `RunTask` of one thread, as they stand in the file.
pub fn run_tasks(events: &[Json], pid: i64, tid: i64) -> Vec<(i64, i64)> {
    let is_task = |event: &&Json| {
        event["name"] == "RunTask" && event["ph"] == "X" && event["pid"] == pid && event["tid"] == tid
    };
    let tasks = events.iter().filter(is_task);
    tasks
        .map(|event| {
            let start = event["ts"].as_i64().unwrap();
            (start, start + event["dur"].as_i64().unwrap())
        })
        .collect()
}

/// The length of the union, one end after the other.
pub fn union(tasks: &[(i64, i64)]) -> i64 {
    let mut sorted = tasks.to_vec();
    sorted.sort_unstable();
    let (mut total, mut covered) = (0, i64::MIN);
    for (start, end) in sorted {
        total += (end - start.max(covered)).max(0);
        covered = covered.max(end);
    }
    total
}

#[test]
fn a_page_that_moves_between_processes_counts_each_while_it_shows_the_page() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("corpus/trace");
    let path = folder.join("chromium156/chromium156-nav.json.gz");
    let mut text = String::new();
    MultiGzDecoder::new(std::fs::File::open(&path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let file: Json = serde_json::from_str(&text).unwrap();
    let events = file["traceEvents"].as_array().unwrap();
    // Whole, as the truth has it: the same tasks, so the same union.
    let truths = truths(&folder.join("truth/chromium156/chromium156-nav.json"));
    for truth in &truths {
        let tasks = run_tasks(events, truth.pid, truth.tid);
        assert_eq!(union(&tasks), truth.busy_us, "{}", truth.pid);
    }
    // Ours: clipped to the time in which the process showed the page, the first without a start.
    let committed: Vec<i64> = {
        let is_commit = |event: &&Json| event["name"] == "FrameCommittedInBrowser";
        let commits = events.iter().filter(is_commit);
        commits.map(|event| event["ts"].as_i64().unwrap()).collect()
    };
    assert_eq!(committed.len(), 2);
    let bounds = [i64::MIN, committed[0], committed[1], i64::MAX];
    let mut expected = 0;
    for (at, truth) in truths.iter().enumerate() {
        let clip = |(start, end): (i64, i64)| (start.max(bounds[at]), end.min(bounds[at + 1]));
        let tasks: Vec<(i64, i64)> = run_tasks(events, truth.pid, truth.tid)
            .into_iter()
            .map(clip)
            .filter(|(start, end)| start < end)
            .collect();
        expected += union(&tasks);
    }
    let document = read(&path);
    assert_eq!(value(&document.analysis, "busy_time"), expected as f64);
    assert_eq!(reason(&document.analysis, "js_heap/growth"), "process-changed");
    // No long task of the truth lies across a move, so all nine are there.
    let all: Vec<(i64, i64)> = truths.iter().flat_map(|truth| truth.long_tasks.clone()).collect();
    assert_eq!(long_tasks_of(&document.analysis), all);
}

/// Files of the devtools set whose main thread we take differently on purpose, with the reason.
const OTHER_MAIN_THREAD: &[(&str, &str)] = &[
    (
        "about-blank-first",
        "the frame waits in one process with `about:blank` and the page is committed in another; the truth counts \
         both, we count the process of the page (as in the case `trace/01-cross-process-nav`)",
    ),
    (
        "layout-shifts-root-causes",
        "the frame is listed once for each page in its back-forward cache; the truth counts the process of one of \
         these too, we take the first entry, which is the page that is shown",
    ),
    ("selector-stats", "as `about-blank-first`"),
];

#[test]
fn main_threads_of_the_devtools_set_equal_the_truth() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("corpus/trace");
    let (mut same, mut different) = (0, Vec::new());
    for path in files(&folder.join("truth/devtools")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let truth = json(&path);
        let file = folder.join("devtools").join(format!("{name}.json.gz"));
        let threads = truth["mainThreads"].as_array().cloned().unwrap_or_default();
        if threads.is_empty() || !file.is_file() {
            continue;
        }
        let mut expected: Vec<(i64, i64)> = threads
            .iter()
            .map(|thread| (thread["pid"].as_i64().unwrap(), thread["tid"].as_i64().unwrap()))
            .collect();
        // One hand-made file lasts six days: with slices of the default length that is refused.
        let wide = TraceOptions {
            slice: lagometer_metric::Micros::from_millis(60_000),
            ..options()
        };
        let document = read_with(&file, &wide).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut found = homes(&document.analysis);
        found.sort_unstable();
        found.dedup();
        expected.sort_unstable();
        expected.dedup();
        match found == expected {
            true => same += 1,
            false => different.push((
                name,
                expected,
                found,
                document.analysis.main_thread.method.clone(),
            )),
        }
    }
    eprintln!("main thread: {same} equal the truth, {} other", different.len());
    let names: Vec<&str> = different.iter().map(|(name, ..)| name.as_str()).collect();
    let known: Vec<&str> = OTHER_MAIN_THREAD.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known, "{different:#?}");
    assert!(same > 70, "{same}");
}
