//! Page loads, layout shifts and long animation frames.

use super::absent;
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    AnimationScript, LargestPaint, LayoutShift, Loading, LongAnimationFrame, MovedNode, Navigation,
    RawNumber, ShiftCluster, Value,
};

/// Three navigations, three session windows and two long frames, of which one of each has this name.
pub(crate) fn loading(name: &str) -> Loading {
    let mut inner = navigation(50_000, "http://ads.example/", "IMG");
    inner.main_frame = false;
    Loading {
        navigations: vec![
            navigation(9_574, "http://c.localhost:8732/reactlist", "TD"),
            inner,
            navigation(894_656, name, name),
        ],
        navigations_total: 3,
        shift_clusters: vec![
            cluster(100_000, 0.01, false),
            cluster(500_000, 0.0473, true),
            cluster(900_000, 0.002, false),
        ],
        shift_clusters_total: 7,
        long_animation_frames: vec![
            frame(420_000, &[("tick", 58_000), (name, 2_000)]),
            frame(20_000, &[]),
        ],
        long_animation_frames_total: Some(2),
    }
}

fn time(micros: f64) -> Value {
    Value::new(Measured::Value(micros), Unit::Microseconds)
}

fn navigation(start_us: i64, url: &str, element: &str) -> Navigation {
    Navigation {
        id: Some("A".to_owned()),
        frame: Some("F".to_owned()),
        main_frame: true,
        url: Some(url.to_owned()),
        pid: 7,
        start_us,
        end_us: start_us + 2_000_000,
        fcp: time(368_207.0),
        lcp: time(1_368_207.0),
        largest_paint: Some(LargestPaint {
            candidate_index: 2,
            kind: Some("image".to_owned()),
            size: Some(RawNumber(944.0)),
            node_id: Some(10),
            element: Some(element.to_owned()),
            url: None,
        }),
        cls: Value::new(Measured::Value(0.0473), Unit::Score),
        tti: absent(
            Reason::NoQuietWindow,
            "the main thread was never quiet for 5 s after first content",
            Unit::Microseconds,
        ),
        load_blocking_time: absent(Reason::NoQuietWindow, "", Unit::Microseconds),
        blocking_after_fcp: time(10_000.0),
    }
}

fn cluster(start_us: i64, score: f64, is_cls: bool) -> ShiftCluster {
    let node = |element: Option<&str>| MovedNode {
        node_id: Some(12),
        element: element.map(str::to_owned),
        old_rect: None,
        new_rect: None,
    };
    ShiftCluster {
        start_us,
        end_us: start_us + 640_000,
        score: RawNumber(score),
        is_cls,
        navigation: None,
        shifts: vec![LayoutShift {
            at_us: start_us + 16_000,
            score: RawNumber(score / 2.0),
            frame: None,
            main_frame: Some(true),
            nodes: vec![node(Some("DIV id='late'")), node(None)],
            nodes_total: 2,
        }],
        shifts_total: 3,
    }
}

fn frame(start_us: i64, scripts: &[(&str, i64)]) -> LongAnimationFrame {
    let script = |(function, duration_us): &(&str, i64)| AnimationScript {
        start_us,
        duration_us: *duration_us,
        work: "execute".to_owned(),
        invoker_type: Some("EVENT_HANDLER".to_owned()),
        invoker: Some("BUTTON#slow.onclick".to_owned()),
        url: Some("http://localhost:8731/app.js".to_owned()),
        function: Some((*function).to_owned()),
        position: Some(282),
        forced_style_us: None,
        forced_layout_us: None,
        pause_us: None,
    };
    LongAnimationFrame {
        pid: 7,
        start_us,
        duration_us: 81_000,
        blocking_us: Some(21_000),
        render_start_us: Some(start_us + 61_000),
        style_and_layout_start_us: None,
        presented_us: (scripts.len() > 1).then_some(start_us + 95_000),
        frame_sequence: Some(47),
        scripts: scripts.iter().map(script).collect(),
        scripts_total: scripts.len() as u64,
    }
}
