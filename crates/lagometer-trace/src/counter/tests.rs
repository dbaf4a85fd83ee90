use super::*;

fn metrics(pairs: &[(&str, f64)]) -> BTreeMap<String, f64> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect()
}

fn ends<'a>(begin: (i64, &'a BTreeMap<String, f64>), end: (i64, &'a BTreeMap<String, f64>)) -> Ends<'a> {
    let reading = |(timestamp, metrics)| Reading {
        timestamp: Micros(timestamp),
        metrics,
    };
    Ends {
        begin: reading(begin),
        end: reading(end),
        between: 4,
    }
}

#[test]
fn times_are_differences_in_whole_microseconds() {
    let begin = metrics(&[
        ("TaskDuration", 0.1),
        ("LayoutCount", 4.0),
        ("ThreadTime", 1.000001),
    ]);
    let end = metrics(&[
        ("TaskDuration", 0.3),
        ("LayoutCount", 9.0),
        ("ThreadTime", 1.000004),
    ]);
    let counters = analyze(Ok(ends((0, &begin), (1_000_000, &end))));
    assert_eq!(counters.task_duration, Measured::Value(200_000.0));
    assert_eq!(counters.layout_count, Measured::Value(5.0));
    assert_eq!(counters.thread_time, Measured::Value(3.0));
    assert_eq!(counters.cdp_busy_rate, Measured::Value(0.2));
    assert_eq!(counters.counter_readings, Measured::Value(4.0));
    assert_eq!(counters.script_duration.reason(), Some(Reason::NotReported));
}

#[test]
fn equal_timestamps_have_no_rate() {
    let begin = metrics(&[("TaskDuration", 0.1)]);
    let counters = analyze(Ok(ends((5, &begin), (5, &begin))));
    assert_eq!(counters.cdp_busy_rate.reason(), Some(Reason::EqualTimestamps));
    assert_eq!(counters.task_duration, Measured::Value(0.0));
}

#[test]
fn what_only_goes_up_and_went_down_is_of_another_process() {
    let begin = metrics(&[("TaskDuration", 0.3), ("LayoutCount", 9.0), ("Nodes", 90.0)]);
    let end = metrics(&[("TaskDuration", 0.1), ("LayoutCount", 4.0), ("Nodes", 40.0)]);
    let counters = analyze(Ok(ends((0, &begin), (1_000_000, &end))));
    assert_eq!(counters.task_duration.reason(), Some(Reason::ProcessChanged));
    assert_eq!(counters.cdp_busy_rate.reason(), Some(Reason::ProcessChanged));
    assert_eq!(counters.layout_count.reason(), Some(Reason::ProcessChanged));
    assert_eq!(counters.cdp_nodes.growth, Measured::Value(-50.0));
}

#[test]
fn without_readings_everything_is_absent() {
    let counters = analyze(Err(NotAvailable {
        reason: Reason::NotRecorded,
        detail: "no reading after the begin mark".to_owned(),
    }));
    assert_eq!(counters.cdp_busy_rate.reason(), Some(Reason::NotRecorded));
    assert_eq!(counters.cdp_documents.start.reason(), Some(Reason::NotRecorded));
    assert_eq!(counters.recalc_style_count.reason(), Some(Reason::NotRecorded));
}

#[test]
fn a_value_that_is_no_number_is_named() {
    let begin = metrics(&[("ScriptDuration", f64::NAN)]);
    let counters = analyze(Ok(ends((0, &begin), (1, &begin))));
    assert_eq!(counters.script_duration.reason(), Some(Reason::InvalidValue));
}
