use super::*;
use proptest::prelude::*;

fn number(measured: Measured<f64>) -> Option<f64> {
    measured.into_result().ok()
}

#[test]
fn no_samples_have_a_count_and_a_total_and_nothing_else() {
    let none = Distribution::of([]);
    assert_eq!((none.count(), none.total()), (0, 0.0));
    for absent in [none.min(), none.max(), none.mean(), none.median(), none.p95()] {
        assert_eq!(absent.reason(), Some(Reason::NoSample));
    }
    assert!(none.sorted().is_empty());
    assert!(none.total().is_sign_positive(), "nothing is no negative zero");
}

#[test]
fn one_sample_is_every_statistic() {
    let one = Distribution::of([7.5]);
    for value in [one.min(), one.max(), one.mean(), one.median(), one.p95()] {
        assert_eq!(value, Measured::Value(7.5));
    }
    assert_eq!(one.total(), 7.5);
}

#[test]
fn known_statistics() {
    let check = |samples: &[f64], expect: [f64; 5]| {
        let all = Distribution::of(samples.iter().copied());
        let [min, mean, median, p95, max] = expect;
        assert_eq!(number(all.min()), Some(min), "{samples:?}");
        assert_eq!(number(all.mean()), Some(mean), "{samples:?}");
        assert_eq!(number(all.median()), Some(median), "{samples:?}");
        assert_eq!(number(all.p95()), Some(p95), "{samples:?}");
        assert_eq!(number(all.max()), Some(max), "{samples:?}");
    };
    check(&[2.0, 1.0], [1.0, 1.5, 1.5, 2.0, 2.0]);
    check(&[3.0, 1.0, 2.0], [1.0, 2.0, 2.0, 3.0, 3.0]);
    check(&[5.0, 5.0, 5.0, 5.0], [5.0, 5.0, 5.0, 5.0, 5.0]);
    check(&[-1.0, 1.0, 0.0, 8.0], [-1.0, 2.0, 0.5, 8.0, 8.0]);
    let twenty: Vec<f64> = (1..=20).map(f64::from).collect();
    check(&twenty, [1.0, 10.5, 10.5, 19.0, 20.0]);
    let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
    check(&hundred, [1.0, 50.5, 50.5, 95.0, 100.0]);
}

/// The smallest rank that holds 95 of 100, found by trying.
fn slow_rank(n: usize) -> usize {
    (1..=n)
        .find(|rank| rank * 100 >= n * 95)
        .expect("the last rank holds all")
}

#[test]
fn the_rank_of_p95_is_that_of_whole_numbers() {
    for n in 1..=3_000_usize {
        let all = Distribution::of((1..=n).map(|value| value as f64));
        let rank = slow_rank(n);
        assert_eq!(number(all.p95()), Some(rank as f64), "of {n}");
    }
}

#[test]
fn the_ends_of_the_range_do_not_overflow() {
    let huge = Distribution::of([f64::MAX, f64::MAX, -f64::MAX, f64::MAX]);
    assert_eq!(number(huge.median()), Some(f64::MAX));
    assert!(number(huge.mean()).is_some_and(f64::is_finite));
    let two = Distribution::of([f64::MAX, f64::MAX]);
    assert_eq!(number(two.median()), Some(f64::MAX));
    assert_eq!(number(two.mean()), Some(f64::MAX));
}

/// The smallest sample that at least `share` of a hundred samples do not exceed.
fn slow_quantile(samples: &[f64], share: usize) -> Option<f64> {
    let not_above = |limit: f64| samples.iter().filter(|sample| **sample <= limit).count();
    let mut found: Option<f64> = None;
    for sample in samples {
        if not_above(*sample) * 100 >= samples.len() * share && found.is_none_or(|best| *sample < best) {
            found = Some(*sample);
        }
    }
    found
}

proptest! {
    #[test]
    fn statistics_are_those_of_counting(samples in prop::collection::vec(-1_000_000_i32..1_000_000, 0..80)) {
        let samples: Vec<f64> = samples.into_iter().map(|sample| f64::from(sample) / 4.0).collect();
        let all = Distribution::of(samples.iter().copied());
        prop_assert_eq!(all.count(), samples.len());
        let total: f64 = samples.iter().sum();
        prop_assert_eq!(all.total(), total);
        prop_assert_eq!(number(all.mean()), (!samples.is_empty()).then(|| total / samples.len() as f64));
        prop_assert_eq!(number(all.p95()), slow_quantile(&samples, 95));
        prop_assert_eq!(number(all.max()), slow_quantile(&samples, 100));
        prop_assert_eq!(number(all.min()), samples.iter().copied().reduce(f64::min));
        // The lower middle, and the upper middle seen from the other end.
        let mirrored: Vec<f64> = samples.iter().map(|sample| -sample).collect();
        let median = slow_quantile(&samples, 50).zip(slow_quantile(&mirrored, 50)).map(|(low, high)| (low - high) / 2.0);
        prop_assert_eq!(number(all.median()), median);
    }

    #[test]
    fn the_order_of_samples_does_not_matter((samples, shuffled) in prop::collection::vec(any::<i32>(), 0..40).prop_flat_map(|samples| {
        (Just(samples.clone()), Just(samples).prop_shuffle())
    })) {
        let of = |samples: Vec<i32>| Distribution::of(samples.into_iter().map(f64::from));
        prop_assert_eq!(of(samples), of(shuffled));
    }

    #[test]
    fn the_middle_lies_between_the_ends(samples in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO, 1..40)) {
        let all = Distribution::of(samples);
        let (min, max) = (number(all.min()), number(all.max()));
        for middle in [number(all.median()), number(all.p95())] {
            prop_assert!(min <= middle && middle <= max);
            prop_assert!(middle.is_some_and(f64::is_finite));
        }
        prop_assert!(number(all.mean()).is_some_and(f64::is_finite));
    }
}
