use super::{notches, share};
use proptest::prelude::*;
use std::time::Duration;

#[test]
fn a_turn_of_no_time_is_one_notch_and_a_longer_one_has_one_a_frame() {
    assert_eq!(notches(Duration::ZERO), 1);
    assert_eq!(notches(Duration::from_millis(31)), 1);
    assert_eq!(notches(Duration::from_millis(800)), 50);
}

proptest! {
    #[test]
    fn notches_add_up_and_are_even(total in -100_000_i32..100_000, count in 1_u32..200) {
        let total = f64::from(total);
        let parts: Vec<f64> = (1..=count).map(|i| share(total, i, count) - share(total, i - 1, count)).collect();
        prop_assert_eq!(parts.iter().sum::<f64>(), total);
        let even = total / f64::from(count);
        prop_assert!(parts.iter().all(|part| (part - even).abs() <= 1.0));
    }
}
