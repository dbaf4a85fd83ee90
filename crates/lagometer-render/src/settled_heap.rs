//! What repetitions leave on the heap, in words: growth is not a leak, it is a thing to look at.

use crate::curve::{self, Curve};
use crate::shown::{self, Shown};
use crate::{Style, number};
use lagometer_metric::{MetricId, Statistic, Unit};
use lagometer_report::{RunValue, SettledHeapReading, Variant};
use std::collections::BTreeMap;

/// The heap after each repetition.
pub(crate) struct SettledHeap {
    /// A bar a repetition, from the lowest to the highest, and what they are.
    pub(crate) curve: Curve,
    /// What the slope says.
    pub(crate) slope: String,
}

/// The heap of the round that stands for the others, and the slope of the run; `None` where nobody
/// asked for it.
pub(crate) fn of_run(variant: &Variant, style: &Style) -> Option<SettledHeap> {
    let readings = &variant.settled_heap;
    let values: Vec<f64> = readings.iter().map(|reading| reading.used_bytes.0).collect();
    let mut curve = curve::levels(&values, Unit::Bytes, style)?;
    curve.words = format!("{}, {}", repetitions(readings), curve.words);
    Some(SettledHeap {
        curve,
        slope: slope(&variant.metrics)?,
    })
}

/// `after each of 8 repetitions`.
pub(crate) fn repetitions(readings: &[SettledHeapReading]) -> String {
    match readings.len() {
        1 => "after 1 repetition".to_owned(),
        more => format!("after each of {} repetitions", number::count(more as u64)),
    }
}

/// What the slope over the repetitions says, with its interval; `None` where nobody asked for one.
pub(crate) fn slope(metrics: &BTreeMap<String, RunValue>) -> Option<String> {
    let of = |statistic| metrics.get(&MetricId::statistic("heap_slope", statistic).to_string());
    let median = of(Statistic::Median)?;
    let Some(slope) = median.value else {
        let absent = Shown::of_run(median, None);
        return Some(match absent {
            Shown::Absent(why) => format!("slope {}: {}", shown::NOT_AVAILABLE, why.text()),
            Shown::Number(text) => text,
        });
    };
    let slope = number::change(Unit::Bytes, slope.0);
    let (low, high) = (of(Statistic::Low), of(Statistic::High));
    let ends = low
        .and_then(|low| low.value)
        .zip(high.and_then(|high| high.value));
    let Some((low, high)) = ends else {
        let why = match low.map(|low| Shown::of_run(low, None)) {
            Some(Shown::Absent(why)) => format!(": {}", why.text()),
            _ => String::new(),
        };
        return Some(format!("{slope} a repetition, without an interval{why}"));
    };
    let from = number::change(Unit::Bytes, low.0);
    let from = from.strip_suffix(number::symbol(Unit::Bytes)).unwrap_or(&from);
    let interval = format!("95 % interval {from} to {}", number::change(Unit::Bytes, high.0));
    Some(if low.0 > 0.0 {
        format!("grows: {slope} a repetition, {interval}; growth is not a leak, it is a thing to look at")
    } else if high.0 < 0.0 {
        format!("shrinks: {slope} a repetition, {interval}")
    } else {
        format!("no growth is shown: {slope} a repetition, and the {interval} holds 0")
    })
}

#[cfg(test)]
mod tests;
