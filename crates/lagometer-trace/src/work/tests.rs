use super::*;
use crate::test_trace::{FRAME, PAGE, TestTrace, between};

/// An event of the page's main thread.
fn event(trace: TestTrace, name: &str, (ts, dur): (i64, i64), args: &str) -> TestTrace {
    trace.event(format!(
        r#"{{"ph":"X","cat":"devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"dur":{dur},"args":{args}}}"#
    ))
}

fn script(trace: TestTrace, stretch: (i64, i64), url: &str) -> TestTrace {
    let args = format!(r#"{{"data":{{"url":"{url}"}}}}"#);
    event(trace, "FunctionCall", stretch, &args)
}

#[track_caller]
fn of(trace: &TestTrace) -> Work {
    trace.analysis().work.into_result().unwrap()
}

#[test]
fn a_long_task_is_of_the_script_with_most_of_its_time() {
    let trace = TestTrace::started(1).task(1_000, 90_000);
    let trace = script(trace, (2_000, 20_000), "https://a.example/a.js");
    let trace = script(trace, (30_000, 50_000), "https://b.example/b.js");
    let trace = event(trace, "Layout", (40_000, 30_000), "{}").instant(200_000);
    let work = of(&trace);
    let row = &work.long_tasks[&(Micros(1_000), Micros(91_000))];
    assert_eq!(row.url.as_deref(), Some("https://b.example/b.js"));
    assert_eq!(row.url_time, Micros(50_000));
    assert_eq!(row.groups.of(WorkGroup::Scripting), Micros(40_000));
    assert_eq!(row.groups.of(WorkGroup::StyleLayout), Micros(30_000));
    assert_eq!(row.groups.of(WorkGroup::Other), Micros(20_000));
    assert_eq!((row.forced.count, row.forced.total), (1, Micros(30_000)));
    let names: Vec<&str> = row.scripts.iter().map(|script| script.name.as_str()).collect();
    assert_eq!(names, ["Layout", "FunctionCall", "FunctionCall", "RunTask"]);
    // Layout that a script asked for is that script's.
    assert_eq!(row.scripts[0].url.as_deref(), Some("https://b.example/b.js"));
    let domains: Vec<_> = work.domains.iter().map(|row| row.domain.as_deref()).collect();
    assert_eq!(domains, [Some("b.example"), None, Some("a.example")]);
}

#[test]
fn each_kind_of_event_says_where_its_url_is() {
    for (name, args) in [
        ("EvaluateScript", r#"{"data":{"url":"U"}}"#),
        ("v8.compile", r#"{"data":{"url":"U"}}"#),
        ("v8.compileModule", r#"{"fileName":"U"}"#),
        ("v8.run", r#"{"fileName":"U"}"#),
        ("ParseHTML", r#"{"beginData":{"url":"U"},"endData":{}}"#),
        ("ParseAuthorStyleSheet", r#"{"data":{"styleSheetUrl":"U"}}"#),
    ] {
        let work = of(&event(TestTrace::started(1).task(10, 50), name, (20, 10), args));
        assert_eq!(work.urls[1].url.as_deref(), Some("U"), "{name}");
    }
    for args in [
        r#"{"data":{"url":""}}"#,
        r#"{"data":{"url":"about:blank"}}"#,
        r#"{"data":{"url":7}}"#,
        r#"{"data":[]}"#,
        "[]",
        "{}",
    ] {
        let work = of(&event(
            TestTrace::started(1).task(10, 50),
            "FunctionCall",
            (20, 10),
            args,
        ));
        assert_eq!((work.urls.len(), &work.urls[0].url), (1, &None), "{args}");
    }
}

#[test]
fn style_and_layout_are_forced_by_script_only() {
    let trace = TestTrace::started(1).task(10, 1_000);
    let trace = event(trace, "UpdateLayoutTree", (20, 10), "{}");
    let trace = script(trace, (100, 500), "a.js");
    let trace = event(trace, "Layout", (200, 100), "{}");
    // What the layout itself needs is no second time.
    let trace = event(trace, "UpdateLayoutTree", (210, 20), "{}");
    let trace = event(trace, "UpdateLayoutTree", (400, 7), "{}");
    let work = of(&trace);
    assert_eq!(
        work.forced,
        Counted {
            count: 2,
            total: Micros(107)
        }
    );
    let expected = ForcedTask {
        start: Micros(10),
        duration: Micros(1_000),
        forced: work.forced,
    };
    assert_eq!((work.forced_tasks, work.forced_tasks_total), (vec![expected], 1));
}

#[test]
fn what_ran_in_a_slow_interaction_is_told_from_its_first_handler_on() {
    let trace = TestTrace::started(1).task(1_000, 10_000).task(20_000, 300_000);
    let trace = script(trace, (30_000, 250_000), "https://a.example/a.js");
    let trace = trace.input((PAGE, "0x1"), "click", 7, (5_000, 330_000), (20_000, 270_000));
    let analysis = trace.instant(400_000).analysis();
    assert_eq!(analysis.metrics.inp.list.len(), 1);
    let work = analysis.work.into_result().unwrap();
    let row = &work.interactions[&0];
    assert_eq!(row.groups.of(WorkGroup::Scripting), Micros(250_000));
    // From 25,000 on, so that the task before is not in it.
    assert_eq!(row.groups.total(), Micros(295_000));
    assert_eq!(row.url.as_deref(), Some("https://a.example/a.js"));
}

#[test]
fn what_ran_in_the_interaction_of_inp_is_told_though_others_took_longer() {
    // Of two hundred four are passed over, and the fifth is not among the three longest.
    let mut trace = TestTrace::started(1).task(0, 400_000_000);
    for number in 1..=200_i64 {
        let start = number * 1_000_000;
        let end = start + 100_000 + number * 100;
        trace = trace.input(
            (PAGE, "0x1"),
            "click",
            number as u64,
            (start, end),
            (start, start + 50_000),
        );
    }
    let analysis = trace.instant(500_000_000).analysis();
    let (inp, work) = (
        &analysis.metrics.inp,
        analysis.work.clone().into_result().unwrap(),
    );
    assert_eq!(inp.index, Some(195));
    let told: Vec<usize> = work.interactions.keys().copied().collect();
    assert_eq!(told, [195, 196, 197, 198, 199]);
}

#[test]
fn an_interaction_in_another_process_is_told_by_its_own_main_thread() {
    let trace = TestTrace::started(1).renderer(8, 8).task(1_000, 400_000);
    let inner = r#"{"ph":"I","name":"FrameCommittedInBrowser","pid":1,"tid":1,"ts":2,"args":{"data":{"frame":"F8","parent":"F","processId":8,"url":"http://b/"}}}"#;
    let trace = trace
        .event(inner)
        .input((8, "0x1"), "click", 7, (5_000, 330_000), (20_000, 270_000));
    let trace = trace.instant(500_000);
    let analysis = trace.analysis();
    assert_eq!(analysis.metrics.inp.list.len(), 1);
    let of_page = analysis.work.into_result().unwrap();
    assert!(
        of_page.interactions.is_empty(),
        "nothing of that thread was recorded"
    );
    let handler = r#"{"ph":"X","cat":"devtools.timeline","name":"FunctionCall","pid":8,"tid":8,"ts":30000,"dur":240000,"args":{"data":{"url":"http://b/b.js"}}}"#;
    let work = trace.event(handler).analysis().work.into_result().unwrap();
    let row = &work.interactions[&0];
    assert_eq!(row.groups.of(WorkGroup::Scripting), Micros(240_000));
    assert_eq!(row.url.as_deref(), Some("http://b/b.js"));
    // It is in no sum of the page's.
    assert_eq!(work.groups, of_page.groups);
}

#[test]
fn garbage_collection_is_counted_without_what_lies_in_it() {
    let trace = TestTrace::started(1).task(0, 1_000);
    let trace = event(trace, "MinorGC", (100, 100), "{}");
    let trace = event(trace, "V8.GC_SCAVENGER", (110, 50), "{}");
    let trace = event(trace, "MajorGC", (500, 30), "{}");
    let trace = event(trace, "v8.compile", (700, 40), "{}");
    let trace = event(trace, "V8.ParseProgram", (710, 10), "{}");
    let work = of(&trace);
    assert_eq!(
        work.garbage_collection,
        Counted {
            count: 2,
            total: Micros(130)
        }
    );
    let kinds = work.garbage_collection_kinds.iter();
    let kinds: Vec<_> = kinds.map(|kind| (kind.name.as_str(), kind.total.0)).collect();
    assert_eq!(
        kinds,
        [("MinorGC", 100), ("V8.GC_SCAVENGER", 50), ("MajorGC", 30)]
    );
    assert_eq!(
        work.script_compile,
        Counted {
            count: 1,
            total: Micros(40)
        }
    );
    assert_eq!(work.script_compile_kinds.len(), 2);
}

#[test]
fn work_counts_where_the_page_was() {
    let trace = TestTrace::started(0).renderer(8, 8).committed(500, FRAME, 8);
    let trace = trace
        .task(100, 50)
        .task(480, 100)
        .task(900, 30)
        .task_on(8, 200, 70)
        .task_on(8, 490, 40);
    let work = of(&trace);
    assert_eq!(work.in_tasks, Micros(50 + 20 + 30));
    assert_eq!(work.groups.total(), work.in_tasks);
}

#[test]
fn what_was_recorded_before_the_start_belongs_to_the_whole() {
    let trace = TestTrace::started(1_000).task(100, 300).task(2_000, 50);
    assert_eq!(of(&trace).in_tasks, Micros(350));
    let analysis = trace.instant(5_000).analysis_with(&between(500, 2_000));
    assert_eq!(analysis.work.into_result().unwrap().in_tasks, Micros(50));
}

#[test]
fn work_outside_of_tasks_is_in_no_busy_time() {
    let trace = event(TestTrace::started(1).task(10, 50), "Paint", (100, 30), "{}").instant(500);
    let work = of(&trace);
    assert_eq!((work.in_tasks, work.groups.total()), (Micros(50), Micros(80)));
}

#[test]
fn an_idle_thread_has_no_work_and_a_thread_without_events_none_that_is_known() {
    let idle = TestTrace::started(1).task_on(9, 10, 20).instant(500).analysis();
    assert_eq!(idle.work.into_result().unwrap().groups.total(), Micros::ZERO);
    let nothing = TestTrace::started(1).instant(500).analysis();
    assert_eq!(nothing.work.reason(), Some(Reason::NoEventInWindow));
    let no_thread = TestTrace::empty().instant(5).instant(9).analysis();
    assert_eq!(no_thread.work.reason(), Some(Reason::NoMainThread));
}

#[test]
fn trees_hang_together() {
    let mut trace = TestTrace::started(1).task(1_000, 90_000);
    for at in 0..400 {
        trace = event(
            trace,
            &format!("Name{}", at % 350),
            (2_000 + 200 * at, 100 + at % 90),
            "{}",
        );
    }
    let work = of(&trace);
    for rows in [&work.top_down, &work.bottom_up] {
        assert_eq!(rows.len(), 300);
        for (at, row) in rows.iter().enumerate() {
            assert!(
                row.parent
                    .is_none_or(|parent| parent < at && rows[parent].total >= row.total)
            );
        }
    }
    assert_eq!(work.top_down[0].name, "RunTask");
    assert_eq!(work.top_down[1].parent, Some(0));
    assert_eq!((work.names.len(), work.names_total), (300, 351));
    assert!(work.is_complete);
}

#[test]
fn long_tasks_that_lie_over_each_other_in_hostile_numbers_are_not_told() {
    let mut trace = TestTrace::started(1);
    for at in 0..60 {
        trace = trace.task(1_000 + at, 100_000);
    }
    let work = of(&trace);
    assert_eq!(work.in_tasks, Micros(100_059));
    assert_eq!(work.long_tasks.len(), 32);
}

#[test]
fn a_thread_with_the_name_of_another_kind_is_dropped() {
    let name = |name: &str| {
        format!(r#"{{"ph":"M","name":"thread_name","pid":1,"tid":5,"args":{{"name":"{name}"}}}}"#)
    };
    let task = r#"{"ph":"X","name":"RunTask","pid":1,"tid":5,"ts":10,"dur":5}"#;
    for (thread_name, is_kept) in [
        ("ThreadPoolForegroundWorker", false),
        ("Compositor", false),
        ("main", true),
    ] {
        let facts = TestTrace::empty()
            .event(task)
            .event(name(thread_name))
            .event(task)
            .recording()
            .facts;
        assert_eq!(!facts.threads[0].work.is_empty(), is_kept, "{thread_name}");
    }
}

mod corpus;
