use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace};

fn readings_of(trace: &TestTrace, from: i64, to: i64) -> Result<(Readings, TimeWindow), NotAvailable> {
    let facts = trace.recording().facts;
    let analysis = crate::analyze(&facts, &crate::test_trace::between(from, to)).unwrap();
    let (Measured::Value(main_thread), Measured::Value(window)) =
        (analysis.main_thread, analysis.window.window)
    else {
        panic!("no page or no window");
    };
    Ok((
        readings(&facts, &main_thread, window, |data| data.js_heap_used)?,
        window,
    ))
}

/// A page in a trace from 0 to 1 000.
fn page() -> TestTrace {
    TestTrace::started(0).instant(1_000)
}

#[test]
fn the_start_is_the_last_reading_before_the_window() {
    let trace = page()
        .heap(PAGE, 50, 1)
        .heap(PAGE, 90, 2)
        .heap(PAGE, 150, 3)
        .heap(PAGE, 500, 4)
        .heap(PAGE, 900, 9);
    let (readings, _) = readings_of(&trace, 100, 600).unwrap();
    assert_eq!((readings.start().value, readings.end().value), (2.0, 4.0));
    assert_eq!(
        (readings.inside, readings.growth(), readings.max()),
        (2, Measured::Value(2.0), 4.0)
    );
}

#[test]
fn else_it_is_the_first_inside() {
    let (readings, _) = readings_of(&page().heap(PAGE, 150, 3).heap(PAGE, 500, 4), 100, 600).unwrap();
    assert_eq!(readings.start().ts, Micros(150));
}

#[test]
fn readings_at_both_ends_are_inside() {
    let (readings, _) = readings_of(&page().heap(PAGE, 100, 3).heap(PAGE, 600, 4), 100, 600).unwrap();
    assert_eq!(
        (readings.inside, readings.start().value, readings.end().value),
        (2, 3.0, 4.0)
    );
}

#[test]
fn the_mean_is_over_time_from_the_first_value_on() {
    let trace = page().heap(PAGE, 200, 10).heap(PAGE, 300, 40);
    let (readings, window) = readings_of(&trace, 100, 600).unwrap();
    assert_eq!(
        readings.mean(window),
        Measured::Value((10.0 * 100.0 + 40.0 * 300.0) / 400.0)
    );
    // A value from before holds from the start on.
    let (readings, window) = readings_of(&trace.heap(PAGE, 50, 20), 100, 600).unwrap();
    assert_eq!(
        readings.mean(window),
        Measured::Value((20.0 * 100.0 + 10.0 * 100.0 + 40.0 * 300.0) / 500.0)
    );
}

#[test]
fn the_series_is_filled_forward_and_absent_before_the_first_reading() {
    let trace = page().heap(PAGE, 250, 10).heap(PAGE, 300, 20).heap(PAGE, 550, 30);
    let (readings, window) = readings_of(&trace, 100, 600).unwrap();
    let series = readings.series(window, Micros(100));
    assert_eq!(series, [None, Some(20.0), Some(20.0), Some(20.0), Some(30.0)]);
}

#[test]
fn other_processes_are_not_the_page() {
    let trace = page().heap(8, 150, 99).heap(PAGE, 200, 1);
    assert_eq!(readings_of(&trace, 100, 600).unwrap().0.max(), 1.0);
}

#[test]
fn growth_across_processes_says_nothing() {
    let trace = page()
        .renderer(8, 8)
        .committed(400, FRAME, 8)
        .heap(PAGE, 150, 10)
        .heap(8, 300, 77)
        .heap(PAGE, 450, 88)
        .heap(8, 500, 5);
    let (readings, _) = readings_of(&trace, 100, 600).unwrap();
    assert_eq!(
        (readings.start().value, readings.end().value, readings.max()),
        (10.0, 5.0, 10.0)
    );
    assert_eq!(readings.growth().reason(), Some(Reason::ProcessChanged));
}

#[test]
fn why_there_are_no_readings_is_told() {
    let why = |trace: &TestTrace| readings_of(trace, 100, 600).unwrap_err().reason;
    let without_category = TestTrace::page().instant(1).instant(1_000);
    assert_eq!(why(&without_category), Reason::CategoryOff);
    assert_eq!(why(&page()), Reason::NoEventInWindow);
    assert_eq!(
        why(&page().counters(PAGE, 200, r#""nodes":5"#)),
        Reason::NotReported
    );
    assert_eq!(why(&page().heap(8, 200, 5)), Reason::NoEventInWindow);
    assert_eq!(why(&page().heap(PAGE, 800, 5)), Reason::NoEventInWindow);
}

#[test]
fn every_thread_has_its_readings_and_the_pages_come_first() {
    let trace = TestTrace::started(0)
        .process_name(3, "WebUI Top Renderer")
        .counters(
            3,
            10,
            r#""jsHeapSizeUsed":5,"nodes":1,"jsEventListeners":2,"documents":3"#,
        )
        .heap(PAGE, 40, 8)
        .heap(PAGE, 20, 7)
        .instant(100);
    let memory = trace.analysis().memory;
    let heaps = |thread: &ThreadMemory| -> Vec<(i64, Option<f64>)> {
        let readings = thread.readings.iter();
        readings.map(|reading| (reading.ts.0, reading.js_heap)).collect()
    };
    assert_eq!((memory[0].pid, memory[0].is_page), (PAGE, true));
    assert_eq!(heaps(&memory[0]), [(20, Some(7.0)), (40, Some(8.0))]);
    assert_eq!((memory[1].pid, memory[1].is_page), (3, false));
    assert_eq!(memory[1].process_name.as_deref(), Some("WebUI Top Renderer"));
    let all = memory[1].readings[0];
    assert_eq!(
        (all.js_heap, all.dom_nodes, all.event_listeners, all.documents),
        (Some(5.0), Some(1.0), Some(2.0), Some(3.0))
    );
    let inside = trace.analysis_with(&crate::test_trace::between(30, 100)).memory;
    assert_eq!((inside.len(), heaps(&inside[0])), (1, vec![(40, Some(8.0))]));
}

#[test]
fn a_worker_has_a_heap_of_its_own_and_it_is_not_the_pages() {
    let worker = |ts: i64, bytes: i64| {
        format!(
            r#"{{"ph":"I","cat":"disabled-by-default-devtools.timeline","name":"UpdateCounters","pid":{PAGE},"tid":12,"ts":{ts},"args":{{"data":{{"jsHeapSizeUsed":{bytes}}}}}}}"#
        )
    };
    let trace = TestTrace::started(0)
        .heap(PAGE, 10, 100)
        .event(worker(20, 9_000))
        .heap(PAGE, 30, 110)
        .event(worker(40, 9_999))
        .instant(100);
    let analysis = trace.analysis();
    let heap = &analysis.metrics.js_heap;
    assert_eq!(heap.growth, Measured::Value(10.0));
    assert_eq!(heap.max, Measured::Value(110.0));
    let threads: Vec<_> = {
        let threads = analysis.memory.iter();
        threads
            .map(|thread| (thread.tid, thread.is_page, thread.readings.len()))
            .collect()
    };
    assert_eq!(threads, [(Some(PAGE), true, 2), (Some(12), false, 2)]);
    // Where nobody says which thread it was, the page's process is all that is known.
    let text = trace.text().replace(r#""tid":12,"#, "");
    let recording = crate::read(text.as_bytes(), 0, &crate::Limits::default()).unwrap();
    let analysis = crate::analyze(&recording.facts, &crate::test_trace::options()).unwrap();
    assert_eq!(analysis.metrics.js_heap.max, Measured::Value(9_999.0));
}

#[test]
fn of_many_readings_every_so_many_are_listed_and_the_last() {
    let listed = |count: u64| {
        let mut picked = Picked::of(count);
        for at in 0..count {
            picked.take(MemoryReading {
                ts: Micros(at as i64),
                js_heap: Some(at as f64),
                dom_nodes: None,
                event_listeners: None,
                documents: None,
            });
        }
        let times = picked.readings.iter().map(|reading| reading.ts.0);
        (picked.step, picked.total, times.collect::<Vec<i64>>())
    };
    assert_eq!(listed(3), (1, 3, vec![0, 1, 2]));
    let (step, total, times) = listed(25_001);
    assert_eq!((step, total), (3, 25_001));
    assert!(times.len() as u64 <= LISTED + 1);
    assert_eq!(times[..3], [0, 3, 6]);
    assert_eq!(times.last(), Some(&25_000));
}
