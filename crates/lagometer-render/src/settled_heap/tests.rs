use super::*;
use lagometer_report::{RawNumber, UnitName};

fn value(number: Option<f64>) -> RunValue {
    RunValue {
        value: number.map(RawNumber),
        unit: UnitName(Unit::Bytes),
        reason: number.is_none().then(|| "too-few-samples".to_owned()),
        detail: number.is_none().then(|| "there are 2".to_owned()),
        n: 1,
        min: None,
        max: None,
        rounds: Vec::new(),
    }
}

/// What is said of a slope in KiB.
fn said(median: Option<f64>, ends: Option<[f64; 2]>) -> String {
    let bytes = |kib: f64| kib * 1024.0;
    let ends = ends.map_or([None; 2], |ends| ends.map(|end| Some(bytes(end))));
    let metrics = BTreeMap::from([
        ("heap_slope/median".to_owned(), value(median.map(bytes))),
        ("heap_slope/low".to_owned(), value(ends[0])),
        ("heap_slope/high".to_owned(), value(ends[1])),
    ]);
    slope(&metrics).expect("there is a slope")
}

#[test]
fn only_an_interval_without_zero_says_that_something_grows() {
    assert_eq!(
        said(Some(340.2), Some([330.0, 350.5])),
        "grows: +340.2 KiB a repetition, 95 % interval +330.0 to +350.5 KiB; growth is not a leak, it is a \
         thing to look at"
    );
    assert_eq!(
        said(Some(1.5), Some([-0.5, 3.0])),
        "no growth is shown: +1.5 KiB a repetition, and the 95 % interval -0.5 to +3.0 KiB holds 0"
    );
    assert_eq!(
        said(Some(0.0), Some([0.0, 0.0])),
        "no growth is shown: 0.0 KiB a repetition, and the 95 % interval 0.0 to 0.0 KiB holds 0"
    );
    assert_eq!(
        said(Some(-2.0), Some([-3.0, -1.0])),
        "shrinks: -2.0 KiB a repetition, 95 % interval -3.0 to -1.0 KiB"
    );
}

#[test]
fn what_is_absent_says_why() {
    assert_eq!(
        said(Some(1.5), None),
        "+1.5 KiB a repetition, without an interval: too-few-samples: there are 2"
    );
    assert_eq!(said(None, None), "slope n/a: too-few-samples: there are 2");
    assert_eq!(slope(&BTreeMap::new()), None, "nobody asked");
}
