use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(unit: Unit, raw: f64, expected: &str) {
    assert_eq!(value(unit, raw), expected);
}

#[test]
fn values_of_each_unit() {
    check(Unit::Microseconds, 1_355_900.0, "1,355.9 ms");
    check(Unit::Ratio, 0.746, "74.6 %");
    check(Unit::Ratio, 1.0, "100.0 %");
    check(Unit::Bytes, 2_784_885.0, "2,719.6 KiB");
    check(Unit::Count, 11_679.0, "11,679");
    check(Unit::Count, 2.5, "2.5");
    check(Unit::Hertz, 59.94, "59.9 Hz");
    check(Unit::Score, 0.0312, "0.031");
}

#[test]
fn halves_round_away_from_zero() {
    check(Unit::Microseconds, 50.0, "0.1 ms");
    check(Unit::Microseconds, 49.0, "0.0 ms");
    check(Unit::Microseconds, 121_050.0, "121.1 ms");
    check(Unit::Microseconds, 121_049.0, "121.0 ms");
    check(Unit::Microseconds, -121_050.0, "-121.1 ms");
    // 250 B are 0.2441 KiB, 256 B exactly a quarter.
    check(Unit::Bytes, 256.0, "0.3 KiB");
    check(Unit::Bytes, -256.0, "-0.3 KiB");
    check(Unit::Ratio, 0.0625, "6.3 %");
}

#[test]
fn zero_has_no_sign() {
    check(Unit::Microseconds, -0.0, "0.0 ms");
    check(Unit::Bytes, -20.0, "0.0 KiB");
    check(Unit::Count, -0.0, "0");
    assert_eq!(change(Unit::Count, 0.0), "0");
    assert_eq!(change(Unit::Bytes, 20.0), "0.0 KiB");
    assert_eq!(change(Unit::Bytes, -20.0), "0.0 KiB");
}

#[test]
fn changes_carry_their_sign() {
    assert_eq!(change(Unit::Bytes, 230_298.0), "+224.9 KiB");
    assert_eq!(change(Unit::Bytes, -12_288.0), "-12.0 KiB");
    assert_eq!(change(Unit::Count, 1_200.0), "+1,200");
}

#[test]
fn short_forms_drop_a_zero_digit() {
    assert_eq!(short_millis(200_000), "200 ms");
    assert_eq!(short_millis(16_700), "16.7 ms");
    assert_eq!(short_millis(100_000_000), "100,000 ms");
    assert_eq!(short_value(Unit::Hertz, 60.0), "60 Hz");
    assert_eq!(short_value(Unit::Hertz, 59.94), "59.9 Hz");
    assert_eq!(short_value(Unit::Ratio, 0.05), "5 %");
    assert_eq!(short_value(Unit::Count, 10.0), "10");
}

#[test]
fn period_of_a_rate() {
    assert_eq!(period(60.0), "16.7 ms");
    assert_eq!(period(0.0), "n/a");
}

#[test]
fn sizes_in_prose_change_to_mib() {
    assert_eq!(size(2_784_885), "2,719.6 KiB");
    assert_eq!(size((100 << 20) - 1024), "102,399.0 KiB");
    assert_eq!(size(100 << 20), "100.0 MiB");
    assert_eq!(size(567_946_112), "541.6 MiB");
}

#[test]
fn plain_numbers_are_as_short_as_they_are() {
    assert_eq!(plain(1.0), "1");
    assert_eq!(plain(1.25), "1.25");
    assert_eq!(plain(-0.0), "0");
}

#[test]
fn shares_fall_into_equal_steps() {
    assert_eq!([0.0, 0.0999, 0.1, 0.95, 1.0].map(tenths), [0, 0, 1, 9, 9]);
    assert_eq!([-1.0, 2.0, f64::NAN].map(tenths), [0, 9, 0]);
    assert_eq!(steps(0.5, 8), 4);
}

#[test]
fn no_number_at_all_is_not_available() {
    for raw in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for unit in Unit::ALL {
            check(unit, raw, "n/a");
            assert_eq!(change(unit, raw), "n/a");
        }
        assert_eq!(plain(raw), "n/a");
    }
}

#[test]
fn largest_numbers_have_digits_only() {
    let text = value(Unit::Ratio, f64::MAX);
    assert!(text.is_ascii() && !text.contains("inf"), "{text}");
    check(Unit::Count, 9_007_199_254_740_992.0, "9,007,199,254,740,992");
    assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
}

/// What the text says, in raw units.
fn parse_back(unit: Unit, text: &str) -> f64 {
    let digits = text.split(' ').next().unwrap().replace([',', '+'], "");
    let number: f64 = digits.parse().unwrap();
    match unit {
        Unit::Microseconds => number * 1000.0,
        Unit::Bytes => number * 1024.0,
        Unit::Ratio => number / 100.0,
        Unit::Count | Unit::Score | Unit::Hertz => number,
    }
}

/// Half of the last digit that is shown, in raw units.
fn half_a_digit(unit: Unit) -> f64 {
    match unit {
        Unit::Microseconds => 50.0,
        Unit::Bytes => 51.2,
        Unit::Ratio => 0.0005,
        Unit::Count | Unit::Hertz => 0.05,
        Unit::Score => 0.0005,
    }
}

proptest! {
    #[test]
    fn text_reads_back_within_half_a_digit(raw in -1e12..1e12_f64, unit in prop::sample::select(&Unit::ALL[..])) {
        for text in [value(unit, raw), change(unit, raw)] {
            let back = parse_back(unit, &text);
            let slack = raw.abs() * 1e-12;
            prop_assert!((back - raw).abs() <= half_a_digit(unit) + slack, "{raw} as {text}");
        }
    }

    #[test]
    fn every_finite_number_has_a_clean_text(raw in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO, unit in prop::sample::select(&Unit::ALL[..])) {
        for text in [value(unit, raw), change(unit, raw), bare(unit, raw)] {
            prop_assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("n/a"), "{text}");
            let is_zero = !text.contains(|digit| matches!(digit, '1'..='9'));
            prop_assert!(!is_zero || !text.starts_with(['-', '+']), "{text}");
            prop_assert!(is_zero || text.starts_with('-') == (raw < 0.0), "{text}");
        }
    }

    #[test]
    fn integers_of_microseconds_round_as_integers_do(us in -1_000_000_000_i64..1_000_000_000) {
        let tenths = (us.abs() + 50) / 100;
        let sign = if us < 0 && tenths > 0 { "-" } else { "" };
        let expected = format!("{sign}{}.{} ms", group(&(tenths / 10).to_string()), tenths % 10);
        prop_assert_eq!(millis(us), expected);
    }
}

#[test]
fn places_in_a_drawing_are_short_and_never_odd() {
    for (at, expected) in [
        (0.0, "0"),
        (-0.0, "0"),
        (-0.000_1, "0"),
        (12.5, "12.5"),
        (100.0, "100"),
        (33.333_333, "33.333"),
        (f64::NAN, "0"),
        (f64::INFINITY, "0"),
    ] {
        assert_eq!(coordinate(at), expected);
    }
}

#[test]
fn a_symbol_is_what_stands_behind_the_digits() {
    for unit in Unit::ALL {
        assert_eq!(value(unit, 3.0), bare(unit, 3.0) + symbol(unit));
    }
}
