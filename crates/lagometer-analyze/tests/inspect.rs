//! Real files of every kind, where they are there: each is told for what it is, and none ends in a
//! panic, whole or cut.
#![expect(
    clippy::unwrap_used,
    reason = "a test ends where its files are not as expected, and says what it skips"
)]

use lagometer_analyze::{Source, inspect};
use lagometer_report::InspectDocument;
use std::io::Read;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of real files, or `None` with a line that says so.
fn shared(folder: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("LAGOMETER_SHARED") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let folder = root.join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no {} (set LAGOMETER_SHARED)",
        folder.display()
    );
    None
}

/// Every file under a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "the folder holds files");
    found
}

fn look<'a>(name: &str, reader: impl Read + 'a) -> InspectDocument {
    let source = Source {
        name: name.to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    };
    inspect(source).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_real_file_is_told_for_what_it_is() {
    let Some(corpus) = shared("corpus") else { return };
    let mut told = 0;
    for path in files(&corpus) {
        let name = path.to_str().unwrap();
        let expected = match () {
            () if name.contains("/truth/") || name.contains("/make/") => continue,
            () if name.ends_with(".js.map.gz") => "source-map",
            () if name.ends_with(".cpuprofile.gz") => "cpu-profile",
            () if name.ends_with(".heapprofile.gz") => "heap-profile",
            () if name.ends_with(".heapsnapshot.gz") => "heap-snapshot",
            () if name.ends_with(".heaptimeline.gz") => "heap-timeline",
            () if name.ends_with("/empty-array.json.gz") => "json",
            () if name.ends_with(".json.gz") => "trace",
            () if name.ends_with(".pftrace.gz") || name.ends_with(".pftrace") => "perfetto-trace",
            () => "text",
        };
        let document = look(name, std::fs::File::open(&path).unwrap());
        assert_eq!(document.found, expected, "{name}: {}", document.evidence);
        let is_cut = ["-unclosed", "-no-close", "-truncated"]
            .iter()
            .any(|word| name.contains(word));
        assert_eq!(
            document.partial.is_some(),
            is_cut,
            "{name}: {:?}",
            document.partial
        );
        told += 1;
    }
    assert!(told > 200, "{told} files");
}

#[test]
fn damaged_files_are_told_or_named_as_damaged() {
    let Some(cases) = shared("cases") else { return };
    for path in files(&cases) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.to_str().unwrap();
        let document = look(name, &bytes[..]);
        assert!(!document.evidence.is_empty(), "{name}");
        let expected = match name.rsplit_once('.').unwrap().1 {
            "heapsnapshot" => &["heap-snapshot", "heap-timeline", "text", "json", "empty"][..],
            "cpuprofile" => &["cpu-profile", "text", "json", "empty"],
            _ => continue,
        };
        assert!(
            expected.contains(&document.found.as_str()),
            "{name}: {}",
            document.found
        );
    }
}

#[test]
fn containers_of_one_trace_are_all_seen_through() {
    let Some(case) = shared("cases/other/03-file-containers") else {
        return;
    };
    let told = |name: &str| look(name, std::fs::File::open(case.join(name)).unwrap());
    let events = |document: &InspectDocument| {
        let fact = document.facts.iter().find(|fact| fact.name == "events");
        fact.and_then(|fact| fact.value.as_ref()?.value)
            .map(|value| value.0)
    };
    for name in [
        "plain.json",
        "trace.json.gz",
        "gzip-inside.json",
        "two-members.json.gz",
        "bom.json",
    ] {
        let document = told(name);
        assert_eq!(document.found, "trace", "{name}");
        assert_eq!(events(&document), Some(5.0), "{name}");
        assert_eq!(document.partial, None, "{name}");
        let container = if name == "plain.json" || name == "bom.json" {
            "plain"
        } else {
            "gzip"
        };
        assert_eq!(document.container, container, "{name}");
    }
    let cut = told("cut.json.gz");
    assert_eq!(cut.found, "trace");
    assert_eq!(cut.partial.unwrap().text, "the gzip data is cut off");
    let utf16 = told("utf16le.json");
    assert!(utf16.evidence.contains("UTF-16"), "{}", utf16.evidence);
}

#[test]
fn real_traces_cut_anywhere_are_still_told() {
    let Some(corpus) = shared("corpus/trace/chromium156") else {
        return;
    };
    let packed = std::fs::read(corpus.join("chromium156-longtasks.json.gz")).unwrap();
    for part in 1..20 {
        let cut = packed.len() * part / 20;
        let document = look("cut.json.gz", &packed[..cut]);
        assert_eq!(document.found, "trace", "cut at {cut}");
        let partial = document.partial.expect("it is cut");
        assert!(partial.whole_to_byte <= partial.byte, "{partial:?}");
    }
}
