//! Counters over time, from the readings between the ends of a window.

use super::Reading;
use crate::interval;
use lagometer_metric::{Micros, Reason, TimeWindow, Unit};

/// A counter over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The metric that it belongs to.
    pub id: String,
    /// The unit.
    pub unit: Unit,
    /// One value a slice, or why there is none.
    pub values: Vec<Result<f64, Reason>>,
}

/// The counters of the process over a window, in slices; none where there is no reading between the
/// first and the last: two points are no curve, and the metrics say what they hold.
///
/// `readings` are those between the marks, in order of time. Levels (`cdp_nodes`,
/// `cdp_js_event_listeners`, `cdp_js_heap_used_size`) are the last reading at or before the end of the
/// slice. `layout_count` is the same, less the first reading. `cdp_busy_rate` is the growth of
/// `TaskDuration` over that of time from one reading to the next, and in a slice that holds parts of
/// several such stretches their mean over time.
pub fn series(readings: &[Reading<'_>], window: TimeWindow, slice: Micros) -> Vec<Series> {
    if readings.len() < 3 {
        return Vec::new();
    }
    let ends: Vec<TimeWindow> = (0..interval::slice_count(window, slice) as usize)
        .map(|at| interval::slice_at(window, slice, at))
        .collect();
    let level = |id: &str, name, unit| Series {
        id: id.to_owned(),
        unit,
        values: levels(readings, &ends, |reading| counter(reading, name)),
    };
    vec![
        Series {
            id: "cdp_busy_rate".to_owned(),
            unit: Unit::Ratio,
            values: rates(readings, &ends),
        },
        Series {
            id: "layout_count".to_owned(),
            unit: Unit::Count,
            values: levels(readings, &ends, |reading| {
                let growth = counter(reading, "LayoutCount")? - counter(&readings[0], "LayoutCount")?;
                // It only goes up, but from zero in every process.
                if growth < 0.0 {
                    return Err(Reason::ProcessChanged);
                }
                Ok(growth)
            }),
        },
        level("cdp_nodes", "Nodes", Unit::Count),
        level("cdp_js_event_listeners", "JSEventListeners", Unit::Count),
        level("cdp_js_heap_used_size", "JSHeapUsedSize", Unit::Bytes),
    ]
}

fn counter(reading: &Reading<'_>, name: &str) -> Result<f64, Reason> {
    reading.counter(name).map_err(|why| why.reason)
}

fn levels<'a>(
    readings: &[Reading<'a>],
    slices: &[TimeWindow],
    value: impl Fn(&Reading<'a>) -> Result<f64, Reason>,
) -> Vec<Result<f64, Reason>> {
    let values = readings.iter().map(|reading| (reading.timestamp, value(reading)));
    held(&values.collect::<Vec<_>>(), slices)
}

/// The value that holds at the end of every slice: the last reading at or before it.
pub(super) fn held(
    readings: &[(Micros, Result<f64, Reason>)],
    slices: &[TimeWindow],
) -> Vec<Result<f64, Reason>> {
    let mut next = 0;
    let mut held = Err(Reason::NoSampleYet);
    slices
        .iter()
        .map(|slice| {
            while readings.get(next).is_some_and(|(time, _)| *time <= slice.end()) {
                held = readings[next].1;
                next += 1;
            }
            held
        })
        .collect()
}

/// The time between two readings, and the share of it that was spent in tasks.
struct Stretch {
    start: Micros,
    end: Micros,
    rate: Result<f64, Reason>,
}

/// The busy rate of every slice.
fn rates(readings: &[Reading<'_>], slices: &[TimeWindow]) -> Vec<Result<f64, Reason>> {
    let stretches: Vec<Stretch> = readings.windows(2).filter_map(stretch).collect();
    let mut first = 0;
    slices
        .iter()
        .map(|slice| {
            // Those that end before the slice say nothing of it or of any later one.
            while stretches.get(first).is_some_and(|one| one.end <= slice.start()) {
                first += 1;
            }
            let mut busy = 0.0;
            let mut covered = 0.0;
            for one in stretches[first..]
                .iter()
                .take_while(|one| one.start < slice.end())
            {
                let part = slice.overlap(one.start, one.end).as_f64();
                busy += one.rate? * part;
                covered += part;
            }
            match covered {
                0.0 if first == 0 => Err(Reason::NoSampleYet),
                0.0 => Err(Reason::NoSample),
                _ => Ok(busy / covered),
            }
        })
        .collect()
}

/// `None` for two readings of one time: nothing lies between them.
fn stretch(pair: &[Reading<'_>]) -> Option<Stretch> {
    let (from, to) = (&pair[0], &pair[1]);
    let time = to.timestamp.saturating_sub(from.timestamp).as_f64();
    if time <= 0.0 {
        return None;
    }
    let busy = |reading: &Reading<'_>| reading.micros("TaskDuration").map_err(|why| why.reason);
    let rate = busy(from).and_then(|begin| {
        let growth = busy(to)? - begin;
        match growth < 0.0 {
            true => Err(Reason::ProcessChanged),
            false => Ok(growth / time),
        }
    });
    Some(Stretch {
        start: from.timestamp,
        end: to.timestamp,
        rate,
    })
}

#[cfg(test)]
mod tests;
