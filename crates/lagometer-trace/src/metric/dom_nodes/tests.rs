use crate::test_trace::{PAGE, TestTrace, reason, value};
use lagometer_metric::{Measured, Reason};

#[test]
fn it_has_both_ends_growth_and_maximum() {
    let trace = TestTrace::started(0)
        .counters(PAGE, 100, r#""nodes":20"#)
        .counters(PAGE, 200, r#""nodes":50"#)
        .counters(8, 250, r#""nodes":999"#)
        .counters(PAGE, 300, r#""nodes":15"#)
        .instant(500);
    let level = trace.analysis().metrics.dom_nodes;
    assert_eq!((value(&level.start), value(&level.end)), (20.0, 15.0));
    assert_eq!((value(&level.growth), value(&level.max)), (-5.0, 50.0));
}

#[test]
fn its_series_is_the_value_at_the_end_of_each_slice() {
    let trace = TestTrace::started(0)
        .counters(PAGE, 250_000, r#""nodes":20"#)
        .counters(PAGE, 260_000, r#""nodes":50"#)
        .instant(700_000);
    let level = trace.analysis().metrics.dom_nodes;
    let expected = vec![None, Some(50.0), Some(50.0), Some(50.0)];
    assert_eq!(level.series, Measured::Value(expected));
    let none = TestTrace::started(0).instant(500).analysis().metrics.dom_nodes;
    assert_eq!(none.series.reason(), Some(reason(&none.growth)));
}

#[test]
fn a_reading_without_it_is_none() {
    let trace = TestTrace::started(0).heap(PAGE, 100, 1).instant(500);
    assert_eq!(
        reason(&trace.analysis().metrics.dom_nodes.growth),
        Reason::NotReported
    );
}
