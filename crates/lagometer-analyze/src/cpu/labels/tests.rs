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
