use crate::test_trace::{PAGE, TestTrace, reason, value};
use lagometer_metric::Reason;
use proptest::prelude::*;

/// A page in a trace from 0 to ten seconds.
fn page() -> TestTrace {
    TestTrace::started(0).instant(10_000_000)
}

/// A click that lasts so many milliseconds.
fn click(trace: TestTrace, id: u64, millis: i64) -> TestTrace {
    let start = 1_000 * id as i64;
    let span = (start, start + 1_000 * millis);
    trace.input((PAGE, &format!("0x{id}")), "click", id, span, (0, 500))
}

#[test]
fn it_is_the_longest_interaction_of_less_than_fifty() {
    let trace = (1..50).fold(page(), |trace, id| click(trace, id, 100 - id as i64));
    let inp = trace.analysis().metrics.inp;
    assert_eq!(
        (value(&inp.value), inp.index, inp.list.len()),
        (99_000.0, Some(0), 49)
    );
    // The fiftieth is the shortest, and one is passed over.
    let inp = click(trace, 50, 1).analysis().metrics.inp;
    assert_eq!((value(&inp.value), inp.index), (98_000.0, Some(1)));
}

#[test]
fn without_interactions_it_is_absent() {
    let recorded = page().input((PAGE, "0x1"), "mousemove", 0, (1_000, 9_000), (0, 1_000));
    assert_eq!(
        reason(&recorded.analysis().metrics.inp.value),
        Reason::NoEventInWindow
    );
    let off = page().analysis().metrics.inp.value.into_result().unwrap_err();
    assert_eq!(
        (off.reason, off.detail.as_str()),
        (Reason::CategoryOff, "devtools.timeline")
    );
    let no_page = TestTrace::empty().instant(1).instant(2).analysis().metrics.inp;
    assert_eq!(reason(&no_page.value), Reason::NoMainThread);
}

/// What an interaction's events are: its id, start and duration in milliseconds of each.
type Clicks = Vec<(u64, i64, i64)>;

fn clicks() -> impl Strategy<Value = Clicks> {
    prop::collection::vec((1_u64..400, 0_i64..500, 1_i64..300), 0..500)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn it_equals_looking_for_the_longest_one_by_one(clicks in clicks()) {
        let mut trace = page();
        for (at, (id, start, duration)) in clicks.iter().enumerate() {
            let span = (1_000 + 1_000 * start, 1_000 + 1_000 * (start + duration));
            trace = trace.input((PAGE, &format!("0x{at}")), "click", *id, span, (0, 500));
        }
        let mut longest = std::collections::BTreeMap::new();
        for (id, _, duration) in &clicks {
            let known = longest.entry(id).or_insert(0);
            *known = (*known).max(1_000 * duration);
        }
        let mut left: Vec<i64> = longest.into_values().collect();
        let inp = trace.analysis().metrics.inp;
        prop_assert_eq!(inp.list.len(), left.len());
        for _ in 0..(left.len() / 50).min(9) {
            let at = (0..left.len()).max_by_key(|at| left[*at]).unwrap();
            left.remove(at);
        }
        let expected = left.into_iter().max().map(|micros| micros as f64);
        prop_assert_eq!(inp.value.clone().into_result().ok(), expected);
        if let Some(index) = inp.index {
            prop_assert_eq!(Some(inp.list[index].duration.as_f64()), expected);
        }
    }
}
