//! The lanes of page loads, long animation frames and layout shifts.

use super::lanes::Named;
use super::of_total;
use crate::number;
use crate::svg::{Bar, Drawing, Lane};
use lagometer_metric::Unit;
use lagometer_report::{Loading, LongAnimationFrame, Navigation, ShiftCluster};

/// How many of each are drawn.
const MOST_BARS: usize = 500;
/// Shifts are moments: what is drawn of a group is at least this long.
const LEAST_SHIFT_US: i64 = 8_000;

/// A lane for each of them that is there.
pub(super) fn lanes<'d>(loading: &'d Loading) -> impl Iterator<Item = Named<'d>> {
    [loads(loading), frames(loading), shifts(loading)]
        .into_iter()
        .flatten()
}

fn lane<'d>(name: &str, words: String, bars: Vec<Bar>) -> Option<Named<'d>> {
    (!bars.is_empty()).then(|| Named {
        name: name.to_owned(),
        lane: Lane {
            drawing: Drawing::Bars(bars),
            words: format!("{name} over time: {words}"),
        },
        words,
    })
}

/// From the start of each navigation of the main frame until its largest paint.
fn loads<'d>(loading: &Loading) -> Option<Named<'d>> {
    let main = loading
        .navigations
        .iter()
        .filter(|navigation| navigation.main_frame);
    let bars: Vec<Bar> = main.take(MOST_BARS).filter_map(load).collect();
    let words = format!("{}, until the largest paint", number::count(bars.len() as u64));
    lane("page loads", words, bars)
}

fn load(navigation: &Navigation) -> Option<Bar> {
    let paint = navigation.lcp.value.or(navigation.fcp.value)?.0;
    let start = navigation.start_us;
    let words = format!(
        "{}: painted {} after its start at {}",
        navigation.url.as_deref().unwrap_or("page load"),
        number::value(Unit::Microseconds, paint),
        number::millis(start)
    );
    Some(Bar {
        class: "load",
        start_us: start,
        end_us: start.saturating_add(paint as i64),
        words,
    })
}

fn frames<'d>(loading: &Loading) -> Option<Named<'d>> {
    let frames = &loading.long_animation_frames;
    let bar = |frame: &LongAnimationFrame| Bar {
        class: "animation",
        start_us: frame.start_us,
        end_us: frame.start_us.saturating_add(frame.duration_us),
        words: format!(
            "long animation frame of {} at {}",
            number::millis(frame.duration_us),
            number::millis(frame.start_us)
        ),
    };
    let bars: Vec<Bar> = frames.iter().take(MOST_BARS).map(bar).collect();
    let total = loading.long_animation_frames_total?;
    lane("long frames", of_total(bars.len(), total), bars)
}

/// Shifts that follow each other closely, as one.
fn shifts<'d>(loading: &Loading) -> Option<Named<'d>> {
    let bar = |cluster: &ShiftCluster| Bar {
        class: if cluster.is_cls { "shift cls" } else { "shift" },
        start_us: cluster.start_us,
        end_us: cluster
            .end_us
            .max(cluster.start_us.saturating_add(LEAST_SHIFT_US)),
        words: format!(
            "layout shifts of {} from {} on",
            number::value(Unit::Score, cluster.score.0),
            number::millis(cluster.start_us)
        ),
    };
    let clusters = &loading.shift_clusters;
    let bars: Vec<Bar> = clusters.iter().take(MOST_BARS).map(bar).collect();
    let mut words = of_total(bars.len(), loading.shift_clusters_total);
    if let Some(worst) = clusters.iter().find(|cluster| cluster.is_cls) {
        let score = number::value(Unit::Score, worst.score.0);
        words.push_str(&format!(", cls filled: {score}"));
    }
    lane("layout shifts", words, bars)
}

#[cfg(test)]
mod tests;
