//! CPU samples of real files against reference values, where the shared corpus is found.
#![allow(
    clippy::unwrap_used,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

use lagometer_analyze::{
    CpuBasisChoice, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, Error, Source, SourceOptions, cpu,
};
use lagometer_report::{CpuDocument, CpuFunction};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder `cpu` of the corpus.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("corpus/cpu");
    if folder.is_dir() {
        return Some(folder);
    }
    // Past the capture of the test harness: a skipped test is seen.
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no corpus at {} (set LAGOMETER_SHARED)",
        folder.display()
    );
    None
}

fn options() -> CpuOptions<'static> {
    CpuOptions {
        rules: CpuRules::Lagometer,
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: None,
        profiles: Vec::new(),
        window: None,
        view: CpuView::Functions,
        function: None,
        focus: None,
        ignore: None,
        hide: None,
        hash: false,
        strict: false,
        limits: CpuLimits::default(),
        sources: SourceOptions::without_files(),
        lines_of_calls: false,
    }
}

fn read(path: &Path, options: &CpuOptions<'_>) -> Result<CpuDocument, Error> {
    let source = Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes_on_disk: None,
        reader: Box::new(std::fs::File::open(path).unwrap()),
    };
    cpu(vec![source], options)
}

/// Self and total in microseconds by `name|url|line|column`, places from 0 on.
type Table = BTreeMap<String, (f64, f64)>;

fn key(function: &CpuFunction) -> String {
    let from_zero = |number: Option<u32>| number.map_or(-1, |number| i64::from(number) - 1);
    let place = &function.generated;
    let (line, column) = (from_zero(place.line), from_zero(place.column));
    format!("{}|{}|{line}|{column}", function.name, place.url)
}

fn table(document: &CpuDocument) -> Table {
    let row = |function: &CpuFunction| (key(function), (function.own.value.0, function.total.value.0));
    document.functions.iter().map(row).collect()
}

fn truth(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn truth_table(value: &serde_json::Value) -> Table {
    let row = |row: &serde_json::Value| {
        let number = |key: &str| row[key].as_f64().unwrap();
        (
            row["key"].as_str().unwrap().to_owned(),
            (number("self_us"), number("total_us")),
        )
    };
    value["functions"].as_array().unwrap().iter().map(row).collect()
}

/// What is no function, and where the document has its time.
const OWN_FRAMES: [&str; 4] = ["(root)", "(program)", "(idle)", "(garbage collector)"];

/// Profiles of traces, each with the truth of its id.
fn traces(suffix: &str) -> Vec<(PathBuf, String, PathBuf)> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let mut found = Vec::new();
    for folder in ["real", "public"] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let Some(stem) = name.strip_suffix(".json.gz") else {
                continue;
            };
            for truth in std::fs::read_dir(corpus.join("truth")).unwrap() {
                let truth = truth.unwrap().path();
                let of = truth.file_name().unwrap().to_str().unwrap();
                let id = of.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.'));
                if let Some(id) = id.and_then(|id| id.strip_suffix(&format!(".{suffix}.json"))) {
                    found.push((path.clone(), id.to_owned(), truth.clone()));
                }
            }
        }
    }
    found.sort();
    found
}

fn compare(suffix: &str, rules: CpuRules, tolerance: f64) -> usize {
    let mut compared = 0;
    for (path, id, truth_path) in traces(suffix) {
        let name = format!("{} {id}", path.file_name().unwrap().to_str().unwrap());
        if name.contains("no-arg-data") {
            // It has samples of nodes that it never declares; the reference drops them.
            continue;
        }
        let all = read(&path, &options()).unwrap();
        let of_id = all
            .profiles
            .iter()
            .filter(|profile| profile.recorded_id.as_deref() == Some(&id));
        let profiles: Vec<String> = of_id.map(|profile| profile.id.clone()).collect();
        assert_eq!(profiles.len(), 1, "{name}: {:?}", all.profiles);
        let chosen = CpuOptions {
            profiles,
            rules,
            ..options()
        };
        let document = read(&path, &chosen).unwrap();
        let time = document.time.unwrap();
        let (ours, theirs) = (table(&document), truth_table(&truth(&truth_path)));
        let of = |table: &Table, key: &str| table.get(key).copied().unwrap_or((0.0, 0.0));
        for key in ours.keys().chain(theirs.keys()) {
            let (a, b) = (of(&ours, key), of(&theirs, key));
            match OWN_FRAMES.iter().find(|frame| key == &format!("{frame}||-1|-1")) {
                Some(frame) => {
                    let own = match *frame {
                        "(program)" => time.program_us,
                        "(idle)" => time.idle_us,
                        "(root)" => time.root_us,
                        _ => time.gc_us,
                    };
                    assert!(
                        (own as f64 - b.0).abs() <= tolerance,
                        "{name} {key}: {own}, reference {b:?}"
                    );
                }
                None => assert!(
                    (a.0 - b.0).abs() <= tolerance && (a.1 - b.1).abs() <= tolerance,
                    "{name} {key}: {a:?}, reference {b:?}"
                ),
            }
        }
        compared += 1;
    }
    compared
}

#[test]
fn samples_of_traces_equal_the_reference_to_the_microsecond() {
    if corpus().is_some() {
        let compared = compare("ref", CpuRules::Lagometer, 0.0);
        assert!(compared >= 12, "only {compared}");
    }
}

#[test]
fn samples_of_traces_by_the_rules_of_devtools() {
    if corpus().is_some() {
        let compared = compare("devtools_panel", CpuRules::DevTools, 0.501);
        assert!(compared >= 12, "only {compared}");
    }
}

#[test]
fn every_file_with_samples_opens() {
    let Some(corpus) = corpus() else { return };
    let mut opened = 0;
    for folder in ["real", "public"] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.ends_with(".js.map.gz") {
                continue;
            }
            if name == "ffprofiler-chrome-tracing.json.gz" {
                // It has names of threads and nothing else.
                let error = read(&path, &options()).unwrap_err();
                assert_eq!(error.what(), "the trace holds no CPU samples");
                continue;
            }
            let document = read(&path, &options()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(document.total > 0, "{name} has no function");
            opened += 1;
        }
    }
    assert!(opened >= 35, "only {opened}");
}

/// Every style and layout that a script forced finds its function, with the numbers of the events.
#[test]
fn forced_layout_finds_its_functions() {
    let Some(corpus) = corpus() else { return };
    let document = read(&corpus.join("real/chrome-trace-cpu.json.gz"), &options()).unwrap();
    let thrash = document
        .functions
        .iter()
        .find(|function| function.name == "layoutThrash")
        .unwrap();
    let forced = thrash.forced_layout.as_ref().unwrap();
    assert_eq!(
        (forced.style_us, forced.layout_us, forced.events),
        (943_619, 802_890, 7_200)
    );
}

/// The panel gives what is between layouts to the stack before it, so single functions differ; what
/// scripts took without style and layout is the same.
#[test]
fn self_without_layout_is_that_of_the_panel() {
    let Some(corpus) = corpus() else { return };
    for name in ["chrome-trace-cpu", "chrome-trace-cpu-normal"] {
        let document = read(&corpus.join(format!("real/{name}.json.gz")), &options()).unwrap();
        let panel = truth(&corpus.join(format!("truth/{name}.panel.json")));
        let theirs: BTreeMap<String, f64> = panel["threads"][0]["functions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (
                    row["key"].as_str().unwrap().to_owned(),
                    row["self_us"].as_f64().unwrap(),
                )
            })
            .collect();
        let of = |names: &[&str]| {
            let ours = document
                .functions
                .iter()
                .filter(|function| names.contains(&function.name.as_str()));
            let ours: Vec<&CpuFunction> = ours.collect();
            let js: f64 = ours
                .iter()
                .map(|function| function.self_js.value.unwrap().0)
                .sum();
            let panel: f64 = ours
                .iter()
                .filter_map(|function| theirs.get(&key(function)))
                .sum();
            (js, panel)
        };
        let (ours, panel) = of(&["layoutThrash", "appendChild"]);
        assert!((ours / panel - 1.0).abs() < 0.01, "{name}: {ours}, panel {panel}");
    }
}

/// Files of profiles, each with the truth of it.
fn profiles() -> Vec<(PathBuf, PathBuf)> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let mut found = Vec::new();
    for folder in ["real", "public"] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let stem = name
                .strip_suffix(".cpuprofile.gz")
                .or(name.strip_suffix(".cpuprofile"));
            let truth = stem.map(|stem| corpus.join(format!("truth/{stem}.ref.json")));
            if let Some(truth) = truth.filter(|truth| truth.is_file()) {
                found.push((path, truth));
            }
        }
    }
    found.sort();
    found
}

/// What a label says is certain, the numbers of the reference say too.
#[test]
fn no_certain_label_contradicts_the_reference() {
    let mut checked: BTreeMap<String, usize> = BTreeMap::new();
    for (path, truth_path) in profiles() {
        let document = read(&path, &options()).unwrap();
        let theirs = truth_table(&truth(&truth_path));
        let of = |key: &str| theirs.get(key).copied().unwrap_or((0.0, 0.0));
        let active: f64 = theirs
            .iter()
            .filter(|(key, _)| !key.starts_with("(idle)|"))
            .map(|(_, of)| of.0)
            .sum();
        let sampled: f64 = theirs.values().map(|of| of.0).sum();
        let name = path.file_name().unwrap().to_string_lossy();
        for function in &document.functions {
            let (own, total) = of(&key(function));
            for label in function
                .labels
                .iter()
                .filter(|label| label.certainty == "certain")
            {
                let holds = match label.name.as_str() {
                    "self-heavy" => own >= 0.0499 * active && own >= 0.699 * total,
                    "dispatcher" => total >= 0.199 * active && own <= 0.101 * total,
                    "many-callers" => own >= 0.0299 * active,
                    "native" => own >= 0.0499 * active && function.generated.url.is_empty(),
                    "regexp" => total > 0.0199 * sampled,
                    "third-party" => {
                        own >= 0.0199 * sampled && function.generated.url.contains("node_modules")
                    }
                    "recursion" => total >= 0.0499 * active,
                    "hot-line" => own >= 0.0499 * active,
                    other => panic!("{name}: no reference for `{other}`"),
                };
                let holds = holds && own.max(total) >= 0.0199 * sampled;
                assert!(
                    holds,
                    "{name}: {} {label:?}, reference {own} {total} of {active}",
                    function.name
                );
                *checked.entry(label.name.clone()).or_default() += 1;
            }
        }
        for label in &document.labels {
            let gc = of("(garbage collector)||-1|-1").0;
            match label.name.as_str() {
                "gc-pressure" => assert!(gc >= 0.0999 * active, "{name}: {gc} of {active}"),
                "hot-path" => assert!(label.related.len() >= 3 && label.evidence["least_of_caller"].0 >= 0.9),
                other => panic!("{name}: no reference for `{other}`"),
            }
            *checked.entry(label.name.clone()).or_default() += 1;
        }
    }
    if corpus().is_some() {
        assert!(checked.values().sum::<usize>() > 150, "{checked:?}");
        for name in [
            "self-heavy",
            "dispatcher",
            "hot-line",
            "recursion",
            "gc-pressure",
            "hot-path",
        ] {
            assert!(checked.contains_key(name), "{name}: {checked:?}");
        }
    }
}
