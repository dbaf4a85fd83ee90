use super::*;
use proptest::prelude::*;

fn value(measured: &Measured<f64>) -> f64 {
    match measured {
        Measured::Value(value) => *value,
        Measured::NotAvailable(why) => panic!("{why:?}"),
    }
}

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders(n - 1) {
        for at in 0..n {
            let mut order = shorter.clone();
            order.insert(at, n - 1);
            all.push(order);
        }
    }
    all
}

#[test]
fn the_distribution_is_that_of_all_orders() {
    for n in 1..=7 {
        let all = orders(n);
        let mut counts = vec![0_u32; n * (n - 1) / 2 + 1];
        for order in &all {
            let pairs = (0..n).flat_map(|to| (0..to).map(move |from| (from, to)));
            counts[pairs.filter(|(from, to)| order[*from] > order[*to]).count()] += 1;
        }
        let found = discordant(n);
        assert_eq!(found.len(), counts.len());
        for (probability, count) in found.iter().zip(&counts) {
            let exact = f64::from(*count) / all.len() as f64;
            assert!((probability - exact).abs() < 1e-12, "{n}: {probability} {exact}");
        }
    }
}

/// The critical values of Kendall's S at 5 % on both sides, in whole numbers: S = pairs - 2 k.
#[test]
fn the_interval_leaves_out_what_whole_numbers_say() {
    for (n, critical) in [
        (5, 10),
        (6, 13),
        (7, 15),
        (8, 18),
        (9, 20),
        (10, 23),
        (15, 41),
        (20, 62),
        (30, 111),
    ] {
        let k = outside(n).expect("an interval");
        assert_eq!(n * (n - 1) / 2 - 2 * k, critical, "{n}");
    }
    assert_eq!([2, 3, 4].map(outside), [None, None, None]);
}

#[test]
fn a_line_has_its_slope_and_an_interval_of_no_length() {
    let slope = slope(&[100.0, 110.0, 120.0, 130.0, 140.0]);
    assert_eq!(slope.median, Measured::Value(10.0));
    assert_eq!(slope.low, Measured::Value(10.0));
    assert_eq!(slope.high, Measured::Value(10.0));
}

#[test]
fn one_jump_of_the_first_time_is_no_slope() {
    let slope = slope(&[0.0, 1000.0, 1001.0, 999.0, 1000.0, 1000.0, 1001.0, 999.0]);
    assert!(value(&slope.median).abs() < 1.0, "{slope:?}");
    assert!(value(&slope.low) <= 0.0, "{slope:?}");
}

#[test]
fn few_numbers_say_less() {
    assert_eq!(slope(&[1.0, 2.0]).median.reason(), Some(Reason::TooFewSamples));
    let four = slope(&[1.0, 2.0, 4.0, 5.0]);
    // Slopes: 1, 3/2, 2, 4/3, 3/2, 1.
    assert!((value(&four.median) - (4.0 / 3.0 + 1.5) / 2.0).abs() < 1e-12);
    assert_eq!(four.low.reason(), Some(Reason::TooFewSamples));
    assert_eq!(
        slope(&[1.0, f64::NAN, 2.0]).median.reason(),
        Some(Reason::InvalidValue)
    );
    assert_eq!(slope(&[1.0; 201]).high.reason(), Some(Reason::InvalidValue));
    assert_eq!(value(&slope(&[1.0; 200]).median), 0.0);
}

/// By the definition: the slope that has as many pairs above as below, found by trying each.
fn slow_is_middle(values: &[f64], candidate: f64) -> bool {
    let (mut above, mut below) = (0_i64, 0_i64);
    for from in 0..values.len() {
        for to in from + 1..values.len() {
            let line = candidate * (to - from) as f64;
            above += i64::from(values[to] - values[from] > line + 1e-9);
            below += i64::from(values[to] - values[from] < line - 1e-9);
        }
    }
    let half = (values.len() * (values.len() - 1) / 2) as i64 / 2;
    above <= half && below <= half
}

proptest! {
    #[test]
    fn the_slope_is_the_middle_of_all_pairs_and_inside_its_interval(
        values in prop::collection::vec(-1_000_i32..1_000, 3..24),
        tilt in -50_i32..50,
    ) {
        let plain: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
        let found = slope(&plain);
        prop_assert!(slow_is_middle(&plain, value(&found.median)));
        if values.len() > 4 {
            prop_assert!(value(&found.low) <= value(&found.median));
            prop_assert!(value(&found.median) <= value(&found.high));
        }
        // A line on top moves the slope by its own.
        let tilted: Vec<f64> = plain.iter().enumerate()
            .map(|(at, value)| value + f64::from(tilt) * at as f64).collect();
        let moved = value(&slope(&tilted).median) - value(&found.median);
        prop_assert!((moved - f64::from(tilt)).abs() < 1e-6, "{moved} {tilt}");
        // Backwards it goes the other way.
        let backwards: Vec<f64> = plain.iter().rev().copied().collect();
        prop_assert!((value(&slope(&backwards).median) + value(&found.median)).abs() < 1e-9);
    }
}
