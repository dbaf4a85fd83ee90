//! Every metric of tasks, frames and memory against a slow and obvious one: time in ticks of one
//! microsecond, every slice against every task, every pair of tasks against each other.

use lagometer_metric::{Measured, Micros, TimeWindow};
use lagometer_trace::{Bound, Limits, Options, Rules, TraceAnalysis, WindowChoice, analyze, interval, read};
use proptest::prelude::*;

/// A task: start, duration, CPU time.
type Task = (i64, i64, i64);

/// The length of a slice in these tests.
const SLICE: i64 = 17;
/// What is long in these tests.
const LONG: i64 = 12;

fn text(events: &[String]) -> String {
    format!("[{}]", events.join(",\n"))
}

fn page() -> String {
    r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#.to_owned()
}

fn instant(ts: i64) -> String {
    format!(r#"{{"ph":"I","name":"x","pid":1,"tid":1,"ts":{ts}}}"#)
}

fn complete((ts, dur, tdur): &Task) -> String {
    format!(r#"{{"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":{ts},"dur":{dur},"tdur":{tdur}}}"#)
}

/// The same task as two events.
fn begin_and_end((ts, dur, tdur): &Task) -> [String; 2] {
    let edge = |phase: &str, ts: i64, tts: i64| {
        format!(r#"{{"ph":"{phase}","name":"RunTask","pid":7,"tid":7,"ts":{ts},"tts":{tts}}}"#)
    };
    [edge("B", *ts, 1_000), edge("E", ts + dur, 1_000 + tdur)]
}

fn analysis(events: &[String], window: Option<(i64, i64)>) -> TraceAnalysis {
    let recording = read(text(events).as_bytes(), 0, &Limits::default()).expect("it is a trace");
    let time = |micros| Bound::Time(Micros(micros));
    let options = Options {
        window: match window {
            Some((from, to)) => WindowChoice::Between {
                from: time(from),
                to: time(to),
            },
            None => WindowChoice::Auto,
        },
        slice: Micros(SLICE),
        long_task: Micros(LONG),
        rules: Rules::Lagometer,
        refresh_hz: Some(50_000.0),
        measured_refresh_hz: None,
        page: None,
        limits: Limits::default(),
    };
    analyze(&recording.facts, &options).expect("the window is in it")
}

/// Those that no other one contains; of equal ones that with most CPU time.
fn top_level(tasks: &[Task]) -> Vec<Task> {
    let contains = |outer: &Task, inner: &Task| outer.0 <= inner.0 && inner.0 + inner.1 <= outer.0 + outer.1;
    let same = |a: &Task, b: &Task| (a.0, a.1) == (b.0, b.1);
    let kept = tasks.iter().enumerate().filter(|(at, task)| {
        let others = tasks.iter().enumerate();
        !others
            .filter(|(other_at, _)| other_at != at)
            .any(|(other_at, other)| {
                contains(other, task) && (!same(other, task) || (other.2, *at) > (task.2, other_at))
            })
    });
    kept.map(|(_, task)| *task).collect()
}

fn inside(task: &Task, (from, to): (i64, i64)) -> i64 {
    ((task.0 + task.1).min(to) - task.0.max(from)).max(0)
}

/// How many ticks of a stretch are covered by at least one task.
fn ticks(tasks: &[Task], from: i64, to: i64) -> i64 {
    let covered = |tick: &i64| {
        tasks
            .iter()
            .any(|task| task.0 <= *tick && *tick < task.0 + task.1)
    };
    (from..to).filter(covered).count() as i64
}

fn number(measured: &Measured<f64>) -> Option<f64> {
    match measured {
        Measured::Value(value) => Some(*value),
        Measured::NotAvailable(_) => None,
    }
}

fn tasks() -> impl Strategy<Value = Vec<Task>> {
    prop::collection::vec((0_i64..200, 1_i64..40, 0_i64..20), 0..24)
}

fn window() -> impl Strategy<Value = (i64, i64)> {
    (0_i64..150, 1_i64..100).prop_map(|(from, length)| (from, from + length))
}

/// Events of tasks in a trace from 0 to 300.
fn events(tasks: &[Task]) -> Vec<String> {
    // The first instant is not at 0: an instant there has no time.
    let mut events = vec![page(), complete(&(0, 1, 0)), instant(300)];
    events.extend(tasks.iter().map(complete));
    events
}

/// The tasks of [`events`]: one of one tick at the start belongs to them.
fn with_first(tasks: &[Task]) -> Vec<Task> {
    let mut all = vec![(0, 1, 0)];
    all.extend(tasks);
    all
}

/// A begin (true) or end of a measure: which id, which name. The place in the list is its time.
type Edge = (bool, i64, i64);

/// The pairs of begins and ends, and the begins and how many ends that have no partner: each end takes
/// the last begin of its id and name that is still open, found by looking at all before it.
fn pairs(edges: &[Edge]) -> (Vec<(usize, usize)>, Vec<usize>, u64) {
    let mut closed = vec![false; edges.len()];
    let (mut found, mut ends_alone) = (Vec::new(), 0);
    for (at, (_, id, name)) in edges.iter().enumerate().filter(|(_, edge)| !edge.0) {
        let is_its = |before: &usize| edges[*before] == (true, *id, *name) && !closed[*before];
        match (0..at).rev().find(is_its) {
            Some(begin) => {
                closed[begin] = true;
                found.push((begin, at));
            }
            None => ends_alone += 1,
        }
    }
    let open = (0..edges.len())
        .filter(|at| edges[*at].0 && !closed[*at])
        .collect();
    found.sort();
    (found, open, ends_alone)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn measures_pair_as_looking_at_all_before_them_does(
        edges in prop::collection::vec((any::<bool>(), 0_i64..3, 0_i64..2), 0..24),
        order in any::<u32>(),
    ) {
        let mut all = events(&[]);
        let mut texts: Vec<String> = edges.iter().enumerate().map(|(at, (begins, id, name))| {
            let (phase, ts) = (if *begins { "b" } else { "e" }, at + 1);
            format!(r#"{{"ph":"{phase}","cat":"blink.user_timing","name":"m{name}","id2":{{"local":"0x{id}"}},"pid":7,"tid":7,"ts":{ts}}}"#)
        }).collect();
        // The order of the file is not that of time.
        let turn = order as usize % texts.len().max(1);
        texts.rotate_left(turn);
        all.extend(texts);
        let analysis = analysis(&all, None);
        let timings = analysis.metrics.user_timing.iter();
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for timing in timings {
            found.extend(timing.starts.iter().zip(&timing.samples).map(|(start, length)| {
                (start.0 as usize - 1, (start.0 + length.0) as usize - 1)
            }));
            open.extend(timing.open.iter().map(|start| start.0 as usize - 1));
        }
        found.sort();
        open.sort();
        let alone = analysis.notes.iter().find(|note| note.code == "measure-end-without-begin");
        let alone = alone.map_or(0, |note| note.count);
        prop_assert_eq!((found, open, alone), pairs(&edges));
    }

    #[test]
    fn busy_time_and_rates_equal_counting_ticks(tasks in tasks(), window in window()) {
        let metrics = analysis(&events(&tasks), Some(window)).metrics;
        let all = with_first(&tasks);
        let (from, to) = window;
        let busy = ticks(&all, from, to);
        prop_assert_eq!(number(&metrics.busy_time), Some(busy as f64));
        prop_assert_eq!(number(&metrics.busy_rate.mean), Some(busy as f64 / (to - from) as f64));
        let mut slices = Vec::new();
        let mut start = from;
        while start < to {
            let end = (start + SLICE).min(to);
            slices.push(ticks(&all, start, end) as f64 / (end - start) as f64);
            start = end;
        }
        prop_assert_eq!(metrics.busy_rate.slices, Measured::Value(slices));
    }

    #[test]
    fn sums_over_tasks_equal_looking_at_each(tasks in tasks(), window in window()) {
        let metrics = analysis(&events(&tasks), Some(window)).metrics;
        let top: Vec<Task> = top_level(&with_first(&tasks)).into_iter().filter(|task| inside(task, window) > 0).collect();
        prop_assert_eq!(number(&metrics.task_count), Some(top.len() as f64));
        let long: Vec<i64> = top.iter().map(|task| inside(task, window)).filter(|part| *part >= LONG).collect();
        prop_assert_eq!(number(&metrics.long_task.summary.count), Some(long.len() as f64));
        prop_assert_eq!(number(&metrics.long_task.summary.total), Some(long.iter().sum::<i64>() as f64));
        prop_assert_eq!(number(&metrics.long_task.summary.max), long.iter().max().map(|part| *part as f64));
        let cpu: f64 = top.iter().map(|task| task.2 as f64 * inside(task, window) as f64 / task.1 as f64).sum();
        let found = number(&metrics.main_thread_cpu_time).unwrap();
        prop_assert!((found - cpu).abs() < 1e-6, "{} {}", found, cpu);
        let wall: i64 = top.iter().map(|task| inside(task, window)).sum();
        let contention = (wall > 0).then(|| (1.0 - cpu / wall as f64).max(0.0));
        match (number(&metrics.contention), contention) {
            (Some(found), Some(expected)) => prop_assert!((found - expected).abs() < 1e-9),
            (found, expected) => prop_assert_eq!(found, expected),
        }
    }

    #[test]
    fn blocking_time_is_what_is_beyond_fifty_milliseconds(
        tasks in prop::collection::vec((0_i64..500_000, 1_i64..120_000, 0_i64..20), 0..10),
        window in (0_i64..300_000, 1_i64..400_000),
    ) {
        let window = (window.0, window.0 + window.1);
        let mut events = vec![page(), complete(&(0, 1, 0)), instant(1_000_000)];
        events.extend(tasks.iter().map(complete));
        let options = Options {
            window: WindowChoice::Between { from: Bound::Time(Micros(window.0)), to: Bound::Time(Micros(window.1)) },
            slice: Micros(200_000),
            long_task: Micros(50_000),
            rules: Rules::Lagometer,
            refresh_hz: None,
            measured_refresh_hz: None,
            page: None,
            limits: Limits::default(),
        };
        let recording = read(text(&events).as_bytes(), 0, &Limits::default()).unwrap();
        let found = analyze(&recording.facts, &options).unwrap().metrics.total_blocking_time;
        let expected: i64 = top_level(&with_first(&tasks)).iter().map(|task| (inside(task, window) - 50_000).max(0)).sum();
        prop_assert_eq!(number(&found), Some(expected as f64));
    }

    #[test]
    fn the_order_of_the_file_does_not_matter(
        tasks in tasks(),
        heap in prop::collection::vec((1_i64..300, 0_i64..1_000), 0..8),
        frames in prop::collection::btree_set(1_i64..300, 0..12),
        measures in prop::collection::vec((1_i64..250, 1_i64..40), 0..6),
        seed in prop::collection::vec(any::<u32>(), 64),
    ) {
        let mut events = events(&tasks);
        // Two readings at one time would tell the order of the file.
        let heap: std::collections::BTreeMap<i64, i64> = heap.into_iter().collect();
        events.extend(heap.iter().map(|(ts, bytes)| {
            format!(r#"{{"ph":"I","name":"UpdateCounters","pid":7,"tid":7,"ts":{ts},"args":{{"data":{{"jsHeapSizeUsed":{bytes}}}}}}}"#)
        }));
        events.extend(frames.iter().map(|ts| {
            format!(r#"{{"ph":"I","name":"DrawFrame","pid":7,"tid":9,"ts":{ts},"args":{{"layerTreeId":1}}}}"#)
        }));
        for (at, (ts, length)) in measures.iter().enumerate() {
            for (phase, ts) in [("b", *ts), ("e", ts + length)] {
                events.push(format!(
                    r#"{{"ph":"{phase}","cat":"blink.user_timing","name":"m{}","id":"{at}","pid":7,"tid":7,"ts":{ts}}}"#,
                    at % 2
                ));
            }
        }
        let sorted = analysis(&events, None);
        let mut keyed: Vec<(u32, String)> = events
            .into_iter()
            .enumerate()
            .map(|(at, event)| (seed[at % seed.len()].rotate_left(at as u32), event))
            .collect();
        keyed.sort();
        let shuffled: Vec<String> = keyed.into_iter().map(|(_, event)| event).collect();
        let other = analysis(&shuffled, None);
        prop_assert_eq!(sorted.metrics, other.metrics);
        prop_assert_eq!(sorted.window, other.window);
    }

    #[test]
    fn begin_and_end_say_the_same_as_complete_events(starts in prop::collection::btree_set(1_i64..200, 1..12)) {
        // One after the other, so that each end has the begin before it.
        let starts: Vec<i64> = starts.into_iter().map(|start| start * 10).collect();
        let tasks: Vec<Task> = starts.iter().map(|start| (*start, 7, 3)).collect();
        let mut complete_events = vec![page(), instant(3_000)];
        complete_events.extend(tasks.iter().map(complete));
        let mut paired_events = vec![page(), instant(3_000)];
        paired_events.extend(tasks.iter().flat_map(begin_and_end));
        paired_events.reverse();
        prop_assert_eq!(analysis(&complete_events, None).metrics, analysis(&paired_events, None).metrics);
    }

    #[test]
    fn unions_and_slices_equal_counting_ticks(
        parts in prop::collection::vec((0_i64..100, 1_i64..30), 0..12),
        window in window(),
        slice in 1_i64..40,
    ) {
        let windows = parts.iter().map(|(start, length)| TimeWindow::new(Micros(*start), Micros(start + length)).unwrap());
        let union = interval::union(windows.collect());
        for pair in union.windows(2) {
            prop_assert!(pair[0].end() < pair[1].start(), "a gap lies between");
        }
        let tasks: Vec<Task> = parts.iter().map(|(start, length)| (*start, *length, 0)).collect();
        prop_assert_eq!(interval::total(&union).0, ticks(&tasks, 0, 200));
        let window = TimeWindow::new(Micros(window.0), Micros(window.1)).unwrap();
        let clipped = interval::clipped(window, &union);
        let covered = interval::covered_slices(window, Micros(slice), &clipped);
        prop_assert_eq!(covered.len() as u64, interval::slice_count(window, Micros(slice)));
        for (at, covered) in covered.iter().enumerate() {
            let part = interval::slice_at(window, Micros(slice), at);
            prop_assert_eq!(covered.0, ticks(&tasks, part.start().0, part.end().0));
        }
    }

    #[test]
    fn the_mean_of_the_heap_equals_the_mean_over_ticks(
        readings in prop::collection::btree_map(1_i64..290, 0_i64..1_000, 1..10),
        window in window(),
    ) {
        let mut events = events(&[]);
        events.extend(readings.iter().map(|(ts, bytes)| {
            format!(r#"{{"ph":"I","name":"UpdateCounters","pid":7,"tid":7,"ts":{ts},"args":{{"data":{{"jsHeapSizeUsed":{bytes}}}}}}}"#)
        }));
        let heap = analysis(&events, Some(window)).metrics.js_heap;
        let at = |tick: i64| readings.range(..=tick).next_back().map(|(_, bytes)| *bytes as f64);
        let values: Vec<f64> = (window.0..window.1).filter_map(at).collect();
        let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        match (number(&heap.mean), mean) {
            (Some(found), Some(expected)) => prop_assert!((found - expected).abs() < 1e-6),
            (found, expected) => prop_assert_eq!(found, expected),
        }
        let start = at(window.0).or_else(|| readings.range(window.0..=window.1).next().map(|(_, bytes)| *bytes as f64));
        prop_assert_eq!(number(&heap.start), start);
        prop_assert_eq!(number(&heap.end), start.and(at(window.1)));
    }

    #[test]
    fn frame_intervals_equal_looking_at_each_pair(
        frames in prop::collection::btree_set(1_i64..300, 0..16),
        stops in prop::collection::btree_set(1_i64..300, 0..6),
    ) {
        let mut events = events(&[]);
        events.extend(frames.iter().map(|ts| {
            format!(r#"{{"ph":"I","name":"DrawFrame","pid":7,"tid":9,"ts":{ts},"args":{{"layerTreeId":1}}}}"#)
        }));
        events.extend(stops.iter().map(|ts| {
            format!(r#"{{"ph":"I","name":"NeedsBeginFrameChanged","pid":7,"tid":9,"ts":{ts},"args":{{"layerTreeId":1,"data":{{"needsBeginFrame":0}}}}}}"#)
        }));
        let metrics = analysis(&events, None).metrics;
        let frames: Vec<i64> = frames.into_iter().collect();
        let intervals: Vec<i64> = frames
            .windows(2)
            .filter(|pair| !stops.iter().any(|stop| pair[0] <= *stop && *stop < pair[1]))
            .map(|pair| pair[1] - pair[0])
            .collect();
        let count = (!intervals.is_empty()).then_some(intervals.len() as f64);
        prop_assert_eq!(number(&metrics.frame_interval.summary.count), count);
        prop_assert_eq!(number(&metrics.frame_interval.summary.max), intervals.iter().max().map(|interval| *interval as f64));
        // 50 000 Hz: a budget of 20 us.
        let late = intervals.iter().filter(|interval| **interval >= 30).count();
        prop_assert_eq!(number(&metrics.frames_late), count.map(|_| late as f64));
        let over = intervals.iter().filter(|interval| **interval > 20).count();
        prop_assert_eq!(number(&metrics.frames_over_budget), count.map(|_| over as f64));
    }
}
