//! Pages with one planted fault each and one without any, recorded by the extra round of
//! `lagometer run` (`cargo xtask fixtures`): what is said of them is right, and nothing is said of the
//! page without a fault.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_analyze::{
    CpuBasisChoice, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, Source, SourceOptions, cpu,
};
use lagometer_report::{CpuDocument, CpuFunction};
use std::fs::File;
use std::path::Path;

/// The answer; texts of scripts come from the trace itself.
fn answer(case: &str) -> CpuDocument {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/chromium-156");
    let source = Source {
        name: case.to_owned(),
        bytes_on_disk: None,
        reader: Box::new(File::open(folder.join(case).join("trace.json.gz")).unwrap()),
    };
    cpu(vec![source], &options()).unwrap()
}

fn options() -> CpuOptions<'static> {
    CpuOptions {
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
        sources: SourceOptions {
            context_lines: Some(1),
            excerpts: 10,
            ..SourceOptions::without_files()
        },
        lines_of_calls: false,
    }
}

fn function<'d>(document: &'d CpuDocument, name: &str) -> &'d CpuFunction {
    // Lagometer's own functions, which prepare the page and set marks, are not the page's.
    let of_page = |function: &&CpuFunction| function.native || function.generated.url.ends_with("/page.js");
    let named = document.functions.iter().filter(|function| function.name == name);
    let mut found = named.filter(of_page);
    let function = found.next().unwrap_or_else(|| panic!("`{name}` was not sampled"));
    assert!(found.next().is_none(), "two functions `{name}`");
    function
}

/// The labels of a function that are certain.
fn certain<'d>(document: &'d CpuDocument, name: &str) -> Vec<&'d str> {
    let labels = function(document, name).labels.iter();
    labels
        .filter(|label| label.certainty == "certain")
        .map(|label| label.name.as_str())
        .collect()
}

/// The text of the line that most samples of a function are on, from the trace itself.
fn hottest_text(document: &CpuDocument, name: &str) -> String {
    let function = function(document, name);
    let line = function.hot_lines.first().expect("a line").line;
    let excerpt = function.excerpt.as_ref().expect("the text of the script");
    let found = excerpt.lines.iter().find(|of| of.line == line);
    found.expect("the line").text.trim().to_owned()
}

fn assert_certain(document: &CpuDocument, name: &str, wanted: &[&str]) {
    let found = certain(document, name);
    for label in wanted {
        assert!(found.contains(label), "`{name}` lacks `{label}`: {found:?}");
    }
}

#[test]
fn a_clone_in_a_loop_is_its_line() {
    let document = answer("fault-clone");
    assert_certain(&document, "snapshot", &["self-heavy", "hot-line"]);
    assert_eq!(
        hottest_text(&document, "snapshot"),
        "return JSON.parse(JSON.stringify(state));"
    );
    // What calls it in a loop does nothing itself.
    assert!(!certain(&document, "edit").contains(&"self-heavy"));
}

#[test]
fn thrashed_layout_is_forced_by_the_line_that_reads() {
    let document = answer("fault-layout");
    assert_certain(&document, "fitRows", &["forced-layout"]);
    let fit_rows = function(&document, "fitRows");
    let forced = fit_rows.forced_layout.as_ref().expect("forced layout");
    // 10 times 120 rows, each with style and layout.
    assert_eq!(forced.events, 2_400);
    let [line] = &forced.lines[..] else {
        panic!("one line forces it: {:?}", forced.lines);
    };
    let excerpt = fit_rows.excerpt.as_ref().unwrap();
    let text = excerpt
        .lines
        .iter()
        .find(|of| Some(of.line) == line.line)
        .unwrap();
    assert_eq!(text.text.trim(), "height += item.offsetHeight;");
    let own_js = fit_rows.self_js.value.unwrap().0;
    assert!(own_js < fit_rows.own.value.0, "{own_js} of {:?}", fit_rows.own);
}

#[test]
fn a_regular_expression_that_tries_all_ways_is_named() {
    let document = answer("fault-regexp");
    let pattern = r"RegExp: ^(\w+\s?)+$";
    assert_certain(&document, pattern, &["self-heavy"]);
    let share = function(&document, pattern).own.share.unwrap().0;
    assert!(share > 0.3, "{share}");
}

#[test]
fn recursion_is_recursion() {
    let document = answer("fault-recursion");
    assert_certain(&document, "countPaths", &["recursion", "self-heavy"]);
    let labels = &function(&document, "countPaths").labels;
    let recursion = labels.iter().find(|label| label.name == "recursion").unwrap();
    let depth = recursion.evidence["depth_max"].0;
    // 14 to the right and 13 down: it ends when one of them is 0.
    assert!((2.0..=27.0).contains(&depth), "{depth}");
}

#[test]
fn who_hands_out_work_is_a_dispatcher_and_names_it() {
    let document = answer("fault-dispatcher");
    assert_certain(&document, "handle", &["dispatcher"]);
    let labels = &function(&document, "handle").labels;
    let dispatcher = labels.iter().find(|label| label.name == "dispatcher").unwrap();
    let named: Vec<&str> = dispatcher.related.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(named[0], "scoreRecord", "{named:?}");
    for worker in ["scoreRecord", "parseRecord", "formatRecord"] {
        assert!(!certain(&document, worker).contains(&"dispatcher"), "{worker}");
    }
}

#[test]
fn garbage_is_collected_for_more_than_a_tenth() {
    let document = answer("fault-gc");
    let time = document.time.unwrap();
    assert!(time.gc_us as f64 >= 0.1 * document.basis.value.0, "{time:?}");
    let tasks = document.long_tasks.unwrap();
    assert!(tasks.tasks.iter().any(|task| task.gc_us > 0), "{tasks:?}");
}

#[test]
fn a_storm_of_timers_is_the_engines_own_work() {
    let document = answer("fault-timers");
    let time = document.time.unwrap();
    let tick = function(&document, "tick").own.value.0;
    assert!(time.program_us as f64 > tick, "{time:?}, tick {tick}");
    assert_eq!(document.long_tasks.unwrap().total, 0);
}

#[test]
fn nothing_is_said_of_a_page_without_a_fault() {
    let document = answer("no-fault");
    assert_eq!(document.labels, []);
    // It is not for want of samples that there is none.
    let samples = function(&document, "requestAnimationFrame").samples.unwrap();
    assert!(samples >= 60, "{samples}");
    for function in &document.functions {
        assert!(function.labels.is_empty(), "{function:?}");
    }
}

/// No page has a label of another one's fault.
#[test]
fn a_label_is_given_for_its_own_fault_alone() {
    let faults = ["forced-layout", "recursion", "many-callers"];
    for (case, own) in [
        ("fault-clone", None),
        ("fault-dispatcher", None),
        ("fault-gc", None),
        ("fault-layout", Some("forced-layout")),
        ("fault-recursion", Some("recursion")),
        ("fault-regexp", None),
        ("fault-timers", None),
    ] {
        for function in answer(case).functions {
            let labels = function.labels.iter().map(|label| label.name.as_str());
            let foreign = labels
                .filter(|label| faults.contains(label))
                .find(|label| Some(*label) != own);
            assert_eq!(foreign, None, "{case}: {function:?}");
        }
    }
}

#[test]
fn each_long_task_has_its_functions() {
    let document = answer("fault-dispatcher");
    let tasks = document.long_tasks.as_ref().unwrap();
    let [task] = &tasks.tasks[..] else {
        panic!("one long task: {tasks:?}");
    };
    assert_eq!(task.inside, ["work"]);
    assert!(task.duration_us >= tasks.least_us);
    let named: Vec<&str> = task.functions.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(named[0], "scoreRecord", "{named:?}");
    // What is sampled in it is not longer than it, and its parts are parts of the whole.
    let parts = task.functions_us + task.gc_us + task.program_us;
    assert!(parts <= task.inside_us, "{task:?}");
    let own: f64 = task.functions.iter().map(|of| of.own.value.0).sum();
    assert!(own <= task.functions_us as f64);
    for of in &task.functions {
        let whole = function(&document, &of.name);
        assert!(of.own.value.0 <= whole.own.value.0, "{of:?}");
        assert!(of.samples <= whole.samples.unwrap());
    }
}
