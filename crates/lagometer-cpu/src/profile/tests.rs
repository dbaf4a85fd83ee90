use super::*;
use proptest::prelude::*;

proptest! {
    /// Few times late are moved, many are sorted; either way what has the same time keeps its order.
    #[test]
    fn samples_are_in_the_order_that_a_stable_sort_gives(
        steps in prop::collection::vec(prop_oneof![9 => 0_i64..3, 1 => -4_i64..0, 1 => -40_i64..0], 0..60),
    ) {
        let times = steps.iter().scan(0, |now, step| {
            *now += step;
            Some(*now)
        });
        let time: Vec<i64> = times.collect();
        let mut wanted: Vec<(i64, u32)> = time.iter().copied().zip(0..).collect();
        wanted.sort_by_key(|(time, _)| *time);
        let mut samples = Samples {
            node: (0..time.len() as u32).collect(),
            time,
            ..Samples::default()
        };
        samples.sort(&mut Oddities::new());
        let sorted: Vec<(i64, u32)> = samples.time.into_iter().zip(samples.node).collect();
        prop_assert_eq!(sorted, wanted);
    }
}
