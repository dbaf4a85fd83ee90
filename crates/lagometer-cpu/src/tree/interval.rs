//! The gaps between samples.

/// Gaps below so many microseconds are counted by their length, without a list of them.
const COUNTED: usize = 1 << 14;

/// The gaps between samples in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The one in the middle; of two the longer one.
    pub median: i64,
    /// The 95th percentile, nearest rank.
    pub p95: i64,
}

/// Places in the order of the gaps, from 0 on.
#[derive(Clone, Copy)]
struct Ranks {
    median: usize,
    p95: usize,
}

impl Ranks {
    fn of(gaps: usize) -> Ranks {
        Ranks {
            // Of two in the middle the longer one, so that it is a gap that there was.
            median: gaps / 2,
            // Nearest rank.
            p95: (gaps * 95).div_ceil(100) - 1,
        }
    }
}

impl Interval {
    /// Of these gaps; `None` where there are none. They are walked through twice at most.
    pub fn of(gaps: impl Iterator<Item = i64> + Clone) -> Option<Interval> {
        let mut counts = vec![0_usize; COUNTED];
        let (mut all, mut negative) = (0, false);
        for gap in gaps.clone() {
            all += 1;
            negative |= gap < 0;
            if let Some(count) = usize::try_from(gap).ok().and_then(|gap| counts.get_mut(gap)) {
                *count += 1;
            }
        }
        if all == 0 {
            return None;
        }
        let ranks = Ranks::of(all);
        let counted = (!negative).then(|| of_counts(&counts, ranks)).flatten();
        Some(counted.unwrap_or_else(|| of_list(gaps.collect(), ranks)))
    }
}

/// From how many there are of each length; `None` where the ranks lie among longer ones.
fn of_counts(counts: &[usize], ranks: Ranks) -> Option<Interval> {
    let at_rank = |rank: usize| {
        let mut below = 0;
        let reached = |count: &usize| {
            below += count;
            below > rank
        };
        counts.iter().position(reached).map(|gap| gap as i64)
    };
    Some(Interval {
        median: at_rank(ranks.median)?,
        p95: at_rank(ranks.p95)?,
    })
}

fn of_list(mut gaps: Vec<i64>, ranks: Ranks) -> Interval {
    let p95 = *gaps.select_nth_unstable(ranks.p95).1;
    let median = *gaps.select_nth_unstable(ranks.median).1;
    Interval { median, p95 }
}

#[cfg(test)]
mod tests;
