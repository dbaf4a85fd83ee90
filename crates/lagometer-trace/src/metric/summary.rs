//! The statistics of samples, as most metrics have them.

use lagometer_metric::{Distribution, Measured, NotAvailable};

/// The statistics of samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many.
    pub count: Measured<f64>,
    /// Their sum.
    pub total: Measured<f64>,
    /// Their mean.
    pub mean: Measured<f64>,
    /// Their median.
    pub median: Measured<f64>,
    /// Their 95th percentile, nearest rank.
    pub p95: Measured<f64>,
    /// The largest.
    pub max: Measured<f64>,
}

impl Summary {
    /// Of samples. Where there are none, count and total are zero, which is what they are, and the
    /// others are absent for this reason.
    pub(crate) fn of(samples: &Distribution, none: &NotAvailable) -> Summary {
        let statistic = |value: Measured<f64>| match value {
            Measured::Value(value) => Measured::Value(value),
            Measured::NotAvailable(_) => Measured::NotAvailable(none.clone()),
        };
        Summary {
            count: Measured::Value(samples.count() as f64),
            total: Measured::Value(samples.total()),
            mean: statistic(samples.mean()),
            median: statistic(samples.median()),
            p95: statistic(samples.p95()),
            max: statistic(samples.max()),
        }
    }

    /// All absent, for this reason.
    pub(crate) fn absent(why: &NotAvailable) -> Summary {
        let absent = || Measured::NotAvailable(why.clone());
        Summary {
            count: absent(),
            total: absent(),
            mean: absent(),
            median: absent(),
            p95: absent(),
            max: absent(),
        }
    }
}
