//! Names and places of functions in two minified bundles, held against the bundle that was not
//! minified and its own map. Both were recorded in profiles, so the functions are those that ran.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends where its input is not what it was"
)]

use flate2::read::MultiGzDecoder;
use lagometer_source::{Files, Found, Name, NameSource, Place, Position, Resolver, Script};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The files of one bundle.
struct Maps(BTreeMap<String, Vec<u8>>);

impl Files for Maps {
    fn read(&self, address: &str) -> Found {
        self.0.get(address).cloned().map_or(Found::Nothing, Found::Text)
    }
}

fn corpus() -> Option<PathBuf> {
    let shared = match std::env::var_os("LAGOMETER_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let folder = shared.join("corpus/cpu");
    if folder.is_dir() {
        return Some(folder);
    }
    // Past the harness, which shows nothing of a test that passes.
    let _ = writeln!(std::io::stderr(), "skipped: no corpus at {}", folder.display());
    None
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    MultiGzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

fn text(path: &Path) -> String {
    String::from_utf8(unpacked(path)).unwrap()
}

struct Frame {
    name: String,
    at: Position,
}

/// The functions of a script in a profile.
fn frames(profile: &Path, script_end: &str) -> Vec<Frame> {
    let profile: Value = serde_json::from_slice(&unpacked(profile)).unwrap();
    let mut frames = BTreeMap::new();
    for node in profile["nodes"].as_array().unwrap() {
        let frame = &node["callFrame"];
        let number = |field: &str| {
            frame[field]
                .as_i64()
                .and_then(|number| u32::try_from(number).ok())
        };
        let (Some(line), Some(column)) = (number("lineNumber"), number("columnNumber")) else {
            continue;
        };
        if frame["url"].as_str().unwrap().ends_with(script_end) {
            let name = frame["functionName"].as_str().unwrap().to_owned();
            frames.insert((line, column), name);
        }
    }
    let frame = |((line, column), name)| Frame {
        name,
        at: Position::from_zero_based(line, column),
    };
    frames.into_iter().map(frame).collect()
}

/// What the functions of a bundle are called, by their place in the original: from its `function`
/// statements and methods as they stand in the text, without any parser of ours.
fn known_names(folder: &Path) -> BTreeMap<(String, u32), Vec<String>> {
    let bundle = text(&folder.join("bundle/app.js.gz"));
    let map = unpacked(&folder.join("bundle/app.js.map.gz"));
    let files = Maps(BTreeMap::from([("app.js.map".to_owned(), map)]));
    let mut resolver = Resolver::new(&files);
    let script = resolver.add(Script {
        url: "app.js",
        text: Some(&bundle),
        map_url: Some("app.js.map"),
        map_file: None,
    });
    let mut known: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
    for (number, line) in bundle.lines().enumerate() {
        for (offset, _) in line.match_indices("function ") {
            let rest = &line[offset + "function ".len()..];
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)));
            let name = &rest[..end.unwrap_or(0)];
            if name.is_empty() {
                continue;
            }
            let column = line[..offset].encode_utf16().count();
            let at = Position::from_zero_based(number as u32, column as u32);
            if let Ok(place) = resolver.place_of(script, at) {
                let names = known.entry((place.source, place.position.line)).or_default();
                names.push(name.to_owned());
            }
        }
    }
    known
}

/// A bundler that puts two modules into one scope gives a second `sort` the name `sort2`.
fn is_same(name: &str, bundled: &str) -> bool {
    let rest = bundled.strip_prefix(name);
    rest.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

struct Named {
    frame: Frame,
    name: Name,
    role: Option<String>,
    place: Option<Place>,
}

fn named(folder: &Path, bundle: &str, profile: &str) -> Vec<Named> {
    let script_text = text(&folder.join(format!("bundle/{bundle}.gz")));
    let map = unpacked(&folder.join(format!("bundle/{bundle}.map.gz")));
    let files = Maps(BTreeMap::from([(format!("{bundle}.map"), map)]));
    let mut resolver = Resolver::new(&files);
    let script = resolver.add(Script {
        url: bundle,
        text: Some(&script_text),
        map_url: Some(&format!("{bundle}.map")),
        map_file: None,
    });
    let frames = frames(&folder.join("real").join(profile), bundle);
    let name = |frame: Frame| {
        let function = resolver.function(script, frame.at, &frame.name);
        Named {
            name: function.name,
            role: function.role,
            place: function.place.ok(),
            frame,
        }
    };
    frames.into_iter().map(name).collect()
}

const BUNDLES: [(&str, &str); 2] = [
    ("app.node.min.js", "node-app-min-100us.cpuprofile.gz"),
    ("app.min.js", "chrome-min-100us.cpuprofile.gz"),
];

#[test]
fn nine_of_ten_minified_functions_are_named_or_have_no_name() {
    let Some(folder) = corpus() else { return };
    for (bundle, profile) in BUNDLES {
        let all = named(&folder, bundle, profile);
        let known = all
            .iter()
            .filter(|named| named.name.from != NameSource::Generated)
            .count();
        let mapped = all.iter().filter(|named| named.place.is_some()).count();
        eprintln!("{bundle}: {known} of {} known, {mapped} mapped", all.len());
        let share = known as f64 / all.len() as f64;
        assert!(
            share >= 0.9,
            "{bundle}: {known} of {} functions, {mapped} of them mapped",
            all.len()
        );
    }
}

#[test]
fn no_name_differs_from_the_bundle_that_was_not_minified() {
    let Some(folder) = corpus() else { return };
    let known = known_names(&folder);
    for (bundle, profile) in BUNDLES {
        let mut compared = 0;
        for named in named(&folder, bundle, profile) {
            let (Some(place), false) = (&named.place, named.name.from == NameSource::Generated) else {
                continue;
            };
            let Some(names) = known.get(&(place.source.clone(), place.position.line)) else {
                continue;
            };
            // A library that came minified has its short names in this bundle too.
            let came_minified = names.iter().all(|bundled| bundled.len() <= 2);
            if named.name.text.is_empty() || came_minified {
                continue;
            }
            compared += 1;
            assert!(
                names.iter().any(|bundled| is_same(&named.name.text, bundled)),
                "{bundle}: {} at {place:?} is called {}, and the bundle has {names:?}",
                named.frame.name,
                named.name.text
            );
        }
        eprintln!("{bundle}: {compared} names compared");
        assert!(
            compared >= 40,
            "{bundle}: only {compared} names could be compared"
        );
    }
}

#[test]
fn a_function_without_a_name_has_a_role() {
    let Some(folder) = corpus() else { return };
    for (bundle, profile) in BUNDLES {
        for named in named(&folder, bundle, profile) {
            assert_eq!(
                named.name.text.is_empty() && named.name.from == NameSource::ParsedSource,
                named.role.is_some()
            );
        }
    }
}
