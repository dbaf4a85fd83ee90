//! Real files and truth values of the shared corpus, where it lies beside the repository. Without it
//! these tests say so and pass.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

use flate2::read::MultiGzDecoder;
use lagometer_analyze::{Error, Limits, Source, TraceOptions, WindowChoice, trace};
use lagometer_report::{Analysis, TraceDocument};
use serde_json::Value as Json;
use std::io::Read;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder that holds `corpus` and `cases`.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    if folder.join("corpus/trace").is_dir() && folder.join("cases/trace").is_dir() {
        return Some(folder);
    }
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no corpus at {} (set LAGOMETER_SHARED)",
        folder.display()
    );
    None
}

fn options() -> TraceOptions {
    TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    }
}

fn read_with(path: &Path, options: &TraceOptions) -> Result<TraceDocument, Error> {
    let file = std::fs::File::open(path).unwrap();
    let source = Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes_on_disk: None,
        reader: Box::new(file),
    };
    trace(source, options)
}

fn read(path: &Path) -> TraceDocument {
    match read_with(path, &options()) {
        Ok(document) => document,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

fn json(path: &Path) -> Json {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn value(analysis: &Analysis, id: &str) -> f64 {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    value
        .value
        .unwrap_or_else(|| panic!("`{id}` is absent: {value:?}"))
        .0
}

fn reason<'a>(analysis: &'a Analysis, id: &str) -> &'a str {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    let reason = value.reason.as_deref();
    reason.unwrap_or_else(|| panic!("`{id}` has a value: {value:?}"))
}

fn homes(analysis: &Analysis) -> Vec<(i64, i64)> {
    let windows = analysis.main_thread.windows.iter();
    windows.map(|window| (window.pid, window.tid)).collect()
}

fn diagnostic(document: &TraceDocument, code: &str) -> u64 {
    let found = document
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == code);
    found.map_or(0, |diagnostic| diagnostic.count)
}

/// Every number is finite, no share is over one, nothing that cannot be is negative.
fn check_sane(name: &str, document: &TraceDocument) {
    let analysis = &document.analysis;
    for (id, value) in &analysis.metrics {
        assert_eq!(value.value.is_none(), value.reason.is_some(), "{name}: {id}");
        let Some(number) = value.value else { continue };
        assert!(number.0.is_finite(), "{name}: {id}");
        assert!(
            number.0 >= 0.0 || id.ends_with("/growth"),
            "{name}: {id} {number:?}"
        );
        if id.starts_with("busy_rate/") && !id.ends_with("/count") {
            assert!(number.0 <= 1.0, "{name}: {id} {number:?}");
        }
    }
    for series in analysis.series.values() {
        assert!(
            series.values.iter().flatten().all(|value| value.0.is_finite()),
            "{name}"
        );
    }
    assert!(analysis.window.start_us <= analysis.window.end_us, "{name}");
}

#[test]
fn every_trace_of_the_corpus_is_answered_or_refused_with_a_place() {
    let Some(shared) = shared() else { return };
    let (mut answered, mut refused) = (0, Vec::new());
    for folder in ["chromium156", "devtools", "other", "variants"] {
        for path in files(&shared.join("corpus/trace").join(folder)) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".gz") {
                continue;
            }
            match read_with(&path, &options()) {
                Ok(document) => {
                    check_sane(&name, &document);
                    answered += 1;
                }
                Err(error) => {
                    assert!(error.place().is_some(), "{name}: {error}");
                    assert!(!error.what().is_empty(), "{name}");
                    refused.push(name);
                }
            }
        }
    }
    assert!(answered > 190, "{answered} answered");
    // What is refused is no trace: profiles that lie among the traces, and a heap in another form.
    let is_no_trace = |name: &&String| !name.contains("cpuprofile");
    let others: Vec<&String> = refused.iter().filter(is_no_trace).collect();
    assert!(others.len() <= 8, "refused: {others:?}");
}

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
fn run_tasks(events: &[Json], pid: i64, tid: i64) -> Vec<(i64, i64)> {
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
fn union(tasks: &[(i64, i64)]) -> i64 {
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

#[test]
fn long_tasks_json_gives_the_numbers_of_the_documentation() {
    let Some(shared) = shared() else { return };
    let document = read(&shared.join("corpus/trace/chromium156/chromium156-longtasks.json.gz"));
    let analysis = &document.analysis;
    assert_eq!(document.input.events, 11_679);
    assert_eq!(document.input.browser.as_deref(), Some("Chrome 156"));
    assert_eq!(
        (document.capture.lost, document.capture.chunks_discarded),
        (Some(false), Some(0))
    );
    assert_eq!((analysis.window.start_us, analysis.window.end_us), (0, 1_399_564));
    assert_eq!(analysis.window.origin_ts, "691939199");
    assert_eq!(
        analysis.main_thread.method.as_deref(),
        Some("tracing-started-frame")
    );
    let rejected: Vec<_> = analysis
        .main_thread
        .rejected
        .iter()
        .map(|thread| (thread.pid, thread.why.as_str()))
        .collect();
    assert_eq!(rejected, [(26_386, "webui-process"), (26_413, "no-frame")]);
    let expected = [
        ("busy_rate/count", 7.0, 0.0),
        ("busy_rate/mean", 0.746, 0.0005),
        ("busy_rate/median", 0.695, 0.0005),
        ("busy_rate/p95", 1.0, 0.0),
        ("busy_rate/max", 1.0, 0.0),
        ("long_task/count", 6.0, 0.0),
        ("long_task/total", 977_700.0, 50.0),
        ("long_task/mean", 163_000.0, 50.0),
        ("long_task/median", 106_000.0, 50.0),
        ("long_task/max", 400_700.0, 50.0),
        ("total_blocking_time", 677_701.0, 0.0),
        ("main_thread_cpu_time", 448_700.0, 50.0),
        ("busy_time", 1_044_437.0, 0.0),
        ("contention", 0.570, 0.0005),
        ("js_heap/count", 13.0, 0.0),
        ("js_heap/start", 1_289.2 * 1024.0, 52.0),
        ("js_heap/end", 1_514.1 * 1024.0, 52.0),
        ("js_heap/growth", 224.9 * 1024.0, 52.0),
        ("user_timing:interaction/median", 1_355_900.0, 50.0),
        ("user_timing:task/count", 7.0, 0.0),
        ("user_timing:task/mean", 140_200.0, 50.0),
        ("user_timing:task/median", 60_000.0, 50.0),
        ("user_timing:op/count", 2.0, 0.0),
        ("user_timing:op/max", 60_900.0, 50.0),
        ("user_timing:detail/max", 30_500.0, 50.0),
    ];
    for (id, number, off) in expected {
        let found = value(analysis, id);
        assert!((found - number).abs() <= off, "{id}: {found}");
    }
    assert_eq!(reason(analysis, "frame_interval/p95"), "category-off");
    assert_eq!(reason(analysis, "js_heap/limit"), "not-reported");
    let longest = analysis
        .long_tasks
        .iter()
        .max_by_key(|task| task.duration_us)
        .unwrap();
    assert_eq!(longest.inside, ["interaction", "task"]);
    assert_eq!(longest.start_us, 920_887);
    let names: Vec<&str> = analysis
        .user_timings
        .iter()
        .map(|timing| timing.name.as_str())
        .collect();
    assert_eq!(names, ["interaction", "task", "op", "detail"]);
}

#[test]
fn all_shapes_of_one_trace_give_the_same_or_the_right_part() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("corpus/trace/variants");
    let paths = files(&folder);
    assert_eq!(paths.len(), 15);
    let reference = read(&shared.join("corpus/trace/chromium156/chromium156-longtasks.json.gz")).analysis;
    for path in paths {
        let name = path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace(".json.gz", "");
        let document = read(&path);
        let analysis = &document.analysis;
        let cut = document.input.partial.clone();
        match name.as_str() {
            "empty-array" | "empty-object" => {
                assert_eq!((document.input.events, &cut), (0, &None), "{name}");
                for (id, value) in &analysis.metrics {
                    assert_eq!(value.reason.as_deref(), Some("empty-window"), "{name}: {id}");
                }
                continue;
            }
            "object-truncated-mid-event" => {
                let cut = cut.unwrap();
                assert!(cut.whole_to_byte < cut.byte, "{cut:?}");
                assert_eq!(document.input.text_bytes, cut.byte);
                assert_eq!(cut.text, "the input ends inside an event");
                assert!(!document.input.complete && document.input.events < 11_679);
                assert_eq!(homes(analysis), [(26_410, 26_410)]);
                // What is whole of it: counted here from the lines of the file.
                let mut text = String::new();
                let file = std::fs::File::open(&path).unwrap();
                MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
                let whole = format!("{}]}}", &text[..cut.whole_to_byte as usize]);
                let whole: Json = serde_json::from_str(&whole).unwrap();
                let events = whole["traceEvents"].as_array().unwrap();
                assert_eq!(document.input.events, events.len() as u64);
                let busy = union(&run_tasks(events, 26_410, 26_410));
                assert_eq!(value(analysis, "busy_time"), busy as f64);
                continue;
            }
            "array-unclosed" | "array-unclosed-comma" | "object-no-close" => {
                let cut = cut.as_ref().unwrap();
                assert_eq!(cut.byte, document.input.text_bytes, "{name}");
                assert!(
                    cut.text.contains("the list of events is not closed"),
                    "{name}: {}",
                    cut.text
                );
            }
            _ => assert_eq!(cut, None, "{name}"),
        }
        assert_eq!(document.input.events, reference_events(&name), "{name}");
        assert_eq!(homes(analysis), [(26_410, 26_410)], "{name}");
        assert_eq!(value(analysis, "busy_time"), 1_044_437.0, "{name}");
        assert_eq!(value(analysis, "task_count"), 71.0, "{name}");
        assert_eq!(value(analysis, "long_task/count"), 6.0, "{name}");
        let measures: usize = analysis
            .user_timings
            .iter()
            .map(|timing| timing.samples_us.len())
            .sum();
        assert_eq!(measures, 11, "{name}");
        assert_eq!(diagnostic(&document, "open-tasks-at-end"), 6, "{name}");
        assert_eq!(diagnostic(&document, "trailing-comma"), 0, "{name}");
        if name == "begin-end" {
            // Ends without a thread clock have no CPU time; everything else is the same.
            assert_eq!(reason(analysis, "main_thread_cpu_time"), "no-thread-time");
            continue;
        }
        // Why something is absent is another matter in a file that is cut.
        let numbers = |analysis: &Analysis| {
            let numbers = analysis
                .metrics
                .iter()
                .map(|(id, value)| (id.clone(), value.value));
            numbers.collect::<Vec<_>>()
        };
        assert!(numbers(analysis) == numbers(&reference), "{name}");
        assert!(analysis.long_tasks == reference.long_tasks, "{name}");
        assert!(analysis.user_timings == reference.user_timings, "{name}");
        assert!(analysis.series == reference.series, "{name}");
        assert!(cut.is_some() || *analysis == reference, "{name}");
    }
}

/// The events of a variant: in `begin-end` every complete one became two.
fn reference_events(name: &str) -> u64 {
    match name {
        "begin-end" => 21_292,
        _ => 11_679,
    }
}

#[test]
fn the_overflowed_buffer_is_told() {
    let Some(shared) = shared() else { return };
    let document = read(&shared.join("corpus/trace/chromium156/chromium156-overflow.json.gz"));
    assert_eq!(document.capture.lost, Some(true));
    assert_eq!(document.capture.chunks_discarded, Some(1_330));
    let field = document.capture.field.as_deref();
    assert_eq!(field, Some("metadata.trace_processor_stats.traced_buf[0]"));
    // That a category is nowhere in a file that lost events says nothing of the recording.
    for (id, value) in &document.analysis.metrics {
        assert_ne!(value.reason.as_deref(), Some("category-off"), "{id}");
    }
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

fn case(shared: &Path, name: &str, options: &TraceOptions) -> (TraceDocument, Json) {
    let folder = shared.join("cases").join(name);
    let expected = json(&folder.join("case.json"))["expected"].clone();
    let document = read_with(&folder.join("input.json"), options);
    (
        document.unwrap_or_else(|error| panic!("{name}: {error}")),
        expected,
    )
}

fn whole(number: &Json) -> f64 {
    number.as_f64().unwrap_or_else(|| panic!("{number} is no number"))
}

/// What most cases expect of the main thread.
fn check_main_thread(name: &str, analysis: &Analysis, expected: &Json) {
    if let Some(thread) = expected.get("main_thread") {
        let (pid, tid) = (thread["pid"].as_i64().unwrap(), thread["tid"].as_i64().unwrap());
        let last = homes(analysis).last().copied();
        assert_eq!(last, Some((pid, tid)), "{name}");
    }
    if let Some(tasks) = expected.get("long_tasks") {
        assert_eq!(
            value(analysis, "long_task/count"),
            whole(&tasks["count"]),
            "{name}"
        );
        assert_eq!(
            value(analysis, "total_blocking_time"),
            whole(&tasks["tbt_us"]),
            "{name}"
        );
        assert_eq!(
            value(analysis, "long_task/max"),
            whole(&tasks["longest_us"]),
            "{name}"
        );
    }
    if let Some(busy) = expected.get("busy_us") {
        assert_eq!(value(analysis, "busy_time"), whole(busy), "{name}");
    }
    if let Some(heap) = expected.get("js_heap") {
        for (id, key) in [
            ("js_heap/start", "start_bytes"),
            ("js_heap/end", "end_bytes"),
            ("js_heap/max", "max_bytes"),
            ("js_heap/growth", "growth_bytes"),
        ] {
            assert_eq!(value(analysis, id), whole(&heap[key]), "{name}: {id}");
        }
    }
    for absent in expected["null_not_zero"].as_array().into_iter().flatten() {
        let ids: &[&str] = match absent.as_str().unwrap() {
            "frame_intervals" => &["frame_interval/mean", "frame_interval/max", "frames_late"],
            "fps" => &["mean_fps"],
            "js_heap" => &[
                "js_heap/start",
                "js_heap/end",
                "js_heap/growth",
                "js_heap/max",
                "js_heap/mean",
            ],
            other => panic!("{name}: what is `{other}`"),
        };
        for id in ids {
            assert!(!reason(analysis, id).is_empty(), "{name}: {id}");
        }
    }
}

#[test]
fn damaged_and_odd_traces_give_the_expected_values() {
    let Some(shared) = shared() else { return };
    for name in ["trace/01-cross-process-nav", "trace/03-exponent-numbers"] {
        let (document, expected) = case(&shared, name, &options());
        check_main_thread(name, &document.analysis, &expected);
        if let Some(span) = expected.get("event_span_us") {
            let window = &document.analysis.window;
            assert_eq!(window.origin_ts, span["first_ts"].to_string(), "{name}");
            assert_eq!(window.end_us, span["length"].as_i64().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_trace_that_ends_inside_an_event_is_answered_up_to_there() {
    let Some(shared) = shared() else { return };
    let name = "trace/05-truncated-mid-event";
    let (document, expected) = case(&shared, name, &options());
    let partial = document.input.partial.as_ref().unwrap();
    let offset = &expected["error"]["byte_offset"];
    let range = offset["min"].as_u64().unwrap()..=offset["max"].as_u64().unwrap();
    assert!(range.contains(&partial.byte), "{partial:?}");
    let expected = &expected["if_partial"];
    assert_eq!(
        document.input.events,
        expected["complete_events"].as_u64().unwrap()
    );
    check_main_thread(name, &document.analysis, expected);
    // Where whole files are wanted it is an error, with the same place.
    let strict = TraceOptions {
        strict: true,
        ..options()
    };
    let error = read_with(&shared.join("cases").join(name).join("input.json"), &strict).unwrap_err();
    assert_eq!(error.at.byte, Some(partial.byte));
    assert!(error.what().contains("ends"), "{}", error.what());
}

#[test]
fn unsorted_events_are_sorted_and_nested_tasks_are_not_counted_twice() {
    let Some(shared) = shared() else { return };
    let name = "trace/07-unsorted-shared-end";
    let options = TraceOptions {
        refresh_hz: Some(60.0),
        ..options()
    };
    let (document, expected) = case(&shared, name, &options);
    let analysis = &document.analysis;
    check_main_thread(name, analysis, &expected);
    let intervals = expected["frame_intervals_us"].as_array().unwrap();
    let stats = &expected["frame_interval_stats"];
    assert_eq!(value(analysis, "frame_interval/count"), intervals.len() as f64);
    assert_eq!(value(analysis, "frame_interval/mean"), whole(&stats["mean_us"]));
    assert_eq!(value(analysis, "frame_interval/max"), whole(&stats["max_us"]));
    assert_eq!(
        value(analysis, "frames_over_budget"),
        whole(&stats["over_60hz_budget"])
    );
    // 33 000 us is the one that missed a frame of the display.
    assert_eq!(value(analysis, "frames_late"), 1.0);
    let fps = value(analysis, "mean_fps");
    assert!((fps - whole(&expected["approx_mean_fps"])).abs() < 1e-3, "{fps}");
}

#[test]
fn measures_of_one_name_pair_by_process_and_id() {
    let Some(shared) = shared() else { return };
    let (document, expected) = case(&shared, "trace/09-user-timing-reentrant", &options());
    let measures = expected["user_timing"]["measures"].as_object().unwrap();
    assert_eq!(document.analysis.user_timings.len(), measures.len());
    for (name, expected) in measures {
        let timings = document.analysis.user_timings.iter();
        let timing = timings.clone().find(|timing| timing.name == *name).unwrap();
        let mut sorted: Vec<f64> = timing.samples_us.iter().map(|sample| *sample as f64).collect();
        sorted.sort_by(f64::total_cmp);
        let durations = expected["durations_us_sorted"].as_array().unwrap();
        assert_eq!(sorted, durations.iter().map(whole).collect::<Vec<_>>(), "{name}");
        assert_eq!(timing.open as f64, whole(&expected["unclosed"]), "{name}");
        let statistic =
            |statistic: &str| value(&document.analysis, &format!("user_timing:{name}/{statistic}"));
        assert_eq!(statistic("count"), whole(&expected["count"]));
        assert!((statistic("mean") - whole(&expected["mean_us"])).abs() < 1e-3);
        assert_eq!(statistic("median"), whole(&expected["median_us"]));
        assert_eq!(statistic("max"), whole(&expected["max_us"]));
    }
}

#[test]
fn partly_overlapping_tasks_count_once_in_busy_time_and_whole_in_blocking_time() {
    let Some(shared) = shared() else { return };
    let name = "trace/11-overlapping-runtasks";
    let (document, expected) = case(&shared, name, &options());
    let analysis = &document.analysis;
    check_main_thread(name, analysis, &expected);
    assert_eq!(
        value(analysis, "long_task/count"),
        whole(&expected["long_tasks_count"])
    );
    // Of the two accepted values ours is the one of whole durations: the first in the list.
    assert_eq!(
        value(analysis, "total_blocking_time"),
        whole(&expected["tbt_us_any_of"][0])
    );
    let span = &expected["if_window_is_event_span"];
    assert_eq!(
        analysis.window.end_us as f64,
        whole(&span["end"]) - whole(&span["start"])
    );
    assert!((value(analysis, "busy_rate/mean") * 100.0 - whole(&span["busy_pct"])).abs() < 1e-5);
    let slices: Vec<f64> = span["slices_200ms_pct"]
        .as_array()
        .unwrap()
        .iter()
        .map(whole)
        .collect();
    let series: Vec<f64> = analysis.series["busy_rate"]
        .values
        .iter()
        .map(|rate| rate.unwrap().0 * 100.0)
        .collect();
    assert_eq!(series.len(), slices.len());
    assert!(
        series.iter().zip(&slices).all(|(a, b)| (a - b).abs() < 1e-5),
        "{series:?}"
    );
}

#[test]
fn every_container_of_one_trace_gives_its_values_or_says_what_is_wrong() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("cases/other/03-file-containers");
    let expected = json(&folder.join("case.json"))["expected"].clone();
    let values = &expected["values_for_every_ok_file"];
    for name in expected["per_file"].as_object().unwrap().keys() {
        match read_with(&folder.join(name), &options()) {
            Err(error) => {
                assert_eq!(name, "utf16le.json");
                assert!(error.what().contains("UTF-16"), "{}", error.what());
            }
            Ok(document) if name == "cut.json.gz" => {
                let partial = document.input.partial.unwrap();
                assert!(partial.text.contains("gzip"), "{}", partial.text);
            }
            Ok(document) => {
                assert_eq!(
                    document.input.events,
                    values["events"].as_u64().unwrap(),
                    "{name}"
                );
                assert!(document.input.complete, "{name}");
                check_main_thread(name, &document.analysis, values);
            }
        }
    }
}
