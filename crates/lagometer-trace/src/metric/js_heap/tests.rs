use crate::test_trace::{PAGE, TestTrace, between, options, reason, value};
use lagometer_metric::{Measured, Micros, Reason};

#[test]
fn it_has_every_statistic_of_the_pages_process() {
    let trace = TestTrace::started(0)
        .heap(PAGE, 100, 1_000)
        .heap(8, 150, 9_999)
        .heap(PAGE, 300, 3_000)
        .heap(PAGE, 400, 2_000)
        .instant(500);
    let heap = trace.analysis().metrics.js_heap;
    assert_eq!(
        (value(&heap.count), value(&heap.start), value(&heap.end)),
        (3.0, 1_000.0, 2_000.0)
    );
    assert_eq!((value(&heap.growth), value(&heap.max)), (1_000.0, 3_000.0));
    assert_eq!(
        value(&heap.mean),
        (1_000.0 * 200.0 + 3_000.0 * 100.0 + 2_000.0 * 100.0) / 400.0
    );
    assert_eq!(reason(&heap.limit), Reason::NotReported);
}

#[test]
fn the_distance_of_the_first_reading_is_told() {
    let trace = TestTrace::started(0)
        .heap(PAGE, 100, 1)
        .heap(PAGE, 400, 2)
        .instant(500);
    let late = trace.analysis();
    assert_eq!(late.metrics.js_heap.start_offset, Measured::Value(Micros(100)));
    assert!(late.notes.iter().any(|note| note.code == "late-first-reading"));
    let early = trace.analysis_with(&between(250, 500));
    assert_eq!(early.metrics.js_heap.start_offset, Measured::Value(Micros(-150)));
    assert!(early.notes.iter().all(|note| note.code != "late-first-reading"));
}

#[test]
fn a_limit_that_is_recorded_is_reported() {
    let trace = TestTrace::started(0)
        .counters(PAGE, 100, r#""jsHeapSizeUsed":1.5e3,"jsHeapSizeLimit":4096"#)
        .instant(500);
    let heap = trace.analysis().metrics.js_heap;
    assert_eq!((value(&heap.end), value(&heap.limit)), (1_500.0, 4_096.0));
}

#[test]
fn the_series_is_filled_forward() {
    let options = crate::Options {
        slice: Micros(100),
        ..options()
    };
    let trace = TestTrace::started(0)
        .heap(PAGE, 150, 1)
        .heap(PAGE, 350, 2)
        .instant(500);
    let series = trace.analysis_with(&options).metrics.js_heap.series;
    assert_eq!(
        series,
        Measured::Value(vec![None, Some(1.0), Some(1.0), Some(2.0), Some(2.0)])
    );
}

#[test]
fn without_readings_everything_is_absent() {
    let heap = TestTrace::started(0).instant(500).analysis().metrics.js_heap;
    for absent in [
        &heap.count,
        &heap.start,
        &heap.end,
        &heap.growth,
        &heap.max,
        &heap.mean,
        &heap.limit,
    ] {
        assert_eq!(reason(absent), Reason::NoEventInWindow);
    }
    assert_eq!(heap.series.reason(), Some(Reason::NoEventInWindow));
}
