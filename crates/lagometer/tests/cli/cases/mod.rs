//! Damaged and odd inputs of the shared cases, where they lie beside the repository: each folder holds
//! files and a `case.json` that says what may come of them. Without the folder these tests say so and
//! pass.
//!
//! This module runs the program and holds what holds for every case: the outcome, that an error says
//! what and where, that nothing panics and no number is what no number may be. What the numbers must be
//! is checked by the domain's own file; a key of `expected` that no rule checks is a failure, so that
//! no case is passed over in silence.

mod cpu;
mod heap;
mod trace;

use crate::program::{Given, lagometer};
use regex_lite::Regex;
use serde_json::{Map, Value};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// One case.
pub struct Case {
    pub id: String,
    folder: PathBuf,
    inputs: Vec<String>,
    expected: Map<String, Value>,
}

/// What came of one input.
pub struct Answer {
    /// Case and input, for messages.
    pub of: String,
    pub table: Given,
    pub json: Given,
    /// The document; absent where the answer is an error.
    pub document: Option<Value>,
}

/// The keys that this module checks.
const GENERAL: [&str; 6] = [
    "outcome",
    "error",
    "mention_any",
    "per_file",
    "no_negative_or_nan_in_output",
    "note",
];

/// The cases of one folder of the shared ones, in order; `None`, said on stderr, where there are none.
pub fn cases(domain: &str) -> Option<Vec<Case>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("cases").join(domain);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        let place = folder.display();
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no cases at {place} (set LAGOMETER_SHARED)"
        );
        return None;
    };
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("case.json").is_file());
    folders.sort();
    Some(folders.iter().map(|folder| Case::read(folder)).collect())
}

impl Case {
    fn read(folder: &Path) -> Case {
        let text = std::fs::read_to_string(folder.join("case.json")).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        let inputs = case["inputs"].as_array().unwrap().iter();
        Case {
            id: case["id"].as_str().unwrap().to_owned(),
            folder: folder.to_owned(),
            inputs: inputs.map(|input| input.as_str().unwrap().to_owned()).collect(),
            expected: case["expected"].as_object().unwrap().clone(),
        }
    }

    /// Where its files lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is expected of the case as a whole.
    pub fn expected(&self) -> &Map<String, Value> {
        &self.expected
    }

    /// Runs a command on each input (`arguments` names the command and its options, without the file)
    /// and checks what holds for every case; gives each answer with what is expected of it.
    pub fn run(&self, arguments: &[&str]) -> Vec<(Answer, Map<String, Value>)> {
        self.run_on(&|_| true, arguments)
    }

    /// The same for some of the inputs: the others lie beside them, to be found.
    pub fn run_on(
        &self,
        is_input: &dyn Fn(&str) -> bool,
        arguments: &[&str],
    ) -> Vec<(Answer, Map<String, Value>)> {
        let answer = |input: &String| {
            let expected = match self.expected.get("per_file") {
                Some(per_file) => per_file[input].as_object().unwrap().clone(),
                None => self.expected.clone(),
            };
            let answer = self.answer(input, arguments);
            answer.check(&expected);
            (answer, expected)
        };
        let inputs = self.inputs.iter().filter(|input| is_input(input));
        inputs.map(answer).collect()
    }

    fn answer(&self, input: &str, arguments: &[&str]) -> Answer {
        let run = |format: &str| {
            let given = lagometer(&[arguments, &[input, "--format", format]].concat());
            given.within(&self.folder).run()
        };
        let (table, json) = (run("table"), run("json"));
        let document = (json.code == 0).then(|| serde_json::from_str(&json.stdout).unwrap());
        Answer {
            of: format!("{}, {input}", self.id),
            table,
            json,
            document,
        }
    }
}

impl Answer {
    fn check(&self, expected: &Map<String, Value>) {
        let Answer { of, table, json, .. } = self;
        for given in [table, json] {
            let whole = given.whole();
            assert!(!whole.contains("panicked"), "{of}: {whole}");
            assert!([0, 2].contains(&given.code), "{of}: {whole}");
            assert!(
                !(given.stdout.is_empty() && given.stderr.is_empty()),
                "{of}: no word"
            );
        }
        assert_eq!(table.code, json.code, "{of}");
        let accepted: Vec<&str> = match &expected["outcome"] {
            Value::String(one) => vec![one],
            several => several.as_array().unwrap().iter().map(text).collect(),
        };
        let warned = table.stdout.contains("warning: ");
        let outcome = match (table.code, accepted.contains(&"ok")) {
            (0, true) => "ok",
            // The one way to be right is with a warning.
            (0, false) => "ok_with_warning",
            _ => "error",
        };
        assert!(accepted.contains(&outcome), "{of}: {outcome}: {}", table.whole());
        if outcome == "ok_with_warning" {
            assert!(warned, "{of}: no warning: {}", table.stdout);
        }
        if outcome == "error" {
            assert!(
                table.stdout.is_empty(),
                "{of}: a table beside an error: {}",
                table.stdout
            );
            let error = expected.get("error").unwrap_or(&Value::Null);
            for patterns in [error.get("mention_any"), expected.get("mention_any")] {
                self.mentions(patterns, &table.stderr);
            }
            self.says_where(error, &table.stderr);
        }
        if outcome == "ok_with_warning" {
            self.mentions(expected.get("mention_any"), &table.stdout);
        }
        if let Some(document) = &self.document {
            self.has_only_numbers_that_can_be(document, "");
        }
    }

    fn mentions(&self, patterns: Option<&Value>, said: &str) {
        let Some(patterns) = patterns else { return };
        let found = patterns.as_array().unwrap().iter().any(|pattern| {
            let pattern = Regex::new(&format!("(?i){}", text(pattern))).unwrap();
            pattern.is_match(said)
        });
        assert!(found, "{}: none of {patterns} in: {said}", self.of);
    }

    /// A byte offset in the range, where one is wanted.
    fn says_where(&self, error: &Value, said: &str) {
        let Some(range) = error.get("byte_offset") else {
            return;
        };
        assert!(self.says_byte_in(range, said), "{}: {range}: {said}", self.of);
    }

    /// Whether `byte N` stands there with an N in the range.
    pub fn says_byte_in(&self, range: &Value, said: &str) -> bool {
        let (least, most) = (range["min"].as_u64().unwrap(), range["max"].as_u64().unwrap());
        let byte = Regex::new(r"byte ([0-9]+)").unwrap();
        byte.captures_iter(said)
            .any(|found| (least..=most).contains(&found[1].parse().unwrap()))
    }

    /// No negative duration, size or share, whatever the document is. What may be negative says so in
    /// its name: a growth, a slope, and a start, which may lie before that of the window.
    fn has_only_numbers_that_can_be(&self, value: &Value, path: &str) {
        match value {
            Value::Number(number) => {
                let may_be_negative = ["growth", "slope", "start_us", "starts_us", "at_us", "ts", "id"];
                let negative = number.as_f64().unwrap() < 0.0;
                let fine = may_be_negative.iter().any(|word| path.contains(word));
                assert!(!negative || fine, "{}: {path} is {number}", self.of);
            }
            Value::Array(list) => {
                for element in list {
                    self.has_only_numbers_that_can_be(element, path);
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    self.has_only_numbers_that_can_be(field, &format!("{path}/{name}"));
                }
            }
            _ => {}
        }
    }

    /// Fails where a key of what is expected is checked by nobody: neither here nor by `own`.
    pub fn nothing_is_passed_over(&self, expected: &Map<String, Value>, own: &[&str]) {
        for key in expected.keys() {
            let known = GENERAL.contains(&key.as_str()) || own.contains(&key.as_str());
            assert!(known, "{}: no rule checks `{key}`", self.of);
        }
    }
}

/// A JSON string.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A JSON number.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}
