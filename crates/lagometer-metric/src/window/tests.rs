use super::*;
use proptest::prelude::*;

fn window(start: i64, end: i64) -> TimeWindow {
    TimeWindow::new(Micros(start), Micros(end)).expect("the end lies after the start")
}

#[test]
fn a_window_has_a_length() {
    assert_eq!(window(10, 11).length(), Micros(1));
    for (start, end) in [
        (10, 10),
        (10, 9),
        (0, i64::MIN),
        (i64::MIN, i64::MAX),
        (-1, i64::MAX),
    ] {
        let (start, end) = (Micros(start), Micros(end));
        assert_eq!(TimeWindow::new(start, end), Err(EmptyWindow { start, end }));
        assert_eq!(
            TimeWindow::measured(start, end).reason(),
            Some(Reason::EmptyWindow)
        );
    }
    assert_eq!(window(0, i64::MAX).length(), Micros(i64::MAX));
    assert_eq!(window(i64::MIN, -1).length(), Micros(i64::MAX));
}

#[test]
fn an_empty_window_says_its_ends() {
    let empty = TimeWindow::new(Micros(5), Micros(3)).unwrap_err();
    assert_eq!(empty.to_string(), "the window does not end after its start");
}

#[test]
fn the_end_is_outside() {
    let window = window(10, 20);
    let inside: Vec<i64> = (5..25).filter(|point| window.contains(Micros(*point))).collect();
    assert_eq!(inside, (10..20).collect::<Vec<_>>());
}

/// Numbers that meet: near each other, and at both ends of the range.
fn point() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -50_i64..50,
        1 => (0_i64..3).prop_map(|from_end| i64::MAX - from_end),
        1 => (0_i64..3).prop_map(|from_end| i64::MIN + from_end),
        1 => any::<i64>(),
    ]
}

proptest! {
    #[test]
    fn a_window_is_what_has_a_length_in_range(start in point(), end in point()) {
        let length = i128::from(end) - i128::from(start);
        let is_window = length > 0 && length <= i128::from(i64::MAX);
        let made = TimeWindow::new(Micros(start), Micros(end));
        prop_assert_eq!(made.is_ok(), is_window);
        if let Ok(window) = made {
            prop_assert_eq!(i128::from(window.length().0), length);
            prop_assert_eq!((window.start(), window.end()), (Micros(start), Micros(end)));
            prop_assert!(window.contains(window.start()) && !window.contains(window.end()));
        }
    }

    /// For any window and any two points, in whatever order and however far out.
    #[test]
    fn a_clip_lies_in_both_and_loses_nothing(a in point(), b in point(), start in point(), end in point(), probe in point()) {
        let Ok(window) = TimeWindow::new(Micros(a), Micros(b)) else { return Ok(()) };
        let clip = window.clip(Micros(start), Micros(end));
        let in_both = window.contains(Micros(probe)) && start <= probe && probe < end;
        prop_assert_eq!(clip.is_some_and(|clip| clip.contains(Micros(probe))), in_both);
        let overlap = window.overlap(Micros(start), Micros(end));
        prop_assert_eq!(overlap, clip.map_or(Micros::ZERO, TimeWindow::length));
        prop_assert!(Micros::ZERO <= overlap && overlap <= window.length());
        if let Some(clip) = clip {
            prop_assert_eq!(window.clip(clip.start(), clip.end()), Some(clip), "again is the same");
        }
    }

    /// Microsecond by microsecond.
    #[test]
    fn overlap_is_that_of_ticks(a in -60_i64..60, length in 1_i64..60, start in -60_i64..60, end in -60_i64..60) {
        let window = window(a, a + length);
        let ticks = (start..end).filter(|tick| window.contains(Micros(*tick))).count();
        prop_assert_eq!(window.overlap(Micros(start), Micros(end)), Micros(ticks as i64));
    }

    /// Cut into slices, a window loses nothing: what slices of a series rest on.
    #[test]
    fn slices_add_up_to_the_whole(length in 1_i64..500, slice in 1_i64..60, start in -50_i64..550, busy in 0_i64..300) {
        let whole = window(0, length);
        let (from, to) = (Micros(start), Micros(start + busy));
        let slices: Micros = (0..length)
            .step_by(slice as usize)
            .map(|at| window(at, (at + slice).min(length)).overlap(from, to))
            .sum();
        prop_assert_eq!(slices, whole.overlap(from, to));
    }
}
