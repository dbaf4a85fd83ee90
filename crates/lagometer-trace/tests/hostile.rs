//! Events that no browser writes: whatever stands in them, there is an answer or an error, numbers are
//! finite, and no arithmetic overflows (which a test build would panic at).

use lagometer_metric::{Measured, Micros};
use lagometer_trace::{Bound, Limits, Options, Rules, WindowChoice, analyze, read};
use proptest::prelude::*;

/// Numbers at which things break, and ordinary ones.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-20_i64..200).prop_map(|number| number.to_string()),
        prop::sample::select(vec![
            "0",
            "-0",
            "0.5",
            "-0.5",
            "1e3",
            "1e15",
            "9223372036854775",
            "-9223372036854775",
            "9.2e15",
            "-9.2e15",
            "1e-9",
            "\"7\"",
            "\"x\"",
            "null",
            "true",
            "[]",
            "{}",
        ])
        .prop_map(str::to_owned),
    ]
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "RunTask",
        "ThreadControllerImpl::RunTask",
        "thread_name",
        "process_name",
        "TracingStartedInBrowser",
        "TracingStartedInPage",
        "FrameCommittedInBrowser",
        "ProcessReadyInBrowser",
        "CommitLoad",
        "navigationStart",
        "SetLayerTreeId",
        "DrawFrame",
        "BeginFrame",
        "NeedsBeginFrameChanged",
        "UpdateCounters",
        "EventTiming",
        "firstContentfulPaint",
        "largestContentfulPaint::Candidate",
        "LargestImagePaint::Candidate",
        "domContentLoadedEventEnd",
        "LayoutShift",
        "ResourceSendRequest",
        "ResourceReceiveResponse",
        "ResourceFinish",
        "AnimationFrame",
        "AnimationFrame::Render",
        "AnimationFrame::Script::Execute",
        "AnimationFrame::Presentation",
        "lagometer:begin:x",
        "lagometer:end:x",
        "lagometer:open:1:m",
        "m",
    ])
}

fn arguments() -> impl Strategy<Value = String> {
    (number(), number(), number()).prop_flat_map(|(a, b, c)| {
        prop::sample::select(vec![
            "{}".to_owned(),
            "7".to_owned(),
            r#"{"name":"CrRendererMain"}"#.to_owned(),
            r#"{"name":"WebUI Top Renderer"}"#.to_owned(),
            format!(r#"{{"data":{{"frames":[{{"frame":"F","processId":{a},"url":"u"}},{{"frame":"F","processId":{b}}}]}}}}"#),
            format!(r#"{{"data":{{"frame":"F","processId":{a},"processPseudoId":"p","url":"about:blank"}}}}"#),
            format!(r#"{{"data":{{"frame":"F","processPseudoId":"p","url":"u","isMainFrame":true}}}}"#),
            format!(r#"{{"data":{{"frame":"F","layerTreeId":{a},"needsBeginFrame":{b}}},"layerTreeId":{c}}}"#),
            format!(r#"{{"data":{{"jsHeapSizeUsed":{a},"jsHeapSizeLimit":{b},"nodes":{c}}}}}"#),
            format!(r#"{{"data":{{"type":"click","frame":"F","interactionId":{a},"duration":{b},"timeStamp":{c},"processingStart":{a},"processingEnd":{b}}}}}"#),
            format!(r#"{{"data":{{"type":[],"interactionId":1,"timeStamp":{a},"processingStart":{b},"processingEnd":{c}}}}}"#),
            format!(r#"{{"frame":"F","data":{{"documentLoaderURL":"u","navigationId":"N","isLoadingMainFrame":{a},"candidateIndex":{b},"size":{c},"nodeId":{a},"DOMNodeId":{a},"imageUrl":"i","type":"image"}}}}"#),
            format!(r#"{{"frame":"F","data":{{"weighted_score_delta":{a},"had_recent_input":{b},"impacted_nodes":[{{"node_id":{c},"old_rect":[{a},{b},{c},1],"new_rect":{a}}},{b}]}}}}"#),
            format!(r#"{{"data":{{"requestId":"1","frame":"F","requestMethod":"GET","url":"u","statusCode":{a},"didFail":{b},"finishTime":{c},"timing":{{"requestTime":{a}}}}}}}"#),
            format!(r#"{{"id":"f","animation_frame_timing_info":{{"blocking_duration_ms":{a},"begin_frame_id":{{"sequence_number":{b}}}}},"animation_frame_script_timing_info":{{"source_location_char_position":{a},"style_duration_ms":{b},"property_like_name":{c}}}}}"#),
            r#"{"detail":"{\"lagometer\":{\"id\":\"1\",\"threw\":true}}"}"#.to_owned(),
        ])
    })
}

fn event() -> impl Strategy<Value = String> {
    let phase = prop::sample::select(vec!["X", "B", "E", "I", "i", "R", "b", "n", "e", "M", "P"]);
    let ids = (0_i64..3, 0_i64..3);
    let times = (number(), number(), number());
    (name(), phase, ids, times, arguments()).prop_map(|(name, phase, (pid, tid), (ts, dur, tdur), args)| {
        format!(
            r#"{{"name":"{name}","ph":"{phase}","cat":"blink.user_timing,disabled-by-default-devtools.timeline.frame","id2":{{"local":"{tid}"}},"pid":{pid},"tid":{tid},"ts":{ts},"dur":{dur},"tdur":{tdur},"tts":{dur},"args":{args}}}"#
        )
    })
}

fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![
        Just(Bound::Edge),
        prop::sample::select(vec![0, 1, 50, 1_000, i64::MAX]).prop_map(|time| Bound::Time(Micros(time))),
        name().prop_map(|name| Bound::Mark(name.to_owned())),
    ]
}

fn finite(measured: &Measured<f64>) -> bool {
    match measured {
        Measured::Value(value) => value.is_finite(),
        Measured::NotAvailable(_) => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn whatever_stands_in_events_there_is_an_answer(
        events in prop::collection::vec(event(), 0..24),
        named in any::<bool>(),
        from in bound(),
        to in bound(),
        slice in prop::sample::select(vec![1, 7, 200_000, i64::MAX]),
    ) {
        let mut events = events;
        if named {
            events.push(r#"{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"CrRendererMain"}}"#.to_owned());
        }
        let text = format!("{{\"traceEvents\":[{}]}}", events.join(","));
        let recording = read(text.as_bytes(), 0, &Limits::default());
        // A number that does not fit is an error; everything else is answered.
        let Ok(recording) = recording else { return Ok(()) };
        for window in [WindowChoice::Auto, WindowChoice::Between { from, to }] {
            let options = Options {
                window,
                slice: Micros(slice),
                long_task: Micros(10),
                rules: Rules::Lagometer,
                refresh_hz: None,
                measured_refresh_hz: Some(60.0),
                page: None,
                limits: Limits { slices: 10_000, ..Limits::default() },
            };
            let Ok(analysis) = analyze(&recording.facts, &options) else { continue };
            let metrics = analysis.metrics;
            for measured in [
                &metrics.busy_rate.mean, &metrics.busy_rate.max, &metrics.busy_time, &metrics.contention,
                &metrics.main_thread_cpu_time, &metrics.total_blocking_time, &metrics.long_task.summary.total,
                &metrics.frame_interval.summary.mean, &metrics.mean_fps, &metrics.js_heap.mean, &metrics.js_heap.growth,
                &metrics.inp.value, &metrics.fcp.value, &metrics.lcp.value, &metrics.cls.value, &metrics.tti.value,
                &metrics.load_blocking_time.to_interactive.value, &metrics.long_animation_frame.summary.total,
            ] {
                prop_assert!(finite(measured), "{measured:?}");
            }
            for list in [&metrics.fcp.list, &metrics.lcp.list, &metrics.cls.list, &metrics.load_blocking_time.to_end] {
                prop_assert_eq!(list.len(), analysis.page_loads.len());
                prop_assert!(list.iter().all(finite), "{list:?}");
                let negative = |value: &Measured<f64>| matches!(value, Measured::Value(value) if *value < 0.0);
                prop_assert!(!list.iter().any(negative), "{list:?}");
            }
            for interaction in &metrics.inp.list {
                prop_assert!(interaction.duration.0 >= 0, "{interaction:?}");
                if let Some(parts) = interaction.parts {
                    let sum = parts.input_delay.0 + parts.processing.0 + parts.presentation.0;
                    prop_assert_eq!(sum, interaction.duration.0);
                    prop_assert!(parts.input_delay.0 >= 0 && parts.processing.0 >= 0 && parts.presentation.0 >= 0);
                }
            }
            if let Measured::Value(mean) = metrics.busy_rate.mean {
                prop_assert!((0.0..=1.0).contains(&mean));
            }
        }
    }
}
