use super::*;
use crate::test_documents;

fn bars(named: &Named<'_>) -> Vec<(&'static str, i64, i64)> {
    let Drawing::Bars(bars) = &named.lane.drawing else {
        panic!("bars");
    };
    bars.iter()
        .map(|bar| (bar.class, bar.start_us, bar.end_us))
        .collect()
}

#[test]
fn loads_frames_and_shifts_have_a_lane_each() {
    let loading = test_documents::loading("http://a/");
    let lanes: Vec<Named<'_>> = lanes(&loading).collect();
    let names: Vec<(&str, &str)> = lanes
        .iter()
        .map(|named| (named.name.as_str(), named.words.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("page loads", "2, until the largest paint"),
            ("long frames", "2"),
            ("layout shifts", "the first 3 of 7, cls filled: 0.047"),
        ]
    );
    // Of the main frame, from the start until the largest paint.
    assert_eq!(bars(&lanes[0])[0], ("load", 9_574, 9_574 + 1_368_207));
    assert_eq!(bars(&lanes[1])[0], ("animation", 420_000, 501_000));
    assert_eq!(bars(&lanes[2])[1], ("shift cls", 500_000, 1_140_000));
}

#[test]
fn a_single_shift_can_be_seen_and_a_load_without_paint_is_not_drawn() {
    let mut loading = test_documents::loading("http://a/");
    loading.shift_clusters.truncate(1);
    loading.shift_clusters[0].end_us = loading.shift_clusters[0].start_us;
    for navigation in &mut loading.navigations {
        (navigation.fcp.value, navigation.lcp.value) = (None, None);
    }
    let lanes: Vec<Named<'_>> = lanes(&loading).collect();
    assert_eq!(lanes.len(), 2);
    assert_eq!(bars(&lanes[1]), [("shift", 100_000, 108_000)]);
}
