//! Page loads, layout shifts and long animation frames into their written form.

use super::Surroundings;
use super::metrics::truly;
use lagometer_metric::{Measured, Micros, NotAvailable, Unit};
use lagometer_report::{
    AnimationScript, LargestPaint, LayoutShift, Loading, LongAnimationFrame, MovedNode, Navigation,
    RawNumber, ShiftCluster, Value,
};
use lagometer_trace::metric::{Cls, LoadBlockingTime, LongAnimationFrameNumbers, Metrics, PerNavigation};
use lagometer_trace::{AnimationFrame, PageLoad};

/// How many navigations are listed.
const NAVIGATIONS_LISTED: usize = 200;
/// How many session windows of layout shifts are listed.
const CLUSTERS_LISTED: usize = 100;

/// What is told of page loads.
pub(super) fn loading(
    loads: &[PageLoad],
    numbers: &Metrics,
    window_start: Micros,
    surroundings: &Surroundings,
) -> Loading {
    let incomplete = surroundings.incomplete.as_ref();
    let after_start = AfterStart(window_start);
    let listed = loads.iter().enumerate().take(NAVIGATIONS_LISTED);
    let Cls {
        value,
        list: _,
        clusters,
    } = &numbers.cls;
    let LongAnimationFrameNumbers { summary, longest } = &numbers.long_animation_frame;
    Loading {
        navigations: listed
            .map(|(at, load)| navigation(load, at, numbers, &after_start, incomplete))
            .collect(),
        navigations_total: loads.len() as u64,
        shift_clusters: largest_clusters(clusters)
            .into_iter()
            .map(|cluster| shift_cluster(cluster, value, &after_start))
            .collect(),
        shift_clusters_total: clusters.len() as u64,
        long_animation_frames: longest
            .iter()
            .map(|frame| animation_frame(frame, &after_start))
            .collect(),
        long_animation_frames_total: match summary.count {
            Measured::Value(count) => Some(count as u64),
            Measured::NotAvailable(_) => None,
        },
    }
}

/// Points in time after the start of the window.
struct AfterStart(Micros);

impl AfterStart {
    fn of(&self, point: Micros) -> i64 {
        point.saturating_sub(self.0).0
    }
}

fn navigation(
    load: &PageLoad,
    at: usize,
    numbers: &Metrics,
    after_start: &AfterStart,
    incomplete: Option<&NotAvailable>,
) -> Navigation {
    let PageLoad {
        navigation,
        largest_paint,
    } = load;
    let lagometer_trace::Navigation {
        id,
        frame,
        is_main,
        url,
        pid,
        start,
        end,
    } = navigation;
    let LoadBlockingTime {
        to_interactive,
        to_end,
    } = &numbers.load_blocking_time;
    let value = |list: &[Measured<f64>], unit: Unit| {
        let value = match &list[at] {
            Measured::Value(value) => Measured::Value(*value),
            Measured::NotAvailable(why) => Measured::NotAvailable(truly(why, incomplete)),
        };
        Value::new(value, unit)
    };
    let time = |numbers: &PerNavigation| value(&numbers.list, Unit::Microseconds);
    Navigation {
        id: id.clone(),
        frame: frame.clone(),
        main_frame: *is_main,
        url: url.clone(),
        pid: *pid,
        start_us: after_start.of(*start),
        end_us: after_start.of(*end),
        fcp: time(&numbers.fcp),
        lcp: time(&numbers.lcp),
        largest_paint: largest_paint.as_ref().map(self::largest_paint),
        cls: value(&numbers.cls.list, Unit::Score),
        tti: time(&numbers.tti),
        load_blocking_time: time(to_interactive),
        blocking_after_fcp: value(to_end, Unit::Microseconds),
    }
}

fn largest_paint(paint: &lagometer_trace::LargestPaint) -> LargestPaint {
    let lagometer_trace::LargestPaint {
        ts: _,
        candidate_index,
        kind,
        size,
        node_id,
        element,
        url,
    } = paint;
    LargestPaint {
        candidate_index: *candidate_index,
        kind: kind.clone(),
        size: size.map(RawNumber),
        node_id: *node_id,
        element: element.clone(),
        url: url.clone(),
    }
}

/// Those with the largest scores, in order of time.
fn largest_clusters(clusters: &[lagometer_trace::ShiftCluster]) -> Vec<&lagometer_trace::ShiftCluster> {
    let mut order: Vec<&lagometer_trace::ShiftCluster> = clusters.iter().collect();
    // Stable: of equal ones the earlier.
    order.sort_by(|a, b| b.score.total_cmp(&a.score));
    order.truncate(CLUSTERS_LISTED);
    order.sort_by_key(|cluster| cluster.start);
    order
}

fn shift_cluster(
    cluster: &lagometer_trace::ShiftCluster,
    cls: &Measured<f64>,
    after_start: &AfterStart,
) -> ShiftCluster {
    let lagometer_trace::ShiftCluster {
        start,
        end,
        score,
        navigation,
        shifts,
        shifts_total,
        ..
    } = cluster;
    ShiftCluster {
        start_us: after_start.of(*start),
        end_us: after_start.of(*end),
        score: RawNumber(*score),
        is_cls: matches!(cls, Measured::Value(cls) if cls == score),
        navigation: navigation.clone(),
        shifts: shifts
            .iter()
            .map(|shift| layout_shift(shift, after_start))
            .collect(),
        shifts_total: *shifts_total,
    }
}

fn layout_shift(shift: &lagometer_trace::LayoutShift, after_start: &AfterStart) -> LayoutShift {
    let lagometer_trace::LayoutShift {
        ts,
        score,
        frame,
        is_main,
        nodes,
        nodes_total,
    } = shift;
    LayoutShift {
        at_us: after_start.of(*ts),
        score: RawNumber(*score),
        frame: frame.clone(),
        main_frame: *is_main,
        nodes: nodes.iter().map(moved_node).collect(),
        nodes_total: *nodes_total,
    }
}

fn moved_node(node: &lagometer_trace::MovedNode) -> MovedNode {
    let lagometer_trace::MovedNode {
        node_id,
        element,
        old_rect,
        new_rect,
    } = node;
    MovedNode {
        node_id: *node_id,
        element: element.clone(),
        old_rect: old_rect.map(|rect| rect.map(RawNumber)),
        new_rect: new_rect.map(|rect| rect.map(RawNumber)),
    }
}

fn animation_frame(frame: &AnimationFrame, after_start: &AfterStart) -> LongAnimationFrame {
    let AnimationFrame {
        pid,
        start,
        duration,
        blocking,
        render_start,
        style_and_layout_start,
        presented,
        sequence,
        scripts,
        scripts_total,
    } = frame;
    LongAnimationFrame {
        pid: *pid,
        start_us: after_start.of(*start),
        duration_us: duration.0,
        blocking_us: blocking.map(|blocking| blocking.0),
        render_start_us: render_start.map(|start| after_start.of(start)),
        style_and_layout_start_us: style_and_layout_start.map(|start| after_start.of(start)),
        presented_us: presented.map(|presented| after_start.of(presented)),
        frame_sequence: *sequence,
        scripts: scripts
            .iter()
            .map(|script| animation_script(script, after_start))
            .collect(),
        scripts_total: *scripts_total,
    }
}

fn animation_script(script: &lagometer_trace::AnimationScript, after_start: &AfterStart) -> AnimationScript {
    let lagometer_trace::AnimationScript {
        start,
        duration,
        is_compile,
        invoker_type,
        invoker,
        url,
        function,
        position,
        forced_style,
        forced_layout,
        pause,
    } = script;
    AnimationScript {
        start_us: after_start.of(*start),
        duration_us: duration.0,
        work: if *is_compile { "compile" } else { "execute" }.to_owned(),
        invoker_type: invoker_type.clone(),
        invoker: invoker.clone(),
        url: url.clone(),
        function: function.clone(),
        position: *position,
        forced_style_us: forced_style.map(|time| time.0),
        forced_layout_us: forced_layout.map(|time| time.0),
        pause_us: pause.map(|time| time.0),
    }
}
