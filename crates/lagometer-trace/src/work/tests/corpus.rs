//! Real traces against what Lighthouse says of them, where the shared corpus lies beside the repository.
//! Without it this test says so and passes.

use crate::oddity::Odd;
use crate::work::{GroupRules, Work, WorkGroup};
use crate::{Limits, analyze, read};
use flate2::read::MultiGzDecoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};

fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let folder = folder.join("corpus/trace");
    if folder.is_dir() {
        return Some(folder);
    }
    let _ = writeln!(std::io::stderr(), "skipped: no corpus at {}", folder.display());
    None
}

/// The traces with an event on the main thread that has no end. Lighthouse lets it last until the end of
/// the trace and takes what comes after from its own time, until that is negative. Here what has no end
/// is in no number. The kinds of work that this touches, all others are equal.
const NO_END: &[(&str, &[WorkGroup])] = &[
    ("bad-document-request-latency", &[WorkGroup::Other]),
    ("byte-efficiency", &[WorkGroup::Other]),
    ("crux", &[WorkGroup::Other]),
    ("dom-size", &[WorkGroup::Other, WorkGroup::Rendering]),
    ("iframe-shift", &[WorkGroup::Other]),
    ("invalid-animation-events", &[WorkGroup::Other]),
    ("lantern-typescript-angular-trace", &[WorkGroup::Other]),
    ("lcp-fetchpriority-high", &[WorkGroup::Other]),
    ("lcp-late-paint-event", &[WorkGroup::Other]),
    ("multi-frame-dom-stats", &[WorkGroup::Other]),
];

/// The work of a trace, kinds by Lighthouse's table alone; and whether an event has no end.
fn work(path: &Path) -> (Work, bool) {
    let file = MultiGzDecoder::new(std::fs::File::open(path).unwrap());
    let mut recording = read(file, 0, &Limits::default()).unwrap();
    recording.facts.work_names.classify(GroupRules::Lighthouse);
    let oddities = recording.facts.oddities();
    let has_open = oddities.iter().any(|oddity| oddity.kind == Odd::BeginWithoutEnd);
    let open_tasks = recording.facts.threads.iter().flat_map(|thread| &thread.tasks);
    let has_open = has_open || open_tasks.map(|list| list.open.len()).sum::<usize>() > 0;
    let analysis = analyze(&recording.facts, &crate::test_trace::options()).unwrap();
    (analysis.work.into_result().unwrap(), has_open)
}

/// Lighthouse's name of a kind.
fn their_name(group: WorkGroup) -> &'static str {
    match group {
        WorkGroup::Scripting => "scriptEvaluation",
        WorkGroup::StyleLayout => "styleLayout",
        WorkGroup::Rendering => "paintCompositeRender",
        WorkGroup::ParseHtmlCss => "parseHTML",
        WorkGroup::ScriptCompile => "scriptParseCompile",
        WorkGroup::GarbageCollection => "garbageCollection",
        WorkGroup::Other => "other",
    }
}

#[test]
fn kinds_of_work_are_those_of_lighthouse() {
    let Some(corpus) = corpus() else { return };
    let mut truths: Vec<PathBuf> = std::fs::read_dir(corpus.join("truth/lighthouse"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    truths.sort();
    let mut held = 0;
    for truth in truths {
        let name = truth.file_stem().unwrap().to_string_lossy().into_owned();
        let said: serde_json::Value = serde_json::from_slice(&std::fs::read(&truth).unwrap()).unwrap();
        let Some(groups) = said["groupsSelfMs"]
            .as_object()
            .filter(|groups| !groups.is_empty())
        else {
            continue;
        };
        let folders = ["chromium156", "devtools", "other"].iter();
        let mut paths = folders.map(|folder| corpus.join(folder).join(format!("{name}.json.gz")));
        let Some(path) = paths.find(|path| path.is_file()) else {
            continue;
        };
        let (work, has_open) = work(&path);
        let differing = NO_END.iter().find(|(other, _)| *other == name);
        assert!(differing.is_none() || has_open, "{name}: every event has its end");
        for group in WorkGroup::ALL {
            let theirs = groups.get(their_name(group)).and_then(|time| time.as_f64());
            let theirs = theirs.unwrap_or(0.0) * 1e3;
            let ours = work.groups.of(group).as_f64();
            let is_equal = (ours - theirs).abs() < 1.0;
            let may_differ = differing.is_some_and(|(_, groups)| groups.contains(&group));
            assert_eq!(
                is_equal, !may_differ,
                "{name}: {group:?} {ours}, Lighthouse {theirs}"
            );
        }
        held += 1;
    }
    assert_eq!(held, 43);
}
