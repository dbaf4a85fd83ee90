use super::Interval;
use proptest::prelude::*;

/// By the order of all of them.
fn sorted(mut gaps: Vec<i64>) -> Option<Interval> {
    gaps.sort_unstable();
    Some(Interval {
        median: *gaps.get(gaps.len() / 2)?,
        p95: gaps[(gaps.len() * 95).div_ceil(100) - 1],
    })
}

proptest! {
    /// Short gaps are counted, long ones are not; which of both a rank falls on changes nothing.
    #[test]
    fn counted_gaps_are_those_of_the_order(
        gaps in prop::collection::vec(prop_oneof![0_i64..9, 16_000_i64..17_000, 0_i64..1 << 61], 0..90),
    ) {
        prop_assert_eq!(Interval::of(gaps.iter().copied()), sorted(gaps));
    }

    #[test]
    fn gaps_below_zero_keep_their_place(gaps in prop::collection::vec(-9_i64..9, 0..40)) {
        prop_assert_eq!(Interval::of(gaps.iter().copied()), sorted(gaps));
    }
}
