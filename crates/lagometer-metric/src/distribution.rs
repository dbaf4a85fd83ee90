//! Count, total, mean, median, P95 and extremes of a set of samples.

use crate::{Measured, Reason};

/// Under this many samples a P95 is close to the maximum, and output says so.
pub const SMALL_SAMPLE: usize = 20;

/// Samples in order of size.
///
/// The median of an even number of samples is the mean of the middle two; P95 is the nearest rank
/// (the value at rank `ceil(0.95 n)`), as Chrome's own INP does and so that it is a sample that
/// happened. No samples: every statistic but the count and the total is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    sorted: Vec<f64>,
}

impl Distribution {
    /// The distribution of these samples, which must be finite.
    pub fn of(samples: impl IntoIterator<Item = f64>) -> Distribution {
        let mut sorted: Vec<f64> = samples.into_iter().collect();
        assert!(
            sorted.iter().all(|sample| sample.is_finite()),
            "samples are finite"
        );
        sorted.sort_unstable_by(f64::total_cmp);
        Distribution { sorted }
    }

    /// How many samples.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The sum; exact for whole numbers below 2^53, infinite past the range of floats. Zero for no
    /// samples, which is what they sum to.
    pub fn total(&self) -> f64 {
        // Not `sum()`: that of no floats is -0.0.
        self.sorted.iter().fold(0.0, |total, sample| total + sample)
    }

    /// The smallest.
    pub fn min(&self) -> Measured<f64> {
        self.at(self.sorted.first().copied())
    }

    /// The largest.
    pub fn max(&self) -> Measured<f64> {
        self.at(self.sorted.last().copied())
    }

    /// The sum divided by the count.
    pub fn mean(&self) -> Measured<f64> {
        let n = self.sorted.len() as f64;
        let mean = match self.total() {
            _ if self.sorted.is_empty() => None,
            total if total.is_finite() => Some(total / n),
            // The sum leaves the range, the mean does not: samples of a file may be anything.
            _ => Some(self.sorted.iter().map(|sample| sample / n).sum()),
        };
        self.at(mean)
    }

    /// The middle one, or the mean of the middle two.
    pub fn median(&self) -> Measured<f64> {
        let n = self.sorted.len();
        let median = match n {
            0 => None,
            _ if n % 2 == 1 => Some(self.sorted[n / 2]),
            _ => Some(f64::midpoint(self.sorted[n / 2 - 1], self.sorted[n / 2])),
        };
        self.at(median)
    }

    /// The value at rank `ceil(0.95 n)`.
    pub fn p95(&self) -> Measured<f64> {
        // In whole numbers, so that no rounding of 0.95 * n has to be argued about.
        let rank = (self.sorted.len() * 95).div_ceil(100);
        self.at(rank.checked_sub(1).map(|index| self.sorted[index]))
    }

    /// The samples, smallest first.
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    fn at(&self, value: Option<f64>) -> Measured<f64> {
        match value {
            Some(value) => Measured::Value(value),
            None => Measured::absent(Reason::NoSample, "no samples"),
        }
    }
}

#[cfg(test)]
mod tests;
