use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

type Metrics = BTreeMap<String, f64>;

fn metrics(pairs: &[(&str, f64)]) -> Metrics {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect()
}

fn window(start: i64, end: i64) -> TimeWindow {
    TimeWindow::new(Micros(start), Micros(end)).unwrap()
}

fn of(readings: &[(i64, Metrics)], from: i64, to: i64, slice: i64, id: &str) -> Vec<Result<f64, Reason>> {
    let readings: Vec<Reading<'_>> = readings
        .iter()
        .map(|(timestamp, metrics)| Reading {
            timestamp: Micros(*timestamp),
            metrics,
        })
        .collect();
    let all = series(&readings, window(from, to), Micros(slice));
    all.into_iter()
        .find(|one| one.id == id)
        .expect("it is there")
        .values
}

#[test]
fn a_level_holds_until_the_next_reading() {
    let readings = [
        (150, metrics(&[("Nodes", 10.0)])),
        (200, metrics(&[("Nodes", 20.0)])),
        (201, metrics(&[("Nodes", 30.0)])),
        (390, metrics(&[])),
    ];
    // The slices end at 100, 200, 300, 350.
    assert_eq!(
        of(&readings, 0, 350, 100, "cdp_nodes"),
        [Err(Reason::NoSampleYet), Ok(20.0), Ok(30.0), Ok(30.0)]
    );
    assert_eq!(
        of(&readings, 300, 400, 100, "cdp_nodes"),
        [Err(Reason::NotReported)],
        "a reading without the counter says nothing"
    );
}

#[test]
fn layouts_are_counted_from_the_first_reading_on() {
    let count = |count| metrics(&[("LayoutCount", count)]);
    let readings = [(0, count(40.0)), (150, count(43.0)), (250, count(2.0))];
    assert_eq!(
        of(&readings, 0, 300, 100, "layout_count"),
        [Ok(0.0), Ok(3.0), Err(Reason::ProcessChanged)]
    );
}

#[test]
fn the_busy_rate_is_that_of_the_time_between_readings() {
    let busy = |micros: f64| metrics(&[("TaskDuration", micros / 1e6)]);
    let readings = [(50, busy(0.0)), (150, busy(100.0)), (300, busy(100.0))];
    assert_eq!(
        of(&readings, 0, 400, 100, "cdp_busy_rate"),
        [Ok(1.0), Ok(0.5), Ok(0.0), Err(Reason::NoSample)]
    );
    let restarted = [(0, busy(50.0)), (100, busy(10.0)), (200, busy(60.0))];
    assert_eq!(
        of(&restarted, 0, 200, 100, "cdp_busy_rate"),
        [Err(Reason::ProcessChanged), Ok(0.5)]
    );
    let late = [(100, busy(0.0)), (100, busy(0.0)), (200, busy(25.0))];
    assert_eq!(
        of(&late, 0, 200, 100, "cdp_busy_rate"),
        [Err(Reason::NoSampleYet), Ok(0.25)]
    );
}

#[test]
fn the_two_ends_alone_are_no_curve() {
    let empty = Metrics::new();
    let reading = |timestamp| Reading {
        timestamp: Micros(timestamp),
        metrics: &empty,
    };
    assert_eq!(series(&[reading(0), reading(10)], window(0, 10), Micros(5)), []);
    assert_eq!(series(&[], window(0, 10), Micros(5)), []);
}

/// Tick by tick: the rate of the stretch that holds the tick.
fn slow_rate(readings: &[(i64, i64)], from: i64, to: i64) -> Option<f64> {
    let rate_at = |tick: i64| {
        readings
            .windows(2)
            .find(|pair| pair[0].0 <= tick && tick < pair[1].0)
            .map(|pair| (pair[1].1 - pair[0].1) as f64 / (pair[1].0 - pair[0].0) as f64)
    };
    let rates: Vec<f64> = (from..to).filter_map(rate_at).collect();
    (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
}

proptest! {
    #[test]
    fn rates_and_levels_are_those_of_every_tick(
        steps in prop::collection::vec((0_i64..60, 0_i64..40), 3..12),
        length in 1_i64..300,
        slice in 1_i64..90,
    ) {
        let (mut at, mut busy) = (0, 0);
        let plain: Vec<(i64, i64)> = steps.iter().map(|(time, more)| {
            (at, busy) = (at + time, busy + more.min(time));
            (at, busy)
        }).collect();
        let readings: Vec<(i64, Metrics)> = plain.iter().map(|(at, busy)| {
            (*at, metrics(&[("TaskDuration", *busy as f64 / 1e6), ("Nodes", *busy as f64)]))
        }).collect();
        let rates = of(&readings, 0, length, slice, "cdp_busy_rate");
        let levels = of(&readings, 0, length, slice, "cdp_nodes");
        for (at, (rate, level)) in rates.iter().zip(&levels).enumerate() {
            let from = at as i64 * slice;
            let to = (from + slice).min(length);
            match (rate, slow_rate(&plain, from, to)) {
                (Ok(rate), Some(slow)) => prop_assert!((rate - slow).abs() < 1e-9, "{rate} {slow}"),
                (Err(_), None) => {}
                (rate, slow) => prop_assert!(false, "{rate:?} {slow:?}"),
            }
            let last = plain.iter().rfind(|(time, _)| *time <= to).map(|(_, busy)| *busy as f64);
            prop_assert_eq!(level.ok(), last);
        }
    }
}
