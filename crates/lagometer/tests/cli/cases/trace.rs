//! Cases of traces: expected values against the JSON of `trace`, and what `inspect` says of the same
//! files.

use super::{Answer, Case, cases, number, text};
use crate::program::lagometer;
use serde_json::{Map, Value};

/// The cases of the folder `other` that are about traces.
const OTHERS: [&str; 1] = ["other-03-file-containers"];

/// The keys that are checked here.
const KEYS: [&str; 17] = [
    "main_thread",
    "long_tasks",
    "long_tasks_count",
    "tbt_us_any_of",
    "busy_us",
    "null_not_zero",
    "event_span_us",
    "if_window_is_event_span",
    "js_heap",
    "if_partial",
    "frame_intervals_us",
    "frame_interval_stats",
    "approx_mean_fps",
    "user_timing",
    "other_process",
    "events",
    "values_for_every_ok_file",
];

/// What `cpu` says of the same files; `trace` says nothing of functions.
const ELSEWHERE: [&str; 1] = ["function_name"];

#[test]
fn traces_give_what_their_cases_expect() {
    let Some(cases) = all() else { return };
    assert!(cases.len() > 5, "{} cases", cases.len());
    for case in &cases {
        let mut arguments = vec!["trace"];
        // What counts frames over a budget says which display that is of.
        if case.expected().get("frame_interval_stats").is_some() {
            arguments.extend(["--refresh-hz", "60"]);
        }
        for (answer, expected) in case.run(&arguments) {
            answer.nothing_is_passed_over(&expected, &KEYS);
            let Some(document) = &answer.document else {
                continue;
            };
            match document["input"]["complete"].as_bool() {
                Some(true) => {
                    check(&answer, document, &expected);
                    if let Some(values) = case.expected().get("values_for_every_ok_file") {
                        let values = values.as_object().unwrap();
                        answer.nothing_is_passed_over(values, &[&KEYS[..], &ELSEWHERE].concat());
                        check(&answer, document, values);
                    }
                }
                _ => check_partial(&answer, document, &expected),
            }
        }
    }
}

/// Whatever it is, `inspect` says what, and where it breaks.
#[test]
fn inspect_tells_each_of_them() {
    let Some(cases) = all() else { return };
    for case in &cases {
        for input in &case.inputs {
            let given = lagometer(&["inspect", input, "--format", "json"]);
            let given = given.within(&case.folder).run();
            assert_eq!(given.code, 0, "{}, {input}: {}", case.id, given.whole());
            let document: Value = serde_json::from_str(&given.stdout).unwrap();
            let expected = match input.as_str() {
                "utf16le.json" => "text",
                _ => "trace",
            };
            let cut = case.id.contains("truncated") || input.starts_with("cut");
            assert_eq!(document["found"], expected, "{}, {input}", case.id);
            assert_eq!(document["partial"].is_object(), cut, "{}, {input}", case.id);
        }
    }
}

fn all() -> Option<Vec<Case>> {
    let mut cases_of_traces = cases("trace")?;
    let others = cases("other")?.into_iter();
    cases_of_traces.extend(others.filter(|case| OTHERS.contains(&case.id.as_str())));
    Some(cases_of_traces)
}

/// Of a file that is cut: the offset, and the values of the whole part.
fn check_partial(answer: &Answer, document: &Value, expected: &Map<String, Value>) {
    let of = &answer.of;
    assert!(document["input"]["partial"]["byte"].is_u64(), "{of}");
    let range = expected.get("error").and_then(|error| error.get("byte_offset"));
    if let Some(range) = range {
        assert!(answer.says_byte_in(range, &answer.table.stdout), "{of}: {range}");
    }
    let Some(partial) = expected.get("if_partial") else {
        return;
    };
    let mut partial = partial.as_object().unwrap().clone();
    if partial.remove("marked_partial").is_some() {
        let top: String = answer.table.stdout.lines().take(3).collect();
        assert!(top.contains("partial"), "{of}: {top}");
    }
    if let Some(events) = partial.remove("complete_events") {
        assert_eq!(document["input"]["events"], events, "{of}");
    }
    answer.nothing_is_passed_over(&partial, &KEYS);
    check(answer, document, &partial);
}

fn check(answer: &Answer, document: &Value, expected: &Map<String, Value>) {
    for (key, expected) in expected {
        let checked = Checked {
            of: format!("{}, {key}", answer.of),
            document,
        };
        match key.as_str() {
            "main_thread" => checked.main_thread(expected),
            "long_tasks" => {
                checked.equals("long_task/count", &expected["count"]);
                checked.equals("total_blocking_time", &expected["tbt_us"]);
                checked.equals("long_task/max", &expected["longest_us"]);
            }
            "long_tasks_count" => checked.equals("long_task/count", expected),
            // Of the accepted ones ours is that of whole durations, which stands first.
            "tbt_us_any_of" => checked.equals("total_blocking_time", &expected[0]),
            "busy_us" => checked.equals("busy_time", expected),
            "events" => assert_eq!(&document["input"]["events"], expected, "{}", checked.of),
            "js_heap" => checked.js_heap(expected),
            "null_not_zero" => checked.absent(expected),
            "event_span_us" => checked.span(expected),
            "if_window_is_event_span" => checked.busy_rates(expected),
            "frame_intervals_us" => checked.frame_intervals(expected),
            "frame_interval_stats" => {
                checked.equals("frame_interval/mean", &expected["mean_us"]);
                checked.equals("frame_interval/max", &expected["max_us"]);
                checked.equals("frames_over_budget", &expected["over_60hz_budget"]);
            }
            "approx_mean_fps" => checked.is_close("mean_fps", number(expected), 1e-3),
            "user_timing" => checked.user_timings(expected),
            // Its measures would be among those of the page, which are counted above.
            "other_process" => checked.is_not_the_page(expected),
            _ => {}
        }
    }
}

struct Checked<'d> {
    of: String,
    document: &'d Value,
}

impl Checked<'_> {
    fn value(&self, id: &str) -> f64 {
        let value = &self.document["metrics"][id];
        let number = value["value"].as_f64();
        number.unwrap_or_else(|| panic!("{}: `{id}` is {value}", self.of))
    }

    fn equals(&self, id: &str, expected: &Value) {
        assert_eq!(self.value(id), number(expected), "{}: {id}", self.of);
    }

    fn is_close(&self, id: &str, expected: f64, by: f64) {
        let found = self.value(id);
        assert!((found - expected).abs() < by, "{}: {id} {found}", self.of);
    }

    fn main_thread(&self, expected: &Value) {
        // The last home is that of the page that is there at the end.
        let windows = self.document["main_thread"]["windows"].as_array().unwrap();
        let home = windows.last().unwrap();
        for id in ["pid", "tid"] {
            assert_eq!(home[id], expected[id], "{}", self.of);
        }
    }

    fn js_heap(&self, expected: &Value) {
        for statistic in ["start", "end", "max", "growth"] {
            let expected = &expected[format!("{statistic}_bytes")];
            self.equals(&format!("js_heap/{statistic}"), expected);
        }
    }

    fn absent(&self, expected: &Value) {
        for what in expected.as_array().unwrap() {
            let ids: &[&str] = match text(what) {
                "frame_intervals" => &["frame_interval/mean", "frame_interval/max", "frames_late"],
                "fps" => &["mean_fps"],
                "js_heap" => &["js_heap/start", "js_heap/end", "js_heap/growth", "js_heap/max"],
                other => panic!("{}: what is `{other}`", self.of),
            };
            for id in ids {
                let value = &self.document["metrics"][id];
                assert!(
                    value["value"].is_null() && value["reason"].is_string(),
                    "{}: {id}",
                    self.of
                );
            }
        }
    }

    fn span(&self, expected: &Value) {
        let window = &self.document["window"];
        let origin: i64 = text(&window["origin_ts"]).parse().unwrap();
        assert_eq!(origin, expected["first_ts"].as_i64().unwrap(), "{}", self.of);
        let end = window["end_us"].as_i64().unwrap();
        assert_eq!(end, expected["length"].as_i64().unwrap(), "{}", self.of);
        assert_eq!(
            origin + end,
            expected["last_end"].as_i64().unwrap(),
            "{}",
            self.of
        );
    }

    fn busy_rates(&self, expected: &Value) {
        self.is_close("busy_rate/mean", number(&expected["busy_pct"]) / 100.0, 1e-7);
        let length = number(&expected["end"]) - number(&expected["start"]);
        assert_eq!(number(&self.document["window"]["end_us"]), length, "{}", self.of);
        let rates = self.document["series"]["busy_rate"]["values"].as_array().unwrap();
        let slices = expected["slices_200ms_pct"].as_array().unwrap();
        assert_eq!(rates.len(), slices.len(), "{}", self.of);
        for (rate, slice) in rates.iter().zip(slices) {
            assert!(
                (number(rate) * 100.0 - number(slice)).abs() < 1e-5,
                "{}: {rate}",
                self.of
            );
        }
    }

    fn frame_intervals(&self, expected: &Value) {
        let intervals = self.document["frame_intervals"].as_array().unwrap().iter();
        let found: Vec<&Value> = intervals.map(|interval| &interval["interval_us"]).collect();
        let expected: Vec<&Value> = expected.as_array().unwrap().iter().collect();
        assert_eq!(found, expected, "{}", self.of);
    }

    fn user_timings(&self, expected: &Value) {
        let measures = expected["measures"].as_object().unwrap();
        let timings = self.document["user_timings"].as_array().unwrap();
        assert_eq!(timings.len(), measures.len(), "{}", self.of);
        for (name, expected) in measures {
            let timing = timings.iter().find(|timing| timing["name"] == **name).unwrap();
            let samples = timing["samples_us"].as_array().unwrap().iter();
            let mut samples: Vec<f64> = samples.map(number).collect();
            samples.sort_by(f64::total_cmp);
            let durations = expected["durations_us_sorted"].as_array().unwrap().iter();
            assert_eq!(
                samples,
                durations.map(number).collect::<Vec<_>>(),
                "{}: {name}",
                self.of
            );
            assert_eq!(timing["open"], expected["unclosed"], "{}: {name}", self.of);
            let id = |statistic: &str| format!("user_timing:{name}/{statistic}");
            self.equals(&id("count"), &expected["count"]);
            self.equals(&id("median"), &expected["median_us"]);
            self.equals(&id("max"), &expected["max_us"]);
            self.is_close(&id("mean"), number(&expected["mean_us"]), 1e-3);
        }
    }

    fn is_not_the_page(&self, expected: &Value) {
        let windows = self.document["main_thread"]["windows"].as_array().unwrap();
        assert!(
            windows.iter().all(|window| window["pid"] != expected["pid"]),
            "{}",
            self.of
        );
    }
}
