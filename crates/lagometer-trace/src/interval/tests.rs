use super::*;

fn window(start: i64, end: i64) -> TimeWindow {
    TimeWindow::new(Micros(start), Micros(end)).unwrap()
}

#[test]
fn what_touches_or_overlaps_becomes_one() {
    let parts = vec![
        window(5, 7),
        window(0, 3),
        window(3, 4),
        window(6, 9),
        window(6, 8),
    ];
    assert_eq!(union(parts), [window(0, 4), window(5, 9)]);
    assert_eq!(union(Vec::new()), []);
}

#[test]
fn the_last_slice_is_as_long_as_it_is() {
    let window = window(100, 550);
    assert_eq!(slice_count(window, Micros(200)), 3);
    assert_eq!(slice_at(window, Micros(200), 2), self::window(500, 550));
    assert_eq!(slice_count(window, Micros(450)), 1);
}

#[test]
fn a_stretch_across_slices_is_split() {
    let covered = covered_slices(window(0, 1_000), Micros(200), &[window(150, 650)]);
    assert_eq!(covered, [50, 200, 200, 50, 0].map(Micros));
}

#[test]
fn a_stretch_that_ends_with_a_slice_is_not_in_the_next() {
    let covered = covered_slices(window(0, 600), Micros(200), &[window(200, 400)]);
    assert_eq!(covered, [0, 200, 0].map(Micros));
}

#[test]
fn clipping_drops_what_is_outside() {
    let parts = [window(0, 5), window(8, 12), window(20, 30)];
    assert_eq!(clipped(window(3, 10), &parts), [window(3, 5), window(8, 10)]);
}
