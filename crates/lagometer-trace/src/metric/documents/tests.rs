use crate::test_trace::{PAGE, TestTrace, reason, value};
use lagometer_metric::Reason;

#[test]
fn it_has_both_ends_growth_and_maximum() {
    let trace = TestTrace::started(0)
        .counters(PAGE, 100, r#""documents":20"#)
        .counters(PAGE, 200, r#""documents":50"#)
        .counters(8, 250, r#""documents":999"#)
        .counters(PAGE, 300, r#""documents":15"#)
        .instant(500);
    let level = trace.analysis().metrics.documents;
    assert_eq!((value(&level.start), value(&level.end)), (20.0, 15.0));
    assert_eq!((value(&level.growth), value(&level.max)), (-5.0, 50.0));
}

#[test]
fn a_reading_without_it_is_none() {
    let trace = TestTrace::started(0).heap(PAGE, 100, 1).instant(500);
    assert_eq!(
        reason(&trace.analysis().metrics.documents.growth),
        Reason::NotReported
    );
}
