use super::*;
use proptest::prelude::*;

fn windows(shifts: &[(i64, f64)], navigations: &[i64]) -> Vec<(usize, usize, f64)> {
    let shifts: Vec<(Micros, f64)> = shifts.iter().map(|(ts, score)| (Micros(*ts), *score)).collect();
    let navigations: Vec<Micros> = navigations.iter().map(|ts| Micros(*ts)).collect();
    let windows = session_windows(&shifts, &navigations);
    windows.iter().map(|one| (one.from, one.to, one.score)).collect()
}

#[test]
fn a_gap_of_a_second_does_not_end_a_window_and_a_longer_one_does() {
    assert_eq!(windows(&[(0, 0.5), (1_000_000, 0.25)], &[]), [(0, 2, 0.75)]);
    assert_eq!(
        windows(&[(0, 0.5), (1_000_001, 0.25)], &[]),
        [(0, 1, 0.5), (1, 2, 0.25)]
    );
}

#[test]
fn a_window_lasts_five_seconds() {
    let every = |step: i64, last: i64| -> Vec<(i64, f64)> { (0..=last).map(|at| (at * step, 1.0)).collect() };
    assert_eq!(windows(&every(1_000_000, 5), &[]), [(0, 6, 6.0)]);
    assert_eq!(windows(&every(1_000_000, 6), &[]), [(0, 6, 6.0), (6, 7, 1.0)]);
}

#[test]
fn a_navigation_ends_a_window_and_one_at_a_shift_comes_after_it() {
    assert_eq!(
        windows(&[(0, 0.5), (10, 0.25)], &[5]),
        [(0, 1, 0.5), (1, 2, 0.25)]
    );
    assert_eq!(windows(&[(0, 0.5), (10, 0.25)], &[10]), [(0, 2, 0.75)]);
    assert_eq!(
        windows(&[(0, 0.5), (10, 0.25)], &[0]),
        [(0, 1, 0.5), (1, 2, 0.25)]
    );
    assert_eq!(windows(&[], &[0]), []);
}

#[test]
fn times_at_the_ends_of_their_range_do_not_overflow() {
    let far = [(i64::MIN, 1.0), (i64::MAX, 1.0)];
    assert_eq!(windows(&far, &[i64::MIN, i64::MAX]).len(), 2);
}

/// The rule read word by word: of two shifts that follow each other, is there anything between them that
/// ends the window?
fn literal(shifts: &[(i64, f64)], navigations: &[i64]) -> Vec<(usize, usize, f64)> {
    let mut found: Vec<(usize, usize, f64)> = Vec::new();
    let mut first = 0;
    for at in 0..shifts.len() {
        let navigated = at > 0
            && navigations
                .iter()
                .any(|start| *start >= shifts[at - 1].0 && *start < shifts[at].0);
        let paused = at > 0 && shifts[at].0 - shifts[at - 1].0 > 1_000_000;
        let is_full = at > 0 && shifts[at].0 - shifts[first].0 > 5_000_000;
        if at == 0 || navigated || paused || is_full {
            first = at;
        }
        let sum = shifts[first..=at].iter().fold(0.0, |sum, (_, score)| sum + score);
        match found.last_mut() {
            Some(last) if last.0 == first => *last = (first, at + 1, sum),
            _ => found.push((first, at + 1, sum)),
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn session_windows_are_those_of_the_rule_read_word_by_word(
        steps in prop::collection::vec((prop_oneof![0_i64..5, 0_i64..1_500_000, Just(1_000_000_i64), Just(1_000_001), Just(500_000)], 0_u32..1_000), 0..40),
        navigations in prop::collection::vec(0_i64..12_000_000, 0..4),
        at_shifts in prop::collection::vec(0_usize..40, 0..2),
    ) {
        let mut ts = 0;
        let shifts: Vec<(i64, f64)> = steps
            .iter()
            .map(|(step, score)| {
                ts += step;
                (ts, f64::from(*score) / 1_000.0)
            })
            .collect();
        let mut navigations = navigations;
        navigations.extend(at_shifts.iter().filter_map(|at| shifts.get(*at).map(|(ts, _)| *ts)));
        navigations.sort_unstable();
        prop_assert_eq!(windows(&shifts, &navigations), literal(&shifts, &navigations));
    }
}

#[test]
fn the_largest_are_listed_in_their_order() {
    let list = [3.0, 1.0, 4.0, 1.0, 5.0];
    assert_eq!(largest(&list, 2, |size| size), [4.0, 5.0]);
    assert_eq!(largest(&list, 4, |size| size), [3.0, 1.0, 4.0, 5.0]);
    assert_eq!(largest(&list, 9, |size| size), list);
}
