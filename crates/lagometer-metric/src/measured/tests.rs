use super::*;

#[test]
fn reasons_have_one_code_each_in_kebab_case() {
    let mut codes = Vec::new();
    for reason in Reason::ALL {
        let code = reason.code();
        assert!(!codes.contains(&code), "{code} is there twice");
        let kebab = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(code.split('-').all(kebab), "{code}");
        assert_eq!(Reason::from_code(code), Some(*reason));
        assert_eq!(reason.to_string(), code);
        codes.push(code);
    }
    assert_eq!(Reason::from_code("no-such-reason"), None);
    assert_eq!(Reason::from_code(""), None);
}

/// They stand in stored files: one that is gone or renamed would no longer be understood.
#[test]
fn the_codes_that_the_design_names_are_there() {
    for code in [
        "no-main-thread",
        "category-off",
        "no-event-in-window",
        "empty-window",
        "equal-timestamps",
        "unclosed-measure",
        "zero-baseline",
        "conditions-differ",
        "too-few-rounds",
        "file-truncated",
        "capture-overflow",
        "refresh-rate-unknown",
        "position-unknown",
        "not-continuous",
        "no-sample-yet",
    ] {
        assert!(Reason::from_code(code).is_some(), "{code}");
    }
}

#[test]
fn an_absence_passes_through_unchanged() {
    let absent: Measured<i64> = Measured::absent(Reason::CategoryOff, "blink.user_timing");
    assert_eq!(absent.clone().map(|value| value + 1), absent);
    assert_eq!(
        absent.clone().and_then(|value| Measured::Value(value + 1)),
        absent
    );
    assert_eq!(absent.as_ref().map(|value| value + 1), absent);
    assert_eq!(absent.reason(), Some(Reason::CategoryOff));
    assert_eq!(Measured::from(absent.clone().into_result()), absent);
}

#[test]
fn a_value_is_worked_on() {
    let value = Measured::Value(20);
    assert_eq!(value.clone().map(|value| value + 1), Measured::Value(21));
    let refused: Measured<i32> = value
        .clone()
        .and_then(|_| Measured::absent(Reason::EmptyWindow, ""));
    assert_eq!(refused.reason(), Some(Reason::EmptyWindow));
    assert_eq!(value.reason(), None);
    assert_eq!(value.as_ref(), Measured::Value(&20));
    assert_eq!(Measured::from(value.clone().into_result()), value);
}
