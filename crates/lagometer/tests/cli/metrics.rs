//! `metrics`: every number's rule.

use crate::program::lagometer;

#[test]
fn one_metric_is_explained_whole() {
    let given = lagometer(&["metrics", "total_blocking_time"]).run();
    assert_eq!((given.code, given.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("metrics_one", given.stdout);
}

/// The id of a number in a table, a JSON answer or a gate leads to its metric.
#[test]
fn an_id_with_statistic_or_name_is_found() {
    let json = |id: &str| {
        let given = lagometer(&["metrics", id, "--format", "json"]).run();
        assert_eq!(given.code, 0, "{}", given.whole());
        let document: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
        let metrics = document["metrics"].as_array().expect("a list").clone();
        assert_eq!(metrics.len(), 1);
        metrics[0]["id"].as_str().expect("an id").to_owned()
    };
    assert_eq!(json("busy_rate/mean"), "busy_rate");
    assert_eq!(json("user_timing:sort/median"), "user_timing");
    assert_eq!(json("long_task"), "long_task");
}

#[test]
fn all_are_listed_once() {
    let given = lagometer(&["metrics", "--format", "json"]).run();
    let document: serde_json::Value = serde_json::from_str(&given.stdout).expect("JSON");
    let metrics = document["metrics"].as_array().expect("a list");
    let mut ids: Vec<&str> = metrics
        .iter()
        .filter_map(|metric| metric["id"].as_str())
        .collect();
    assert_eq!(ids.len(), metrics.len());
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), metrics.len());
    for id in [
        "busy_rate",
        "long_task",
        "total_blocking_time",
        "main_thread_cpu_time",
        "js_heap",
    ] {
        assert!(ids.contains(&id), "{id} is missing");
    }
}
