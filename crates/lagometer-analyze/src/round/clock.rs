//! Whether the marks in the trace lie where the browser's own clock says.

use super::WindowMarks;
use lagometer_metric::{Measured, Micros, Reason, Unit};
use lagometer_report::{Clock, CounterReading, Value};

/// By how much a mark may lie outside the two readings around it: the trace and
/// `Performance.getMetrics` have the same monotonic clock, and marks are coarsened to 0.1 ms.
pub(super) const TOLERANCE: Micros = Micros::from_millis(1);

/// The agreement of the clocks.
pub(super) fn clock(marks: &WindowMarks, counters: &[CounterReading]) -> Clock {
    let begin = bracket(counters, "before-begin", "after-begin");
    let end = bracket(counters, "before-end", "after-end");
    let outside =
        |mark: Option<Micros>, bracket: &Measured<(Micros, Micros)>, which: &str| match (mark, bracket) {
            (None, _) => Measured::absent(Reason::NotRecorded, format!("no {which} mark in the trace")),
            (_, Measured::NotAvailable(why)) => Measured::NotAvailable(why.clone()),
            (Some(mark), Measured::Value((before, after))) => {
                let early = before.saturating_sub(mark);
                let late = mark.saturating_sub(*after);
                Measured::Value(early.max(late).max(Micros::ZERO))
            }
        };
    let disagreement = {
        let begin = outside(marks.begin, &begin, "begin");
        let end = outside(marks.end, &end, "end");
        begin.and_then(|begin| end.map(|end| begin.max(end)))
    };
    let micros = |value: Measured<Micros>| Value::new(value.map(Micros::as_f64), Unit::Microseconds);
    let length =
        |bracket: Measured<(Micros, Micros)>| bracket.map(|(before, after)| after.saturating_sub(before));
    Clock {
        disagreement: micros(disagreement),
        begin_bracket: micros(length(begin)),
        end_bracket: micros(length(end)),
    }
}

/// The closest readings around a mark.
fn bracket(counters: &[CounterReading], before: &str, after: &str) -> Measured<(Micros, Micros)> {
    let last = counters.iter().rfind(|reading| reading.at == before);
    let first = counters.iter().find(|reading| reading.at == after);
    match (last, first) {
        (Some(last), Some(first)) => Measured::Value((Micros(last.timestamp_us), Micros(first.timestamp_us))),
        (None, _) => Measured::absent(Reason::NotRecorded, format!("no reading `{before}`")),
        (_, None) => Measured::absent(Reason::NotRecorded, format!("no reading `{after}`")),
    }
}
