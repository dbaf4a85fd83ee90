//! Recorded profiles against reference values, where the folder with them is found.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_cpu::{CallTree, FunctionSum, Limits, Recording, Rules, hotspots, read};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};

/// The folder `cpu` of the corpus.
fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let cpu = shared.join("corpus/cpu");
    if cpu.is_dir() {
        return Some(cpu);
    }
    // Past the capture of the test harness: a skipped test is seen.
    let _ = writeln!(std::io::stderr(), "skipped: no corpus at {}", cpu.display());
    None
}

fn recording(path: &Path) -> Recording {
    let file = BufReader::new(fs::File::open(path).unwrap());
    let name = path.display();
    read(flate2::read::MultiGzDecoder::new(file), 0, &Limits::default())
        .unwrap_or_else(|error| panic!("{name}: {error} at {:?}", error.at))
}

/// Self and total in microseconds by `name|url|line|column`, places from 0 on.
type Table = BTreeMap<String, (f64, f64)>;

fn table(tree: &CallTree, sums: &[FunctionSum]) -> Table {
    let from_zero =
        |number: Option<std::num::NonZeroU32>| number.map_or(-1, |number| i64::from(number.get()) - 1);
    let mut table = Table::new();
    for (function, sum) in tree.functions.iter().zip(sums) {
        let (line, column) = (
            from_zero(function.position.line),
            from_zero(function.position.column),
        );
        let key = format!("{}|{}|{line}|{column}", function.name, function.url);
        table.insert(key, (sum.own.weight as f64, sum.total.weight as f64));
    }
    table
}

fn truth(path: &Path) -> Table {
    let value: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let row = |row: &serde_json::Value| {
        let number = |key: &str| row[key].as_f64().unwrap();
        (
            row["key"].as_str().unwrap().to_owned(),
            (number("self_us"), number("total_us")),
        )
    };
    value["functions"].as_array().unwrap().iter().map(row).collect()
}

/// What differs by more than `tolerance`; rows without any time count as absent.
fn differences(ours: &Table, theirs: &Table, tolerance: f64) -> Vec<String> {
    let keys: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let of = |table: &Table, key: &str| table.get(key).copied().unwrap_or((0.0, 0.0));
    keys.into_iter()
        .filter_map(|key| {
            let (ours, theirs) = (of(ours, key), of(theirs, key));
            let differs = (ours.0 - theirs.0).abs() > tolerance || (ours.1 - theirs.1).abs() > tolerance;
            differs.then(|| format!("{key}: {ours:?}, reference {theirs:?}"))
        })
        .collect()
}

fn check(suffix: &str, rules: Rules, tolerance: f64) -> Option<usize> {
    let corpus = corpus()?;
    let mut checked = 0;
    for folder in ["real", "public"] {
        for entry in fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let Some(stem) = name.strip_suffix(".cpuprofile.gz") else {
                continue;
            };
            let truth_path = corpus.join("truth").join(format!("{stem}.{suffix}.json"));
            if !truth_path.exists() || stem.contains("node-10") {
                // The reference has no number for the old form.
                continue;
            }
            let recording = recording(&path);
            let tree = CallTree::of(&recording.profile, rules, None);
            let theirs = truth(&truth_path);
            let mut ours = table(&tree, &hotspots(&tree));
            if rules == Rules::DevTools {
                // The panel draws no frame for it.
                ours.remove("(root)||-1|-1");
            }
            let found = differences(&ours, &theirs, tolerance);
            assert!(found.is_empty(), "{name} differs:\n{}", found.join("\n"));
            checked += 1;
        }
    }
    Some(checked)
}

#[test]
fn self_and_total_equal_the_reference_to_the_microsecond() {
    if let Some(checked) = check("ref", Rules::Lagometer, 0.0) {
        assert!(checked >= 15, "only {checked} profiles have a reference");
    }
}

#[test]
fn the_rules_of_devtools_give_what_its_panel_says() {
    // The panel's last sample has a fraction of a microsecond.
    if let Some(checked) = check("devtools_panel", Rules::DevTools, 0.501) {
        assert!(checked >= 15, "only {checked} profiles have a reference");
    }
}

#[test]
fn every_profile_opens() {
    let Some(corpus) = corpus() else { return };
    for folder in ["real", "public"] {
        for entry in fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.ends_with("profile.gz") {
                let recording = recording(&path);
                let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
                assert!(tree.sampled().weight > 0, "{name} has nothing in it");
            }
        }
    }
}
