use super::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Why the value is not what the schema says; the keywords that our schemas use, apart from `pattern`.
fn fault(schema: &Value, value: &Value, root: &Value, at: &str) -> Option<String> {
    let Value::Object(keywords) = schema else {
        return (schema == &json!(false)).then(|| format!("{at}: nothing is allowed"));
    };
    keywords.iter().find_map(|(keyword, wanted)| {
        let any = |expect: usize, exactly: bool| {
            let all = wanted.as_array().expect("a list");
            let faults: Vec<String> = all.iter().filter_map(|one| fault(one, value, root, at)).collect();
            let fits = all.len() - faults.len();
            (fits < expect || exactly && fits != expect)
                .then(|| format!("{at}: {fits} of {keyword}: {faults:?}"))
        };
        let is = |fits: bool| (!fits).then(|| format!("{at}: {value} is not {keyword} {wanted}"));
        match keyword.as_str() {
            "$ref" => {
                let path = wanted.as_str()?.strip_prefix('#')?;
                fault(root.pointer(path).expect("a definition"), value, root, at)
            }
            "anyOf" => any(1, false),
            "oneOf" => any(1, true),
            "type" => is(types(wanted).iter().any(|name| is_of(value, name))),
            "const" => is(value == wanted),
            "enum" => is(wanted.as_array().expect("a list").contains(value)),
            "minimum" => is(value
                .as_f64()
                .is_none_or(|number| number >= wanted.as_f64().expect("a number"))),
            "maximum" => is(value
                .as_f64()
                .is_none_or(|number| number <= wanted.as_f64().expect("a number"))),
            "minLength" => is(value.as_str().is_none_or(|text| !text.is_empty())),
            "minItems" => is(value.as_array().is_none_or(|items| !items.is_empty())),
            "required" => is(value.as_object().is_none_or(|members| {
                wanted
                    .as_array()
                    .expect("a list")
                    .iter()
                    .all(|key| members.contains_key(key.as_str().expect("text")))
            })),
            "maxItems" => is(value
                .as_array()
                .is_none_or(|items| items.len() as u64 <= wanted.as_u64().expect("a number"))),
            "items" => value.as_array().and_then(|items| {
                let faults = |(index, item)| fault(wanted, item, root, &format!("{at}[{index}]"));
                items.iter().enumerate().find_map(faults)
            }),
            "properties" => value.as_object().and_then(|members| {
                let known = wanted.as_object().expect("a map");
                members
                    .iter()
                    .find_map(|(key, value)| fault(known.get(key)?, value, root, &format!("{at}.{key}")))
            }),
            "additionalProperties" => value.as_object().and_then(|members| {
                let known = keywords.get("properties").and_then(Value::as_object);
                let others = members
                    .iter()
                    .filter(|(key, _)| !known.is_some_and(|known| known.contains_key(*key)));
                others
                    .into_iter()
                    .find_map(|(key, value)| fault(wanted, value, root, &format!("{at}.{key}")))
            }),
            "pattern" | "description" | "title" | "format" | "default" | "$schema" | "$comment" | "$defs" => {
                None
            }
            other => panic!("the keyword `{other}` is new to this test"),
        }
    })
}

fn types(wanted: &Value) -> Vec<&str> {
    match wanted {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("the type `{other}` is new to this test"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn scenarios(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() && depth > 0 {
            scenarios(&path, depth - 1, found);
        }
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "json")
        {
            found.push(path);
        }
    }
}

fn scenario_fault(text: &str) -> Option<String> {
    let schema = scenario::schema();
    // As YAML 1.2 and the parser have it: `no` is text.
    let options = serde_saphyr::options! { strict_booleans: true };
    let value: Value = serde_saphyr::from_str_with_options(text, options).expect("YAML");
    fault(&schema, &value, &schema, "$")
}

#[test]
fn every_good_scenario_fits() {
    let mut files = Vec::new();
    scenarios(&root().join("examples"), 1, &mut files);
    let examples = files.len();
    scenarios(
        &root().join("crates/lagometer-measure/test_data/scenario/ok"),
        0,
        &mut files,
    );
    assert!(examples > 0 && files.len() > examples + 10, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("it can be read");
        assert_eq!(scenario_fault(&text), None, "{}", file.display());
    }
}

#[test]
fn what_is_wrong_does_not() {
    const GOOD: &str = "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\n";
    assert_eq!(scenario_fault(GOOD), None);
    for bad in [
        "name: a\nactions: [{ click: '#a' }]\n",
        "url: http://x/\nactions: [{ click: '#a' }]\n",
        "name: a\nurl: http://x/\nactions: []\n",
        "name: a\nurl: http://x/\nactions: [{ clik: '#a' }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a', sleep: 1 }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a', offset: 1 }]\n",
        "name: a\nurl: http://x/\nactions: [{ type: click }]\n",
        "name: a\nurl: http://x/\nactions: [{ measure: a }]\n",
        "name: a\nurl: http://x/\nactions: [{ waitForFrames: x }]\n",
    ] {
        assert!(scenario_fault(bad).is_some(), "{bad}");
    }
    for more in [
        "rounds: many",
        "budgets: [{ metric: a }]",
        "budgets: [{ max: 1 }]",
        "warmpu: 1",
        "timeout: [1]",
    ] {
        assert!(scenario_fault(&format!("{GOOD}{more}\n")).is_some(), "{more}");
    }
}

/// What is stored fits its schema, and nothing of it may be missing.
#[test]
fn stored_documents_fit() {
    use lagometer_report::version::load;
    fn check<D: Document + JsonSchema>(name: &str) {
        let path = root().join("crates/lagometer-report/test_data/v1").join(name);
        let bytes = fs::read(&path).expect("the stored document");
        let document: D = load(&bytes).expect("an older version loads");
        let mut value = serde_json::to_value(&document).expect("a document is JSON");
        let schema = stored::<D>();
        assert_eq!(fault(&schema, &value, &schema, "$"), None, "{name}");
        value["kind"] = json!("other");
        assert!(
            fault(&schema, &value, &schema, "$").is_some(),
            "{name} is told from others"
        );
        value.as_object_mut().expect("a map").remove("kind");
        assert!(
            fault(&schema, &value, &schema, "$").is_some(),
            "{name} without `kind`"
        );
    }
    check::<RecordDocument>("record.json");
    check::<RecordsDocument>("records.json");
    check::<RoundDocument>("round.json");
    check::<SamplesDocument>("samples.json");
    check::<SummaryDocument>("summary.json");
}

/// A word of the parser that has no value here would be `true`: anything goes.
#[test]
fn every_word_says_what_its_value_is() {
    fn anything(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Bool(true) => found.push(at.to_owned()),
            Value::Object(members) => {
                for (key, value) in members {
                    anything(value, &format!("{at}/{key}"), found);
                }
            }
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    anything(value, &format!("{at}/{index}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    anything(&scenario::schema(), "", &mut found);
    assert_eq!(found, Vec::<String>::new());
}
