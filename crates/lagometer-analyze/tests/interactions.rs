//! Interactions of the real files of the shared corpus against what DevTools' engine says of them,
//! where the corpus lies beside the repository. Without it these tests say so and pass.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

use lagometer_analyze::{Limits, Rules, Source, TraceOptions, WindowChoice, trace};
use lagometer_metric::Micros;
use lagometer_report::{Analysis, Interaction};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The traces of the corpus.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let corpus = folder.join("corpus/trace");
    if corpus.is_dir() {
        return Some(corpus);
    }
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no {} (set LAGOMETER_SHARED)",
        corpus.display()
    );
    None
}

fn analysis(path: &Path) -> Analysis {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        // One file lasts six days.
        slice: Micros::from_millis(10_000),
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    };
    let source = Source {
        name: path.display().to_string(),
        bytes_on_disk: None,
        reader: Box::new(std::fs::File::open(path).unwrap()),
    };
    match trace(source, &options) {
        Ok(document) => document.analysis,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Every file of a folder that has a truth, with it.
fn with_truth(corpus: &Path, folder: &str) -> Vec<(String, PathBuf, Json)> {
    let entries = std::fs::read_dir(corpus.join("truth").join(folder)).unwrap();
    let mut found: Vec<(String, PathBuf, Json)> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let truth = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            (
                name.clone(),
                corpus.join(folder).join(format!("{name}.json.gz")),
                truth,
            )
        })
        .filter(|(_, path, _)| path.is_file())
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// An input event: id of the interaction, start on Chrome's clock, duration, type.
type Input = (String, i64, i64, String);

/// The input events of interactions that the engine lists.
fn inputs_of_truth(truth: &Json) -> Vec<Input> {
    let list = truth["interactions"]["list"].as_array().unwrap().iter();
    let mut inputs: Vec<Input> = list
        .map(|input| {
            (
                input[3].to_string(),
                input[1].as_i64().unwrap(),
                input[2].as_i64().unwrap(),
                input[0].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    inputs.sort();
    inputs
}

fn window_start(analysis: &Analysis) -> i64 {
    let origin: i64 = analysis.window.origin_ts.parse().unwrap();
    origin + analysis.window.start_us
}

fn inputs_of(analysis: &Analysis) -> Vec<Input> {
    let start = window_start(analysis);
    let mut inputs: Vec<Input> = Vec::new();
    for interaction in &analysis.interactions {
        inputs.extend(interaction.events.iter().map(|event| {
            (
                interaction.id.clone(),
                start + event.start_us,
                event.duration_us,
                event.event_type.clone(),
            )
        }));
    }
    inputs.sort();
    inputs
}

/// The longest by the engine, with its parts, is what `inp` is of: no file has fifty interactions.
fn check_longest(name: &str, analysis: &Analysis, longest: &Json) {
    let inp: Vec<&Interaction> = analysis.interactions.iter().filter(|one| one.is_inp).collect();
    let [inp] = inp[..] else {
        panic!("{name}: {inp:?}");
    };
    let ours = [
        window_start(analysis) + inp.start_us,
        inp.duration_us,
        inp.input_delay_us.unwrap(),
        inp.processing_us.unwrap(),
        inp.presentation_us.unwrap(),
    ];
    let keys = ["ts", "dur", "inputDelay", "processing", "presentation"];
    assert_eq!(ours, keys.map(|key| longest[key].as_i64().unwrap()), "{name}");
    assert_eq!(longest["type"], inp.event_type, "{name}");
    assert_eq!(longest["id"].to_string(), inp.id, "{name}");
    let value = analysis.metrics["inp"].value.unwrap().0;
    assert_eq!(value, inp.duration_us as f64, "{name}");
}

#[test]
fn interactions_and_inp_equal_the_truth() {
    let Some(corpus) = corpus() else { return };
    let (mut with_interactions, mut without) = (0, 0);
    for folder in ["chromium156", "devtools", "other"] {
        for (name, path, truth) in with_truth(&corpus, folder) {
            let Some(longest) = truth["interactions"].get("longest") else {
                continue;
            };
            let analysis = analysis(&path);
            assert_eq!(inputs_of(&analysis), inputs_of_truth(&truth), "{name}");
            if longest.is_null() {
                assert_eq!(analysis.metrics["inp"].value, None, "{name}");
                without += 1;
            } else {
                check_longest(&name, &analysis, longest);
                with_interactions += 1;
            }
        }
    }
    assert!(with_interactions >= 18, "{with_interactions}");
    assert!(without > 60, "{without}");
}

#[test]
fn every_shape_of_a_trace_has_the_same_interaction() {
    let Some(corpus) = corpus() else { return };
    let reference = analysis(&corpus.join("chromium156/chromium156-longtasks.json.gz")).interactions;
    assert_eq!(reference.len(), 1);
    let mut same = BTreeMap::new();
    for (name, path, truth) in with_truth(&corpus, "variants") {
        if truth["interactions"]["longest"].is_object() {
            let interactions = analysis(&path).interactions;
            same.insert(name, interactions == reference);
        }
    }
    assert!(same.len() >= 7, "{same:?}");
    assert!(same.values().all(|same| *same), "{same:?}");
}
