//! Page loads, layout shifts and long animation frames against what DevTools' engine says of them.
//! Where ours differ, the table says by which rule; it is exactly the set of the differences.

use crate::reading::{files, json, options, read_with, shared};
use flate2::read::MultiGzDecoder;
use lagometer_analyze::TraceOptions;
use lagometer_metric::Micros;
use lagometer_report::{Analysis, Navigation, Value};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Every file that has a truth, with it: name, path, truth.
pub fn with_truth(shared: &Path) -> Vec<(String, PathBuf, Json)> {
    let corpus = shared.join("corpus/trace");
    let mut found = Vec::new();
    for folder in ["chromium156", "devtools", "other", "variants"] {
        for path in files(&corpus.join("truth").join(folder)) {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let file = corpus.join(folder).join(format!("{name}.json.gz"));
            if file.is_file() {
                found.push((name, file, json(&path)));
            }
        }
    }
    found
}

/// One file lasts six days, so slices are long.
pub fn long_slices() -> TraceOptions {
    TraceOptions {
        slice: Micros::from_millis(10_000),
        ..options()
    }
}

fn analysis(path: &Path) -> Analysis {
    match read_with(path, &long_slices()) {
        Ok(document) => document.analysis,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

pub fn window_start(analysis: &Analysis) -> i64 {
    let origin: i64 = analysis.window.origin_ts.parse().unwrap();
    origin + analysis.window.start_us
}

fn micros(value: &Value) -> Option<i64> {
    value.value.map(|raw| raw.0 as i64)
}

/// What differs, each as file and thing.
type Differences = BTreeSet<(String, String)>;

fn named(table: &[(&str, &str)]) -> Differences {
    table
        .iter()
        .map(|(file, what)| ((*file).to_owned(), (*what).to_owned()))
        .collect()
}

/// The main frame's navigations: id, process, start, address.
fn check_navigations(name: &str, analysis: &Analysis, truth: &Json, differences: &mut Differences) {
    let of_truth = truth["meta"]["mainFrameNavigations"].as_array().unwrap().iter();
    let of_truth: Vec<(String, i64, i64, String)> = of_truth
        .map(|navigation| {
            (
                navigation["id"].as_str().unwrap_or("").to_owned(),
                navigation["pid"].as_i64().unwrap(),
                navigation["ts"].as_i64().unwrap(),
                navigation["url"].as_str().unwrap_or("").to_owned(),
            )
        })
        .collect();
    let start = window_start(analysis);
    let main = analysis.loading.navigations.iter().filter(|one| one.main_frame);
    let ours: Vec<(String, i64, i64, String)> = main
        .map(|navigation| {
            (
                navigation.id.clone().unwrap_or_default(),
                navigation.pid,
                start + navigation.start_us,
                navigation.url.clone().unwrap_or_default(),
            )
        })
        .collect();
    if ours != of_truth {
        differences.insert((name.to_owned(), "navigations".to_owned()));
    }
}

/// First and largest paint of every navigation of every frame that the engine has any of.
fn check_paints(name: &str, analysis: &Analysis, truth: &Json, differences: &mut Differences) -> usize {
    let mut compared = 0;
    let ours: BTreeMap<&str, &Navigation> = {
        let navigations = analysis.loading.navigations.iter();
        navigations
            .filter_map(|one| Some((one.id.as_deref()?, one)))
            .collect()
    };
    for frame in truth["pageLoad"].as_array().unwrap() {
        for navigation in frame["navs"].as_array().unwrap() {
            let id = navigation["nav"].as_str().unwrap_or("");
            let metric = |which: &str| {
                let metrics = navigation["metrics"].as_array().unwrap().iter();
                let found = metrics.filter(|metric| metric["metric"] == which);
                found.map(|metric| metric["timing"].as_i64().unwrap()).next()
            };
            let of_truth = (metric("FCP"), metric("LCP"));
            let found = ours.get(id);
            let of_ours = found.map_or((None, None), |one| (micros(&one.fcp), micros(&one.lcp)));
            if of_truth != of_ours {
                differences.insert((name.to_owned(), "paints".to_owned()));
            }
            compared += usize::from(of_truth.0.is_some()) + usize::from(of_truth.1.is_some());
        }
    }
    compared
}

#[test]
fn navigations_and_paints_equal_the_truth_to_the_microsecond() {
    let Some(shared) = shared() else { return };
    let mut differences = Differences::new();
    let mut compared = 0;
    for (name, path, truth) in with_truth(&shared) {
        if truth.get("pageLoad").is_none() {
            continue;
        }
        let analysis = analysis(&path);
        check_navigations(&name, &analysis, &truth, &mut differences);
        compared += check_paints(&name, &analysis, &truth, &mut differences);
    }
    assert_eq!(
        differences,
        named(&[
            // Paints of a page that is not the shown one: a fenced frame, which nothing says is inside it,
            // and one that is made ready in the background.
            ("fenced-frame-fledge", "paints"),
            ("network-requests-initiators", "paints"),
            // No `TracingStartedInBrowser` or no frame in it: the engine has no main frame, ours is what
            // was loaded into the main frame of the page's process.
            ("lh-no-tracingstarted-m74", "navigations"),
            ("ss-chrome69-simple", "navigations"),
        ])
    );
    assert!(compared >= 220, "{compared}");
}

/// Session windows: how many, of how many shifts, how much, from when on, after which navigation. Says
/// whether the sum is there and the same.
fn check_clusters(name: &str, analysis: &Analysis, truth: &Json, differences: &mut Differences) -> bool {
    let start = window_start(analysis);
    let of_truth = truth["cls"]["clusters"].as_array().unwrap();
    let ours = &analysis.loading.shift_clusters;
    let same = |(ours, truth): (&lagometer_report::ShiftCluster, &Json)| {
        let navigation = match truth["nav"].as_str() {
            Some("NO_NAVIGATION") | None => None,
            Some(navigation) => Some(navigation.to_owned()),
        };
        (ours.score.0 - truth["score"].as_f64().unwrap()).abs() < 1e-9
            && ours.shifts_total == truth["n"].as_u64().unwrap()
            && start + ours.start_us == truth["min"].as_i64().unwrap()
            && ours.navigation == navigation
    };
    if ours.len() != of_truth.len() || !ours.iter().zip(of_truth).all(same) {
        differences.insert((name.to_owned(), "clusters".to_owned()));
    }
    let of_truth = truth["cls"]["score"].as_f64().unwrap();
    let cls = &analysis.metrics["cls"];
    let same = cls.value.is_some_and(|cls| (cls.0 - of_truth).abs() < 1e-9);
    if same {
        return true;
    }
    // What the engine calls zero is not known where the category was not recorded, or where nothing was.
    let why = cls.reason.as_deref().unwrap_or("cls");
    if of_truth != 0.0 || !["category-off", "no-main-thread", "empty-window"].contains(&why) {
        differences.insert((name.to_owned(), why.to_owned()));
    }
    false
}

#[test]
fn layout_shifts_equal_the_truth() {
    let Some(shared) = shared() else { return };
    let mut differences = Differences::new();
    let (mut known, mut unknown) = (0, 0);
    for (name, path, truth) in with_truth(&shared) {
        if truth.get("cls").is_none() {
            continue;
        }
        match check_clusters(&name, &analysis(&path), &truth, &mut differences) {
            true => known += 1,
            false => unknown += 1,
        }
    }
    assert_eq!(
        differences,
        named(&[
            // The page that is made ready in the background is not the shown one.
            ("network-requests-initiators", "cls"),
            ("network-requests-initiators", "clusters"),
            // Chrome 89: the engine adds up what is not there, and has no number but zero.
            ("lh-frame-metrics-m89", "clusters"),
            ("lh-frame-metrics-m89", "field-missing"),
        ])
    );
    // Those without the category are among them, and those that are known to be zero too.
    assert!(unknown >= 40, "{unknown}");
    assert!(known >= 90, "{known}");
}

/// An event, of which little is looked at.
#[derive(serde::Deserialize)]
struct Event<'e> {
    #[serde(borrow)]
    name: Option<Cow<'e, str>>,
    #[serde(borrow)]
    ph: Option<Cow<'e, str>>,
    pid: Option<Json>,
    tid: Option<Json>,
    ts: Option<Json>,
}

/// The object form.
#[derive(serde::Deserialize)]
struct Object<'e> {
    #[serde(borrow, rename = "traceEvents")]
    events: Vec<Event<'e>>,
}

/// The animation frames of 50 ms and more in the processes of the page, as they stand in the file: the
/// nth start of a thread goes with its nth end.
fn long_animation_frames(path: &Path, pids: &BTreeSet<i64>) -> Option<Vec<(i64, i64)>> {
    let mut text = String::new();
    let mut file = MultiGzDecoder::new(std::fs::File::open(path).unwrap());
    file.read_to_string(&mut text).ok()?;
    let events = match serde_json::from_str(&text) {
        Ok(Object { events }) => events,
        Err(_) => serde_json::from_str(&text).ok()?,
    };
    let mut threads: BTreeMap<(i64, i64), (Vec<i64>, Vec<i64>)> = BTreeMap::new();
    for event in events
        .iter()
        .filter(|event| event.name.as_deref() == Some("AnimationFrame"))
    {
        let number = |value: &Option<Json>| value.as_ref()?.as_i64();
        let ids = (number(&event.pid)?, number(&event.tid)?);
        let (starts, ends) = threads.entry(ids).or_default();
        match event.ph.as_deref()? {
            "b" => starts.push(number(&event.ts)?),
            "e" => ends.push(number(&event.ts)?),
            _ => {}
        }
    }
    let mut long = Vec::new();
    for ((pid, _), (mut starts, mut ends)) in threads {
        starts.sort_unstable();
        ends.sort_unstable();
        let pairs = starts.into_iter().zip(ends);
        long.extend(pairs.filter(|(start, end)| pids.contains(&pid) && end - start >= 50_000));
    }
    long.sort_unstable();
    Some(
        long.into_iter()
            .map(|(start, end)| (start, end - start))
            .collect(),
    )
}

#[test]
fn long_animation_frames_are_those_of_the_file() {
    let Some(shared) = shared() else { return };
    let (mut files_with, mut frames) = (0, 0);
    for (name, path, _) in with_truth(&shared) {
        let Ok(document) = read_with(&path, &long_slices()) else {
            continue;
        };
        let analysis = document.analysis;
        let pids = analysis
            .main_thread
            .windows
            .iter()
            .map(|window| window.pid)
            .collect();
        let Some(expected) = long_animation_frames(&path, &pids) else {
            continue;
        };
        let start = window_start(&analysis);
        let ours: Vec<(i64, i64)> = {
            let frames = analysis.loading.long_animation_frames.iter();
            frames
                .map(|frame| (start + frame.start_us, frame.duration_us))
                .collect()
        };
        assert_eq!(ours, expected, "{name}");
        let count = &analysis.metrics["long_animation_frame/count"];
        if count.value.is_some() {
            assert_eq!(micros(count), Some(expected.len() as i64), "{name}");
        } else {
            assert!(expected.is_empty(), "{name}: {count:?}");
        }
        files_with += usize::from(!expected.is_empty());
        frames += expected.len();
    }
    assert!(files_with > 30 && frames > 200, "{files_with} {frames}");
}
