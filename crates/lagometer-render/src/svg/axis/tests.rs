use super::*;
use proptest::prelude::*;

#[test]
fn ticks_are_round_and_few() {
    let ticks = |length| TimeAxis::new(length).unwrap().ticks();
    assert_eq!(ticks(671_800), [0, 200_000, 400_000, 600_000]);
    assert_eq!(
        ticks(1_200_000),
        [0, 200_000, 400_000, 600_000, 800_000, 1_000_000, 1_200_000]
    );
    assert_eq!(ticks(5), [0], "closer than their labels");
    assert_eq!(ticks(500), [0, 100, 200, 300, 400, 500]);
    assert!(TimeAxis::new(0).is_none());
    assert!(TimeAxis::new(-5).is_none());
}

#[test]
fn what_is_outside_is_held_at_the_ends() {
    let axis = TimeAxis::new(1_000).unwrap();
    assert_eq!(axis.percent(-500), "0%");
    assert_eq!(axis.percent(250), "25%");
    assert_eq!(axis.percent(i64::MAX), "100%");
    assert_eq!(axis.extent(-500, 500), "50%");
    assert_eq!(axis.extent(900, i64::MAX), "10%");
    assert_eq!(axis.extent(500, -500), "0%");
}

proptest! {
    #[test]
    fn any_length_has_one_to_seven_ticks_in_order(length in 1..=i64::MAX) {
        let axis = TimeAxis::new(length).unwrap();
        let ticks = axis.ticks();
        prop_assert!((1..=7).contains(&ticks.len()));
        prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert!(ticks.iter().all(|tick| *tick <= length));
    }
}
