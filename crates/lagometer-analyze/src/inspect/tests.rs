use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::Write as _;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn look(bytes: &[u8]) -> InspectDocument {
    let source = Source {
        name: "file.json".to_owned(),
        bytes_on_disk: Some(bytes.len() as u64),
        reader: Box::new(bytes),
    };
    inspect(source).expect("the input can be read")
}

/// What is found, how it is told, and the facts, as one text.
fn summary(document: &InspectDocument) -> String {
    let mut text = format!("{} ({})\n{}\n", document.title, document.found, document.evidence);
    for fact in &document.facts {
        let value = fact.value.as_ref().map(|value| {
            let raw = value.value.expect("facts are measured").0;
            format!("{raw} {}", value.unit.0)
        });
        let said: Vec<String> = [fact.text.clone(), value].into_iter().flatten().collect();
        writeln!(text, "{}: {}", fact.name, said.join(", ")).unwrap();
    }
    for line in [&document.command, &document.note].into_iter().flatten() {
        writeln!(text, "-> {line}").unwrap();
    }
    if let Some(partial) = &document.partial {
        writeln!(
            text,
            "partial: {} at {}, whole to {}",
            partial.text, partial.byte, partial.whole_to_byte
        )
        .unwrap();
    }
    text
}

/// The same for plain and gzip, and without the last fact, for a byte order mark.
#[track_caller]
fn check(text: &str, expected: &str) {
    let plain = look(text.as_bytes());
    assert_eq!(summary(&plain), expected);
    assert_eq!(plain.container, "plain");

    let mut packed = look(&gzip(text.as_bytes()));
    assert_eq!(packed.container, "gzip");
    packed.facts.retain(|fact| fact.name != "unpacked");
    assert_eq!(summary(&packed), expected, "as gzip");

    let marked = look(format!("\u{feff}{text}").as_bytes());
    assert_eq!(
        (&marked.found, &marked.facts),
        (&plain.found, &plain.facts),
        "with a byte order mark"
    );
}

const TRACE: &str = r#"{"metadata":{"source":"DevTools","user-agent":"Mozilla/5.0 HeadlessChrome/156.0.0.0 Safari/537.36"},
"traceEvents":[{"ph":"M","pid":1},{"ph":"X","ts":1}]}"#;

const PROFILE: &str = r#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"hitCount":0}],
"startTime":1000,"endTime":4500,"samples":[1,1],"timeDeltas":[0,10]}"#;

const SNAPSHOT: &str = r#"{"snapshot":{"meta":{"node_fields":["type"]},"node_count":2,"edge_count":1,"trace_function_count":0},
"nodes":[1,2],"edges":[3],"trace_function_infos":[],"samples":[],"strings":["a"]}"#;

#[test]
fn trace_as_object() {
    check(
        TRACE,
        "a Chrome trace (trace)\nbyte 0: object with `traceEvents`\nevents: 2 count\n\
         browser: HeadlessChrome 156.0.0.0\nwritten by: DevTools\n-> lagometer trace file.json\n",
    );
}

#[test]
fn trace_as_array() {
    check(
        r#" [{"name":"a","ph":"X"},{"ph":"M"}, ] "#,
        "a Chrome trace (trace)\nbyte 1: array of objects with `ph`\nelements: 2 count\n\
         -> lagometer trace file.json\n",
    );
}

#[test]
fn profiles_of_the_processor() {
    check(
        PROFILE,
        "a CPU profile (cpu-profile)\nbyte 0: object with `nodes` and `samples`\nnodes: 1 count\n\
         samples: 2 count\nrecorded: 3500 us\n-> lagometer cpu file.json\n",
    );
    check(
        r#"{"head":{"functionName":"(root)","hitCount":0,"children":[]},"startTime":1.5,"endTime":2,"samples":[1]}"#,
        "a CPU profile (cpu-profile)\nbyte 0: object with `head.hitCount`, the old form\nsamples: 1 count\n\
         recorded: 500000 us\n-> lagometer cpu file.json\n",
    );
}

#[test]
fn heaps() {
    check(
        SNAPSHOT,
        "a heap snapshot (heap-snapshot)\nbyte 0: object with `snapshot.meta`\nnodes: 2 count\n\
         edges: 1 count\nallocating functions: 0 count\n\
         -> lagometer heap summary file.json\n",
    );
    check(
        &SNAPSHOT.replace(r#""samples":[]"#, r#""samples":[0,3]"#),
        "a heap snapshot with an allocation timeline (heap-timeline)\n\
         byte 0: object with `snapshot.meta` and filled `samples`\nsamples: 2 count\nnodes: 2 count\n\
         edges: 1 count\nallocating functions: 0 count\n\
         -> lagometer heap summary file.json\n",
    );
    check(
        r#"{"head":{"callFrame":{},"selfSize":0,"children":[]},"samples":[]}"#,
        "a sampling heap profile (heap-profile)\nbyte 0: object with `head.selfSize`\nsamples: 0 count\n\
         -> lagometer cpu file.json\n",
    );
}

#[test]
fn other_files_of_the_web() {
    check(
        r#"{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537"},"pages":[],"entries":[{},{}]}}"#,
        "a HAR file of network requests (har)\nbyte 0: object with `log` of `entries`\npages: 0 count\n\
         requests: 2 count\nversion: 1.2\nwritten by: WebInspector\n\
         -> Lagometer does not read HAR files; record a trace of the page instead\n",
    );
    check(
        "\n<!DOCTYPE html>\n<html><head><title>\n A  page </title></head></html>",
        "an HTML page (html)\nbyte 1: `<!doctype html`\ntitle: A page\n",
    );
    check(
        "<!-- saved from url=(0014)about:internet --><HTML></HTML>",
        "an HTML page (html)\nbyte 0: `<html`\n",
    );
    check(
        r#"{"version":3,"file":"app.js","sources":["a.ts"],"names":[],"mappings":"AAAA"}"#,
        "a source map (source-map)\nbyte 0: object with `version` and `mappings`\nsources: 1 count\n\
         names: 0 count\nversion: 3 count\nfile: app.js\n\
         -> this version of Lagometer does not use source maps yet\n",
    );
    check(
        r#"{"version":3,"sections":[{"offset":{},"map":{}}]}"#,
        "a source map (source-map)\nbyte 0: object with `version` and `sections`\nsections: 1 count\n\
         version: 3 count\n-> this version of Lagometer does not use source maps yet\n",
    );
}

#[test]
fn recordings_and_scenarios() {
    check(
        r#"{"title":"grid","steps":[{"type":"navigate"}]}"#,
        "a recording of the DevTools Recorder (recorder)\nbyte 0: object with `title` and `steps`\n\
         steps: 1 count\ntitle: grid\n\
         -> this version of Lagometer does not run recordings yet; write its steps as a scenario\n",
    );
    check(
        "# sorts\nname: \"grid-sort\"  # short\nurl: http://localhost/\nactions:\n  - click: \"#sort\"\n",
        "a Lagometer scenario (scenario)\nbyte 0: YAML with `url` and `actions` at its first level\n\
         name: grid-sort\n-> lagometer run file.json\n",
    );
    check(
        r##"{"name":"grid","serve":"./site","actions":[{"click":"#sort"}]}"##,
        "a Lagometer scenario (scenario)\nbyte 0: object with `serve` and `actions`\nactions: 1 count\n\
         name: grid\n-> lagometer run file.json\n",
    );
}

#[test]
fn text_about_scenarios_is_none() {
    let text = "# How to write one\n\nLike this.\n```yaml\nname: a\nurl: /\nactions: []\n```\nAnd run it.\n";
    assert_eq!(look(text.as_bytes()).found, "text");
    let broken = "name: a\nurl: /\nactions:\n  - click: a\nwhat is this\n";
    assert_eq!(look(broken.as_bytes()).found, "scenario");
}

#[test]
fn own_documents() {
    check(
        r#"{"kind":"record","format_version":1,"id":"2026-a","outcome":"complete","scenario":{"name":"grid"},"rounds":[{},{}]}"#,
        "a Lagometer document of the kind `record` (document)\n\
         byte 0: object with `kind` and `format_version`\nrounds: 2 count\nformat version: 1 count\n\
         id: 2026-a\noutcome: complete\nscenario: grid\n",
    );
}

#[test]
fn what_is_nothing_known() {
    check("", "empty (empty)\nbyte 0: no bytes\n");
    check(" \r\n", "empty (empty)\nbyte 0: white space only\n");
    check(
        r#"{"a":1,"b":[],"c":{},"d":"x","e":null}"#,
        "JSON of no known kind (json)\nbyte 0: object with `a`, `b`, `c`, `d` and more\n",
    );
    check(
        r#"[{"a":1}]"#,
        "JSON of no known kind (json)\nbyte 0: array, its first element an object with `a`\nelements: 1 count\n",
    );
    check(
        "[]",
        "JSON of no known kind (json)\nbyte 0: array without elements\nelements: 0 count\n",
    );
    check(
        "{}",
        "JSON of no known kind (json)\nbyte 0: object without members\n",
    );
    check(
        "\"text\"",
        "JSON of no known kind (json)\nbyte 0: a single value\n",
    );
    check(
        "ts,dur\n1,2\n",
        "text of no known kind (text)\nbyte 0: text that starts with `ts,dur`\n",
    );
    check(
        "<svg></svg>",
        "text of no known kind (text)\nbyte 0: text that starts with `<svg></svg>`\n",
    );
    assert_eq!(
        summary(&look(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")),
        "binary data of no known kind (binary)\nbyte 0: bytes 89 50 4e 47 0d 0a 1a 0a\n"
    );
    assert_eq!(
        summary(&look(b"PK\x03\x04....")),
        "a zip archive (archive)\nbyte 0: bytes 50 4b 03 04\n\
         -> unpack it first; gzip is the only packing that is read\n"
    );
    assert_eq!(look(&gzip(&gzip(b"{}"))).title, "data packed with gzip twice");
}

#[test]
fn perfetto_is_told_from_text_that_starts_with_a_line_feed() {
    // Three packets: a tag of field 6 with a varint, padded to their length.
    let mut trace = Vec::new();
    for length in [5_u8, 200, 12] {
        trace.push(0x0a);
        let mut rest = length;
        if length >= 128 {
            trace.push((length & 0x7f) | 0x80);
            rest = length >> 7;
        }
        trace.push(rest);
        trace.extend(std::iter::once(0x30).chain(std::iter::repeat_n(1, usize::from(length) - 1)));
    }
    assert_eq!(look(&trace).found, "perfetto-trace");
    assert_eq!(
        look(&trace[..trace.len() - 3]).found,
        "binary",
        "cut in the last packet"
    );
    let large = [trace, vec![0x0a; 100_000]].concat();
    assert_eq!(look(&large).found, "perfetto-trace");
    for text in [
        "\n{\"traceEvents\":[]}",
        "\n\n\n\n\n\n\n\n\n\n\n\n\n",
        "\n\u{5}name\n",
    ] {
        assert_ne!(look(text.as_bytes()).found, "perfetto-trace", "{text:?}");
    }
    assert_eq!(look(b"\n{\"traceEvents\":[]}").found, "trace");
}

#[test]
fn other_encodings_are_named() {
    let utf16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, container) in [(utf16.clone(), "plain"), (gzip(&utf16), "gzip")] {
        let document = look(&bytes);
        assert_eq!(document.container, container);
        assert_eq!(
            summary(&document),
            "a text that is not UTF-8 (text)\n\
             byte 0: the text is encoded as UTF-16 (little endian); only UTF-8 is read\n\
             -> save it as UTF-8, for instance with `iconv -t UTF-8`\n"
        );
    }
}

#[test]
fn file_that_breaks_behind_the_telling_part_is_told() {
    let cut = &TRACE[..TRACE.len() - 10];
    let document = look(cut.as_bytes());
    assert_eq!(document.found, "trace");
    let whole = cut.find(r#",{"ph":"X""#).unwrap();
    assert_eq!(
        document.partial,
        Some(Partial {
            byte: cut.len() as u64,
            whole_to_byte: whole as u64,
            text: "it is cut off".to_owned(),
        })
    );
    let broken = PROFILE.replace("\"samples\":[1,1]", "\"samples\":[1,]x");
    let document = look(broken.as_bytes());
    assert_eq!(document.found, "cpu-profile");
    let partial = document.partial.unwrap();
    assert_eq!(
        partial.byte,
        broken.find(']').unwrap() as u64
            + "],\n\"startTime\":1000,\"endTime\":4500,\"samples\":[1,]".len() as u64
    );
    assert_eq!(partial.text, "expected `,` or `}`, found `x`");
    let trailing = format!("{PROFILE}]");
    assert_eq!(
        look(trailing.as_bytes()).partial.unwrap().byte,
        PROFILE.len() as u64
    );
}

#[test]
fn file_that_breaks_before_it_tells_anything_is_text() {
    assert_eq!(
        summary(&look(b"{name: 1}")),
        "text that breaks off as JSON (text)\nbyte 0: starts like JSON\n\
         partial: expected a member name or `}`, found `n` at 1, whole to 0\n"
    );
    assert_eq!(look(b"{").found, "text");
    assert_eq!(look(b"[").found, "text");
}

#[test]
fn cut_gzip_is_told_with_what_is_wrong() {
    let packed = gzip(TRACE.as_bytes());
    let document = look(&packed[..packed.len() - 12]);
    assert_eq!(document.found, "trace");
    assert_eq!(document.partial.unwrap().text, "the gzip data is cut off");
    let document = look(&packed[..10]);
    assert_eq!(document.found, "binary");
    assert_eq!(document.partial.unwrap().text, "the gzip data is cut off");
}

#[test]
fn every_cut_and_every_read_size_gives_an_answer() {
    struct Trickle<'a>(&'a [u8], usize);
    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let read = self.1.min(into.len());
            self.0.read(&mut into[..read])
        }
    }
    for text in [TRACE, PROFILE, SNAPSHOT] {
        for cut in 0..=text.len() {
            let bytes = &text.as_bytes()[..cut];
            let whole = look(bytes);
            assert_eq!(
                whole.partial.is_some(),
                cut > 0 && cut < text.len(),
                "cut at {cut}: {whole:?}"
            );
            for step in [1, 7, 100] {
                let source = Source {
                    name: "file.json".to_owned(),
                    bytes_on_disk: Some(cut as u64),
                    reader: Box::new(Trickle(bytes, step)),
                };
                assert_eq!(inspect(source).unwrap(), whole, "cut at {cut}, reads of {step}");
            }
        }
    }
}

#[test]
fn large_values_are_passed_over() {
    let long = "x".repeat(40 << 20);
    let text = format!(r#"{{"sourcesContent":["{long}"],"version":3,"mappings":"{long}"}}"#);
    let document = look(text.as_bytes());
    assert_eq!((document.found.as_str(), document.partial), ("source-map", None));
}

#[test]
fn deep_trees_are_passed_over() {
    let depth = 20_000;
    let text = format!(
        r#"{{"head":{{"selfSize":0,"children":{}{}}},"samples":[]}}"#,
        "[".repeat(depth),
        "]".repeat(depth)
    );
    assert_eq!(look(text.as_bytes()).found, "heap-profile");
}

#[test]
fn names_are_quoted_for_a_shell() {
    let command = |name: &str| kind::FileKind::Trace.command(name).unwrap();
    assert_eq!(command("a/b-1.json.gz"), "lagometer trace a/b-1.json.gz");
    assert_eq!(command("my trace.json"), "lagometer trace 'my trace.json'");
    assert_eq!(command("it's; rm -rf"), r"lagometer trace 'it'\''s; rm -rf'");
    assert_eq!(command("-o.json"), "lagometer trace ./-o.json");
    assert_eq!(command("-"), "lagometer trace -");
}

#[test]
fn input_that_cannot_be_read_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let source = Source {
        name: "x".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(Broken),
    };
    let error = inspect(source).unwrap_err();
    assert_eq!(error.what(), "failed to read the input: the disk is gone");
}

/// What the reader of traces says of this file before it starts; `None` where it is to try.
fn refusal(bytes: &[u8]) -> Option<String> {
    let container = container::open(bytes, false).unwrap();
    let error = refuse_other_kinds("page.x", &container).err()?;
    Some(format!(
        "{} | {:?} | {:?}",
        error.what(),
        error.place(),
        error.hint()
    ))
}

#[test]
fn other_kinds_are_refused_as_traces() {
    assert_eq!(
        refusal(PROFILE.as_bytes()).unwrap(),
        "page.x is a CPU profile, not a trace | Some(\"byte 0: object with `nodes` and `samples`\") | \
         Some(\"lagometer cpu page.x\")"
    );
    assert_eq!(
        refusal(b"name: a\nserve: .\nactions: []\n").unwrap(),
        "page.x is a Lagometer scenario, not a trace | \
         Some(\"byte 0: YAML with `serve` and `actions` at its first level\") | Some(\"lagometer run page.x\")"
    );
    assert!(refusal(b"").unwrap().starts_with("page.x is empty, not a trace"));
    assert!(
        refusal(b"{\"a\":1}")
            .unwrap()
            .starts_with("page.x is JSON of no known kind, not a trace")
    );
    // A profile is told by its beginning, however long it is.
    let mut long = PROFILE[..PROFILE.len() - 1].to_owned();
    long.push_str(&format!(",\"x\":[{}1]}}", "1,".repeat(100_000)));
    assert!(refusal(long.as_bytes()).is_some());
}

#[test]
fn what_may_be_a_trace_is_left_to_its_reader() {
    let decoy = format!(
        r#"{{"metadata":{{"a":"{}"}},"traceEvents":[]}}"#,
        "x".repeat(100_000)
    );
    for text in [
        TRACE,
        &decoy,
        "{\"traceEvents\":[]}",
        "{\"traceEvents\":[{\"ph\"",
        "{",
        "[",
        "[{\"ph\":\"X\"},",
        "{x",
    ] {
        assert_eq!(refusal(text.as_bytes()), None, "{text:.60}");
    }
}

#[test]
fn object_without_events_is_refused_by_its_names() {
    let refused = |keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
        let error = refuse_object("page.x", 3, &keys);
        format!("{} | {}", error.what(), error.place().unwrap())
    };
    assert_eq!(
        refused(&["nodes", "startTime", "samples"]),
        "page.x is a CPU profile, not a trace | byte 3: object with `nodes` and `samples`"
    );
    assert_eq!(
        refused(&["snapshot", "nodes", "samples"]),
        "page.x is a heap snapshot, not a trace | byte 3: object with `snapshot.meta`"
    );
    assert_eq!(
        refused(&["metadata"]),
        "page.x is JSON of no known kind, not a trace | byte 3: object with `metadata`"
    );
    assert_eq!(
        refused(&[]),
        "page.x is JSON of no known kind, not a trace | byte 3: object without members"
    );
}

#[test]
fn folder_of_a_run_is_told_by_its_record() {
    let record = r#"{"kind":"record","format_version":1,"id":"2026-a","started_at":"2026-11-29T14:30:12Z",
        "ended_at":"2026-11-29T14:30:41Z","outcome":"interrupted",
        "failure":{"code":"interrupted","text":"Ctrl-C","place":null,"hint":null},
        "scenario":{"name":"grid","file":"scenario.yaml","sha256":""},"data_sha256":null,"source":null,
        "options":{"rounds":3,"warmup":1,"slice_us":200000,"long_task_us":50000},"environment":null,
        "rounds":[
            {"number":1,"variant":"head","role":"warmup","state":"valid","reasons":[],"round":"r","trace":null,"samples":null},
            {"number":2,"variant":"head","role":"measured","state":"valid","reasons":[],"round":"r","trace":null,"samples":null},
            {"number":3,"variant":"head","role":"measured","state":"failed","reasons":[],"round":"r","trace":null,"samples":null}],
        "files":{"summary":"summary.json"}}"#;
    let record: RecordDocument = lagometer_report::version::load(record.as_bytes()).unwrap();
    assert_eq!(
        summary(&inspect_run("runs/2026-a", &record)),
        "the folder of a Lagometer run (run)\nrecord.json with `kind` record\nrun: 2026-a\nscenario: grid\n\
         started: 2026-11-29T14:30:12Z\noutcome: interrupted\nfailure: interrupted: Ctrl-C\n\
         valid rounds: 1 count\nwarm-up rounds: 1 count\nrounds without numbers: 1 count\n\
         -> its numbers are in summary.json\n"
    );
}
