use super::*;
use proptest::prelude::*;

/// The same distance by its definition, trying everything.
fn slow_distance(a: &[char], b: &[char]) -> usize {
    let (Some(from), Some(to)) = (a.last(), b.last()) else {
        return a.len() + b.len();
    };
    let (shorter_a, shorter_b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    let replaced = slow_distance(shorter_a, shorter_b) + usize::from(from != to);
    let mut best = replaced
        .min(slow_distance(shorter_a, b) + 1)
        .min(slow_distance(a, shorter_b) + 1);
    if let ([.., before_from, _], [.., before_to, _]) = (a, b)
        && from == before_to
        && before_from == to
    {
        best = best.min(slow_distance(&a[..a.len() - 2], &b[..b.len() - 2]) + 1);
    }
    best
}

proptest! {
    #[test]
    fn distance_is_that_of_trying_everything(a in "[abc]{0,5}", b in "[abc]{0,5}") {
        let a: Vec<char> = a.chars().collect();
        let b: Vec<char> = b.chars().collect();
        prop_assert_eq!(distance(&a, &b), slow_distance(&a, &b));
    }

    #[test]
    fn any_name_may_be_compared(written in any::<String>()) {
        nearest(&written, KEYS);
    }
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let check =
        |written: &str, expect: Option<&str>| assert_eq!(nearest(written, STEP_NAMES), expect, "{written}");
    check("click", Some("click"));
    check("clik", Some("click"));
    check("clcik", Some("click"));
    check("Click", Some("click"));
    check("waitforelement", Some("waitForElement"));
    check("wait_for_element", Some("waitForElement"));
    check("waitForExpresion", Some("waitForExpression"));
    check("slep", Some("sleep"));
    check("type", None);
    check("press", None);
    check("", None);
}

#[test]
fn no_name_is_both_known_and_later() {
    for (known, later) in [(KEYS, LATER_KEYS), (STEP_NAMES, LATER_STEPS)] {
        assert!(known.iter().all(|name| !later.contains(name)));
    }
    for step in STEPS {
        assert!(step.keys.iter().all(|key| !step.later_keys.contains(key)));
    }
}

#[test]
fn both_lists_of_steps_are_the_same() {
    let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    assert_eq!(names, STEP_NAMES);
}

/// A step is found by the one key that is a type, so no further key may be one.
#[test]
fn no_further_key_is_the_type_of_a_step() {
    for step in STEPS {
        let keys = step.keys.iter().chain(step.later_keys).chain(EVERY_STEP_KEYS);
        for key in keys {
            assert!(!STEP_NAMES.contains(key) && !LATER_STEPS.contains(key), "{key}");
        }
    }
}
