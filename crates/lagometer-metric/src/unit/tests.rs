use super::*;
use proptest::prelude::*;

#[test]
fn units_have_the_names_of_the_wire() {
    let names: Vec<&str> = Unit::ALL.iter().map(|unit| unit.name()).collect();
    assert_eq!(names, ["us", "bytes", "ratio", "count", "score", "hz"]);
    for unit in Unit::ALL {
        assert_eq!(Unit::from_name(unit.name()), Some(unit));
        assert_eq!(unit.to_string(), unit.name());
    }
    assert_eq!(Unit::from_name("ms"), None);
}

#[test]
fn milliseconds_are_a_thousand_each() {
    assert_eq!(Micros::from_millis(50), Micros(50_000));
    assert_eq!(Micros::from_millis(-1), Micros(-1_000));
    assert_eq!(Micros::ZERO, Micros(0));
}

proptest! {
    #[test]
    fn saturating_sums_are_those_of_wider_numbers(a in any::<i64>(), b in any::<i64>()) {
        let held = |wide: i128| Micros(wide.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64);
        prop_assert_eq!(Micros(a).saturating_add(Micros(b)), held(i128::from(a) + i128::from(b)));
        prop_assert_eq!(Micros(a).saturating_sub(Micros(b)), held(i128::from(a) - i128::from(b)));
    }

    #[test]
    fn sums_are_those_of_the_numbers(values in prop::collection::vec(-1_000_000_i64..1_000_000, 0..20), rest in -1_000_000_i64..1_000_000) {
        let sum: Micros = values.iter().copied().map(Micros).sum();
        prop_assert_eq!(sum, Micros(values.iter().sum()));
        let mut added = sum;
        added += Micros(rest);
        prop_assert_eq!(added, sum + Micros(rest));
        prop_assert_eq!(added - Micros(rest), sum);
    }

    #[test]
    fn floats_are_exact_below_two_to_the_53(value in -9_007_199_254_740_992_i64..=9_007_199_254_740_992) {
        prop_assert_eq!(Micros(value).as_f64() as i64, value);
    }
}
