//! Real recordings, made by `cargo xtask fixtures`, through the door: what is asserted here holds for
//! every recording of the case; what this one recording says is in its snapshot.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_analyze::{
    Limits, RoundInput, RoundOptions, Rules, Source, TraceOptions, WindowChoice, round, trace,
};
use lagometer_report::{
    Analysis, RoundDocument, RoundRole, RoundState, SamplesDocument, TraceDocument, UserTiming,
};
use std::io::Read;
use std::path::{Path, PathBuf};

const CASES: [&str; 4] = ["animation", "grid-sort", "idle", "measures"];

/// The busy script of the page of `grid-sort`.
const SORT_US: i64 = 120_000;

/// Hands out at most this many bytes at once.
struct Chunked<'a>(&'a [u8], usize);

impl Read for Chunked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

/// The recordings of a case, one for each browser.
fn recordings(case: &str) -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut found: Vec<PathBuf> = std::fs::read_dir(fixtures)
        .unwrap()
        .map(|browser| browser.unwrap().path().join(case))
        .filter(|folder| folder.join("trace.json.gz").is_file())
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no recording of `{case}`");
    found
}

fn packed(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("trace.json.gz")).unwrap()
}

fn trace_of<'a>(reader: impl Read + 'a) -> TraceDocument {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: true,
        strict: false,
        limits: Limits::default(),
    };
    let source = Source {
        name: "trace.json.gz".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    };
    trace(source, &options).unwrap()
}

fn round_of(folder: &Path) -> RoundDocument {
    let samples = std::fs::read(folder.join("samples.json")).unwrap();
    let samples: SamplesDocument = lagometer_report::version::load(&samples).unwrap();
    let bytes = packed(folder);
    let input = RoundInput {
        number: 1,
        variant: "head".to_owned(),
        role: RoundRole::Measured,
        trace_name: "trace.json.gz".to_owned(),
        trace: Box::new(bytes.as_slice()),
        samples: &samples,
    };
    let options = RoundOptions {
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        refresh_hz: None,
        limits: Limits::default(),
    };
    round(input, &options).unwrap()
}

fn analysis_of(folder: &Path) -> Analysis {
    round_of(folder).analysis.unwrap()
}

fn value(analysis: &Analysis, id: &str) -> f64 {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    value
        .value
        .unwrap_or_else(|| panic!("`{id}` is absent: {value:?}"))
        .0
}

fn reason(analysis: &Analysis, id: &str) -> String {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    value
        .reason
        .clone()
        .unwrap_or_else(|| panic!("`{id}` has a value: {value:?}"))
}

fn timing<'a>(analysis: &'a Analysis, name: &str) -> &'a UserTiming {
    let found = analysis.user_timings.iter().find(|timing| timing.name == name);
    found.unwrap_or_else(|| panic!("no user timing `{name}`"))
}

#[test]
fn every_recording_is_a_valid_round_and_says_what_it_said() {
    for case in CASES {
        for folder in recordings(case) {
            let round = round_of(&folder);
            assert_eq!(
                round.state,
                RoundState::Valid,
                "{}: {:?}",
                folder.display(),
                round.reasons
            );
            let browser = folder.parent().unwrap().file_name().unwrap().to_str().unwrap();
            insta::assert_json_snapshot!(format!("{browser}_{case}"), round);
        }
    }
}

#[test]
fn a_round_and_its_trace_alone_say_the_same() {
    for folder in CASES.into_iter().flat_map(recordings) {
        let of_round = analysis_of(&folder);
        let of_trace = trace_of(packed(&folder).as_slice()).analysis;
        assert_eq!(of_round.window, of_trace.window, "{}", folder.display());
        assert_eq!(of_round.long_tasks, of_trace.long_tasks, "{}", folder.display());
        assert_eq!(
            of_round.user_timings,
            of_trace.user_timings,
            "{}",
            folder.display()
        );
        for id in [
            "busy_rate/mean",
            "total_blocking_time",
            "main_thread_cpu_time",
            "long_task/count",
        ] {
            assert_eq!(
                value(&of_round, id),
                value(&of_trace, id),
                "{id} in {}",
                folder.display()
            );
        }
    }
}

#[test]
fn pieces_of_any_size_give_the_same_document() {
    for folder in CASES.into_iter().flat_map(recordings) {
        let bytes = packed(&folder);
        let whole = trace_of(bytes.as_slice());
        for size in [1, 7, 100] {
            assert!(
                whole == trace_of(Chunked(&bytes, size)),
                "{} at {size}",
                folder.display()
            );
        }
    }
}

#[test]
fn a_recording_that_is_cut_is_answered_as_partial() {
    for folder in CASES.into_iter().flat_map(recordings) {
        let bytes = packed(&folder);
        let cut = trace_of(&bytes[..bytes.len() / 10]);
        assert!(!cut.input.complete, "{}", folder.display());
        let partial = cut.input.partial.unwrap();
        assert!(partial.whole_to_byte <= partial.byte, "{partial:?}");
        let whole = trace_of(bytes.as_slice());
        assert!(cut.input.events < whole.input.events && whole.input.partial.is_none());
    }
}

#[test]
fn the_sort_is_one_long_task_inside_its_measure() {
    for folder in recordings("grid-sort") {
        let analysis = analysis_of(&folder);
        let sort = timing(&analysis, "sort");
        let ([sample], [start]) = (&sort.samples_us[..], &sort.starts_us[..]) else {
            panic!("{sort:?}");
        };
        let long: Vec<_> = analysis
            .long_tasks
            .iter()
            .filter(|task| task.duration_us >= SORT_US)
            .collect();
        let [task] = long[..] else {
            panic!("{:?}", analysis.long_tasks)
        };
        assert!(*start <= task.start_us, "{start} {task:?}");
        assert!(
            task.start_us + task.duration_us <= start + sample,
            "{start} {sample} {task:?}"
        );
        assert_eq!(task.inside, ["sort"]);

        // What the task alone must give, computed here from its duration.
        let blocking: i64 = analysis
            .long_tasks
            .iter()
            .map(|task| task.inside_us - 50_000)
            .sum();
        assert_eq!(value(&analysis, "total_blocking_time"), blocking as f64);
        let window = (analysis.window.end_us - analysis.window.start_us) as f64;
        assert!(value(&analysis, "busy_rate/mean") >= task.inside_us as f64 / window);
        assert_eq!(analysis.main_thread.confidence.as_deref(), Some("certain"));
    }
}

#[test]
fn an_idle_page_has_no_frame_numbers_and_zero_long_tasks() {
    for folder in recordings("idle") {
        let analysis = analysis_of(&folder);
        for id in [
            "frame_interval/mean",
            "frame_interval/p95",
            "frame_interval/max",
            "mean_fps",
        ] {
            assert_eq!(reason(&analysis, id), "no-event-in-window", "{id}");
        }
        assert_eq!(value(&analysis, "long_task/count"), 0.0);
        assert_eq!(value(&analysis, "total_blocking_time"), 0.0);
        assert_eq!(reason(&analysis, "long_task/max"), "no-sample");
    }
}

#[test]
fn an_animation_has_frames_all_the_time() {
    for folder in recordings("animation") {
        let analysis = analysis_of(&folder);
        let fps = value(&analysis, "mean_fps");
        assert!((10.0..=240.0).contains(&fps), "{fps}");
        assert!(value(&analysis, "frame_interval/max") >= value(&analysis, "frame_interval/p95"));
    }
}

#[test]
fn measures_pair_by_id_and_those_that_went_wrong_have_no_duration() {
    for folder in recordings("measures") {
        let analysis = analysis_of(&folder);
        let counts = |name| {
            let timing = timing(&analysis, name);
            (timing.samples_us.len(), timing.open, timing.threw)
        };
        assert_eq!(counts("unclosed"), (0, 1, 0));
        assert_eq!(counts("throws"), (0, 0, 1));
        assert_eq!(counts("awaited"), (1, 0, 0));
        assert_eq!(counts("own"), (1, 0, 0));
        assert_eq!(
            reason(&analysis, "user_timing:unclosed/median"),
            "unclosed-measure"
        );
        assert_eq!(reason(&analysis, "user_timing:throws/median"), "all-threw");

        let again = timing(&analysis, "again");
        let ([outer, inner], [outer_start, inner_start]) = (&again.samples_us[..], &again.starts_us[..])
        else {
            panic!("{again:?}");
        };
        assert!(
            outer_start < inner_start && outer_start + outer > inner_start + inner,
            "{again:?}"
        );
        let ours = analysis
            .user_timings
            .iter()
            .filter(|timing| timing.name.starts_with("lagometer:"));
        assert_eq!(ours.count(), 0);
    }
}
