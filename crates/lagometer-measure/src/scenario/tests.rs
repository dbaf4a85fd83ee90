//! Every file of `test_data/scenario`: what it means, or the whole text of its errors.

use super::{MAX_FILE_BYTES, fingerprint, parse, parse_with};
use proptest::prelude::*;
use std::fs;
use std::io;
use std::path::PathBuf;

/// The files that scenarios of the test data name.
fn read_file(path: &str) -> io::Result<String> {
    match path {
        "./count.js" => Ok("return document.querySelectorAll('tr').length;\n".to_owned()),
        "./empty.js" => Ok("\n".to_owned()),
        _ => Err(io::Error::new(io::ErrorKind::NotFound, "there is no such file")),
    }
}

fn files(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("test_data/scenario")
        .join(folder);
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("the folder of the test data is there")
        .map(|entry| entry.expect("the folder can be listed"))
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.ends_with(".yaml") || name.ends_with(".json")
        })
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("test data is UTF-8");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../test_data/scenario/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn ok(name: &str) -> lagometer_report::scenario::Scenario {
    let (name, text) = files("ok")
        .into_iter()
        .find(|(file, _)| file == name)
        .expect("the file is in the test data");
    match parse_with(&text, &name, &read_file) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{name}: {}", error.report()),
    }
}

#[test]
fn good_files_mean_what_they_say() {
    for (name, _) in files("ok") {
        snapshot("ok", &name, &format!("{:#?}", ok(&name)));
    }
}

#[test]
fn bad_files_say_what_where_and_what_to_do() {
    for (name, text) in files("err") {
        let error = match parse_with(&text, &name, &read_file) {
            Err(error) => error,
            Ok(scenario) => panic!("{name} was taken: {scenario:?}"),
        };
        snapshot("err", &name, &error.report());
    }
}

#[test]
fn every_problem_lies_where_the_file_has_text() {
    for (name, text) in files("err") {
        let error = parse_with(&text, &name, &read_file).expect_err("a bad file");
        for problem in error.problems() {
            let line = text.lines().nth(problem.at.line as usize - 1);
            let width = line.map_or(0, |line| line.chars().count());
            assert!(
                (problem.at.column as usize) <= width + 1,
                "{}: {} in a line of {width}",
                problem.place(),
                problem.what()
            );
        }
        let places: Vec<(u32, u32)> = error
            .problems()
            .iter()
            .map(|p| (p.at.line, p.at.column))
            .collect();
        assert!(places.is_sorted(), "{name}: the topmost first");
    }
}

/// The contract's name of a step, which stands in errors of a run, is the one that is written.
#[test]
fn steps_are_called_what_they_are_written() {
    let pasted = ok("type-form.json");
    let mut kinds: Vec<&str> = pasted.actions.iter().map(|step| step.action.kind()).collect();
    // Inside the measure.
    kinds.push("typeText");
    // What Recorder calls `customStep` is one of the others.
    let names = super::names::STEP_NAMES
        .iter()
        .filter(|name| **name != "customStep");
    let names: Vec<&str> = names.copied().collect();
    for name in &names {
        assert!(kinds.contains(name), "{name}");
    }
    assert_eq!(kinds.len(), names.len());
}

#[test]
fn yaml_and_json_mean_the_same() {
    assert_eq!(fingerprint(&ok("minimal.yaml")), fingerprint(&ok("minimal.json")));
}

#[test]
fn the_shown_form_names_the_first_problem_and_counts_the_others() {
    let error = parse(
        "name: a\nurl: http://x/\nactions: [{ clik: a }, { slep: 1 }, { x: 1 }]\n",
        "s.yaml",
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "s.yaml:3:13, actions step 1: unknown step `clik` (and 2 more problems)"
    );
    assert_eq!(error.what(), "unknown step `clik`");
    assert_eq!(error.place(), "s.yaml:3:13, actions step 1");
    assert_eq!(error.hint().as_deref(), Some("did you mean `click`?"));
}

#[test]
fn files_are_not_read_without_a_reader() {
    let text = "name: a\nurl: http://x/\nactions: [{ evaluate: { file: a.js } }]\n";
    let error = parse(text, "s.yaml").unwrap_err();
    assert_eq!(error.what(), "failed to read `a.js`: no files are read here");
}

#[test]
fn files_of_steps_have_limits() {
    let steps = |n: usize| "  - evaluate: { file: a.js }\n".repeat(n);
    let text = |n| format!("name: a\nurl: http://x/\nactions:\n{}", steps(n));
    let too_large = |_: &str| Ok("x".repeat(MAX_FILE_BYTES + 1));
    let error = parse_with(&text(1), "s.yaml", &too_large).unwrap_err();
    assert_eq!(
        error.what(),
        "failed to read `a.js`: it is larger than 1048576 bytes"
    );
    let large = |_: &str| Ok("x".repeat(MAX_FILE_BYTES));
    assert!(parse_with(&text(8), "s.yaml", &large).is_ok());
    let error = parse_with(&text(9), "s.yaml", &large).unwrap_err();
    assert_eq!(
        error.what(),
        "failed to read `a.js`: all files together are larger than 8388608 bytes"
    );
}

#[test]
fn steps_are_counted_through_aliases() {
    let list = "{ sleep: 1 }, ".repeat(100);
    let uses = "  - { measure: m, steps: *s }\n".repeat(100);
    let text = format!("name: a\nurl: http://x/\nprepare: &s [{list}]\nactions:\n{uses}");
    let error = parse(&text, "s.yaml").unwrap_err();
    assert_eq!(error.what(), "the scenario has more than 10000 steps");
}

#[test]
fn aliases_of_aliases_end_in_an_error() {
    let mut text = String::from("name: a\na0: &a0 [xxxxxxxxxxxxxxxxxxxx]\n");
    for level in 1..40 {
        let last = format!("*a{}", level - 1);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![last; 10].join(", ")));
    }
    let error = parse(&text, "s.yaml").unwrap_err();
    assert_eq!(
        error.what(),
        "with its aliases written out, the file is larger than 2097152 bytes"
    );
}

#[test]
fn depth_and_size_are_limited() {
    let deep = format!("a: {}{}", "[".repeat(64), "]".repeat(64));
    assert_eq!(
        parse(&deep, "s.yaml").unwrap_err().what(),
        "lists and maps are nested more than 64 deep"
    );
    // Far deeper than the parser's own stack could take.
    assert!(parse(&"[".repeat(500_000), "s.yaml").is_err());
    assert!(parse(&"- ".repeat(500_000), "s.yaml").is_err());
    assert!(parse(&"{a: ".repeat(200_000), "s.yaml").is_err());
    let long = "#".repeat(MAX_FILE_BYTES + 1);
    assert_eq!(
        parse(&long, "s.yaml").unwrap_err().what(),
        "the file is larger than 1048576 bytes"
    );
    let wide = format!("[{}]", "1,".repeat(200_000));
    assert_eq!(
        parse(&wide, "s.yaml").unwrap_err().what(),
        "the file holds more than 100000 values"
    );
}

#[test]
fn measures_nest_as_deep_as_is_said() {
    let nested = |depth: usize| {
        let open = "{ measure: m, steps: [".repeat(depth);
        let close = "] }".repeat(depth);
        format!("name: a\nurl: http://x/\nactions: [{open}{{ sleep: 1 }}{close}]\n")
    };
    assert!(parse(&nested(8), "s.yaml").is_ok());
    assert_eq!(
        parse(&nested(9), "s.yaml").unwrap_err().what(),
        "steps are nested more than 8 deep"
    );
}

#[test]
fn of_very_many_problems_twenty_are_told() {
    let keys: String = (0..90_000).map(|n| format!("k{n}: 1\n")).collect();
    let error = parse(&keys, "s.yaml").unwrap_err();
    assert_eq!(error.problems().len(), 20);
    assert!(error.dropped() > 900);
    assert!(error.report().ends_with("more problems"));
}

/// What scenario files are made of, so that random text gets past the first character.
const PIECES: &[&str] = &[
    "name",
    "url",
    "serve",
    "viewport",
    "prepare",
    "actions",
    "settle",
    "after",
    "rounds",
    "warmup",
    "timeout",
    "type",
    "click",
    "typeText",
    "waitForElement",
    "evaluate",
    "measure",
    "steps",
    "until",
    "sleep",
    "selectors",
    "saveAs",
    "file",
    "count",
    "operator",
    "gates",
    "&a ",
    "*a",
    "!!str ",
    "<<",
    ": ",
    ":",
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "|\n",
    ">-\n",
    "#",
    "? ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "\t",
    "5s",
    "500",
    "-1",
    "1e9",
    "true",
    "null",
    "~",
    "http://x/",
    "aria/x",
    "\u{feff}",
    "é",
    "😀",
    "\u{202e}",
    "\\ud800",
];

fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

/// A good file with a piece cut out and another put in.
fn damaged() -> impl Strategy<Value = String> {
    let texts: Vec<String> = files("ok").into_iter().map(|(_, text)| text).collect();
    let indices = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (proptest::sample::select(texts), indices, 0_usize..20, fragment()).prop_map(
        |(text, (from, _), length, put)| {
            let chars: Vec<char> = text.chars().collect();
            let from = from.index(chars.len() + 1);
            let to = (from + length).min(chars.len());
            let mut damaged: String = chars[..from].iter().collect();
            damaged.push_str(&put);
            damaged.extend(&chars[to..]);
            damaged
        },
    )
}

/// Whatever the text is: no panic, and every problem has a place and a text in one line.
fn check_any(text: &str) {
    if let Err(error) = parse_with(text, "s.yaml", &read_file) {
        let lines = text
            .chars()
            .filter(|c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
            .count();
        for problem in error.problems() {
            assert!(problem.at.line >= 1 && problem.at.column >= 1);
            assert!(
                problem.at.line as usize <= lines + 1,
                "{} of {lines}",
                problem.place()
            );
            assert!(!problem.what().is_empty());
            assert!(!problem.what().contains(char::is_control), "{:?}", problem.what());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_any(&text);
    }

    #[test]
    fn any_pieces_of_scenarios_are_read_or_refused(pieces in prop::collection::vec(fragment(), 0..60)) {
        check_any(&pieces.concat());
    }

    #[test]
    fn damaged_scenarios_are_read_or_refused(text in damaged()) {
        check_any(&text);
    }
}

/// Names that the page gives its attributes and variables are text from the file like any other.
#[test]
fn a_name_from_the_file_is_shown_without_what_steers_a_terminal() {
    let scenario = |install: &str| {
        format!("name: a\nurl: http://localhost/\n{install}actions:\n  - waitForElement: input\n")
    };
    let cases = [
        (
            scenario("") + "    attributes: { \"ty\\tp\": }\n",
            "`ty\\tp` is nothing, not text",
        ),
        (
            scenario("install:\n  localStorage: { \"a\\e[31m\": \"${x y}\" }\n"),
            "`a\\u{1b}[31m` has a `${` that names no variable",
        ),
    ];
    for (text, told) in cases {
        let error = parse_with(&text, "s.yaml", &read_file).expect_err("refused");
        let what: Vec<String> = error.problems().iter().map(|problem| problem.what()).collect();
        assert_eq!(what, [told]);
    }
}
