//! Small damaged and odd traces with expected values.

use crate::reading::*;
use lagometer_analyze::TraceOptions;
use lagometer_report::{Analysis, TraceDocument};
use serde_json::Value as Json;
use std::path::Path;

fn case(shared: &Path, name: &str, options: &TraceOptions) -> (TraceDocument, Json) {
    let folder = shared.join("cases").join(name);
    let expected = json(&folder.join("case.json"))["expected"].clone();
    let document = read_with(&folder.join("input.json"), options);
    (
        document.unwrap_or_else(|error| panic!("{name}: {error}")),
        expected,
    )
}

fn whole(number: &Json) -> f64 {
    number.as_f64().unwrap_or_else(|| panic!("{number} is no number"))
}

/// What most cases expect of the main thread.
fn check_main_thread(name: &str, analysis: &Analysis, expected: &Json) {
    if let Some(thread) = expected.get("main_thread") {
        let (pid, tid) = (thread["pid"].as_i64().unwrap(), thread["tid"].as_i64().unwrap());
        let last = homes(analysis).last().copied();
        assert_eq!(last, Some((pid, tid)), "{name}");
    }
    if let Some(tasks) = expected.get("long_tasks") {
        assert_eq!(
            value(analysis, "long_task/count"),
            whole(&tasks["count"]),
            "{name}"
        );
        assert_eq!(
            value(analysis, "total_blocking_time"),
            whole(&tasks["tbt_us"]),
            "{name}"
        );
        assert_eq!(
            value(analysis, "long_task/max"),
            whole(&tasks["longest_us"]),
            "{name}"
        );
    }
    if let Some(busy) = expected.get("busy_us") {
        assert_eq!(value(analysis, "busy_time"), whole(busy), "{name}");
    }
    if let Some(heap) = expected.get("js_heap") {
        for (id, key) in [
            ("js_heap/start", "start_bytes"),
            ("js_heap/end", "end_bytes"),
            ("js_heap/max", "max_bytes"),
            ("js_heap/growth", "growth_bytes"),
        ] {
            assert_eq!(value(analysis, id), whole(&heap[key]), "{name}: {id}");
        }
    }
    for absent in expected["null_not_zero"].as_array().into_iter().flatten() {
        let ids: &[&str] = match absent.as_str().unwrap() {
            "frame_intervals" => &["frame_interval/mean", "frame_interval/max", "frames_late"],
            "fps" => &["mean_fps"],
            "js_heap" => &[
                "js_heap/start",
                "js_heap/end",
                "js_heap/growth",
                "js_heap/max",
                "js_heap/mean",
            ],
            other => panic!("{name}: what is `{other}`"),
        };
        for id in ids {
            assert!(!reason(analysis, id).is_empty(), "{name}: {id}");
        }
    }
}

#[test]
fn damaged_and_odd_traces_give_the_expected_values() {
    let Some(shared) = shared() else { return };
    for name in ["trace/01-cross-process-nav", "trace/03-exponent-numbers"] {
        let (document, expected) = case(&shared, name, &options());
        check_main_thread(name, &document.analysis, &expected);
        if let Some(span) = expected.get("event_span_us") {
            let window = &document.analysis.window;
            assert_eq!(window.origin_ts, span["first_ts"].to_string(), "{name}");
            assert_eq!(window.end_us, span["length"].as_i64().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_trace_that_ends_inside_an_event_is_answered_up_to_there() {
    let Some(shared) = shared() else { return };
    let name = "trace/05-truncated-mid-event";
    let (document, expected) = case(&shared, name, &options());
    let partial = document.input.partial.as_ref().unwrap();
    let offset = &expected["error"]["byte_offset"];
    let range = offset["min"].as_u64().unwrap()..=offset["max"].as_u64().unwrap();
    assert!(range.contains(&partial.byte), "{partial:?}");
    let expected = &expected["if_partial"];
    assert_eq!(
        document.input.events,
        expected["complete_events"].as_u64().unwrap()
    );
    check_main_thread(name, &document.analysis, expected);
    // Where whole files are wanted it is an error, with the same place.
    let strict = TraceOptions {
        strict: true,
        ..options()
    };
    let error = read_with(&shared.join("cases").join(name).join("input.json"), &strict).unwrap_err();
    assert_eq!(error.at.byte, Some(partial.byte));
    assert!(error.what().contains("ends"), "{}", error.what());
}

#[test]
fn unsorted_events_are_sorted_and_nested_tasks_are_not_counted_twice() {
    let Some(shared) = shared() else { return };
    let name = "trace/07-unsorted-shared-end";
    let options = TraceOptions {
        refresh_hz: Some(60.0),
        ..options()
    };
    let (document, expected) = case(&shared, name, &options);
    let analysis = &document.analysis;
    check_main_thread(name, analysis, &expected);
    let intervals = expected["frame_intervals_us"].as_array().unwrap();
    let stats = &expected["frame_interval_stats"];
    assert_eq!(value(analysis, "frame_interval/count"), intervals.len() as f64);
    assert_eq!(value(analysis, "frame_interval/mean"), whole(&stats["mean_us"]));
    assert_eq!(value(analysis, "frame_interval/max"), whole(&stats["max_us"]));
    assert_eq!(
        value(analysis, "frames_over_budget"),
        whole(&stats["over_60hz_budget"])
    );
    // 33 000 us is the one that missed a frame of the display.
    assert_eq!(value(analysis, "frames_late"), 1.0);
    let fps = value(analysis, "mean_fps");
    assert!((fps - whole(&expected["approx_mean_fps"])).abs() < 1e-3, "{fps}");
}

#[test]
fn measures_of_one_name_pair_by_process_and_id() {
    let Some(shared) = shared() else { return };
    let (document, expected) = case(&shared, "trace/09-user-timing-reentrant", &options());
    let measures = expected["user_timing"]["measures"].as_object().unwrap();
    assert_eq!(document.analysis.user_timings.len(), measures.len());
    for (name, expected) in measures {
        let timings = document.analysis.user_timings.iter();
        let timing = timings.clone().find(|timing| timing.name == *name).unwrap();
        let mut sorted: Vec<f64> = timing.samples_us.iter().map(|sample| *sample as f64).collect();
        sorted.sort_by(f64::total_cmp);
        let durations = expected["durations_us_sorted"].as_array().unwrap();
        assert_eq!(sorted, durations.iter().map(whole).collect::<Vec<_>>(), "{name}");
        assert_eq!(timing.open as f64, whole(&expected["unclosed"]), "{name}");
        let statistic =
            |statistic: &str| value(&document.analysis, &format!("user_timing:{name}/{statistic}"));
        assert_eq!(statistic("count"), whole(&expected["count"]));
        assert!((statistic("mean") - whole(&expected["mean_us"])).abs() < 1e-3);
        assert_eq!(statistic("median"), whole(&expected["median_us"]));
        assert_eq!(statistic("max"), whole(&expected["max_us"]));
    }
}

#[test]
fn partly_overlapping_tasks_count_once_in_busy_time_and_whole_in_blocking_time() {
    let Some(shared) = shared() else { return };
    let name = "trace/11-overlapping-runtasks";
    let (document, expected) = case(&shared, name, &options());
    let analysis = &document.analysis;
    check_main_thread(name, analysis, &expected);
    assert_eq!(
        value(analysis, "long_task/count"),
        whole(&expected["long_tasks_count"])
    );
    // Of the two accepted values ours is the one of whole durations: the first in the list.
    assert_eq!(
        value(analysis, "total_blocking_time"),
        whole(&expected["tbt_us_any_of"][0])
    );
    let span = &expected["if_window_is_event_span"];
    assert_eq!(
        analysis.window.end_us as f64,
        whole(&span["end"]) - whole(&span["start"])
    );
    assert!((value(analysis, "busy_rate/mean") * 100.0 - whole(&span["busy_pct"])).abs() < 1e-5);
    let slices: Vec<f64> = span["slices_200ms_pct"]
        .as_array()
        .unwrap()
        .iter()
        .map(whole)
        .collect();
    let series: Vec<f64> = analysis.series["busy_rate"]
        .values
        .iter()
        .map(|rate| rate.unwrap().0 * 100.0)
        .collect();
    assert_eq!(series.len(), slices.len());
    assert!(
        series.iter().zip(&slices).all(|(a, b)| (a - b).abs() < 1e-5),
        "{series:?}"
    );
}

#[test]
fn every_container_of_one_trace_gives_its_values_or_says_what_is_wrong() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("cases/other/03-file-containers");
    let expected = json(&folder.join("case.json"))["expected"].clone();
    let values = &expected["values_for_every_ok_file"];
    for name in expected["per_file"].as_object().unwrap().keys() {
        match read_with(&folder.join(name), &options()) {
            Err(error) => {
                assert_eq!(name, "utf16le.json");
                assert!(error.what().contains("UTF-16"), "{}", error.what());
            }
            Ok(document) if name == "cut.json.gz" => {
                let partial = document.input.partial.unwrap();
                assert!(partial.text.contains("gzip"), "{}", partial.text);
            }
            Ok(document) => {
                assert_eq!(
                    document.input.events,
                    values["events"].as_u64().unwrap(),
                    "{name}"
                );
                assert!(document.input.complete, "{name}");
                check_main_thread(name, &document.analysis, values);
            }
        }
    }
}
