use proptest::prelude::*;

use crate::{Cursor, Number};

fn number(text: &str) -> Number<'_> {
    let number = Cursor::new(text.as_bytes(), 0).number().unwrap();
    assert_eq!(number.text(), text);
    number
}

/// The slow, obvious way: moves the point digit by digit in the text, then rounds in the text.
fn reference(text: &str, decimals: i64) -> Option<(i64, bool)> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (mut whole, mut fraction) = (whole.to_owned(), fraction.to_owned());
    let shift = exponent.parse::<i64>().unwrap() + decimals;
    for _ in 0..shift.abs() {
        if shift > 0 {
            fraction.push('0');
            whole.push(fraction.remove(0));
        } else {
            whole.insert(0, '0');
            fraction.insert(0, whole.pop().unwrap());
        }
    }
    let exact = fraction.bytes().all(|digit| digit == b'0');
    let up = i128::from(fraction.as_bytes().first() >= Some(&b'5'));
    let whole = whole.trim_start_matches('0');
    if whole.len() > 30 {
        return None;
    }
    let magnitude = format!("0{whole}").parse::<i128>().unwrap() + up;
    Some((i64::try_from(sign * magnitude).ok()?, exact))
}

fn written() -> impl Strategy<Value = String> {
    let sign = prop_oneof!["", "-"];
    let whole = prop_oneof![
        3 => "0|[1-9][0-9]{0,24}",
        1 => "922337203685477580[0-9]",
        1 => "1844674407370955161[0-9]",
        1 => "[1-9]0{15,22}",
    ];
    let fraction = prop_oneof![
        Just(String::new()),
        "\\.[0-9]{1,25}",
        "\\.0{1,25}",
        "\\.[45]0{0,9}[01]?",
        "\\.49{1,20}",
    ];
    let exponent = prop_oneof![2 => "", 1 => "[eE][+-]?[0-9]{1,2}", 1 => "e[+-]?0*[0-9]"];
    (sign, whole, fraction, exponent).prop_map(|(a, b, c, d)| format!("{a}{b}{c}{d}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn rounds_as_the_reference_does(text in written(), decimals in 0..8_u32) {
        prop_assert_eq!(number(&text).round_i64(), reference(&text, 0));
        prop_assert_eq!(
            number(&text).round_scaled_i64(decimals),
            reference(&text, i64::from(decimals))
        );
    }

    #[test]
    fn integers_are_exact_or_refused(text in written()) {
        let expected = reference(&text, 0).and_then(|(value, exact)| exact.then_some(value));
        prop_assert_eq!(number(&text).to_i64(), expected);
        if let Some(value) = expected {
            prop_assert_eq!(number(&text).to_u64(), u64::try_from(value).ok());
        }
    }

    #[test]
    fn any_i64_and_u64_survive(signed in any::<i64>(), unsigned in any::<u64>()) {
        prop_assert_eq!(number(&signed.to_string()).to_i64(), Some(signed));
        prop_assert_eq!(number(&unsigned.to_string()).to_u64(), Some(unsigned));
    }

    #[test]
    fn floats_are_the_nearest(text in written()) {
        let expected = text.parse::<f64>().ok().filter(|value| value.is_finite());
        prop_assert_eq!(number(&text).to_f64(), expected);
    }
}

#[test]
fn integers_at_the_ends() {
    let check = |text: &str, signed: Option<i64>, unsigned: Option<u64>| {
        assert_eq!(number(text).to_i64(), signed, "{text}");
        assert_eq!(number(text).to_u64(), unsigned, "{text}");
    };
    check("0", Some(0), Some(0));
    check("-0", Some(0), Some(0));
    check("-0.0e5", Some(0), Some(0));
    check("0e999999999", Some(0), Some(0));
    check("-1", Some(-1), None);
    check("9223372036854775807", Some(i64::MAX), Some(i64::MAX as u64));
    check("9223372036854775808", None, Some(i64::MAX as u64 + 1));
    check("-9223372036854775808", Some(i64::MIN), None);
    check("-9223372036854775809", None, None);
    check("18446744073709551615", None, Some(u64::MAX));
    check("18446744073709551616", None, None);
    check("1844674407370955161.5e1", None, Some(u64::MAX));
    check("1e3", Some(1000), Some(1000));
    check("1.0", Some(1), Some(1));
    check("12e-1", None, None);
    check("120e-1", Some(12), Some(12));
    check(
        "1692108.5481e9",
        Some(1_692_108_548_100_000),
        Some(1_692_108_548_100_000),
    );
    check("1e999999999", None, None);
    check("1e-999999999", None, None);
    check("1e99999999999999999999999999", None, None);
}

#[test]
fn rounding_is_half_away_from_zero() {
    let check = |text: &str, expected: Option<(i64, bool)>| {
        assert_eq!(number(text).round_i64(), expected, "{text}");
    };
    check("0.5", Some((1, false)));
    check("-0.5", Some((-1, false)));
    check("1.5", Some((2, false)));
    check("2.5", Some((3, false)));
    check("-2.5", Some((-3, false)));
    check("0.4999999999999999999999999999", Some((0, false)));
    check("0.05", Some((0, false)));
    check("4e-1", Some((0, false)));
    check("5e-1", Some((1, false)));
    check("7.0000000000000000000001", Some((7, false)));
    check("9223372036854775807.4", Some((i64::MAX, false)));
    check("9223372036854775807.5", None);
    check("-9223372036854775808.4", Some((i64::MIN, false)));
    check("-9223372036854775808.5", None);
    check("1e-99999999999999999999999999", Some((0, false)));
    check("1e99999999999999999999999999", None);
    check(&format!("0.{}1e301", "0".repeat(300)), Some((1, true)));
    check(&format!("1{}e-300", "0".repeat(300)), Some((1, true)));
}

#[test]
fn floats_out_of_range_are_refused() {
    assert_eq!(number("1e400").to_f64(), None);
    assert_eq!(number("-1e400").to_f64(), None);
    assert_eq!(number("1e999999999").to_f64(), None);
    assert_eq!(number("1e-400").to_f64(), Some(0.0));
    assert_eq!(number("0.1").to_f64(), Some(0.1));
}
