//! `cpu` where sources are at hand: a recording of our own, and bundles of the shared corpus.

use crate::program::lagometer;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/node-20/rows")
}

/// Labels of a recording of Node, with what they rest on.
#[test]
fn labels_of_a_recording_of_node() {
    let given = lagometer(&["cpu", "rows.cpuprofile", "--top", "4"])
        .within(&fixture())
        .run();
    assert_eq!(given.code, 0, "{}", given.whole());
    insta::assert_snapshot!("cpu_labels", given.stdout);
    let json = lagometer(&["cpu", "rows.cpuprofile", "--format", "json"])
        .within(&fixture())
        .run();
    let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
    for (name, label, certainty) in [
        ("copyRows", "clone", "likely"),
        ("depth", "recursion", "certain"),
        ("RegExp: ^(a+)+$", "regexp", "certain"),
        ("isOdd", "regexp", "certain"),
    ] {
        let functions = document["functions"].as_array().expect("functions");
        let function = functions.iter().find(|function| function["name"] == name);
        let labels = function.and_then(|function| function["labels"].as_array());
        let found = labels.into_iter().flatten().find(|of| of["name"] == label);
        let found = found.unwrap_or_else(|| panic!("{name} has no {label}"));
        assert_eq!(found["certainty"], certainty, "{name}");
        let is_number = |number: &Value| number.is_number();
        let evidence = found["evidence"].as_object().expect("evidence");
        assert!(
            !evidence.is_empty() && evidence.values().all(is_number),
            "{found}"
        );
    }
}

/// The folder `cpu` of the corpus.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("corpus/cpu");
    if folder.is_dir() {
        return Some(folder);
    }
    let place = folder.display();
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no corpus at {place} (set LAGOMETER_SHARED)"
    );
    None
}

/// Of the minified functions of a bundle nine in ten and more are named as they were written, or have no
/// name there; filters, files and exports go by these names.
#[test]
fn functions_of_bundles_have_their_names() {
    let Some(corpus) = corpus() else { return };
    for (profile, bundle) in [
        ("chrome-min-100us.cpuprofile.gz", "app.min.js"),
        ("node-app-min-100us.cpuprofile.gz", "app.node.min.js"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [bundle.to_owned(), format!("{bundle}.map")] {
            let packed = std::fs::File::open(corpus.join(format!("bundle/{name}.gz"))).expect("a bundle");
            let mut bytes = Vec::new();
            GzDecoder::new(packed).read_to_end(&mut bytes).expect("gzip");
            std::fs::write(folder.path().join(&name), bytes).expect("a file");
        }
        let profile = corpus.join("real").join(profile);
        let map = format!("{bundle}.map");
        let arguments = ["cpu", profile.to_str().expect("UTF-8"), "--source-map", &map];
        let run = |more: &[&str]| {
            let given = lagometer(&[&arguments[..], more].concat())
                .within(folder.path())
                .run();
            assert_eq!(given.code, 0, "{}", given.whole());
            given.stdout
        };
        let document: Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
        let of_bundle = |function: &&Value| {
            let url = function["generated"]["url"].as_str().expect("an address");
            url.ends_with(bundle)
        };
        let functions = document["functions"].as_array().expect("functions");
        let minified: Vec<&Value> = functions.iter().filter(of_bundle).collect();
        // Parsed and without a name is without one in the source, too.
        let is_known = |function: &&&Value| function["name_source"] != "generated";
        let known = minified.iter().filter(is_known).count();
        assert!(minified.len() > 90, "{} functions", minified.len());
        assert!(10 * known >= 9 * minified.len(), "{known} of {}", minified.len());
        // What is exported has these names and places.
        let exported = run(&["--export", "cpuprofile"]);
        let named = minified
            .iter()
            .find(|function| function["name_source"] == "map-name" && function["samples"].as_u64() > Some(0))
            .expect("one is named by the map");
        let name = named["name"].as_str().expect("a name");
        assert!(
            exported.contains(&format!("\"functionName\":\"{name}\"")),
            "{name}"
        );
        let source = named["original"]["value"]["source"].as_str().expect("a source");
        let files = run(&["--view", "files", "--top", "500"]);
        assert!(
            files.contains(source.rsplit('/').next().expect("a name")),
            "{source}: {files}"
        );
    }
}
