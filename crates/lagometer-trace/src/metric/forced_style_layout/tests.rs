use crate::test_trace::{PAGE, TestTrace, reason, value};
use lagometer_metric::Reason;

#[test]
fn it_is_counted_and_its_time_added_up() {
    let trace = TestTrace::started(1).task(10, 1_000);
    let trace = [("Layout", 20, 10), ("FunctionCall", 100, 200), ("Layout", 110, 30), ("UpdateLayoutTree", 150, 7)]
        .into_iter()
        .fold(trace, |trace, (name, ts, dur)| {
            trace.event(format!(
                r#"{{"ph":"X","cat":"devtools.timeline","name":"{name}","pid":{PAGE},"tid":{PAGE},"ts":{ts},"dur":{dur}}}"#
            ))
        });
    let found = trace.analysis().metrics.forced_style_layout;
    assert_eq!((value(&found.count), value(&found.total)), (2.0, 37.0));
}

#[test]
fn without_the_category_it_is_not_known() {
    let found = TestTrace::started(1)
        .task(10, 100)
        .analysis()
        .metrics
        .forced_style_layout;
    assert_eq!(reason(&found.count), Reason::CategoryOff);
    assert_eq!(reason(&found.total), Reason::CategoryOff);
}
