use super::*;
use proptest::prelude::*;

#[test]
fn a_unit_stands_behind_the_number() {
    let check =
        |text: &str, value: f64, unit: Option<Unit>| assert_eq!(parse(text), Some((value, unit)), "{text}");
    check("100ms", 100_000.0, Some(Unit::Microseconds));
    check("100 ms", 100_000.0, Some(Unit::Microseconds));
    check("2s", 2_000_000.0, Some(Unit::Microseconds));
    check("1.5m", 90_000_000.0, Some(Unit::Microseconds));
    check("40us", 40.0, Some(Unit::Microseconds));
    check("300 KiB", 307_200.0, Some(Unit::Bytes));
    check("1.5MiB", 1_572_864.0, Some(Unit::Bytes));
    check("12 B", 12.0, Some(Unit::Bytes));
    check("5 %", 0.05, Some(Unit::Ratio));
    check("0.1%", 0.001, Some(Unit::Ratio));
    check("55 Hz", 55.0, Some(Unit::Hertz));
    check("3", 3.0, None);
    check("0", 0.0, None);
}

#[test]
fn what_is_no_quantity_is_refused() {
    for text in [
        "",
        "ms",
        "-5ms",
        "+5ms",
        "1e3",
        "1,000",
        ".5s",
        "5.s",
        "1.2.3",
        "5  ms",
        "5\tms",
        "5 MS",
        "5 KB",
        "5 kib",
        "5 fps",
        "5 % ",
        " 5",
        "NaN",
        ".inf",
        "0x10",
        "1234567890123456",
        "５ms",
        "5ms5",
    ] {
        assert_eq!(parse(text), None, "{text:?}");
    }
}

proptest! {
    /// Whatever is written, nothing panics, and what is taken is a finite number that is not negative.
    #[test]
    fn any_text_is_taken_or_refused(text in "[0-9.]{0,18} ?\\PC{0,4}") {
        if let Some((value, _)) = parse(&text) {
            prop_assert!(value.is_finite() && value >= 0.0);
        }
    }

    /// Against the obvious: the number is read by the standard library and scaled by the unit.
    #[test]
    fn whole_numbers_are_scaled(number in 0_u32..1_000_000, known in 0..SYMBOLS.len(), space in any::<bool>()) {
        let (symbol, unit, times, per) = SYMBOLS[known];
        let text = format!("{number}{}{symbol}", if space { " " } else { "" });
        prop_assert_eq!(parse(&text), Some((f64::from(number) * times / per, Some(unit))));
    }
}
