//! The recording that the documentation shows: the numbers that it prints.

use crate::reading::*;

#[test]
fn long_tasks_json_gives_the_numbers_of_the_documentation() {
    let Some(shared) = shared() else { return };
    let document = read(&shared.join("corpus/trace/chromium156/chromium156-longtasks.json.gz"));
    let analysis = &document.analysis;
    assert_eq!(document.input.events, 11_679);
    assert_eq!(document.input.browser.as_deref(), Some("Chrome 156"));
    assert_eq!(
        (document.capture.lost, document.capture.chunks_discarded),
        (Some(false), Some(0))
    );
    assert_eq!((analysis.window.start_us, analysis.window.end_us), (0, 1_399_564));
    assert_eq!(analysis.window.origin_ts, "691939199");
    assert_eq!(
        analysis.main_thread.method.as_deref(),
        Some("tracing-started-frame")
    );
    let rejected: Vec<_> = analysis
        .main_thread
        .rejected
        .iter()
        .map(|thread| (thread.pid, thread.why.as_str()))
        .collect();
    assert_eq!(rejected, [(26_386, "webui-process"), (26_413, "no-frame")]);
    let expected = [
        ("busy_rate/count", 7.0, 0.0),
        ("busy_rate/mean", 0.746, 0.0005),
        ("busy_rate/median", 0.695, 0.0005),
        ("busy_rate/p95", 1.0, 0.0),
        ("busy_rate/max", 1.0, 0.0),
        ("long_task/count", 6.0, 0.0),
        ("long_task/total", 977_700.0, 50.0),
        ("long_task/mean", 163_000.0, 50.0),
        ("long_task/median", 106_000.0, 50.0),
        ("long_task/max", 400_700.0, 50.0),
        ("total_blocking_time", 677_701.0, 0.0),
        ("main_thread_cpu_time", 448_700.0, 50.0),
        ("busy_time", 1_044_437.0, 0.0),
        ("contention", 0.570, 0.0005),
        ("js_heap/count", 13.0, 0.0),
        ("js_heap/start", 1_289.2 * 1024.0, 52.0),
        ("js_heap/end", 1_514.1 * 1024.0, 52.0),
        ("js_heap/growth", 224.9 * 1024.0, 52.0),
        ("user_timing:interaction/median", 1_355_900.0, 50.0),
        ("user_timing:task/count", 7.0, 0.0),
        ("user_timing:task/mean", 140_200.0, 50.0),
        ("user_timing:task/median", 60_000.0, 50.0),
        ("user_timing:op/count", 2.0, 0.0),
        ("user_timing:op/max", 60_900.0, 50.0),
        ("user_timing:detail/max", 30_500.0, 50.0),
    ];
    for (id, number, off) in expected {
        let found = value(analysis, id);
        assert!((found - number).abs() <= off, "{id}: {found}");
    }
    assert_eq!(reason(analysis, "frame_interval/p95"), "category-off");
    assert_eq!(reason(analysis, "js_heap/limit"), "not-reported");
    let longest = analysis
        .long_tasks
        .iter()
        .max_by_key(|task| task.duration_us)
        .unwrap();
    assert_eq!(longest.inside, ["interaction", "task"]);
    assert_eq!(longest.start_us, 920_887);
    let names: Vec<&str> = analysis
        .user_timings
        .iter()
        .map(|timing| timing.name.as_str())
        .collect();
    assert_eq!(names, ["interaction", "task", "op", "detail"]);
}
