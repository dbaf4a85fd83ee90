//! The slope of a row of numbers, and how sure it is: no random numbers, no assumption on their
//! distribution.

use lagometer_metric::{Measured, Reason};

/// The longest row: the pairs of its numbers are looked at one by one.
pub(super) const MOST: usize = 200;

/// The fewest numbers that have a slope: two always lie on a line.
const FEWEST: usize = 3;

/// What may lie outside of the interval on each side.
const TAIL: f64 = 0.025;

/// The slope from one number to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    /// The median of the slopes between every two numbers (Theil 1950, Sen 1968).
    pub median: Measured<f64>,
    /// The lower end of the 95 % interval.
    pub low: Measured<f64>,
    /// The upper end.
    pub high: Measured<f64>,
}

impl Slope {
    fn absent(reason: Reason, detail: &str) -> Slope {
        let absent = || Measured::absent(reason, detail);
        Slope {
            median: absent(),
            low: absent(),
            high: absent(),
        }
    }
}

/// The slope of numbers at equal distances.
///
/// The interval is Sen's: of the sorted slopes of all pairs, the `k` lowest and the `k` highest lie
/// outside, where `k` is the largest number of discordant pairs whose probability, that or fewer in a
/// row without a slope, is at most 2.5 % by Kendall's exact distribution. Up to four numbers have no
/// such `k` and so no interval. The numbers are taken for independent.
pub(super) fn slope(values: &[f64]) -> Slope {
    if values.len() > MOST {
        return Slope::absent(Reason::InvalidValue, "more than 200 repetitions");
    }
    if values.iter().any(|value| !value.is_finite()) {
        return Slope::absent(Reason::InvalidValue, "a reading is no finite number");
    }
    let n = values.len();
    if n < FEWEST {
        let detail = format!("a slope needs {FEWEST} repetitions, there are {n}");
        return Slope::absent(Reason::TooFewSamples, &detail);
    }
    let mut slopes: Vec<f64> = Vec::with_capacity(n * (n - 1) / 2);
    for (to, later) in values.iter().enumerate() {
        let of_pair = |(from, earlier): (usize, &f64)| (later - earlier) / (to - from) as f64;
        slopes.extend(values[..to].iter().enumerate().map(of_pair));
    }
    slopes.sort_unstable_by(f64::total_cmp);
    let middle = slopes.len() / 2;
    let median = match slopes.len() % 2 {
        1 => slopes[middle],
        _ => f64::midpoint(slopes[middle - 1], slopes[middle]),
    };
    let ends = outside(n).map(|k| (slopes[k], slopes[slopes.len() - 1 - k]));
    let end = |end: Option<f64>| match end {
        Some(end) => Measured::Value(end),
        None => Measured::absent(
            Reason::TooFewSamples,
            format!("an interval of 95 % needs 5 repetitions, there are {n}"),
        ),
    };
    Slope {
        median: Measured::Value(median),
        low: end(ends.map(|(low, _)| low)),
        high: end(ends.map(|(_, high)| high)),
    }
}

/// How many of the sorted slopes of `n` numbers lie outside of the interval on each side.
fn outside(n: usize) -> Option<usize> {
    let mut total = 0.0;
    let within = discordant(n).into_iter().take_while(|probability| {
        total += probability;
        total <= TAIL
    });
    within.count().checked_sub(1)
}

/// The probability of each number of discordant pairs in a row of `n` numbers in random order.
fn discordant(n: usize) -> Vec<f64> {
    let mut probabilities = vec![1.0];
    for count in 2..=n {
        // The last number is discordant with 0 to `count - 1` of those before it, each as likely.
        let length = count * (count - 1) / 2 + 1;
        let before = |at: usize| probabilities.get(at).copied().unwrap_or(0.0);
        let mut next = Vec::with_capacity(length);
        for at in 0..length {
            let earliest = (at + 1).saturating_sub(count);
            let sum: f64 = (earliest..=at).map(before).sum();
            next.push(sum / count as f64);
        }
        probabilities = next;
    }
    probabilities
}

#[cfg(test)]
mod tests;
