//! Blocking time and paints against what Lighthouse's trace processor says. Where ours differ, the
//! table says by which rule; it is exactly the set of the differences.

use crate::loading::{long_slices, window_start};
use crate::reading::{files, json, read_with, shared};
use lagometer_analyze::{Bound, TraceOptions, WindowChoice};
use lagometer_metric::Micros;
use lagometer_report::{Analysis, Navigation, Value};

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Every file of which Lighthouse has numbers.
fn with_truth(shared: &Path) -> Vec<(String, PathBuf, Json)> {
    let corpus = shared.join("corpus/trace");
    let mut found = Vec::new();
    for path in files(&corpus.join("truth/lighthouse")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let truth = json(&path);
        let places = ["chromium156", "devtools", "other"]
            .map(|folder| corpus.join(folder).join(format!("{name}.json.gz")));
        if let (Some(file), true) = (
            places.into_iter().find(|place| place.is_file()),
            truth.get("mode").is_some(),
        ) {
            found.push((name, file, truth));
        }
    }
    found
}

/// Milliseconds of the truth in microseconds.
fn micros(millis: &Json) -> Option<i64> {
    millis.as_f64().map(|millis| (millis * 1_000.0).round() as i64)
}

fn whole(value: &Value) -> Option<i64> {
    value.value.map(|raw| raw.0 as i64)
}

fn navigation_at(analysis: &Analysis, ts: i64) -> Option<&Navigation> {
    let start = window_start(analysis);
    let navigations = analysis.loading.navigations.iter();
    navigations
        .clone()
        .find(|one| one.main_frame && start + one.start_us == ts)
}

#[test]
fn blocking_time_equals_that_of_lighthouse_or_differs_by_a_named_rule() {
    let Some(shared) = shared() else { return };
    let mut differences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut same = BTreeMap::new();
    for (name, path, truth) in with_truth(&shared) {
        let Ok(document) = read_with(&path, &long_slices()) else {
            differences.entry(name).or_default().push("no trace".to_owned());
            continue;
        };
        let analysis = document.analysis;
        let origin = truth["timeOrigin"].as_i64().unwrap();
        let mut compare = |what: &'static str, ours: Option<i64>, theirs: Option<i64>| {
            if ours == theirs {
                *same.entry(what).or_insert(0) += 1;
            } else {
                let different = format!("{what} {ours:?} {theirs:?}");
                differences.entry(name.clone()).or_default().push(different);
            }
        };
        if let Some(navigation) = navigation_at(&analysis, origin) {
            compare("fcp", whole(&navigation.fcp), micros(&truth["fcpMs"]));
            compare("lcp", whole(&navigation.lcp), micros(&truth["lcpMs"]));
            compare(
                "after fcp",
                whole(&navigation.blocking_after_fcp),
                micros(&truth["tbtFcpToEndMs"]),
            );
        } else {
            compare("navigation", None, Some(origin));
        }
        // Lighthouse's timespan is from the navigation to the end of the trace.
        let from = origin - analysis.window.origin_ts.parse::<i64>().unwrap();
        let options = TraceOptions {
            window: WindowChoice::Between {
                from: Bound::Time(Micros(from)),
                to: Bound::Edge,
            },
            ..long_slices()
        };
        let timespan = read_with(&path, &options);
        let timespan = timespan
            .ok()
            .and_then(|document| whole(&document.analysis.metrics["total_blocking_time"]));
        compare("timespan", timespan, micros(&truth["tbtTimespanMs"]));
    }
    let differences: Vec<(&str, Vec<&str>)> = {
        let all = differences.iter();
        all.map(|(name, what)| (name.as_str(), what.iter().map(String::as_str).collect()))
            .collect()
    };
    assert_eq!(
        differences,
        [
            // A task that ends where one of another process of the page begins: Lighthouse takes all for
            // one thread, and cuts the first there.
            ("chromium156-nav", vec!["timespan Some(13102) Some(0)"]),
            // A task that stands there twice, under two names: Lighthouse cuts the outer one where the
            // inner one begins and counts the inner one, ours is the outer one.
            (
                "invalid-animation-events",
                vec!["timespan Some(27320) Some(26996)"]
            ),
            ("load-simple", vec!["timespan Some(65698) Some(64375)"]),
            (
                "multiple-top-level-renderers",
                vec![
                    "after fcp Some(10267) Some(10207)",
                    "timespan Some(10267) Some(10207)"
                ]
            ),
            // One navigation that is told twice: of two starts with one id the first counts for ours and
            // for DevTools, for Lighthouse the last.
            (
                "multiple-navigations-same-id",
                vec!["navigation None Some(500329074445)"]
            ),
        ]
        .into_iter()
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .collect::<Vec<_>>()
    );
    let same: Vec<(&str, i32)> = same.into_iter().collect();
    assert_eq!(
        same,
        [("after fcp", 43), ("fcp", 44), ("lcp", 44), ("timespan", 41)]
    );
}

/// Time to interactive and blocking time up to it, in microseconds, by `Interactive` and `TBTUtils` of
/// npm's lighthouse 12.8.2, over its own processed trace and the requests that its trace engine reads
/// from the same file (its check that a trace is new enough taken out). `None`: it found no quiet.
const INTERACTIVE: &[(&str, Option<(i64, i64)>)] = &[
    ("about-blank-first", None),
    ("animation", None),
    ("bad-document-request-latency", None),
    ("basic-stack", None),
    ("byte-efficiency", None),
    ("changing-priority", None),
    ("chromium156-inp", None),
    ("chromium156-oopif", None),
    ("cls-cluster-max-timeout", Some((3217807, 0))),
    ("cls-multiple-frames", None),
    ("cls-single-frame", None),
    ("crux", None),
    ("dom-size", None),
    ("dupe-js", Some((427689, 0))),
    ("fenced-frame-fledge", Some((2135249, 0))),
    ("http1.1", None),
    ("idle-callback", None),
    ("iframe-shift", Some((41660, 0))),
    ("image-delivery", Some((636174, 6916))),
    ("interactive-time", Some((190895, 4388))),
    ("invalid-animation-events", None),
    ("lantern-iframe-trace", Some((8074007, 1535))),
    ("lantern-paul-trace", None),
    ("lantern-render-blocking-trace", None),
    ("lantern-typescript-angular-trace", Some((119395, 0))),
    ("large-recalc-style", Some((1328627, 52837))),
    ("layout-shifts-root-causes", None),
    ("lcp-fetchpriority-high", None),
    ("lcp-images-rasterizer", Some((176672, 0))),
    ("lcp-late-paint-event", None),
    ("lcp-multiple-frames", Some((5100554, 0))),
    ("load-simple", Some((522268, 0))),
    ("many-requests", None),
    ("multi-frame-dom-stats", None),
    ("multiple-navigations-render-blocking", None),
    ("multiple-navigations-same-id", None),
    ("multiple-navigations", None),
    ("multiple-top-level-renderers", None),
    ("parser-blocking-after-paint", Some((1300140, 0))),
    ("react-hello-world", Some((138440, 0))),
    ("redirects-subresource-multiple", Some((1339052, 0))),
    ("reload-and-trace-page", Some((115177, 0))),
    ("reload-no-tti", None),
];

#[test]
fn time_to_interactive_equals_that_of_lighthouse() {
    let Some(shared) = shared() else { return };
    let mut differences: Vec<String> = Vec::new();
    let mut same = 0;
    let files = with_truth(&shared);
    for (name, expected) in INTERACTIVE {
        let (_, path, truth) = files.iter().find(|(file, _, _)| file == name).unwrap();
        let analysis = read_with(path, &long_slices()).unwrap().analysis;
        let Some(navigation) = navigation_at(&analysis, truth["timeOrigin"].as_i64().unwrap()) else {
            differences.push(format!("{name}: no navigation"));
            continue;
        };
        let ours = whole(&navigation.tti).zip(whole(&navigation.load_blocking_time));
        match ours == *expected {
            true => same += 1,
            false => differences.push(format!(
                "{name}: {ours:?} {expected:?} {:?}",
                navigation.tti.detail
            )),
        }
    }
    // Of two starts of one navigation the first counts for ours, the last for Lighthouse.
    assert_eq!(differences, ["multiple-navigations-same-id: no navigation"]);
    assert_eq!(same, 42);
}
