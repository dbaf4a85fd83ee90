//! Cases of CPU samples: expected values against the JSON of `cpu`.

use super::{Answer, Case, cases, number, text};
use crate::program::lagometer;
use serde_json::{Map, Value};

/// The keys that are checked here.
const KEYS: [&str; 16] = [
    "by_convention",
    "sample_time_us",
    "self_us",
    "sum_self_us",
    "total_us",
    "total_pct",
    "profiles",
    "positions",
    "unmapped_display_1based",
    "unknown_sample_ids",
    "unknown_child_ids",
    "duplicate_ids",
    "if_ok_with_warning",
    "unattributed_us",
    "if_supported",
    "samples",
];

#[test]
fn profiles_give_what_their_cases_expect() {
    let Some(cases) = cases("cpu") else { return };
    assert!(cases.len() >= 6, "{} cases", cases.len());
    for case in &cases {
        // Scripts and their maps lie beside the profiles.
        let is_profile = |input: &str| input.ends_with(".cpuprofile") || input.ends_with(".json");
        let mut arguments = vec!["cpu"];
        // The scripts themselves are served by nobody.
        for map in case.inputs.iter().filter(|input| input.ends_with(".map")) {
            arguments.extend(["--source-map", map]);
        }
        let answers = case.run_on(&is_profile, &arguments);
        assert!(!answers.is_empty(), "{}", case.id);
        for (answer, expected) in answers {
            answer.nothing_is_passed_over(&expected, &KEYS);
            let document = answer.document.as_ref();
            let document = document.unwrap_or_else(|| panic!("{}: {}", answer.of, answer.json.stderr));
            check(case, &answer, document, &expected);
        }
    }
}

fn check(case: &Case, answer: &Answer, document: &Value, expected: &Map<String, Value>) {
    for (key, expected) in expected {
        let checked = Checked {
            of: format!("{}, {key}", answer.of),
            document,
        };
        match key.as_str() {
            // Of both conventions ours is that of the next sample.
            "by_convention" => check(case, answer, document, object(&expected["until_next"])),
            "if_ok_with_warning" | "if_supported" => check(case, answer, document, object(expected)),
            "self_us" => checked.amounts("self", "value", 1.0, expected),
            "total_us" => checked.amounts("total", "value", 1.0, expected),
            "total_pct" => checked.amounts("total", "share", 100.0, expected),
            "sum_self_us" => assert_eq!(checked.sum_of_self(), number(expected), "{}", checked.of),
            "sample_time_us" => assert_eq!(&document["time"]["sampled_us"], expected, "{}", checked.of),
            "unattributed_us" => {
                assert_eq!(&document["time"]["unattributed_us"], expected, "{}", checked.of)
            }
            "samples" => assert_eq!(&document["interval"]["samples"], expected, "{}", checked.of),
            "profiles" => checked.profiles(case, expected),
            "positions" => checked.positions(expected),
            "unmapped_display_1based" => checked.generated(expected),
            "unknown_sample_ids" => {
                for (id, count) in object(expected) {
                    checked.says("sample-of-unknown-node", id, count.as_u64());
                }
            }
            "unknown_child_ids" => checked.says_each("unknown-child", expected),
            "duplicate_ids" => checked.says_each("duplicate-id", expected),
            _ => {}
        }
    }
}

struct Checked<'d> {
    of: String,
    document: &'d Value,
}

impl Checked<'_> {
    /// The function that the script as it ran calls so.
    fn function(&self, name: &str) -> &Value {
        let functions = self.document["functions"].as_array().unwrap();
        let found = functions
            .iter()
            .find(|function| function["generated_name"] == *name);
        found.unwrap_or_else(|| panic!("{}: no `{name}`", self.of))
    }

    fn amounts(&self, of: &str, field: &str, scale: f64, expected: &Value) {
        for (name, expected) in object(expected) {
            let found = number(&self.function(name)[of][field]) * scale;
            let is_close = (found - number(expected)).abs() < 0.005;
            assert!(is_close, "{}: {name} {found}, not {expected}", self.of);
        }
    }

    fn sum_of_self(&self) -> f64 {
        let functions = self.document["functions"].as_array().unwrap().iter();
        functions.map(|function| number(&function["self"]["value"])).sum()
    }

    /// Each profile is found by its process and id, and has its own numbers when it is chosen.
    fn profiles(&self, case: &Case, expected: &Value) {
        let listed = self.document["profiles"].as_array().unwrap();
        let expected = expected.as_array().unwrap();
        assert_eq!(listed.len(), expected.len(), "{}", self.of);
        for expected in expected {
            let is_it = |profile: &&Value| {
                profile["pid"] == expected["pid"] && profile["recorded_id"] == expected["id"]
            };
            let profile = listed.iter().find(is_it);
            let profile = profile.unwrap_or_else(|| panic!("{}: no {expected}", self.of));
            assert_eq!(profile["tid"], expected["thread"]["tid"], "{}", self.of);
            assert_eq!(profile["thread"], expected["thread"]["name"], "{}", self.of);
            assert_eq!(profile["page_main"], expected["is_page_main"], "{}", self.of);
            assert_eq!(profile["samples"], expected["samples"], "{}", self.of);
            assert_eq!(profile["chosen"], expected["is_page_main"], "{}", self.of);
            let chosen = ["--profile", text(&profile["id"])];
            for (answer, _) in case.run(&[&["cpu"][..], &chosen].concat()) {
                let document = answer.document.as_ref().unwrap();
                let of_profile = ["self_us", "total_us"].map(|key| (key.to_owned(), expected[key].clone()));
                check(case, &answer, document, &Map::from_iter(of_profile));
            }
        }
    }

    fn positions(&self, expected: &Value) {
        for (name, expected) in object(expected) {
            let function = self.function(name);
            let place = &function["original"]["value"];
            assert_eq!(function["name"], expected["name"], "{}", self.of);
            assert!(
                text(&place["source"]).ends_with(text(&expected["source"])),
                "{}: {place}",
                self.of
            );
            assert_eq!(place["line"], expected["line_1based"], "{}", self.of);
            let column = number(&expected["column_0based"]) + 1.0;
            assert_eq!(number(&place["column"]), column, "{}", self.of);
        }
    }

    fn generated(&self, expected: &Value) {
        for (name, expected) in object(expected) {
            let place = &self.function(name)["generated"];
            let shown = format!("{}:{}:{}", text(&place["url"]), place["line"], place["column"]);
            assert!(shown.ends_with(text(expected)), "{}: {shown}", self.of);
        }
    }

    /// The diagnostic with this code names the id, and counts so many where that is wanted.
    fn says(&self, code: &str, id: &str, count: Option<u64>) {
        let diagnostics = self.document["diagnostics"].as_array().unwrap();
        let found = diagnostics.iter().find(|diagnostic| diagnostic["code"] == *code);
        let found = found.unwrap_or_else(|| panic!("{}: no `{code}` in {diagnostics:?}", self.of));
        assert!(
            text(&found["text"]).contains(&format!("`{id}`")),
            "{}: {found}",
            self.of
        );
        if count.is_some() {
            assert_eq!(found["count"].as_u64(), count, "{}", self.of);
        }
    }

    fn says_each(&self, code: &str, ids: &Value) {
        for id in ids.as_array().unwrap() {
            self.says(code, &id.to_string(), None);
        }
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

/// The containers of the folder `other` hold a trace without samples: `cpu` says so whatever they are
/// packed in, and names what the browser called.
#[test]
fn containers_without_samples_are_refused_with_what_they_hold() {
    let Some(cases) = cases("other") else { return };
    let case = cases.iter().find(|case| case.id == "other-03-file-containers");
    let case = case.expect("the case of containers");
    let called = text(&case.expected()["values_for_every_ok_file"]["function_name"]);
    for input in &case.inputs {
        let given = lagometer(&["cpu", input]).within(&case.folder).run();
        assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{input}");
        let is_text = input != "utf16le.json";
        let names_it = given.stderr.contains(called);
        assert_eq!(names_it, is_text, "{input}: {}", given.stderr);
    }
}
