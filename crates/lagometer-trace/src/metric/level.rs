//! A counter of the page's process that goes up and down: its value at both ends, its growth and
//! its maximum.

use crate::memory::Readings;
use lagometer_metric::{Measured, Micros, NotAvailable, Statistic, TimeWindow};

/// The statistics that a level has.
pub(crate) const STATISTICS: &[Statistic] = &[
    Statistic::Start,
    Statistic::End,
    Statistic::Growth,
    Statistic::Max,
];

/// A level inside a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The last value at or before the start of the window, else the first inside.
    pub start: Measured<f64>,
    /// The last value inside, else that of the start.
    pub end: Measured<f64>,
    /// End minus start.
    pub growth: Measured<f64>,
    /// The largest value that held inside.
    pub max: Measured<f64>,
    /// The value at the end of every slice, absent before the first reading.
    pub series: Measured<Vec<Option<f64>>>,
}

impl Level {
    pub(crate) fn of(readings: &Result<Readings, NotAvailable>, window: TimeWindow, slice: Micros) -> Level {
        match readings {
            Ok(readings) => Level {
                start: Measured::Value(readings.start().value),
                end: Measured::Value(readings.end().value),
                growth: readings.growth(),
                max: Measured::Value(readings.max()),
                series: Measured::Value(readings.series(window, slice)),
            },
            Err(why) => Level::absent(why),
        }
    }

    pub(crate) fn absent(why: &NotAvailable) -> Level {
        let absent = || Measured::NotAvailable(why.clone());
        Level {
            start: absent(),
            end: absent(),
            growth: absent(),
            max: absent(),
            series: Measured::NotAvailable(why.clone()),
        }
    }
}
