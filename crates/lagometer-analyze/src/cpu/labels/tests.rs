use crate::{
    CpuBasisChoice, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, Files, Found, Source, SourceOptions,
    cpu,
};
use lagometer_report::{CpuDocument, CpuLabel};
use serde_json::json;

/// One file.
struct File(&'static str, &'static str);

impl Files for File {
    fn read(&self, address: &str) -> Found {
        match address == self.0 {
            true => Found::Text(self.1.as_bytes().to_vec()),
            false => Found::Nothing,
        }
    }
}

/// A function: name, address, line, parent, and samples in the order of time; the hot line.
struct Node(&'static str, &'static str, i64, usize, u32);

/// A profile of these nodes below the root, number 1, and of samples in this order, 1 ms each.
fn document(nodes: &[Node], samples: &[usize], file: &File) -> CpuDocument {
    let mut list = vec![
        json!({"id": 1, "callFrame": {"functionName": "(root)", "url": "", "lineNumber": -1, "columnNumber": -1}}),
    ];
    for (Node(name, url, line, parent, hot), id) in nodes.iter().zip(2..) {
        let hits = samples.iter().filter(|sample| **sample == id).count();
        let column = if *line < 0 { -1 } else { 17 };
        list.push(json!({
            "id": id,
            "parent": parent,
            "callFrame": {"functionName": name, "url": url, "lineNumber": line, "columnNumber": column},
            "positionTicks": if *hot > 0 { json!([{"line": hot, "ticks": hits}]) } else { json!([]) },
        }));
    }
    let deltas = vec![1_000; samples.len()];
    let text = json!({
        "nodes": list, "startTime": 0, "endTime": 1_000 * (samples.len() + 1), "samples": samples, "timeDeltas": deltas,
    })
    .to_string();
    let options = CpuOptions {
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
        sources: SourceOptions::new(file),
        lines_of_calls: false,
    };
    let source = Source {
        name: "p.cpuprofile".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(std::io::Cursor::new(text)),
    };
    cpu(vec![source], &options).unwrap()
}

fn labels<'d>(document: &'d CpuDocument, name: &str) -> Vec<(&'d str, &'d str, Option<&'d str>)> {
    let function = document
        .functions
        .iter()
        .find(|function| function.name == name)
        .unwrap();
    let label = |label: &'d CpuLabel| {
        (
            label.name.as_str(),
            label.certainty.as_str(),
            label.about.as_deref(),
        )
    };
    function.labels.iter().map(label).collect()
}

const NONE: File = File("", "");

#[test]
fn what_a_hot_line_does_is_likely_and_no_more() {
    let text = "function copyRows(rows) {\n  for (const row of rows) out.push(JSON.parse(JSON.stringify(row)));\n}\n";
    let nodes = [Node("copyRows", "/app/rows.js", 0, 1, 2)];
    let found = document(&nodes, &[2; 40], &File("/app/rows.js", text));
    let clone = labels(&found, "copyRows")
        .into_iter()
        .find(|label| label.0 == "clone");
    assert_eq!(clone, Some(("clone", "likely", Some("a deep clone"))));
    let label = found.functions[0]
        .labels
        .iter()
        .find(|label| label.name == "clone")
        .unwrap();
    assert_eq!(
        (label.evidence["in_loop"].0, label.evidence["line"].0),
        (1.0, 2.0)
    );
    // The same function by its name alone says nothing.
    let bare = document(&nodes, &[2; 40], &NONE);
    assert!(labels(&bare, "copyRows").iter().all(|label| label.0 != "clone"));
    // Nor does one whose time is on another line.
    let other = document(
        &[Node("copyRows", "/app/rows.js", 0, 1, 1)],
        &[2; 40],
        &File("/app/rows.js", text),
    );
    assert!(labels(&other, "copyRows").iter().all(|label| label.0 != "clone"));
}

#[test]
fn layout_is_only_possible_without_events() {
    let text = "function widths(list) {\n  return list.map(el => el.offsetWidth);\n}\n";
    let nodes = [Node("widths", "/app/w.js", 0, 1, 2)];
    let found = document(&nodes, &[2; 30], &File("/app/w.js", text));
    let layout = labels(&found, "widths")
        .into_iter()
        .find(|label| label.0 == "possible-layout");
    assert_eq!(layout.map(|label| label.1), Some("possible"));
}

#[test]
fn frames_of_regular_expressions_are_certain() {
    let nodes = [
        Node("check", "/app/a.js", 3, 1, 0),
        Node("RegExp: ^(a+)+$", "", -1, 2, 0),
        Node("RegExp: not one", "/app/a.js", 9, 1, 0),
    ];
    let mut samples = vec![3; 60];
    samples.extend([2; 20]);
    samples.extend([4; 30]);
    let found = document(&nodes, &samples, &NONE);
    let of = |name| labels(&found, name).into_iter().find(|label| label.0 == "regexp");
    assert_eq!(of("check"), Some(("regexp", "certain", None)));
    assert_eq!(of("RegExp: ^(a+)+$"), Some(("regexp", "certain", None)));
    // A function of a script may be called so.
    assert_eq!(of("RegExp: not one"), None);
}

#[test]
fn packages_are_told_and_the_application_is_not() {
    let nodes = [
        Node("render", "file:///app/node_modules/react-dom/index.js", 3, 1, 0),
        Node("main", "file:///app/src/main.js", 3, 1, 0),
    ];
    let samples: Vec<usize> = [[2; 30], [3; 30]].concat();
    let found = document(&nodes, &samples, &NONE);
    assert!(labels(&found, "render").contains(&("third-party", "certain", Some("package react-dom"))));
    assert!(
        labels(&found, "main")
            .iter()
            .all(|label| label.0 != "third-party")
    );
}

/// Collection after `churn` is said to be possible there, and certain as a whole.
#[test]
fn garbage_collection_is_certain_and_its_cause_is_not() {
    let nodes = [
        Node("churn", "/app/a.js", 3, 1, 0),
        Node("calm", "/app/a.js", 9, 1, 0),
        Node("(garbage collector)", "", -1, 1, 0),
    ];
    let mut samples = Vec::new();
    for _ in 0..25 {
        samples.extend([2, 2, 4]);
    }
    samples.extend([3; 60]);
    let found = document(&nodes, &samples, &NONE);
    let whole = found
        .labels
        .iter()
        .find(|label| label.name == "gc-pressure")
        .unwrap();
    assert_eq!(whole.certainty, "certain");
    assert_eq!(
        (whole.evidence["us"].0, whole.related[0].name.as_str()),
        (25_000.0, "churn")
    );
    assert!(
        labels(&found, "churn")
            .iter()
            .any(|label| (label.0, label.1) == ("gc-neighbour", "possible"))
    );
    assert!(
        labels(&found, "calm")
            .iter()
            .all(|label| label.0 != "gc-neighbour")
    );
}

/// The names of what is certain.
fn certain<'d>(document: &'d CpuDocument, name: &str) -> Vec<&'d str> {
    let labels = labels(document, name).into_iter();
    labels
        .filter(|label| label.1 == "certain")
        .map(|label| label.0)
        .collect()
}

/// `main` with 900 samples, and what is called by it with so many each.
fn beside_main(script: usize, native: usize, nested: usize) -> CpuDocument {
    let nodes = [
        Node("main", "/app/a.js", 3, 1, 0),
        Node("show", "/app/a.js", 9, 2, 10),
        Node("requestAnimationFrame", "", -1, 2, 0),
        Node("walk", "/app/a.js", 20, 2, 0),
        Node("walk", "/app/a.js", 20, 5, 0),
    ];
    let samples = [vec![2; 900], vec![3; script], vec![4; native], vec![6; nested]].concat();
    document(&nodes, &samples, &NONE)
}

#[test]
fn functions_of_a_few_hundredths_have_no_label() {
    // 3 % each, with samples enough.
    let little = beside_main(30, 30, 30);
    for name in ["show", "requestAnimationFrame", "walk"] {
        assert_eq!(certain(&little, name), <[&str; 0]>::default(), "{name}");
    }
    // A line is told all the same.
    let show = little.functions.iter().find(|function| function.name == "show");
    assert_eq!(show.unwrap().hot_lines[0].samples, 30);
    // 5 % and more each.
    let much = beside_main(60, 60, 60);
    assert_eq!(certain(&much, "show"), ["self-heavy", "hot-line"]);
    assert_eq!(certain(&much, "requestAnimationFrame"), ["self-heavy", "native"]);
    assert_eq!(certain(&much, "walk"), ["self-heavy", "recursion"]);
}

/// A page that does next to nothing: what is nearly all of its active time is next to nothing too.
#[test]
fn what_is_next_to_nothing_of_the_recording_has_no_label() {
    let nodes = [
        Node("frame", "/app/a.js", 3, 1, 0),
        Node("(idle)", "", -1, 1, 0),
        Node("show", "file:///app/node_modules/kit/index.js", 9, 2, 10),
        Node("RegExp: a+b", "", -1, 4, 0),
        Node("write", "/app/a.js", 30, 5, 0),
        Node("(garbage collector)", "", -1, 1, 0),
    ];
    let with_idle = |idle| {
        let active = [vec![4; 30], vec![5; 30], vec![6; 30], vec![7; 30]].concat();
        document(&nodes, &[active, vec![3; idle]].concat(), &NONE)
    };
    let found = |document: &CpuDocument| -> Vec<String> {
        let functions = document.functions.iter().flat_map(|function| &function.labels);
        let all = functions.chain(&document.labels);
        let certain = all.filter(|label| label.certainty == "certain");
        certain.map(|label| label.name.clone()).collect()
    };
    // 30 of 1,500 are 2 %.
    let busy = found(&with_idle(1_380));
    for name in [
        "self-heavy",
        "dispatcher",
        "hot-line",
        "regexp",
        "third-party",
        "gc-pressure",
    ] {
        assert!(busy.iter().any(|label| label == name), "{name}: {busy:?}");
    }
    // All 120 are less than 2 % of 6,120.
    assert_eq!(found(&with_idle(6_000)), <[String; 0]>::default());
}
