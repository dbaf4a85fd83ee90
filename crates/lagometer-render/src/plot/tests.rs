use super::*;
use crate::test_documents::{long_tasks, shares};
use crate::visible;
use lagometer_report::{FrameInterval, RawNumber, TraceDocument, UnitName};
use proptest::prelude::*;

const NARROW: Style = Style {
    width: Some(50),
    ..Style::PLAIN
};
const PLAIN_ASCII: Style = Style {
    unicode: false,
    ..Style::PLAIN
};

/// A trace with every curve that is plotted.
fn document() -> TraceDocument {
    let mut document = long_tasks();
    let analysis = &mut document.analysis;
    let heap = [None, Some(1_320_148.0), Some(1_550_446.0), Some(1_400_000.0)];
    analysis.series.insert(
        "js_heap".to_owned(),
        Series {
            unit: UnitName(Unit::Bytes),
            step_us: 350_000,
            values: heap.map(|value| value.map(RawNumber)).to_vec(),
            ..shares(&[])
        },
    );
    analysis.frame_intervals = [
        (0, 16_700, false),
        (16_700, 133_400, true),
        (900_000, 16_600, false),
    ]
    .map(|(start_us, interval_us, late)| FrameInterval {
        start_us,
        interval_us,
        late: Some(late),
    })
    .to_vec();
    analysis.frame_intervals_total = 3;
    document
}

#[track_caller]
fn check(text: &str, width: usize) {
    for line in text.lines() {
        assert!(visible::width(line) <= width, "{line}");
        assert_eq!(line.trim_end(), line);
    }
}

#[test]
fn every_curve_is_a_plot_on_one_axis() {
    let text = plots(&document().analysis, &Style::PLAIN);
    check(&text, 80);
    insta::assert_snapshot!("plots", text);
    let text = plots(&document().analysis, &PLAIN_ASCII);
    check(&text, 80);
    assert!(text.is_ascii());
    insta::assert_snapshot!("ascii", text);
    let text = plots(&document().analysis, &NARROW);
    check(&text, 50);
    insta::assert_snapshot!("narrow", text);
}

#[test]
fn zero_is_seen_and_absent_is_not_zero() {
    let mut document = document();
    let series = document
        .analysis
        .series
        .get_mut("busy_rate")
        .expect("it is there");
    series.values = vec![Some(RawNumber(0.0)), None];
    (series.step_us, document.analysis.window.end_us) = (10, 20);
    let text = plots(&document.analysis, &Style::PLAIN);
    // Of 67 columns the middle one holds both, and what is absent is no value.
    let line = format!("      0.0 % ┤{}{}\n", "▁".repeat(34), "·".repeat(33));
    assert!(text.contains(&line), "{text}");
}

#[test]
fn a_window_without_length_has_no_plot() {
    let mut document = document();
    document.analysis.window.end_us = 0;
    assert_eq!(plots(&document.analysis, &Style::PLAIN), "");
}

/// What overlaps a column, by looking at every stretch for every column.
fn slow(stretches: &[(i64, i64, Option<f64>)], window: i64, columns: i64) -> Vec<Option<f64>> {
    let of_column = |column: i64| {
        // Everything times columns, so that nothing is divided.
        let (from, to) = (column * window, (column + 1) * window);
        let overlaps = |(start, end, _): &&(i64, i64, Option<f64>)| {
            let start = start.clamp(&0, &window) * columns;
            let end = end.clamp(&0, &window) * columns;
            // What has no length in the window is in the column where it lies; the end of the window
            // belongs to the last column.
            let is_at = from <= start && (start < to || column == columns - 1);
            (start < to && end > from) || is_at
        };
        let values = stretches
            .iter()
            .filter(overlaps)
            .filter_map(|(_, _, value)| *value);
        values.reduce(f64::max)
    };
    (0..columns).map(of_column).collect()
}

proptest! {
    #[test]
    fn a_column_shows_the_highest_of_what_overlaps_it(
        stretches in prop::collection::vec((-5..60_i64, 0..20_i64, prop::option::of(0.0..9.0_f64)), 0..12),
        window in 1..50_i64,
        columns in 1..40_usize,
    ) {
        let stretches: Vec<(i64, i64, Option<f64>)> =
            stretches.into_iter().map(|(start, length, value)| (start, start + length, value)).collect();
        let canvas = Canvas {
            axis: TimeAxis::new(window).expect("it has a length"),
            window_us: window,
            label: 0,
            columns,
            style: &Style::PLAIN,
        };
        let sampled = canvas.sampled(stretches.iter().copied());
        prop_assert_eq!(sampled, slow(&stretches, window, columns as i64));
    }

    #[test]
    fn any_numbers_give_lines_that_fit(
        values in prop::collection::vec(prop::option::of(prop::num::f64::NORMAL | prop::num::f64::ZERO), 0..30),
        step in 1..i64::MAX,
        start in any::<i64>(),
        length in any::<i64>(),
        width in prop::option::of(0..200_usize),
        unicode in any::<bool>(),
    ) {
        let mut document = document();
        let series = document.analysis.series.get_mut("js_heap").expect("it is there");
        series.values = values.into_iter().map(|value| value.map(RawNumber)).collect();
        (series.start_us, series.step_us) = (start, step);
        document.analysis.window.end_us = length;
        document.analysis.frame_intervals[0].interval_us = length;
        let style = Style { width, unicode, ..Style::PLAIN };
        let text = plots(&document.analysis, &style);
        prop_assert!(unicode || text.is_ascii());
        for line in text.lines() {
            // A number beyond all measure is whole, on a line of its own.
            let is_number = line.ends_with(" KiB") && !line.contains(['|', '│']);
            prop_assert!(visible::width(line) <= 80 || is_number, "{}", text);
        }
    }
}
