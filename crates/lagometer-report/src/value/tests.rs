use super::*;
use proptest::prelude::*;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn whole_numbers_have_no_fraction() {
    let check = |number: f64, expect: &str| assert_eq!(json(&RawNumber(number)), expect);
    check(0.0, "0");
    check(-0.0, "0");
    check(12_400.0, "12400");
    check(-3.0, "-3");
    check(0.2513, "0.2513");
    check(1e-7, "1e-7");
    check(9_007_199_254_740_992.0, "9007199254740992");
    check(-9_007_199_254_740_992.0, "-9007199254740992");
    check(1e300, "1e+300");
}

#[test]
fn a_value_is_a_number_or_a_reason() {
    assert_eq!(
        json(&Value::new(Measured::Value(12_400.0), Unit::Microseconds)),
        r#"{"value":12400,"unit":"us"}"#
    );
    assert_eq!(
        json(&Value::new(Measured::absent(Reason::NoSample, ""), Unit::Bytes)),
        r#"{"value":null,"unit":"bytes","reason":"no-sample","detail":""}"#
    );
}

/// JSON has no such number: it would be written as null, without a reason.
#[test]
fn what_is_no_number_is_absent_with_a_reason() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let value = Value::new(Measured::Value(number), Unit::Ratio);
        assert_eq!(value.value, None);
        assert_eq!(value.reason.as_deref(), Some("invalid-value"));
    }
    assert_eq!(
        json(&Value::new(Measured::Value(f64::INFINITY), Unit::Ratio)),
        r#"{"value":null,"unit":"ratio","reason":"invalid-value","detail":"inf is no finite number"}"#
    );
}

#[test]
fn a_reason_that_is_not_known_stays_visible() {
    let read = |json: &str| serde_json::from_str::<Value>(json).unwrap().measured();
    assert_eq!(
        read(r#"{"value":null,"unit":"us","reason":"moon-phase","detail":"full"}"#),
        Measured::absent(Reason::NotReported, "moon-phase: full")
    );
    assert_eq!(
        read(r#"{"value":null,"unit":"us"}"#),
        Measured::absent(Reason::NotReported, "no reason was stored")
    );
    assert_eq!(read(r#"{"value":5,"unit":"us"}"#), Measured::Value(5.0));
}

#[test]
fn units_that_are_not_known_are_refused() {
    let error = serde_json::from_str::<Value>(r#"{"value":5,"unit":"ms"}"#).unwrap_err();
    assert_eq!(error.to_string(), "unknown unit `ms` at line 1 column 23");
    assert!(serde_json::from_str::<Value>(r#"{"value":"5","unit":"us"}"#).is_err());
    assert!(serde_json::from_str::<Value>(r#"{"value":1e400,"unit":"us"}"#).is_err());
}

proptest! {
    /// Bit by bit, but for the sign of zero.
    #[test]
    fn any_number_comes_back(number in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO) {
        let text = json(&RawNumber(number));
        prop_assert_eq!(serde_json::from_str::<RawNumber>(&text).unwrap(), RawNumber(number), "{}", text);
    }

    #[test]
    fn any_whole_number_of_53_bits_is_written_as_one(number in -9_007_199_254_740_992_i64..=9_007_199_254_740_992) {
        prop_assert_eq!(json(&RawNumber(number as f64)), number.to_string());
    }

    #[test]
    fn values_come_back(number in prop::num::f64::NORMAL, detail in any::<String>(), which in 0..Reason::ALL.len()) {
        for measured in [Measured::Value(number), Measured::absent(Reason::ALL[which], detail)] {
            for unit in Unit::ALL {
                let value = Value::new(measured.clone(), unit);
                let back: Value = serde_json::from_str(&json(&value)).unwrap();
                prop_assert_eq!(&back, &value);
                prop_assert_eq!(back.measured(), measured.clone());
            }
        }
    }
}
